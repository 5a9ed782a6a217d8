/**
 * What users hold of a joint: a handle on its row. Every kind extends it with the names its users know.
 */

import { requireBoolean } from '../../common/errors.ts'
import { isCurrent } from '../../common/ids.ts'
import type { Body } from '../body.ts'
import { requireIdle, requireRow } from '../handles.ts'
import { quatMultiply, quatRotate } from '../math/quaternion.ts'
import { writeQuat, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { World } from '../world.ts'
import type { WorldState } from '../world-state.ts'
import { getSoftness, setSoftness, type Softness } from './features.ts'
import { coordinateSpeed, readBreak } from './joint-definition.ts'
import { MAX_COORDINATES, MAX_RIGID } from './joint-kind.ts'
import { enableJoint, letCollide, stopCollisions, wakeJoint } from './joint-lifecycle.ts'
import {
  ANCHOR_A, ANCHOR_B, BROKEN, COLLIDE_CONNECTED, DATA_SIZE, FORCE_STRIDE, FRAME_A, FRAME_B, JOINT_ENABLED, ROLE_MOTOR, ROLES,
} from './joint-table.ts'

const p = new Float64Array(3)
const q = new Float64Array(4)

export class Joint {
  /** Stable number; never reused while the world lives. */
  readonly id: number
  readonly world: World
  /** Anything the user likes to keep with it. */
  userData: unknown
  protected readonly state: WorldState

  constructor(world: World, state: WorldState, id: number) {
    this.world = world
    this.state = state
    this.id = id
  }

  /** False once it was destroyed, by itself or with one of its bodies. */
  get isValid(): boolean {
    return isCurrent(this.state.joints, this.id)
  }

  /** The kind's name, such as 'hinge'. */
  get type(): string {
    return this.state.jointKinds[this.state.joints.columns.kind[this.row()]].name
  }

  /** null: the world. */
  get bodyA(): Body | null {
    const row = this.state.joints.columns.bodyA[this.row()]
    return row < 0 ? null : this.world.bodyOfRow(row)
  }

  get bodyB(): Body {
    return this.world.bodyOfRow(this.state.joints.columns.bodyB[this.row()])
  }

  /** Off: it holds nothing, and its bodies collide. Switching it on mends a broken joint. */
  get enabled(): boolean {
    return (this.state.joints.columns.flags[this.row()] & JOINT_ENABLED) !== 0
  }

  set enabled(value: boolean) {
    const row = this.edit('enabled')
    requireBoolean(value, 'joint.enabled')
    if (value) this.state.joints.columns.flags[row] &= ~BROKEN
    if (value !== this.enabled) this.state.joints.columns.load.fill(0, row * 8, row * 8 + 8)
    enableJoint(this.state, row, value)
  }

  /** Has it broken? It is off then. */
  get isBroken(): boolean {
    return (this.state.joints.columns.flags[this.row()] & BROKEN) !== 0
  }

  get collideConnected(): boolean {
    return (this.state.joints.columns.flags[this.row()] & COLLIDE_CONNECTED) !== 0
  }

  set collideConnected(value: boolean) {
    const row = this.edit('collideConnected')
    requireBoolean(value, 'joint.collideConnected')
    const { flags } = this.state.joints.columns
    flags[row] = value ? flags[row] | COLLIDE_CONNECTED : flags[row] & ~COLLIDE_CONNECTED
    if (value) letCollide(this.state, row)
    else stopCollisions(this.state, row)
    wakeJoint(this.state, row)
  }

  /** N beyond which it breaks; Infinity = never. */
  get breakForce(): number {
    return this.state.joints.columns.breakForce[this.row()]
  }

  set breakForce(value: number) {
    const row = this.edit('breakForce')
    this.state.joints.columns.breakForce[row] = readBreak(value, 'joint.breakForce')
    // What it carries in its sleep may be too much now.
    wakeJoint(this.state, row)
  }

  /** N m beyond which it breaks; Infinity = never. */
  get breakTorque(): number {
    return this.state.joints.columns.breakTorque[this.row()]
  }

  set breakTorque(value: number) {
    const row = this.edit('breakTorque')
    this.state.joints.columns.breakTorque[row] = readBreak(value, 'joint.breakTorque')
    wakeJoint(this.state, row)
  }

  /** Softness of what it holds rigidly; null = hard. */
  get softness(): Softness | null {
    return getSoftness(this.state, this.row())
  }

  set softness(value: Softness | null) {
    setSoftness(this.state, this.edit('softness'), value, 'joint.softness')
  }

  /** Force on B at the end of the last step, N, world axes. A gets the opposite. None while it is off. */
  get reactionForce(): Vec3 {
    return this.load(0)
  }

  /** Torque on B about its anchor at the end of the last step, N m, world axes. */
  get reactionTorque(): Vec3 {
    return this.load(3)
  }

  /** Where it holds A, world space. */
  get anchorA(): Vec3 {
    return this.anchor(this.state.joints.columns.bodyA[this.row()], ANCHOR_A)
  }

  /** Where it holds B, world space. */
  get anchorB(): Vec3 {
    return this.anchor(this.state.joints.columns.bodyB[this.row()], ANCHOR_B)
  }

  /** World rotation of its frame on A; x is its main axis. */
  get rotationA(): Quat {
    return this.frameRotation(this.state.joints.columns.bodyA[this.row()], FRAME_A)
  }

  /** World rotation of its frame on B. */
  get rotationB(): Quat {
    return this.frameRotation(this.state.joints.columns.bodyB[this.row()], FRAME_B)
  }

  /** Takes it out of the world. Twice is harmless. */
  destroy(): void {
    this.world.destroyJoint(this)
  }

  /** Coordinate c as last measured: at creation, or at the end of the last step. */
  protected coordinate(c: number): number {
    return this.state.joints.columns.turns[this.row() * MAX_COORDINATES + c]
  }

  /** How fast coordinate c changes with the velocities of this moment. */
  protected coordinateSpeed(c: number): number {
    return coordinateSpeed(this.state, this.row(), c)
  }

  /** What the motor of coordinate c gave at the end of the last step, N or N m. */
  protected motorForceOf(c: number): number {
    return this.state.joints.columns.force[this.row() * FORCE_STRIDE + MAX_RIGID + c * ROLES + ROLE_MOTOR]
  }

  /** A number of the kind's own. */
  protected own(at: number): number {
    return this.state.joints.columns.data[this.row() * DATA_SIZE + at]
  }

  protected row(): number {
    return requireRow(this.state.joints, this.id, 'joint')
  }

  /** The row, for a change: not while a step runs. */
  protected edit(what: string): number {
    requireIdle(this.state, `joint.${what}`)
    return this.row()
  }

  private load(at: number): Vec3 {
    const none = { x: 0, y: 0, z: 0 }
    return this.enabled ? writeVec3(this.state.joints.columns.load, this.row() * 8 + at, none) : none
  }

  private frameRotation(body: number, at: number): Quat {
    const { data } = this.state.joints.columns
    const o = this.row() * DATA_SIZE + at
    if (body < 0) return writeQuat(data, o, { x: 0, y: 0, z: 0, w: 1 })
    quatMultiply(this.state.bodies.columns.q, body * 4, data, o, q, 0)
    return writeQuat(q, 0, { x: 0, y: 0, z: 0, w: 1 })
  }

  private anchor(body: number, at: number): Vec3 {
    const { data } = this.state.joints.columns
    const o = this.row() * DATA_SIZE + at
    if (body < 0) return writeVec3(data, o, { x: 0, y: 0, z: 0 })
    const { x, q: turns, localCenter } = this.state.bodies.columns
    const b = body * 3
    quatRotate(turns, body * 4, data[o] - localCenter[b], data[o + 1] - localCenter[b + 1], data[o + 2] - localCenter[b + 2], p, 0)
    return { x: x[b] + p[0], y: x[b + 1] + p[1], z: x[b + 2] + p[2] }
  }
}
