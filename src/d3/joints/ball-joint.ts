/**
 * Ball-and-socket (point to point, spherical): shoulders, trailers, links of chains. Two anchors coincide; all rotation is free.
 *
 * Removes three freedoms: `point`. Sample of the plainest joint there is.
 */

import type { WorldState } from '../world-state.ts'
import { Joint } from './joint.ts'
import { draft, draftFrames, requireBodies, writeJoint, type AnchoredDefinition } from './joint-definition.ts'
import { type JointKind, type Measure } from './joint-kind.ts'
import { pointRows } from './parts/point.ts'

export const ballKind: JointKind = {
  name: 'ball',
  coordinates: [],
  measure(pose: Float64Array, _data: Float64Array, _d: number, out: Measure): void {
    out.rigid = 3
    pointRows(pose, out, 0)
  },
}

export interface BallDefinition extends AnchoredDefinition {}

export function writeBall(state: WorldState, d: BallDefinition): number {
  const [a, b] = requireBodies(state, d, 'ball')
  draft.fill(0)
  draftFrames(state, a, b, d, 'ball', new Float64Array([0, 0, 0, 1]), 0)
  return writeJoint(state, ballKind, a, b, d, 'ball', () => undefined)
}

export class BallJoint extends Joint {}
