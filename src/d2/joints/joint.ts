/**
 * What users hold of a joint: a handle on its row. Every kind extends it with the names its users know.
 */

import { JointHandle } from '../../common/joints/joint-handle.ts'
import type { Body } from '../body.ts'
import { writeVec2, type Vec2 } from '../math/types.ts'
import type { World } from '../world.ts'
import type { WorldState } from '../world-state.ts'
import { framesOf } from './frames.ts'
import { coordinateSpeed } from './joint-definition.ts'
import { ANGLE_A, ANGLE_B, POSE_SIZE, RA, RB, XA, XB } from './joint-kind.ts'
import { LOAD_STRIDE } from './joint-table.ts'

const pose = new Float64Array(POSE_SIZE)

export class Joint extends JointHandle<World, WorldState> {
  /** null: the world. */
  get bodyA(): Body | null {
    const row = this.state.joints.columns.bodyA[this.row()]
    return row < 0 ? null : this.world.bodyOfRow(row)
  }

  get bodyB(): Body {
    return this.world.bodyOfRow(this.state.joints.columns.bodyB[this.row()])
  }

  /** Force on B at the end of the last step, N. A gets the opposite. None while it is off. */
  get reactionForce(): Vec2 {
    const none = { x: 0, y: 0 }
    return this.enabled ? writeVec2(this.state.joints.columns.load, this.row() * LOAD_STRIDE, none) : none
  }

  /** Torque on B about its anchor at the end of the last step, N m. */
  get reactionTorque(): number {
    return this.enabled ? this.state.joints.columns.load[this.row() * LOAD_STRIDE + 2] : 0
  }

  /** Where it holds A, world space. */
  get anchorA(): Vec2 {
    return this.anchor(XA, RA)
  }

  /** Where it holds B, world space. */
  get anchorB(): Vec2 {
    return this.anchor(XB, RB)
  }

  /** World angle of its frame on A, rad; x is its main axis. */
  get rotationA(): number {
    framesOf(this.state, this.row(), pose)
    return pose[ANGLE_A]
  }

  /** World angle of its frame on B. */
  get rotationB(): number {
    framesOf(this.state, this.row(), pose)
    return pose[ANGLE_B]
  }

  /** How fast coordinate c changes with the velocities of this moment. */
  protected coordinateSpeed(c: number): number {
    return coordinateSpeed(this.state, this.row(), c)
  }

  private anchor(x: number, r: number): Vec2 {
    framesOf(this.state, this.row(), pose)
    return { x: pose[x] + pose[r], y: pose[x + 1] + pose[r + 1] }
  }
}
