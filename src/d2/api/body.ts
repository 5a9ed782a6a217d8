/**
 * The body users hold: a thin handle on a row. Every call checks that the body still exists and that its arguments are sound; getters
 * that return objects return fresh ones, their `getX(out)` twins fill yours.
 */

import { characterOf } from '../../common/characters/character-rows.ts'
import { BodyHandle } from '../../common/world/body-handle.ts'
import { requireInertia, requireSized } from '../../common/bounds.ts'
import { PhysicsError, requireVector } from '../../common/errors.ts'
import { lookAgain } from '../../common/store/sensors.ts'
import { dropStale } from '../../common/world/held-forces.ts'
import { DYNAMIC, GIVEN_CENTER, GIVEN_INERTIA, HAS_TARGET, KINEMATIC, LOCK_ROTATION, LOCK_X, LOCK_Y, STATIC } from '../store/bodies.ts'
import { readLocks, type LockedAxes } from './body-definition.ts'
import { contactsOf, type BodyContact } from './body-contacts.ts'
import { senseGround } from '../characters/move-character.ts'
import { createShapeRow, enterBroadPhase, refreshMass } from '../store/body-store.ts'
import { derive } from '../store/mass.ts'
import { rotate, rotateInverse } from '../math/rotation.ts'
import { fillVec2, readVec2, requireBounded, writeVec2, type Vec2 } from '../math/types.ts'
import { orient, syncBody } from '../store/shape-bounds.ts'
import { requireDefinition, type ShapeDefinition } from './shape-definition.ts'
import type { Shape } from './shape.ts'
import { wakeJoined, wakeNeighbors, wakeRing } from '../../common/islands/sleep.ts'
import type { Joint } from '../joints/joint.ts'
import type { World } from './world.ts'
import type { WorldState } from '../store/world-state.ts'

const a = new Float64Array(2)
const b = new Float64Array(2)

/** A rigid body: what moves, collides and is joined. Made by `world.createBody`. */
export class Body extends BodyHandle<World, Shape, Joint, ShapeDefinition> {
  /** @internal */
  declare protected readonly state: WorldState

  /** Origin of the body, m. Setting it moves the body there at once, without touching its velocity. */
  get position(): Readonly<Vec2> {
    return Object.freeze(this.getPosition({ x: 0, y: 0 }))
  }

  set position(value: Vec2) {
    readVec2(value, 'body.position', a, 0)
    const row = this.edit('body.position')
    this.place(row, a, this.state.bodies.columns.angle[row])
  }

  /** Angle, rad, counter-clockwise; whole turns are counted. Setting it turns the body at once, without touching its velocity. */
  get rotation(): number {
    return this.state.bodies.columns.angle[this.row()]
  }

  set rotation(value: number) {
    const row = this.edit('body.rotation')
    requireBounded(value, 'body.rotation')
    this.origin(row, a)
    this.place(row, a, value)
  }

  /** Velocity of the centre of mass, m/s. */
  get linearVelocity(): Readonly<Vec2> {
    return Object.freeze(this.getLinearVelocity({ x: 0, y: 0 }))
  }

  set linearVelocity(value: Vec2) {
    readVec2(value, 'body.linearVelocity', a, 0)
    const row = this.editMovable('body.linearVelocity')
    this.state.bodies.columns.v.set(a, row * 2)
    this.moved(row)
  }

  /** Speed of turning, rad/s, counter-clockwise. */
  get angularVelocity(): number {
    return this.state.bodies.columns.w[this.row()]
  }

  set angularVelocity(value: number) {
    const row = this.editMovable('body.angularVelocity')
    this.state.bodies.columns.w[row] = requireBounded(value, 'body.angularVelocity')
    this.moved(row)
  }

  /** Fills `out` with the origin of the body, m, and returns it: no allocation. */
  getPosition(out: Vec2): Vec2 {
    this.origin(this.row(), a)
    return fillVec2(a, 0, out, 'body.getPosition')
  }

  /** Fills `out` with the velocity of the centre of mass, m/s, and returns it: no allocation. */
  getLinearVelocity(out: Vec2): Vec2 {
    return fillVec2(this.state.bodies.columns.v, this.row() * 2, out, 'body.getLinearVelocity')
  }

  /** Moves the body at once, m and rad; velocity is kept. The rotation stays if it is left out. */
  teleport(position: Vec2, rotation?: number): void {
    if (rotation !== undefined) requireBounded(rotation, 'body.teleport.rotation')
    readVec2(position, 'body.teleport.position', a, 0)
    const row = this.edit('body.teleport')
    this.place(row, a, rotation ?? this.state.bodies.columns.angle[row])
  }

