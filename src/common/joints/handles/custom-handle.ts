/**
 * Joints of users' own types but for where they hold: what definitions say of their coordinates and numbers, and the handle that says so later.
 */

import { mapEntries, isArray, PhysicsError, requireInteger } from '../../errors.ts'
import { requireSized } from '../../bounds.ts'
import { frozen } from '../../frozen.ts'
import type { Fields } from '../../options.ts'
import { requireIdle } from '../../memory/handles.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring,
} from '../features.ts'
import { OWN_NUMBERS } from '../joint-codes.ts'
import { JointHandle, type JointTerms } from './joint-handle.ts'
import { wakeJoint } from '../../store/joint-store.ts'
import { ownAt, type JointWorld, type KindMark } from '../joint-world.ts'

/** What acts on the coordinates of a joint of your own type. Lists go by coordinate; what is left out, null or 0 is off. */
export interface TypedFeatures {
  /** Numbers of the joint's own, at most 18. Default: all 0. */
  data?: readonly number[]
  /** A range for each coordinate, m or rad. Default none. */
  limits?: readonly (Limit | null)[]
  /** A motor for each coordinate; `maxForce` in N or N m. Default none. */
  motors?: readonly (Motor | null)[]
  /** A spring or position drive for each coordinate. Default none. */
  springs?: readonly (Spring | null)[]
  /** Dry friction for each coordinate, N or N m. Default 0. */
  friction?: readonly number[]
}

export const TYPED_FIELDS: Fields<TypedFeatures> = { data: 0, limits: 0, motors: 0, springs: 0, friction: 0 }

interface OwnKind extends KindMark {
  readonly failures: Map<number, string>
}

