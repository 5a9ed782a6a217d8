/** How well an engine holds the joints of a list, told from its poses alone: gaps between anchors, and angles beyond limits. */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'
import type { BodyList } from '../../scenes/d3/lists/body-list.ts'
import { multiply, rotate } from '../../scenes/d3/rotation.ts'
import { conjugate, placeJoints, type JointSide, type PlacedJoint } from './joint-frames.ts'

interface Pose {
  readonly position: Vec3
  readonly rotation: Quat
}

export class JointMeter {
  private readonly joints: readonly PlacedJoint[]
  /** Where a body of the list is found in the poses; its own pose if it never moves. */
  private readonly places: readonly (number | Pose)[]

  constructor(list: BodyList) {
    this.joints = placeJoints(list)
    let dynamic = 0
    this.places = list.bodies.map(({ type, position, rotation = { x: 0, y: 0, z: 0, w: 1 } }) =>
      type === 'dynamic' ? 7 * dynamic++ : { position, rotation },
    )
  }

  /** The widest gap between the anchors of a joint, m; no number if a pose is none. */
  gap(poses: Float64Array): number {
    let widest = 0
    for (const { a, b } of this.joints) {
      const p = this.anchorOf(poses, a)
      const q = this.anchorOf(poses, b)
      // Math.max of a bad number stays one.
      widest = Math.max(widest, Math.hypot(q.x - p.x, q.y - p.y, q.z - p.z))
    }
    return widest
  }

  /** The furthest that an angle is beyond its limit, rad. */
  excess(poses: Float64Array): number {
    let furthest = 0
    for (const { joint, a, b } of this.joints) {
      if (joint.kind === 'ball') continue
      const turnA = multiply(this.poseOf(poses, a.body).rotation, a.rotation)
      const turnB = multiply(this.poseOf(poses, b.body).rotation, b.rotation)
      const { x, y, z, w } = multiply(conjugate(turnA), turnB)
      const twist = 2 * Math.atan2(w < 0 ? -x : x, Math.abs(w))
      if (joint.kind === 'hinge') furthest = Math.max(furthest, joint.lower - twist, twist - joint.upper)
      else {
        const swing = 2 * Math.asin(Math.min(1, Math.hypot(y, z)))
        furthest = Math.max(furthest, swing - joint.swing, Math.abs(twist) - joint.twist)
      }
    }
    return furthest
  }

  private poseOf(poses: Float64Array, body: number): Pose {
    const place = this.places[body]!
    if (typeof place !== 'number') return place
    const [x, y, z, qx, qy, qz, qw] = poses.subarray(place, place + 7) as unknown as [number, number, number, number, number, number, number]
    return { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } }
  }

  private anchorOf(poses: Float64Array, side: JointSide): Vec3 {
    const { position: p, rotation } = this.poseOf(poses, side.body)
    const arm = rotate(rotation, side.anchor)
    return { x: p.x + arm.x, y: p.y + arm.y, z: p.z + arm.z }
  }
}
