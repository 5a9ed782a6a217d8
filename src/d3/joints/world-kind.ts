/**
 * A user's type of joint as a kind of one world (`common/joints/world-kind.ts`).
 */

import { findKind } from '../../common/joints/kind-numbers.ts'
import { tryType as tryWith, TypedKind } from '../../common/joints/world-kind.ts'
import type { WorldState } from '../store/world-state.ts'
import { JointFrames, JointOutput } from './building-blocks.ts'
import type { JointType } from './define-joint.ts'
import { MAX_RIGID, ROW, type JointKind } from './joint-kind.ts'

const frames = new JointFrames()
const output = new JointOutput()

export class WorldKind extends TypedKind<WorldState, JointFrames, JointOutput, JointType> implements JointKind {
  constructor(state: WorldState, type: JointType) {
    super(state, type, frames, output)
  }

  protected override disarm(r: number): void {
    const { jacobian, onB, scalarStart, scalarEnd } = this.state.jointRows.columns
    const scalars = this.state.scalarRows.columns
    jacobian.fill(0, r * MAX_RIGID * ROW, (r + 1) * MAX_RIGID * ROW)
    onB.fill(0, r * MAX_RIGID * 6, (r + 1) * MAX_RIGID * 6)
    scalars.jacobian.fill(0, scalarStart[r] * ROW, scalarEnd[r] * ROW)
    scalars.onB.fill(0, scalarStart[r] * 6, scalarEnd[r] * 6)
  }
}

/** The world's kind of a type; the same one every time. Not yet numbered if it is new. */
export function kindOfType(state: WorldState, type: JointType): WorldKind {
  return findKind(state, (kind): kind is WorldKind => kind instanceof WorldKind && kind.type === type) ?? new WorldKind(state, type)
}

/** Runs a type once where a joint is about to be made; refuses what would fail there. */
export function tryType(type: JointType, pose: Float64Array, data: Float64Array): void {
  tryWith(type, frames, output, pose, data)
}
