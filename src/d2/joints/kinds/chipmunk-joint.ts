/**
 * What the joints that are named as in Chipmunk share: how strongly they hold and how they take errors back.
 *
 * `maxForce` bounds the impulse per second of what the joint holds: of its rigid rows together, and of each limit, motor and spring. `errorBias` is
 * the part of an error that is left after a second, `maxBias` the speed at which it is taken back at most; both act on the push-out velocities,
 * which never enter v, so a strong correction does not throw anything. Left out, errors go the engine's own way (`correct-joints.ts`): small ones at
 * once. `collideBodies` is `collideConnected` with the other default.
 */

import { requireRange } from '../../../common/errors.ts'
import { requireNonNegative } from '../../../common/bounds.ts'
import { without, type Fields } from '../../../common/options.ts'
import { wakeJoint } from '../../../common/store/joint-store.ts'
import { readVec2, type Vec2 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import { Joint } from '../joint.ts'
import { draft, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import type { JointKind } from '../joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, BOUNDS, ERROR_BIAS, MAX_BIAS, MAX_FORCE } from '../../store/joint-table.ts'

/** What every joint with a name of Chipmunk says. */
export interface ChipmunkDefinition extends Omit<JointDefinition, 'collideConnected' | 'softness'> {
  /** Greatest force, N, or torque, N m, for joints that turn. Default Infinity. */
  maxForce?: number
  /** Share of an error that is left after a second, 0 … 1; Chipmunk's own default is 0.9 ** 60. Default: as the engine's other joints. */
  errorBias?: number
  /** Greatest speed at which errors are taken back, m/s or rad/s. Default Infinity. */
  maxBias?: number
  /** Do the two bodies collide? Default true. */
  collideBodies?: boolean
}

export const CHIPMUNK_FIELDS: Fields<ChipmunkDefinition> = {
  ...without(JOINT_FIELDS, 'collideConnected', 'softness'), maxForce: 0, errorBias: 0, maxBias: 0, collideBodies: 0,
}

/** Two points, each in its body's axes, from its origin. */
export interface TwoAnchors {
  /** On A, its own axes, from its origin, m. Default: its origin. */
  anchorA?: Vec2
  /** On B, its own axes, from its origin, m. Default: its origin. */
  anchorB?: Vec2
}

export const ANCHOR_FIELDS: Fields<TwoAnchors> = { anchorA: 0, anchorB: 0 }

/** The bodies of a definition; empties `draft` and puts its anchors there. */
export function draftEnds(state: WorldState, d: ChipmunkDefinition & TwoAnchors, field: string, fields: object): [number, number] {
  const bodies = requireBodies(state, d, field, fields)
  draft.fill(0)
  if (d.anchorA !== undefined) readVec2(d.anchorA, `${field}.anchorA`, draft, ANCHOR_A)
  if (d.anchorB !== undefined) readVec2(d.anchorB, `${field}.anchorB`, draft, ANCHOR_B)
  return bodies
}

/** Makes the joint of `draft`. */
export function writeChipmunk(
  state: WorldState, kind: JointKind, [a, b]: readonly [number, number], d: ChipmunkDefinition, field: string, features: (row: number) => void,
): number {
  const bounds = [
    readBound(d.maxForce, `${field}.maxForce`),
    d.errorBias === undefined ? -1 : requireRange(d.errorBias, 0, 1, `${field}.errorBias`),
    readBound(d.maxBias, `${field}.maxBias`),
  ]
  const collide = d.collideBodies === undefined ? true : d.collideBodies
  return writeJoint(state, kind, a, b, { ...d, collideConnected: collide }, field, (row) => {
    state.joints.columns.bounds.set(bounds, row * BOUNDS)
    features(row)
  })
}

function readBound(value: unknown, field: string): number {
  return value === undefined || value === Infinity ? Infinity : requireNonNegative(value, field)
}

/** A joint with a name and the settings of Chipmunk. */
export abstract class ChipmunkJoint extends Joint {
  /** Greatest force, N, or torque, N m, for joints that turn. */
  get maxForce(): number {
    return this.bound(MAX_FORCE)
  }

  set maxForce(value: number) {
    this.setBound('maxForce', MAX_FORCE, readBound(value, `${this.type}.maxForce`))
  }

  /** Share of an error that is left after a second, 0 … 1; null = as the engine's other joints. */
  get errorBias(): number | null {
    const bias = this.bound(ERROR_BIAS)
    return bias < 0 ? null : bias
  }

  set errorBias(value: number | null) {
    this.setBound('errorBias', ERROR_BIAS, value === null ? -1 : requireRange(value, 0, 1, `${this.type}.errorBias`))
  }

  /** Greatest speed at which errors are taken back, m/s or rad/s. */
  get maxBias(): number {
    return this.bound(MAX_BIAS)
  }

  set maxBias(value: number) {
    this.setBound('maxBias', MAX_BIAS, readBound(value, `${this.type}.maxBias`))
  }

  /** Do the two bodies collide? */
  get collideBodies(): boolean {
    return this.collideConnected
  }

  set collideBodies(value: boolean) {
    this.collideConnected = value
  }

  private bound(which: number): number {
    return this.state.joints.columns.bounds[this.row() * BOUNDS + which]
  }

  private setBound(what: string, which: number, value: number): void {
    const row = this.edit(what)
    this.state.joints.columns.bounds[row * BOUNDS + which] = value
    wakeJoint(this.state, row)
  }
}
