/**
 * The pulley but for where its wheels and ends are: what its definition says of the rope, and the handle that says so later.
 */

import { PhysicsError, requireBoolean, requireFinite } from '../../errors.ts'
import { frozen } from '../../frozen.ts'
import { requirePositive } from '../../bounds.ts'
import { requireOptions, type Fields } from '../../options.ts'
import { getLimit, setLimit, type Frequency, type FullLimit, type Limit, type Stiffness } from '../features.ts'
import { ROLE_LIMIT } from '../joint-codes.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import { coordinatesOf, type JointWorld } from '../joint-world.ts'

/** Coordinates: lengthA + ratio · lengthB, and the two. */
export const TOTAL = 0
export const LENGTH_A = 1
export const LENGTH_B = 2

/** How a rope stretches. */
export type Stretch = Frequency | Stiffness

const STRETCH_FIELDS: Fields<Frequency & Stiffness> = { hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0 }

/** What a pulley says of its rope. */
export interface RopeFeatures {
  /** Ratio of a block and tackle: the rope holds lengthA + ratio · lengthB. Default 1. */
  ratio?: number
  /** Length of rope there is, m of lengthA + ratio · lengthB. Default: as the bodies stand. */
  totalLength?: number
  /** True: never slack, as if the rope could push. Default false. */
  rigid?: boolean
  /** Elastic rope; null = it does not stretch, the default. */
  stretch?: Stretch | null
  /** Range of the rope's length on A's side, m. Default none. */
  limitA?: Limit | null
  /** Range of the rope's length on B's side, m. Default none. */
  limitB?: Limit | null
}

export const ROPE_FIELDS: Fields<RopeFeatures> = { ratio: 0, totalLength: 0, rigid: 0, stretch: 1, limitA: 1, limitB: 1 }

/** What a definition says of the rope. */
export interface Rope {
  ratio: number
  total: number
  rigid: boolean
  stretch: object
}

/** Reads it; `lengthA` and `lengthB` are the ways from the wheels as the bodies stand. */
export function readRope(d: RopeFeatures, lengthA: number, lengthB: number): Rope {
  const ratio = d.ratio === undefined ? 1 : requirePositive(d.ratio, 'pulley.ratio')
  const rigid = d.rigid !== undefined && requireBoolean(d.rigid, 'pulley.rigid')
  const total = d.totalLength === undefined ? lengthA + ratio * lengthB : requirePositive(d.totalLength, 'pulley.totalLength')
  if (!(total > 0)) throw new PhysicsError('degenerate', 'pulley.totalLength', total, 'leaves no rope. Put the bodies away from groundA and groundB.')
  return { ratio, total, rigid, stretch: checkStretch(d.stretch) }
}

function checkStretch(value: unknown): object {
  const field = 'pulley.stretch'
  if (value === null || value === undefined) return {}
  const given = requireOptions(value, STRETCH_FIELDS, field)
  if (!('hertz' in given) && !('stiffness' in given)) {
    throw new PhysicsError('wrong-type', field, value, 'says nothing. Give hertz, or stiffness and damping; null does not stretch.')
  }
  return given
}

/** The rope itself: a limit of the coordinate TOTAL. */
export function setRope(state: JointWorld, row: number, total: number, rigid: boolean, stretch: object): void {
  setLimit(state, row, TOTAL, { ...stretch, lower: rigid ? total : -Infinity, upper: total }, 'pulley.stretch')
}

/** Length of a rope that does not stretch. One that does says nothing definite. */
export function firmLength(state: JointWorld, row: number): number {
  const rope = getLimit(state, row, TOTAL)
  return rope !== null && isHard(rope) ? rope.upper : Infinity
}

/** Where a side's hard stop keeps it from getting shorter. */
export function leastLength(state: JointWorld, row: number, side: number): number {
  const limit = getLimit(state, row, side)
  return limit !== null && isHard(limit) ? Math.max(0, limit.lower) : 0
}

export function isHard(limit: Pick<Limit, 'hertz' | 'stiffness'>): boolean {
  return limit.hertz === undefined && limit.stiffness === undefined
}

