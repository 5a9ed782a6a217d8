/**
 * Hinge from two points: doors on two hinges, shafts in two bearings, a trap door between two nails. Given by where the bearings are instead of an
 * axis.
 *
 * Removes five freedoms: `point` at the first bearing (3 rows) and `second-point` (2 rows) across the axis at the second, which may slide along
 * the axis as a floating bearing does. Leaves the angle θ about the axis from the first to the second (part `angle`): 0 as the bodies stand when
 * the joint is made, growing when B turns right-handed about that direction; limited, driven, sprung, rubbed, turns counted.
 *
 * C = (p_B − p_A; y_A·d + L σ_z, z_A·d − L σ_y), L the distance of the points, σ the swing of x_B against x_A. All five are lengths, so a
 * stiffness in N/m is that of each bearing, and bearings far apart make a stiff hinge. A mirror image does not satisfy it. Axial load is carried
 * by the first alone. The load of the second follows from the whole: τ about the first = L x × F₂, so F₂ = (τ × x) / L and F₁ = F − F₂.
 * Degenerate: points that coincide (refused), exactly opposite axes (any way back). Source: Tamis 3.2.2.
 */

import { PhysicsError } from '../../../common/errors.ts'
import type { Fields } from '../../../common/options.ts'
import { TurningHandle, writeDriven, DRIVEN_FIELDS, type TurningFeatures } from '../../../common/joints/handles/driven-handle.ts'
import { quatRotate } from '../../math/quaternion.ts'
import { readVec3, type Vec3 } from '../../math/types.ts'
import type { WorldState } from '../../store/world-state.ts'
import type { Terms } from '../joint.ts'
import { draft, draftFrames, rotationToAxis, writeJoint, JOINT_FIELDS, type JointDefinition } from '../joint-definition.ts'
import { requireBodies } from '../../../common/joints/make-joint.ts'
import { type JointKind, type Measure } from '../joint-kind.ts'
import { ANCHOR_B, DATA_SIZE, FRAME_B, OWN } from '../../store/joint-table.ts'
import { angleRow } from '../parts/angle.ts'
import { pointRows } from '../parts/point.ts'
import { secondPointRows } from '../parts/second-point.ts'

/** Own number: L, m. */
const REACH = OWN

export const twoPointHingeKind: JointKind = {
  name: 'two-point hinge',
  coordinates: ['turn'],
  measure(pose: Float64Array, data: Float64Array, d: number, out: Measure): void {
    out.rigid = 5
    pointRows(pose, out, 0)
    secondPointRows(pose, data[d + REACH], out, 3)
    out.value[0] = angleRow(pose, out.gradient, 0)
  },
}

/** What a two-point hinge is told: its two bearings, and what acts on its angle. */
export interface TwoPointHingeDefinition extends JointDefinition, TurningFeatures {
  /** Where the first bearing is, m, world space. It holds along the axis too. */
  first: Vec3
  /** Where the second bearing is, m, world space. The axis points from the first to here. */
  second: Vec3
}

const FIELDS: Fields<TwoPointHingeDefinition> = { ...JOINT_FIELDS, ...DRIVEN_FIELDS, first: 0, second: 0 }

export function writeTwoPointHinge(state: WorldState, d: TwoPointHingeDefinition): number {
  const [a, b] = requireBodies(state, d, 'twoPointHinge', FIELDS)
  const points = new Float64Array(6)
  readVec3(d.first, 'twoPointHinge.first', points, 0)
  readVec3(d.second, 'twoPointHinge.second', points, 3)
  const axis = new Float64Array(3)
  let reach = 0
  let scale = 0
  for (let k = 0; k < 3; k++) {
    axis[k] = points[3 + k] - points[k]
    reach += axis[k] * axis[k]
    scale = Math.max(scale, Math.abs(points[k]), Math.abs(points[3 + k]))
  }
  reach = Math.sqrt(reach)
  // Closer than rounding of the coordinates could tell them apart, they say nothing of a direction.
  if (!(reach > 1e-12 * scale)) {
    throw new PhysicsError('degenerate', 'twoPointHinge.second', d.second, 'is where first is. Give two different points of the axis.')
  }
  for (let k = 0; k < 3; k++) axis[k] /= reach
  const rotation = new Float64Array(4)
  rotationToAxis(axis, 0, rotation, 0)
  draftFrames(state, a, b, { bodyB: d.bodyB, anchor: d.first }, 'twoPointHinge', rotation)
  draft[REACH] = reach
  return writeJoint(state, twoPointHingeKind, a, b, d, 'twoPointHinge', row => writeDriven(state, row, d, 'twoPointHinge', 'maxTorque'))
}

const local = new Float64Array(3)

/** A gate on two pins. `angle` is how far B has turned against A about the axis, rad, turns counted. */
export class TwoPointHingeJoint extends TurningHandle<Terms> {
  /** @internal */
  protected override get field(): string {
    return 'twoPointHinge'
  }

  /** Distance of the two points, m. */
  get distance(): number {
    return this.own(REACH)
  }

  /** The second point of B, m, world space. The first is `anchorB`. */
  get secondPoint(): Readonly<Vec3> {
    const { data } = this.state.joints.columns
    const o = this.row() * DATA_SIZE
    quatRotate(data, o + FRAME_B, data[o + REACH], 0, 0, local, 0)
    const point = { x: data[o + ANCHOR_B] + local[0], y: data[o + ANCHOR_B + 1] + local[1], z: data[o + ANCHOR_B + 2] + local[2] }
    return Object.freeze(this.bodyB.worldPoint(point))
  }

  /** Force on B at the first bearing at the end of the last step, N, world axes. */
  get firstForce(): Readonly<Vec3> {
    const { x, y, z } = this.reactionForce
    const second = this.secondForce
    return Object.freeze({ x: x - second.x, y: y - second.y, z: z - second.z })
  }

  /** Force on B at the second bearing at the end of the last step, N, world axes; always across the axis. */
  get secondForce(): Readonly<Vec3> {
    const { x, y, z } = this.reactionTorque
    const from = this.anchorB
    const to = this.secondPoint
    const scale = 1 / (this.distance * this.distance)
    const u = (to.x - from.x) * scale
    const v = (to.y - from.y) * scale
    const w = (to.z - from.z) * scale
    return Object.freeze({ x: y * w - z * v, y: z * u - x * w, z: x * v - y * u })
  }
}