  /**
   * A kinematic body moves there during the next step, m and rad, pushing what is in its way, and then stands still. Turns are taken as
   * they are given; the rotation stays if it is left out.
   */
  setTargetPose(position: Vec2, rotation?: number): void {
    if (rotation !== undefined) requireBounded(rotation, 'body.setTargetPose.rotation')
    readVec2(position, 'body.setTargetPose.position', a, 0)
    const row = this.edit('body.setTargetPose')
    const bodies = this.state.bodies.columns
    if (bodies.type[row] !== KINEMATIC) {
      const advice = "is for kinematic bodies. Set body.type = 'kinematic', or use teleport()."
      throw new PhysicsError('wrong-type', 'body.setTargetPose', this.type, advice)
    }
    bodies.target.set(a, row * 3)
    bodies.target[row * 3 + 2] = rotation ?? bodies.angle[row]
    bodies.flags[row] |= HAS_TARGET
    wakeRing(this.state, row)
  }

  /** Force in N for the next step, or for all steps of the next `advance`, at a world point or at the centre of mass. Wakes the body. */
  applyForce(force: Vec2, point?: Vec2): void {
    const row = this.editPushed(force, point, 'body.applyForce')
    if (row < 0) return
    const bodies = this.state.bodies.columns
    dropStale(this.state, row)
    bodies.force[row * 2] += a[0]
    bodies.force[row * 2 + 1] += a[1]
    if (point) bodies.torque[row] += this.lever(row)
    this.moved(row)
  }

  /** Torque in N m for the next step, or for all steps of the next `advance`, counter-clockwise. Wakes the body. */
  applyTorque(torque: number): void {
    const row = this.edit('body.applyTorque')
    requireSized(torque, 'body.applyTorque')
    if (this.state.bodies.columns.type[row] !== DYNAMIC) return
    dropStale(this.state, row)
    this.state.bodies.columns.torque[row] += torque
    this.moved(row)
  }

  /** Impulse in N s, at once, at a world point or at the centre of mass. Wakes the body. */
  applyImpulse(impulse: Vec2, point?: Vec2): void {
    const row = this.editPushed(impulse, point, 'body.applyImpulse')
    if (row < 0) return
    const bodies = this.state.bodies.columns
    bodies.v[row * 2] += a[0] * bodies.inverseMass[row]
    bodies.v[row * 2 + 1] += a[1] * bodies.inverseMass[row]
    if (point) bodies.w[row] += this.lever(row) / bodies.inertia[row]
    this.moved(row)
  }

  /** Angular impulse in N m s, at once, counter-clockwise. Wakes the body. */
  applyAngularImpulse(impulse: number): void {
    const row = this.edit('body.applyAngularImpulse')
    requireSized(impulse, 'body.applyAngularImpulse')
    const bodies = this.state.bodies.columns
    if (bodies.type[row] !== DYNAMIC) return
    bodies.w[row] += impulse / bodies.inertia[row]
    this.moved(row)
  }

  /** Centre of mass in world space, m. */
  get centerOfMass(): Readonly<Vec2> {
    return Object.freeze(writeVec2(this.state.bodies.columns.x, this.row() * 2, { x: 0, y: 0 }))
  }

  /** Centre of mass in the body's frame, m. */
  get localCenterOfMass(): Readonly<Vec2> {
    return Object.freeze(writeVec2(this.state.bodies.columns.localCenter, this.row() * 2, { x: 0, y: 0 }))
  }

  /** Sets the centre of mass in the body's frame; `null` goes back to the shapes'. The body stays where it is. */
  setLocalCenterOfMass(value: Vec2 | null): void {
    if (value !== null) readVec2(value, 'body.localCenterOfMass', a, 0)
    const row = this.edit('body.localCenterOfMass')
    const bodies = this.state.bodies.columns
    this.origin(row, b)
    if (value !== null) bodies.localCenter.set(a, row * 2)
    bodies.flags[row] = value === null ? bodies.flags[row] & ~GIVEN_CENTER : bodies.flags[row] | GIVEN_CENTER
    refreshMass(this.state, row)
    this.place(row, b, bodies.angle[row])
  }

  /** Inertia about the centre of mass, kg m². */
  getInertia(): number {
    return this.state.bodies.columns.inertia[this.row()]
  }

  /** Sets the moment of inertia, kg m²; `null` goes back to the shapes'. */
  setInertia(value: number | null): void {
    const row = this.edit('body.inertia')
    const bodies = this.state.bodies.columns
    if (value !== null) bodies.inertia[row] = requireInertia(value, 'body.inertia')
    bodies.flags[row] = value === null ? bodies.flags[row] & ~GIVEN_INERTIA : bodies.flags[row] | GIVEN_INERTIA
    refreshMass(this.state, row)
    this.wake()
  }

