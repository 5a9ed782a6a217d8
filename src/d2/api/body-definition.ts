/**
 * What users write to describe a body, and how that becomes a row.
 */

import { requireType, type BodyType } from '../../common/store/body-types.ts'
import { requireNonNegative, requireInertia, requireSized, requireMass } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { mapEntries, isArray, PhysicsError, requireBoolean } from '../../common/errors.ts'
import { CAN_SLEEP, DYNAMIC, ENABLED, GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS, STATIC } from '../store/bodies.ts'
import { createBodyRow } from '../../common/store/body-store.ts'
import { createShapeRow, enterBroadPhase } from '../store/body-store.ts'
import { updateMass } from '../store/mass.ts'
import { rotate } from '../math/rotation.ts'
import { readVec2, requireBounded, type Vec2 } from '../math/types.ts'
import { orient } from '../store/shape-bounds.ts'
import { requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import type { WorldState } from '../store/world-state.ts'

export type { BodyType } from '../../common/store/body-types.ts'

/** World axes along which a body may not move, and whether it may not turn: lifts, characters that must not fall over. */
export interface LockedAxes {
  /** Not along x. Default false. */
  x?: boolean
  /** Not along y. Default false. */
  y?: boolean
  /** No turning. Default false. */
  rotation?: boolean
}

const LOCK_FIELDS: Fields<LockedAxes> = { x: 0, y: 0, rotation: 0 }

/** What a body is made of. All of it may be left out: a dynamic body at the origin without shapes. */
export interface BodyDefinition {
  /** How it takes part. Default 'dynamic'. */
  type?: BodyType
  /** Place of the body's origin, m. Default 0, 0. */
  position?: Vec2
  /** Angle, rad, counter-clockwise. Default 0. */
  rotation?: number
  /** Velocity of the centre of mass, m/s. Static bodies have none. Default 0, 0. */
  linearVelocity?: Vec2
  /** Speed of turning, rad/s, counter-clockwise. Default 0. */
  angularVelocity?: number
  /** What it collides with and weighs. Chains, which are lists of shapes, may stand in the list as they are. Default none. */
  shapes?: readonly (ShapeDefinition | readonly ShapeDefinition[])[]
  /** Damping of motion, 1/s: speed decays as exp(−damping × t). Default 0. */
  linearDamping?: number
  /** Damping of turning, 1/s: spin decays as exp(−damping × t). Default 0. */
  angularDamping?: number
  /** Factor on the world's gravity: 0 floats, below 0 rises. Default 1. */
  gravityScale?: number
  /** Axes along which it may not move, and turning. Default none. */
  lockedAxes?: LockedAxes
  /** Mass, kg; the inertia scales along. Default: from the shapes' densities. */
  mass?: number
  /** Centre of mass in the body's frame, m. Default: from the shapes. */
  centerOfMass?: Vec2
  /** Moment of inertia about the centre of mass, kg m². Default: from the shapes. */
  inertia?: number
  /** May it fall asleep when it rests? Default true. */
  canSleep?: boolean
  /** Does it take part from the start? Default true. */
  enabled?: boolean
  /** Anything you like; the engine does not look at it. Default undefined. */
  userData?: unknown
}

const BODY_FIELDS: Fields<BodyDefinition> = {
  type: 0, position: 0, rotation: 0, linearVelocity: 0, angularVelocity: 0, shapes: 0, linearDamping: 0, angularDamping: 0, gravityScale: 0,
  lockedAxes: 0, mass: 0, centerOfMass: 0, inertia: 0, canSleep: 0, enabled: 0, userData: 1,
}

/** Everything a row needs, checked. */
interface Checked {
  type: number
  numbers: Float64Array
  flags: number
  locks: number
  shapes: ShapeDefinition[]
}

const POSITION = 0
const ROTATION = 2
const VELOCITY = 3
const SPIN = 5
const CENTER = 6
const DAMPING = 8
const SCALE = 10
const MASS = 11
const INERTIA = 12

/** Checks all, then writes: a definition that is refused leaves the world as it was. */
export function writeBody(state: WorldState, definition: BodyDefinition): number {
  const checked = check(definition)
  const row = createBodyRow(state)
  const bodies = state.bodies.columns
  const n = checked.numbers
  const o = row * 2
  bodies.type[row] = checked.type
  bodies.flags[row] = checked.flags
  bodies.lockedAxes[row] = checked.locks
  bodies.linearDamping[row] = n[DAMPING]
  bodies.angularDamping[row] = n[DAMPING + 1]
  bodies.gravityScale[row] = n[SCALE]
  bodies.mass[row] = n[MASS]
  bodies.inertia[row] = n[INERTIA]
  bodies.localCenter.set(n.subarray(CENTER, CENTER + 2), o)
  bodies.angle[row] = n[ROTATION]
  orient(bodies, row)
  rotate(bodies.rotation, o, n[CENTER], n[CENTER + 1], bodies.x, o)
  bodies.x[o] += n[POSITION]
  bodies.x[o + 1] += n[POSITION + 1]
  let last = -1
  for (const shape of checked.shapes) last = createShapeRow(state, row, shape, last)
  updateMass(state, row)
  const columns = state.bodies.columns
  // After the mass: the velocity given is that of the centre of mass, wherever the shapes put it.
  if (checked.type !== STATIC) {
    columns.v.set(n.subarray(VELOCITY, VELOCITY + 2), o)
    columns.w[row] = n[SPIN]
  }
  columns.oldX.set(columns.x.subarray(o, o + 2), o)
  columns.oldAngle[row] = columns.angle[row]
  state.mayBeAwake = true
  columns.awake[row] = checked.type !== STATIC && (checked.flags & ENABLED) !== 0 ? 1 : 0
  enterBroadPhase(state, row)
  return row
}

function check(d: BodyDefinition): Checked {
  requireOptions(d, BODY_FIELDS, 'body')
  const numbers = new Float64Array(13)
  const type = requireType(d.type ?? 'dynamic', 'body.type')
  const zero = { x: 0, y: 0 }
  readVec2(d.position ?? zero, 'body.position', numbers, POSITION)
  numbers[ROTATION] = requireBounded(d.rotation ?? 0, 'body.rotation')
  readVec2(d.linearVelocity ?? zero, 'body.linearVelocity', numbers, VELOCITY)
  numbers[SPIN] = requireBounded(d.angularVelocity ?? 0, 'body.angularVelocity')
  numbers[DAMPING] = requireNonNegative(d.linearDamping ?? 0, 'body.linearDamping')
  numbers[DAMPING + 1] = requireNonNegative(d.angularDamping ?? 0, 'body.angularDamping')
  numbers[SCALE] = requireSized(d.gravityScale ?? 1, 'body.gravityScale')
  let flags = 0
  if (requireBoolean(d.enabled ?? true, 'body.enabled')) flags |= ENABLED
  if (requireBoolean(d.canSleep ?? true, 'body.canSleep')) flags |= CAN_SLEEP
  if (d.mass !== undefined) {
    numbers[MASS] = requireMass(d.mass, 'body.mass')
    flags |= GIVEN_MASS
  }
  if (d.centerOfMass !== undefined) {
    readVec2(d.centerOfMass, 'body.centerOfMass', numbers, CENTER)
    flags |= GIVEN_CENTER
  }
  if (d.inertia !== undefined) {
    numbers[INERTIA] = requireInertia(d.inertia, 'body.inertia')
    flags |= GIVEN_INERTIA
  }
  const shapes = flatten(d.shapes)
  const weighs = flags & GIVEN_MASS || shapes.length === 0 || shapes.some((shape) => shape.density > 0)
  if (type === DYNAMIC && !weighs) {
    const advice = 'have no mass: segments have none, and every density is 0. Give a density above 0, or give body.mass.'
    throw new PhysicsError('degenerate', 'body.shapes', d.shapes, advice)
  }
  return { type, numbers, flags, locks: readLocks(d.lockedAxes, 'body.lockedAxes'), shapes }
}

/** The shapes of a definition, chains link by link. */
function flatten(list: BodyDefinition['shapes'] = []): ShapeDefinition[] {
  if (!isArray(list)) throw new PhysicsError('wrong-type', 'body.shapes', list, 'must be an array of shape definitions.')
  const shapes: ShapeDefinition[] = []
  mapEntries(list, (entry, i) => {
    const field = `body.shapes[${i}]`
    if (!isArray(entry)) shapes.push(requireDefinition(entry, field))
    else mapEntries(entry, (link, k) => shapes.push(requireDefinition(link, `${field}[${k}]`)))
  })
  return shapes
}

/** Bits LOCK_X, LOCK_Y, LOCK_ROTATION. */
export function readLocks(value: LockedAxes | undefined, field: string): number {
  if (value === undefined) return 0
  requireOptions(value, LOCK_FIELDS, field)
  let bits = 0
  const axes = ['x', 'y', 'rotation'] as const
  axes.forEach((axis, k) => {
    if (requireBoolean(value[axis] ?? false, `${field}.${axis}`)) bits |= 1 << k
  })
  return bits
}
