/**
 * What users hold of a joint: a handle on its row. Every kind extends it with the names its users know.
 */

import { JointHandle } from '../../common/joints/joint-handle.ts'
import type { Body } from '../body.ts'
import { quatMultiply, quatRotate } from '../math/quaternion.ts'
import { writeQuat, writeVec3, type Quat, type Vec3 } from '../math/types.ts'
import type { World } from '../world.ts'
import type { WorldState } from '../world-state.ts'
import { coordinateSpeed } from './joint-definition.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B } from './joint-table.ts'

const p = new Float64Array(3)
const q = new Float64Array(4)

export class Joint extends JointHandle<World, WorldState> {
  /** null: the world. */
  get bodyA(): Body | null {
    const row = this.state.joints.columns.bodyA[this.row()]
    return row < 0 ? null : this.world.bodyOfRow(row)
  }

  get bodyB(): Body {
    return this.world.bodyOfRow(this.state.joints.columns.bodyB[this.row()])
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

  /** How fast coordinate c changes with the velocities of this moment. */
  protected coordinateSpeed(c: number): number {
    return coordinateSpeed(this.state, this.row(), c)
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
