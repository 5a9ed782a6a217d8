/**
 * Distance: rods, ropes, bungees, gas struts, winches. Holds how far two anchors are apart; both ends turn as they like.
 *
 * One number, the length ℓ = |d| with d = p_B − p_A (part `length`), in four uses:
 *  rod — one rigid row, C = ℓ − L, removes one freedom. What it is when nothing else is asked for;
 *  range — a limit on ℓ: minLength ≤ ℓ ≤ maxLength, no force between; a rope has only a maximum;
 *  spring — pulls ℓ to L, with the ends of the range as stops;
 *  winch — a motor on ℓ.
 * n = d/ℓ, J = (−n, −(r_A × n), n, r_B × n), K = m_A + m_B + (r_A × n)·I_A(r_A × n) + (r_B × n)·I_B(r_B × n) > 0 (m, I inverse).
 * λ > 0 pushes the ends apart.
 *
 * Degenerate: at ℓ = 0 the direction is x of frame A, which is laid along d when the joint is made, so the ends part the way they once stood. A rod
 * or rope of length 0 would hold three freedoms, not one, and is refused: that is a ball joint.
 * Source: Robson; Hodges 8; Tamis 3.1.1; Chipmunk's pin and slide joints. errata.md: λ = −K⁻¹ J v, a number (Robson 12, 18); C = d·d has J = 0 where
 * it is satisfied for L = 0 (Hodges 8), hence the unit direction here; a minimum pushes the other way than a maximum (Chipmunk's slide), here because
 * limits may only push inwards.
 */

import { PhysicsError } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import {
  DistanceHandle, draftLength, LENGTH, ROD, writeLength, LENGTH_FIELDS, type LengthFeatures,
} from '../../../common/joints/handles/distance-handle.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import {
  draft, draftFrames, placeFrame, readCoordinates, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition, type JointFrame,
} from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { ROW, type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, FRAME_A, FRAME_B, OWN } from '../../store/joint-table.ts'
import { lengthRow } from '../parts/length.ts'

export type { FullLengthSpring, LengthSpring } from '../../../common/joints/handles/distance-handle.ts'

export const distanceKind: JointKind = {
  name: 'distance',
  coordinates: ['length'],
  angularRows: [false],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    const length = lengthRow(pose, out.gradient, 0)
    out.value[0] = length
    out.rigid = data[d + OWN + ROD] === 1 ? 1 : 0
    out.error[0] = length - data[d + OWN + LENGTH]
    for (let k = 0; k < ROW; k++) out.jacobian[k] = out.gradient[k]
  },
}

/** What a distance joint is told. A length makes a rod, `maxLength` a rope, `spring` a spring, `motor` a winch. */
export interface DistanceDefinition extends JointDefinition, LengthFeatures {
  /** Where it holds A, m, world space. Default: the origin of body A, or of the world. */
  anchorA?: Vec3
  /** Where it holds B, m, world space. Default: the origin of body B. */
  anchorB?: Vec3
  /** Instead of the anchors: the frame on A, in A's own axes. Left out: as the anchors say. */
  frameA?: JointFrame
  /** The frame on B, in B's own axes; goes with `frameA`. Left out: as the anchors say. */
  frameB?: JointFrame
}

const FIELDS: Fields<DistanceDefinition> = { ...JOINT_FIELDS, ...LENGTH_FIELDS, anchorA: 0, anchorB: 0, frameA: 0, frameB: 0 }

export function writeDistance(state: WorldState, d: DistanceDefinition): number {
  const [a, b] = requireBodies(state, d, 'distance', FIELDS)
  draftEnds(state, a, b, d)
  draftLength(state, d, draft)
  return writeJoint(state, distanceKind, a, b, d, 'distance', (row) => {
    if (d.length === undefined) readCoordinates(state, row)
    writeLength(state, row, d)
  })
}

/** Where the ends are fixed, into `draft`. */
function draftEnds(state: WorldState, a: number, b: number, d: DistanceDefinition): void {
  const { bodyA, bodyB, anchorA, anchorB, frameA, frameB } = d
  if (frameA !== undefined || frameB !== undefined) {
    const stray = anchorA !== undefined ? 'anchorA' : 'anchorB'
    if (d[stray] !== undefined) {
      throw new PhysicsError('wrong-type', `distance.${stray}`, d[stray], 'and frames are two answers to one question. Give one.')
    }
    draftFrames(state, a, b, d, 'distance')
    return
  }
  draft.fill(0)
  const from = new Float64Array(3)
  const to = new Float64Array(3)
  readVec3(anchorA ?? bodyA?.position ?? { x: 0, y: 0, z: 0 }, 'distance.anchorA', from, 0)
  readVec3(anchorB ?? bodyB.position, 'distance.anchorB', to, 0)
  const axis = new Float64Array([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
  const apart = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2])
  if (apart > 0) for (let k = 0; k < 3; k++) axis[k] /= apart
  else axis[0] = 1
  const rotation = new Float64Array(4)
  rotationToAxis(axis, 0, rotation, 0)
  placeFrame(state, a, from, rotation, 0, draft, ANCHOR_A, FRAME_A)
  placeFrame(state, b, to, rotation, 0, draft, ANCHOR_B, FRAME_B)
}

/** A rod, a rope, a spring or a winch between two anchors. */
export class DistanceJoint extends DistanceHandle<Terms> {}