/** A rope over two wheels that stand still. */
export abstract class PulleyHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /**
   * Where the ratio stands in the joint's data.
   * @internal
   */
  protected abstract readonly ratioAt: number

  /** Rope between A and its wheel, m. */
  get lengthA(): number {
    return this.readCoordinate(LENGTH_A)
  }

  /** Rope between B and its wheel, m. */
  get lengthB(): number {
    return this.readCoordinate(LENGTH_B)
  }

  /** Speed at which A's side grows, m/s. */
  get speedA(): number {
    return this.readCoordinateSpeed(LENGTH_A)
  }

  /** Speed at which B's side grows, m/s. */
  get speedB(): number {
    return this.readCoordinateSpeed(LENGTH_B)
  }

  /** lengthA + ratio · lengthB, m. Below `totalLength` the rope is slack. */
  get currentLength(): number {
    return this.readCoordinate(TOTAL)
  }

  /** N in the rope at A at the end of the last step; B is pulled with `ratio` times as much. Below 0: a rigid pulley pushes. */
  get tension(): number {
    return 0 - this.forceOf(TOTAL, ROLE_LIMIT)
  }

  /** Length of rope there is, m of lengthA + ratio · lengthB. */
  get totalLength(): number {
    return this.rope().upper
  }

  set totalLength(value: number) {
    const row = this.edit('totalLength')
    this.setRope(row, requirePositive(value, 'pulley.totalLength'), this.rigid, this.stretch ?? {})
  }

  /** Ratio of a block and tackle. A new one keeps the rope as taut as it is. */
  get ratio(): number {
    return this.own(this.ratioAt)
  }

  set ratio(value: number) {
    const row = this.edit('ratio')
    const ratio = requirePositive(value, 'pulley.ratio')
    const total = this.totalLength + (ratio - this.ratio) * this.lengthB
    const { data, turns } = this.state.joints.columns
    data[row * this.state.joints.schema.data.width + this.ratioAt] = ratio
    turns[row * coordinatesOf(this.state) + TOTAL] = this.lengthA + ratio * this.lengthB
    this.setRope(row, requireFinite(total, 'pulley.totalLength'), this.rigid, this.stretch ?? {})
  }

  /** Is it never slack, as if the rope could push? */
  get rigid(): boolean {
    const { lower, upper } = this.rope()
    return lower === upper
  }

  set rigid(value: boolean) {
    const row = this.edit('rigid')
    this.setRope(row, this.totalLength, requireBoolean(value, 'pulley.rigid'), this.stretch ?? {})
  }

  /** How the rope stretches; null = it does not. */
  get stretch(): Readonly<Stretch> | null {
    const { lower: _, upper: __, restitution: ___, ...stretch } = this.rope()
    return frozen(isHard(stretch) ? null : (stretch as Stretch))
  }

  set stretch(value: Stretch | null) {
    const row = this.edit('stretch')
    this.setRope(row, this.totalLength, this.rigid, checkStretch(value))
  }

  /** Range of the rope's length on A's side, m; null = none. */
  get limitA(): Readonly<FullLimit> | null {
    return frozen(this.limitOf(LENGTH_A))
  }

  set limitA(value: Limit | null) {
    const row = this.edit('limitA')
    this.setSide(row, LENGTH_A, value, 'pulley.limitA')
    this.setJams(row)
  }

  /** Range of the rope's length on B's side, m; null = none. */
  get limitB(): Readonly<FullLimit> | null {
    return frozen(this.limitOf(LENGTH_B))
  }

  set limitB(value: Limit | null) {
    const row = this.edit('limitB')
    this.setSide(row, LENGTH_B, value, 'pulley.limitB')
    this.setJams(row)
  }

  /**
   * A limit as the user set it.
   * @internal
   */
  protected abstract limitOf(side: number): FullLimit | null
  /** @internal */
  protected abstract setSide(row: number, side: number, value: Limit | null, field: string): void
  /**
   * To be called when rope or limits have changed.
   * @internal
   */
  protected abstract setJams(row: number): void

  private setRope(row: number, total: number, rigid: boolean, stretch: object): void {
    setRope(this.state, row, total, rigid, stretch)
    this.setJams(row)
  }

  private rope(): FullLimit {
    return getLimit(this.state, this.row(), TOTAL) as FullLimit
  }
}
