/**
 * The body users hold: a thin handle on a row. Every call checks that its arguments are sound and that the body still exists, in this order: to
 * read an argument may run a getter of the user's. Getters that return objects return fresh ones, their `getX(out)` twins fill yours.
 */

import { characterOf } from '../../common/characters/character-rows.ts'
import { BodyHandle } from '../../common/world/body-handle.ts'
import { frozen } from '../../common/frozen.ts'
import { requireSized } from '../../common/bounds.ts'
import { PhysicsError, requireVector } from '../../common/errors.ts'
import { lookAgain } from '../../common/store/sensors.ts'
import { dropStale } from '../../common/world/held-forces.ts'
import { DYNAMIC, GIVEN_CENTER, GIVEN_INERTIA, HAS_TARGET, KINEMATIC, STATIC } from '../store/bodies.ts'
import { readInertia, readLocks, requireMovable, type FullLockedAxes, type Inertia, type LockedAxes } from './body-definition.ts'
import { contactsOf, type BodyContact } from './body-contacts.ts'
import { senseGround } from '../characters/move-character.ts'
import { createShapeRow, enterBroadPhase, refreshMass } from '../store/body-store.ts'
import { derive } from '../store/mass.ts'
import { quatRotate, quatRotateInverse } from '../math/quaternion.ts'
import { symmetricInverse, symmetricRotateByQuat } from '../math/symmetric3.ts'
import { readQuat, fillQuat, fillVec3, readVec3, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import { syncBody } from '../store/shape-bounds.ts'
import { PLANE } from '../geometry/shapes/plane.ts'
import { TYPE_NAMES } from '../../common/store/body-types.ts'
import { refuseDynamicPlane, requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import type { Shape } from './shape.ts'
import { wakeJoined, wakeNeighbors, wakeRing } from '../../common/islands/sleep.ts'
import type { Joint } from '../joints/joint.ts'
import type { World } from './world.ts'
import type { WorldState } from '../store/world-state.ts'

const a = new Float64Array(4)
const b = new Float64Array(4)
const tensor = new Float64Array(6)

/** A rigid body: what moves, collides and is joined. Made by `world.createBody`. */
export class Body extends BodyHandle<World, Shape, Joint, ShapeDefinition> {
  /** @internal */
  declare protected readonly state: WorldState

  /** Origin of the body, m. Setting it moves the body there at once, without touching its velocity. */
  get position(): Readonly<Vec3> {
    return Object.freeze(this.getPosition({ x: 0, y: 0, z: 0 }))
  }

  set position(value: Vec3) {
    readVec3(value, 'body.position', a, 0)
    const row = this.edit('body.position')
    this.place(row, a, this.state.bodies.columns.q, row * 4)
  }

  /** Orientation. Setting it turns the body at once, without touching its velocity. */
  get rotation(): Readonly<Quat> {
    return Object.freeze(this.getRotation({ x: 0, y: 0, z: 0, w: 1 }))
  }

  set rotation(value: Quat) {
    readQuat(value, 'body.rotation', b, 0)
    const row = this.edit('body.rotation')
    this.origin(row, a)
    this.place(row, a, b, 0)
  }

  /** Velocity of the centre of mass, m/s. */
  get linearVelocity(): Readonly<Vec3> {
    return Object.freeze(this.getLinearVelocity({ x: 0, y: 0, z: 0 }))
  }

  set linearVelocity(value: Vec3) {
    this.setVelocity(value, 'body.linearVelocity', this.state.bodies.columns.v)
  }

  /** Angular velocity, rad/s, world axes. */
  get angularVelocity(): Readonly<Vec3> {
    return Object.freeze(this.getAngularVelocity({ x: 0, y: 0, z: 0 }))
  }

  set angularVelocity(value: Vec3) {
    this.setVelocity(value, 'body.angularVelocity', this.state.bodies.columns.w)
  }

  /** Fills `out` with the origin of the body, m, and returns it: no allocation. */
  getPosition(out: Vec3): Vec3 {
    this.origin(this.row(), a)
    return fillVec3(a, 0, out, 'body.getPosition')
  }

  /** Fills `out` with the orientation and returns it: no allocation. */
  getRotation(out: Quat): Quat {
    return fillQuat(this.state.bodies.columns.q, this.row() * 4, out, 'body.getRotation')
  }

  /** Fills `out` with the velocity of the centre of mass, m/s, and returns it: no allocation. */
  getLinearVelocity(out: Vec3): Vec3 {
    return fillVec3(this.state.bodies.columns.v, this.row() * 3, out, 'body.getLinearVelocity')
  }

  /** Fills `out` with the angular velocity, rad/s, world axes, and returns it: no allocation. */
  getAngularVelocity(out: Vec3): Vec3 {
    return fillVec3(this.state.bodies.columns.w, this.row() * 3, out, 'body.getAngularVelocity')
  }

  /** Moves the body at once, m; velocity is kept. The rotation stays if it is left out. */
  teleport(position: Vec3, rotation?: Quat): void {
    if (rotation !== undefined) readQuat(rotation, 'body.teleport.rotation', b, 0)
    readVec3(position, 'body.teleport.position', a, 0)
    const row = this.edit('body.teleport')
    if (rotation === undefined) this.place(row, a, this.state.bodies.columns.q, row * 4)
    else this.place(row, a, b, 0)
  }

  /**
   * A kinematic body moves there during the next step, m, pushing what is in its way, and then stands still. The rotation stays if it is
   * left out.
   */
  setTargetPose(position: Vec3, rotation?: Quat): void {
    readVec3(position, 'body.setTargetPose.position', a, 0)
    if (rotation !== undefined) readQuat(rotation, 'body.setTargetPose.rotation', b, 0)
    const row = this.edit('body.setTargetPose')
    const bodies = this.state.bodies.columns
    if (bodies.type[row] !== KINEMATIC) {
      const advice = "is for kinematic bodies. Set body.type = 'kinematic', or use teleport()."
      throw new PhysicsError('wrong-type', 'body.setTargetPose', this.type, advice)
    }
    if (rotation === undefined) b.set(bodies.q.subarray(row * 4, row * 4 + 4))
    bodies.target.set(a.subarray(0, 3), row * 7)
    bodies.target.set(b, row * 7 + 3)
    bodies.flags[row] |= HAS_TARGET
    wakeRing(this.state, row)
  }

  /** Force in N for the next step, or for all steps of the next `advance`, at a world point or at the centre of mass. Wakes the body. */
  applyForce(force: Vec3, point?: Vec3): void {
    const { force: sum, torque, x } = this.state.bodies.columns
    this.push(force, point, 'body.applyForce', (row) => {
      dropStale(this.state, row)
      for (let k = 0; k < 3; k++) sum[row * 3 + k] += a[k]
      if (point) addCross(torque, row * 3, b, x, row * 3, a)
    })
  }

  /** Torque in N m for the next step, or for all steps of the next `advance`, world axes. Wakes the body. */
  applyTorque(torque: Vec3): void {
    const sum = this.state.bodies.columns.torque
    this.push(torque, undefined, 'body.applyTorque', (row) => {
      dropStale(this.state, row)
      for (let k = 0; k < 3; k++) sum[row * 3 + k] += a[k]
    })
  }

  /** Impulse in N s, at once, at a world point or at the centre of mass. Wakes the body. */
  applyImpulse(impulse: Vec3, point?: Vec3): void {
    const { v, x, inverseMass } = this.state.bodies.columns
    this.push(impulse, point, 'body.applyImpulse', (row) => {
      for (let k = 0; k < 3; k++) v[row * 3 + k] += a[k] * inverseMass[row]
      if (!point) return
      const turn = new Float64Array(3)
      addCross(turn, 0, b, x, row * 3, a)
      this.spin(row, turn)
    })
  }

  /** Angular impulse in N m s, at once, world axes. Wakes the body. */
  applyAngularImpulse(impulse: Vec3): void {
    this.push(impulse, undefined, 'body.applyAngularImpulse', (row) => this.spin(row, a))
  }

  /** Centre of mass in world space, m. */
  get centerOfMass(): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.state.bodies.columns.x, this.row() * 3, { x: 0, y: 0, z: 0 }))
  }

  /** Centre of mass in the body's frame, m. */
  get localCenterOfMass(): Readonly<Vec3> {
    return Object.freeze(writeVec3(this.state.bodies.columns.localCenter, this.row() * 3, { x: 0, y: 0, z: 0 }))
  }

  /** Sets the centre of mass in the body's frame; `null` goes back to the shapes'. The body stays where it is. */
  setLocalCenterOfMass(value: Vec3 | null): void {
    if (value !== null) readVec3(value, 'body.localCenterOfMass', a, 0)
    const row = this.edit('body.localCenterOfMass')
    const bodies = this.state.bodies.columns
    this.origin(row, b)
    if (value !== null) bodies.localCenter.set(a.subarray(0, 3), row * 3)
    bodies.flags[row] = value === null ? bodies.flags[row] & ~GIVEN_CENTER : bodies.flags[row] | GIVEN_CENTER
    refreshMass(this.state, row)
    this.place(row, b, bodies.q, row * 4)
  }

  /** Inertia about the centre of mass, kg m², body axes. */
  getInertia(): Required<Inertia> {
    const { inertia } = this.state.bodies.columns
    const o = this.row() * 6
    return { xx: inertia[o], yy: inertia[o + 1], zz: inertia[o + 2], xy: inertia[o + 3], xz: inertia[o + 4], yz: inertia[o + 5] }
  }

  /** Sets the inertia, kg m², body axes; `null` goes back to the shapes'. */
  setInertia(value: Inertia | null): void {
    if (value !== null) readInertia(value, 'body.inertia', tensor, 0)
    const row = this.edit('body.inertia')
    const bodies = this.state.bodies.columns
    if (value !== null) bodies.inertia.set(tensor, row * 6)
    bodies.flags[row] = value === null ? bodies.flags[row] & ~GIVEN_INERTIA : bodies.flags[row] | GIVEN_INERTIA
    refreshMass(this.state, row)
    this.wake()
  }

  /** Axes of the world along or about which it may not move. */
  get lockedAxes(): Readonly<FullLockedAxes> {
    const bits = this.state.bodies.columns.lockedAxes[this.row()]
    const set = (at: number) => ({ x: (bits & (1 << at)) !== 0, y: (bits & (2 << at)) !== 0, z: (bits & (4 << at)) !== 0 })
    return frozen({ linear: set(0), angular: set(3) })
  }

  set lockedAxes(value: LockedAxes) {
    const locks = readLocks(value, 'body.lockedAxes')
    this.state.bodies.columns.lockedAxes[this.edit('body.lockedAxes')] = locks
    this.wake()
  }

  /** Velocity of the body's material at a world point, m/s. */
  velocityAt(point: Vec3): Vec3 {
    readVec3(point, 'body.velocityAt', b, 0)
    const row = this.row()
    const { v, w, x } = this.state.bodies.columns
    const o = row * 3
    const rx = b[0] - x[o]
    const ry = b[1] - x[o + 1]
    const rz = b[2] - x[o + 2]
    return {
      x: v[o] + w[o + 1] * rz - w[o + 2] * ry,
      y: v[o + 1] + w[o + 2] * rx - w[o] * rz,
      z: v[o + 2] + w[o] * ry - w[o + 1] * rx,
    }
  }

  /** From the body's frame to the world, m. */
  worldPoint(local: Vec3): Vec3 {
    readVec3(local, 'body.worldPoint', b, 0)
    const row = this.row()
    this.origin(row, a)
    const out = new Float64Array(3)
    quatRotate(this.state.bodies.columns.q, row * 4, b[0], b[1], b[2], out, 0)
    return { x: a[0] + out[0], y: a[1] + out[1], z: a[2] + out[2] }
  }

  /** From the world to the body's frame, m. */
  localPoint(point: Vec3): Vec3 {
    readVec3(point, 'body.localPoint', b, 0)
    const row = this.row()
    this.origin(row, a)
    const out = new Float64Array(3)
    quatRotateInverse(this.state.bodies.columns.q, row * 4, b[0] - a[0], b[1] - a[1], b[2] - a[2], out, 0)
    return writeVec3(out, 0, { x: 0, y: 0, z: 0 })
  }

  /**
   * What it touches: the other body, the normal, the points and the force there, asleep or awake. In the order of its shapes, then of the
   * others. Sensors do not touch.
   */
  contacts(): BodyContact[] {
    return contactsOf(this.state, this.owner, this.row())
  }

  /** Kinetic energy, J. */
  get kineticEnergy(): number {
    const row = this.row()
    const { v, w, mass, inertia, q } = this.state.bodies.columns
    quatRotateInverse(q, row * 4, w[row * 3], w[row * 3 + 1], w[row * 3 + 2], a, 0)
    const o = row * 6
    const spin =
      a[0] * a[0] * inertia[o] +
      a[1] * a[1] * inertia[o + 1] +
      a[2] * a[2] * inertia[o + 2] +
      2 * (a[0] * a[1] * inertia[o + 3] + a[0] * a[2] * inertia[o + 4] + a[1] * a[2] * inertia[o + 5])
    const s = row * 3
    return 0.5 * (mass[row] * (v[s] * v[s] + v[s + 1] * v[s + 1] + v[s + 2] * v[s + 2]) + spin)
  }

  /** @internal */
  protected override check(definition: ShapeDefinition): void {
    requireDefinition(definition, 'body.addShape')
    const type = this.state.bodies.columns.type[this.row()]
    if (type === DYNAMIC) requireMovable(definition.kindCode, definition.geometry, 'body.addShape', definition.kind)
    refuseDynamicPlane(definition, type, 'body.addShape')
  }

  /** @internal */
  protected override checkType(row: number, type: number): void {
    const { kind, nextOfBody, geometry } = this.state.shapes.columns
    // Becoming static or kinematic suits all.
    for (let s = this.state.bodies.columns.firstShape[row] - 1; s >= 0; s = nextOfBody[s] - 1) {
      if (type === DYNAMIC && kind[s] === PLANE) {
        throw new PhysicsError('out-of-range', 'body.type', TYPE_NAMES[type], 'must be static or kinematic: the body has a plane.')
      }
      if (type === DYNAMIC) requireMovable(kind[s], this.state.hullRegistry.list[geometry[s]], 'body.type', 'dynamic')
    }
  }

  /** Is a point, m, world space, inside one of its shapes or on its surface? */
  containsPoint(point: Vec3): boolean {
    this.row()
    return this.shapes.some((shape) => shape.containsPoint(point))
  }

  /** @internal */
  protected override createShape(row: number, definition: ShapeDefinition): number {
    return createShapeRow(this.state, row, definition)
  }

  /** @internal */
  protected override refreshMass(row: number): void {
    refreshMass(this.state, row)
  }

  /** @internal */
  protected override derive(row: number): void {
    derive(this.state, row)
  }

  /** @internal */
  protected override enterBroadPhase(row: number): void {
    enterBroadPhase(this.state, row)
  }

  private origin(row: number, out: Float64Array): void {
    const { x, q, localCenter } = this.state.bodies.columns
    quatRotate(q, row * 4, localCenter[row * 3], localCenter[row * 3 + 1], localCenter[row * 3 + 2], out, 0)
    for (let k = 0; k < 3; k++) out[k] = x[row * 3 + k] - out[k]
  }

  /** Puts the origin at `at` with the given rotation, and what follows from it in order. */
  private place(row: number, at: Float64Array, rotation: Float64Array, ro: number): void {
    const { state } = this
    const { x, q, localCenter, oldX, oldQ, type } = state.bodies.columns
    const arm = new Float64Array(3)
    for (let k = 0; k < 4; k++) q[row * 4 + k] = rotation[ro + k]
    quatRotate(q, row * 4, localCenter[row * 3], localCenter[row * 3 + 1], localCenter[row * 3 + 2], arm, 0)
    for (let k = 0; k < 3; k++) x[row * 3 + k] = at[k] + arm[k]
    for (let k = 0; k < 3; k++) oldX[row * 3 + k] = x[row * 3 + k]
    for (let k = 0; k < 4; k++) oldQ[row * 4 + k] = q[row * 4 + k]
    syncBody(state, row)
    lookAgain(state, row)
    wakeNeighbors(state, row)
    wakeJoined(state, row)
    if (type[row] !== STATIC) wakeRing(state, row)
    const character = characterOf(state, row)
    if (character >= 0) senseGround(state, character)
  }

  private setVelocity(value: Vec3, field: string, column: Float64Array): void {
    readVec3(value, field, a, 0)
    const row = this.edit(field)
    const { state } = this
    if (state.bodies.columns.type[row] === STATIC) {
      throw new PhysicsError('wrong-type', field, 'static', "cannot be set: static bodies do not move. Use type 'kinematic'.")
    }
    for (let k = 0; k < 3; k++) column[row * 3 + k] = a[k]
    wakeRing(state, row)
    syncBody(state, row)
  }

  private push(value: Vec3, point: Vec3 | undefined, field: string, act: (row: number) => void): void {
    readForce(value, field, a)
    if (point !== undefined) readVec3(point, `${field}.point`, b, 0)
    const row = this.edit(field)
    if (this.state.bodies.columns.type[row] !== DYNAMIC) return
    act(row)
    wakeRing(this.state, row)
    syncBody(this.state, row)
  }

  /** w += I⁻¹ (angular impulse). */
  private spin(row: number, impulse: Float64Array): void {
    const { inertia, q, w } = this.state.bodies.columns
    if (!symmetricInverse(inertia, row * 6, tensor, 0)) return
    symmetricRotateByQuat(tensor, 0, q, row * 4, tensor, 0)
    const [xx, yy, zz, xy, xz, yz] = tensor
    w[row * 3] += xx * impulse[0] + xy * impulse[1] + xz * impulse[2]
    w[row * 3 + 1] += xy * impulse[0] + yy * impulse[1] + yz * impulse[2]
    w[row * 3 + 2] += xz * impulse[0] + yz * impulse[1] + zz * impulse[2]
  }
}

/** out += (point − center) × force. */
function addCross(out: Float64Array, o: number, point: Float64Array, center: Float64Array, c: number, force: Float64Array): void {
  const x = point[0] - center[c]
  const y = point[1] - center[c + 1]
  const z = point[2] - center[c + 2]
  out[o] += y * force[2] - z * force[1]
  out[o + 1] += z * force[0] - x * force[2]
  out[o + 2] += x * force[1] - y * force[0]
}

/** Forces may be larger than coordinates. */
function readForce(value: Vec3, field: string, out: Float64Array): void {
  requireVector(value, field, '{ x: 0, y: 0, z: 0 }')
  const x = requireSized(value.x, `${field}.x`)
  const y = requireSized(value.y, `${field}.y`)
  out[2] = requireSized(value.z, `${field}.z`)
  out[0] = x
  out[1] = y
}