/** Checks the definition's lists, and puts its numbers into `draft`. */
export function readTyped({ name, coordinates: { length } }: KindMark, d: TypedFeatures, draft: Float64Array): void {
  const { data } = d
  if (data !== undefined) {
    const field = `${name}.data`
    if (!isArray(data)) throw new PhysicsError('wrong-type', field, data, 'must be a list of numbers.')
    if (data.length > OWN_NUMBERS) throw new PhysicsError('wrong-size', field, data.length, `numbers; a joint can keep ${OWN_NUMBERS}.`)
    mapEntries(data, (number, i) => (draft[draft.length - OWN_NUMBERS + i] = requireSized(number, `${field}[${i}]`)))
  }
  for (const list of ['limits', 'motors', 'springs', 'friction'] as const) {
    const value = d[list]
    const field = `${name}.${list}`
    if (value === undefined) continue
    if (!isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be a list, one entry for each coordinate.')
    if (value.length > length) throw new PhysicsError('wrong-size', field, value.length, `entries, but the type has ${length} coordinate(s).`)
  }
}

export function writeTyped(state: JointWorld, row: number, { name, coordinates }: KindMark, d: TypedFeatures): void {
  for (let c = 0; c < coordinates.length; c++) {
    setLimit(state, row, c, d.limits?.[c], `${name}.limits[${c}]`)
    setMotor(state, row, c, d.motors?.[c], `${name}.motors[${c}]`, 'maxForce')
    setSpring(state, row, c, d.springs?.[c], `${name}.springs[${c}]`)
    setFriction(state, row, c, d.friction?.[c], `${name}.friction[${c}]`)
  }
}

/** A joint of your own type. Coordinates are counted from 0. */
export abstract class CustomHandle<Terms extends JointTerms> extends JointHandle<Terms> {
  /** Why it failed: what its function threw, or that its numbers were not finite. null if it did not. */
  get failure(): Readonly<string> | null {
    const row = this.row()
    const kind = this.kindOf(row)
    return frozen(this.isBroken ? (kind.failures.get(this.id) ?? null) : null)
  }

  /** Count of its coordinates. */
  get coordinateCount(): number {
    return this.kindOf(this.row()).coordinates.length
  }

  /** Coordinate i at creation or at the end of the last step, m or rad, turns counted. */
  coordinate(i: number): number {
    this.check(i)
    return this.readCoordinate(i)
  }

  /** How fast coordinate i changes now, m/s or rad/s. */
  coordinateSpeed(i: number): number {
    this.check(i)
    return this.readCoordinateSpeed(i)
  }

  /** What the motor of coordinate i gave at the end of the last step, N or N m. */
  motorForce(i: number): number {
    this.check(i)
    return this.motorForceOf(i)
  }

  /** Range of coordinate i, m or rad; null = none. */
  getLimit(i: number): FullLimit | null {
    return getLimit(this.state, this.check(i), i)
  }

  /** Sets the range of coordinate i, m or rad; null takes it away. */
  setLimit(i: number, value: Limit | null): void {
    this.edit('setLimit')
    setLimit(this.state, this.check(i), i, value, `${this.type}.limits[${i}]`)
  }

  /** Motor of coordinate i; null = none. */
  getMotor(i: number): Motor | null {
    return getMotor(this.state, this.check(i), i)
  }

  /** Sets the motor of coordinate i; `maxForce` in N or N m; null takes it away. */
  setMotor(i: number, value: Motor | null): void {
    this.edit('setMotor')
    setMotor(this.state, this.check(i), i, value, `${this.type}.motors[${i}]`, 'maxForce')
  }

  /** Spring or position drive of coordinate i; null = none. */
  getSpring(i: number): FullSpring | null {
    return getSpring(this.state, this.check(i), i)
  }

  /** Sets the spring or position drive of coordinate i; null takes it away. */
  setSpring(i: number, value: Spring | null): void {
    this.edit('setSpring')
    setSpring(this.state, this.check(i), i, value, `${this.type}.springs[${i}]`)
  }

  /** Dry friction of coordinate i, N or N m. */
  getFriction(i: number): number {
    return getFriction(this.state, this.check(i), i)
  }

  /** Sets the dry friction of coordinate i, N or N m; 0 = none. */
  setFriction(i: number, value: number): void {
    this.edit('setFriction')
    setFriction(this.state, this.check(i), i, value, `${this.type}.friction[${i}]`)
  }

  /** Number i (0 … 17) of its own. */
  getData(i: number): number {
    return this.state.joints.columns.data[ownAt(this.state, this.row()) + this.dataIndex(i)]
  }

  /** Sets number i (0 … 17) of its own, and wakes its bodies. */
  setData(i: number, value: number): void {
    const row = this.edit('setData')
    const at = ownAt(this.state, row) + this.dataIndex(i)
    this.state.joints.columns.data[at] = requireSized(value, `${this.type}.data[${i}]`)
    wakeJoint(this.state, row)
  }

  /**
   * How far its Jacobian is from the slope of what it measures, where its bodies stand: largest difference, relative to the larger of 1 and the row's
   * largest entry. Below 1e-6 for a Jacobian that is right. For tests of hand-written ones; slow.
   */
  derivativeError(): number {
    requireIdle(this.state, 'joint.derivativeError')
    return this.slopeError(this.row())
  }

  /** @internal */
  protected abstract slopeError(row: number): number

  private kindOf(row: number): OwnKind {
    return this.state.jointKinds[this.state.joints.columns.kind[row]] as OwnKind
  }

  private dataIndex(i: number): number {
    return requireInteger(i, 0, OWN_NUMBERS - 1, `${this.type}.data index`)
  }

  /** The row, if there is a coordinate i. */
  private check(i: number): number {
    const row = this.row()
    const count = this.kindOf(row).coordinates.length
    if (!Number.isInteger(i) || i < 0 || i >= count) {
      throw new PhysicsError('out-of-range', `${this.type}.coordinate`, i, `is no coordinate of it. It has ${count}, counted from 0.`)
    }
    return row
  }
}
