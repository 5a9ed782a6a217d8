/**
 * What users write to describe a body, and how that becomes a row.
 */

import { requireType, type BodyType } from '../../common/store/body-types.ts'
import { requireNonNegative, requireSized, requireMass, requireInertia } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { mapEntries, isArray, PhysicsError, requireBoolean } from '../../common/errors.ts'
import { CAN_SLEEP, DYNAMIC, ENABLED, GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS, STATIC } from '../store/bodies.ts'
import { createBodyRow } from '../../common/store/body-store.ts'
import { TriangleMesh } from '../geometry/mesh/triangle-mesh.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { createShapeRow, enterBroadPhase } from '../store/body-store.ts'
import { updateMass } from '../store/mass.ts'
import { quatRotate } from '../math/quaternion.ts'
import { isPhysicalInertia } from '../math/symmetric3.ts'
import { readQuat, readVec3, type Quat, type Vec3 } from '../math/types.ts'
import { refuseDynamicPlane, requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import type { WorldState } from '../store/world-state.ts'

export type { BodyType } from '../../common/store/body-types.ts'

/** Some of the three axes of the world. */
export interface AxisSet {
  /** Is x one of them? Default false. */
  x?: boolean
  /** Is y one of them? Default false. */
  y?: boolean
  /** Is z one of them? Default false. */
  z?: boolean
}

/** Axes of the world along or about which a body may not move: games in a plane, characters that must not fall over. */
export interface LockedAxes {
  /** Axes along which it may not move. Default none. */
  linear?: AxisSet
  /** Axes about which it may not turn. Default none. */
  angular?: AxisSet
}

/** Of either part. */
const AXIS_FIELDS: Fields<{ x?: boolean; y?: boolean; z?: boolean }> = { x: 0, y: 0, z: 0 }

const LOCK_FIELDS: Fields<LockedAxes> = { linear: 0, angular: 0 }

/** Locked axes as they are returned. */
export interface FullLockedAxes extends LockedAxes {
  /** Axes along which it may not move. */
  linear: Required<AxisSet>
  /** Axes about which it may not turn. */
  angular: Required<AxisSet>
}

/** Inertia tensor about the centre of mass, body axes, kg m²: the elements of the symmetric matrix (xy = −∫ρxy). */
export interface Inertia {
  /** Moment about x, kg m². */
  xx: number
  /** Moment about y, kg m². */
  yy: number
  /** Moment about z, kg m². */
  zz: number
  /** Product of x and y, kg m². Default 0. */
  xy?: number
  /** Product of x and z, kg m². Default 0. */
  xz?: number
  /** Product of y and z, kg m². Default 0. */
  yz?: number
}

const INERTIA_FIELDS: Fields<Inertia> = { xx: 0, yy: 0, zz: 0, xy: 0, xz: 0, yz: 0 }

/** What a body is made of. All of it may be left out: a dynamic body at the origin without shapes. */
export interface BodyDefinition {
  /** How it takes part. Default 'dynamic'. */
  type?: BodyType
  /** Place of the body's origin, m. Default 0, 0, 0. */
  position?: Vec3
  /** Orientation. Default: not turned. */
  rotation?: Quat
  /** Velocity of the centre of mass, m/s. Static bodies have none. Default 0, 0, 0. */
  linearVelocity?: Vec3
  /** Angular velocity, rad/s, world axes. Default 0, 0, 0. */
  angularVelocity?: Vec3
  /** What it collides with and weighs. Default none. */
  shapes?: readonly ShapeDefinition[]
  /** Damping of motion, 1/s: speed decays as exp(−damping × t). Default 0. */
  linearDamping?: number
  /** Damping of turning, 1/s: spin decays as exp(−damping × t). Default 0. */
  angularDamping?: number
  /** Factor on the world's gravity: 0 floats, below 0 rises. Default 1. */
  gravityScale?: number
  /** Axes of the world along or about which it may not move. Default none. */
  lockedAxes?: LockedAxes
  /** Mass, kg; the inertia scales along. Default: from the shapes' densities. */
  mass?: number
  /** Centre of mass in the body's frame, m. Default: from the shapes. */
  centerOfMass?: Vec3
  /** Inertia about the centre of mass, kg m², body axes. Default: from the shapes. */
  inertia?: Inertia
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
const ROTATION = 3
const VELOCITY = 7
const SPIN = 10
const CENTER = 13
const DAMPING = 16
const SCALE = 18
const MASS = 19
const INERTIA = 20

/** Checks all, then writes: a definition that is refused leaves the world as it was. */
export function writeBody(state: WorldState, definition: BodyDefinition): number {
  const checked = check(definition)
  const row = createBodyRow(state)
  const bodies = state.bodies.columns
  const n = checked.numbers
  bodies.type[row] = checked.type
  bodies.flags[row] = checked.flags
  bodies.lockedAxes[row] = checked.locks
  bodies.linearDamping[row] = n[DAMPING]
  bodies.angularDamping[row] = n[DAMPING + 1]
  bodies.gravityScale[row] = n[SCALE]
  bodies.mass[row] = n[MASS]
  bodies.x.set(n.subarray(POSITION, POSITION + 3), row * 3)
  bodies.q.set(n.subarray(ROTATION, ROTATION + 4), row * 4)
  if (checked.type !== STATIC) {
    bodies.v.set(n.subarray(VELOCITY, VELOCITY + 3), row * 3)
    bodies.w.set(n.subarray(SPIN, SPIN + 3), row * 3)
  }
  if ((checked.flags & GIVEN_CENTER) !== 0) {
    bodies.localCenter.set(n.subarray(CENTER, CENTER + 3), row * 3)
    const offset = new Float64Array(3)
    quatRotate(bodies.q, row * 4, n[CENTER], n[CENTER + 1], n[CENTER + 2], offset, 0)
    for (let k = 0; k < 3; k++) bodies.x[row * 3 + k] += offset[k]
  }
  if ((checked.flags & GIVEN_INERTIA) !== 0) bodies.inertia.set(n.subarray(INERTIA, INERTIA + 6), row * 6)
  let last = -1
  for (const shape of checked.shapes) last = createShapeRow(state, row, shape, last)
  const columns = state.bodies.columns
  // The velocity given is that of the centre of mass, wherever the shapes put it.
  const v = columns.v.slice(row * 3, row * 3 + 3)
  updateMass(state, row)
  columns.v.set(v, row * 3)
  columns.oldX.set(columns.x.subarray(row * 3, row * 3 + 3), row * 3)
  columns.oldQ.set(columns.q.subarray(row * 4, row * 4 + 4), row * 4)
  state.mayBeAwake = true
  columns.awake[row] = checked.type !== STATIC && (checked.flags & ENABLED) !== 0 ? 1 : 0
  enterBroadPhase(state, row)
  return row
}

function check(d: BodyDefinition): Checked {
  requireOptions(d, BODY_FIELDS, 'body')
  const numbers = new Float64Array(26)
  const type = requireType(d.type ?? 'dynamic', 'body.type')
  const zero = { x: 0, y: 0, z: 0 }
  readVec3(d.position ?? zero, 'body.position', numbers, POSITION)
  readQuat(d.rotation ?? { x: 0, y: 0, z: 0, w: 1 }, 'body.rotation', numbers, ROTATION)
  readVec3(d.linearVelocity ?? zero, 'body.linearVelocity', numbers, VELOCITY)
  readVec3(d.angularVelocity ?? zero, 'body.angularVelocity', numbers, SPIN)
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
    readVec3(d.centerOfMass, 'body.centerOfMass', numbers, CENTER)
    flags |= GIVEN_CENTER
  }
  if (d.inertia !== undefined) {
    readInertia(d.inertia, 'body.inertia', numbers, INERTIA)
    flags |= GIVEN_INERTIA
  }
  const shapes: ShapeDefinition[] = []
  if (d.shapes !== undefined) {
    if (!isArray(d.shapes)) throw new PhysicsError('wrong-type', 'body.shapes', d.shapes, 'must be an array of shape definitions.')
    mapEntries(d.shapes, (shape, i) => {
      shapes.push(requireDefinition(shape, `body.shapes[${i}]`))
      refuseDynamicPlane(shapes[i], type, `body.shapes[${i}]`)
    })
  }
  if (type === DYNAMIC) shapes.forEach((shape, i) => { requireMovable(shape.kindCode, shape.geometry, `body.shapes[${i}]`, shape.kind) })
  const weighs = flags & GIVEN_MASS || shapes.length === 0 || shapes.some((shape) => shape.density > 0)
  if (type === DYNAMIC && !weighs) {
    throw new PhysicsError('degenerate', 'body.shapes', d.shapes, 'have no mass: every density is 0. Give a density above 0, or give body.mass.')
  }
  return { type, numbers, flags, locks: readLocks(d.lockedAxes, 'body.lockedAxes'), shapes }
}

/** Level geometry stands still or moves by plan: of it a dynamic body may have meshes that are closed, which have an inside. */
export function requireMovable(kind: number, geometry: unknown, field: string, value: unknown): void {
  if (kind < LEVEL) return
  let advice = 'is level geometry, which a dynamic body cannot have. Make the body static or kinematic, or give it hulls of its parts.'
  if (geometry instanceof TriangleMesh) {
    const { closed, volume, borderEdges, nonManifoldEdges } = geometry.report
    if (closed && volume > 0) return
    const cure = 'Close it, make the body static or kinematic, or give it hulls of its parts.'
    if (closed) advice = `is inside out: its volume is ${volume} m³. Turn its triangles over, for a dynamic body.`
    else if (borderEdges > 0) advice = `has ${borderEdges} border edges, and a mesh of a dynamic body must be closed. ${cure}`
    else advice = `has ${nonManifoldEdges} edges of other than two triangles, and a mesh of a dynamic body must be closed. ${cure}`
  }
  throw new PhysicsError('wrong-type', field, value, advice)
}

export function readLocks(value: LockedAxes | undefined, field: string): number {
  if (value === undefined) return 0
  requireOptions(value, LOCK_FIELDS, field)
  let bits = 0
  const parts = ['linear', 'angular'] as const
  const axes = ['x', 'y', 'z'] as const
  parts.forEach((part, i) => {
    const set = value[part]
    if (set === undefined) return
    requireOptions(set, AXIS_FIELDS, `${field}.${part}`)
    axes.forEach((axis, k) => {
      if (requireBoolean(set[axis] ?? false, `${field}.${part}.${axis}`)) bits |= 1 << (i * 3 + k)
    })
  })
  return bits
}

export function readInertia(value: Inertia, field: string, out: Float64Array, o: number): void {
  requireOptions(value, INERTIA_FIELDS, field)
  const keys = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const
  keys.forEach((key, i) => {
    out[o + i] = i < 3 ? requireInertia(value[key], `${field}.${key}`) : requireSized(value[key] ?? 0, `${field}.${key}`)
  })
  if (!isPhysicalInertia(out, o)) {
    const advice = 'is no inertia of a solid: it must be positive definite, and no principal value above the sum of the other two.'
    throw new PhysicsError('degenerate', field, value, advice)
  }
}