  /** World axes along which it may not move, and turning. */
  get lockedAxes(): Readonly<Required<LockedAxes>> {
    const bits = this.state.bodies.columns.lockedAxes[this.row()]
    return Object.freeze({ x: (bits & LOCK_X) !== 0, y: (bits & LOCK_Y) !== 0, rotation: (bits & LOCK_ROTATION) !== 0 })
  }

  set lockedAxes(value: LockedAxes) {
    const locks = readLocks(value, 'body.lockedAxes')
    this.state.bodies.columns.lockedAxes[this.edit('body.lockedAxes')] = locks
    this.wake()
  }

  /** Velocity of the body's material at a world point, m/s. */
  velocityAt(point: Vec2): Vec2 {
    readVec2(point, 'body.velocityAt', b, 0)
    const row = this.row()
    const { v, w, x } = this.state.bodies.columns
    const o = row * 2
    return { x: v[o] - w[row] * (b[1] - x[o + 1]), y: v[o + 1] + w[row] * (b[0] - x[o]) }
  }

  /** From the body's frame to the world, m. */
  worldPoint(local: Vec2): Vec2 {
    readVec2(local, 'body.worldPoint', b, 0)
    const row = this.row()
    this.origin(row, a)
    rotate(this.state.bodies.columns.rotation, row * 2, b[0], b[1], b, 0)
    return { x: a[0] + b[0], y: a[1] + b[1] }
  }

  /** From the world to the body's frame, m. */
  localPoint(point: Vec2): Vec2 {
    readVec2(point, 'body.localPoint', b, 0)
    const row = this.row()
    this.origin(row, a)
    rotateInverse(this.state.bodies.columns.rotation, row * 2, b[0] - a[0], b[1] - a[1], b, 0)
    return { x: b[0], y: b[1] }
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
    const { v, w, mass, inertia } = this.state.bodies.columns
    const o = row * 2
    return 0.5 * (mass[row] * (v[o] * v[o] + v[o + 1] * v[o + 1]) + inertia[row] * w[row] * w[row])
  }

  /** @internal */
  protected override check(definition: ShapeDefinition): void {
    requireDefinition(definition, 'body.addShape')
  }

  /** Is a point, m, world space, inside one of its shapes or on its surface? */
  containsPoint(point: Vec2): boolean {
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

  /** Of a body that may have a velocity. */
  private editMovable(what: string): number {
    const row = this.edit(what)
    if (this.state.bodies.columns.type[row] === STATIC) {
      throw new PhysicsError('wrong-type', what, 'static', "cannot be set: static bodies do not move. Use type 'kinematic'.")
    }
    return row
  }

  /** Checks a force or impulse into `a` and its point into `b`; −1 if the body cannot be pushed. Forces may be larger than coordinates. */
  private editPushed(value: Vec2, point: Vec2 | undefined, what: string): number {
    requireVector(value, what, '{ x: 0, y: 0 }')
    const x = requireSized(value.x, `${what}.x`)
    a[1] = requireSized(value.y, `${what}.y`)
    a[0] = x
    if (point !== undefined) readVec2(point, `${what}.point`, b, 0)
    const row = this.edit(what)
    return this.state.bodies.columns.type[row] === DYNAMIC ? row : -1
  }

  /** Moment of `a` at the point `b` about the centre of mass. */
  private lever(row: number): number {
    const { x } = this.state.bodies.columns
    return (b[0] - x[row * 2]) * a[1] - (b[1] - x[row * 2 + 1]) * a[0]
  }

  /** Its velocity has changed, or will. */
  private moved(row: number): void {
    wakeRing(this.state, row)
    syncBody(this.state, row)
  }

  private origin(row: number, out: Float64Array): void {
    const { x, rotation, localCenter } = this.state.bodies.columns
    const o = row * 2
    rotate(rotation, o, localCenter[o], localCenter[o + 1], out, 0)
    out[0] = x[o] - out[0]
    out[1] = x[o + 1] - out[1]
  }

  /** Puts the origin at `at` with the given rotation, and what follows from it in order. */
  private place(row: number, at: Float64Array, angle: number): void {
    const { state } = this
    const bodies = state.bodies.columns
    const { x, oldX, localCenter } = bodies
    const o = row * 2
    bodies.angle[row] = bodies.oldAngle[row] = angle
    orient(bodies, row)
    rotate(bodies.rotation, o, localCenter[o], localCenter[o + 1], x, o)
    oldX[o] = x[o] += at[0]
    oldX[o + 1] = x[o + 1] += at[1]
    syncBody(state, row)
    lookAgain(state, row)
    wakeNeighbors(state, row)
    wakeJoined(state, row)
    if (bodies.type[row] !== STATIC) wakeRing(state, row)
    const character = characterOf(state, row)
    if (character >= 0) senseGround(state, character)
  }
}
