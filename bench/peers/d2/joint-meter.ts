/** How well an engine holds the joints of a list, told from its poses alone: gaps between anchors. */

import type { Vec2 } from 'fulcrum-physics/2d'
import type { BodyList } from '../../../scenes/d2/lists/body-list.ts'
import { localAnchor, POSE_SIZE, turn } from './adapter.ts'

interface Side {
  readonly anchor: Vec2
  /** Where the body is found in the poses; −1 if it never moves. */
  readonly place: number
  /** The anchor in the world if the body never moves. */
  readonly fixed: Vec2
}

export class JointMeter {
  private readonly joints: readonly (readonly [Side, Side])[]

  constructor(list: BodyList) {
    let dynamic = 0
    const places = list.bodies.map(({ type }) => (type === 'dynamic' ? POSE_SIZE * dynamic++ : -1))
    this.joints = (list.joints ?? []).map(joint => {
      const side = (body: number): Side => ({ anchor: localAnchor(list, body, joint), place: places[body]!, fixed: joint.anchor })
      return [side(joint.bodyA), side(joint.bodyB)]
    })
  }

  /** The widest gap between the anchors of a joint, m; no number if a pose is none. */
  gap(poses: Float64Array): number {
    let widest = 0
    for (const [a, b] of this.joints) {
      const p = anchorOf(poses, a)
      const q = anchorOf(poses, b)
      // Math.max of a bad number stays one.
      widest = Math.max(widest, Math.hypot(q.x - p.x, q.y - p.y))
    }
    return widest
  }
}

function anchorOf(poses: Float64Array, { anchor, place, fixed }: Side): Vec2 {
  if (place < 0) return fixed
  const { x, y } = turn(poses[place + 2]!, anchor)
  return { x: poses[place]! + x, y: poses[place + 1]! + y }
}
