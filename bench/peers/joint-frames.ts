/** A listed joint as other engines want it: a place and directions on each of its bodies. */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'
import type { BodyList, ListedJoint } from '../../scenes/d3/lists/body-list.ts'
import { multiply, rotate } from '../../scenes/d3/rotation.ts'

/** One end of a joint, in the axes of its body. */
export interface JointSide {
  /** Number of the body in the list. */
  readonly body: number
  readonly anchor: Vec3
  /** Turn of the joint's frame; its x is the joint's axis. */
  readonly rotation: Quat
  readonly axisX: Vec3
  readonly axisY: Vec3
}

export interface PlacedJoint {
  readonly joint: ListedJoint
  readonly a: JointSide
  readonly b: JointSide
  /** The frame in world space as the bodies stand in the list. */
  readonly axisX: Vec3
  readonly axisY: Vec3
}

const NO_ROTATION: Quat = { x: 0, y: 0, z: 0, w: 1 }
const X: Vec3 = { x: 1, y: 0, z: 0 }
const Y: Vec3 = { x: 0, y: 1, z: 0 }

export function conjugate({ x, y, z, w }: Quat): Quat {
  return { x: -x, y: -y, z: -z, w }
}

/** The shortest turn of x to a unit vector. */
function turnOfX({ x, y, z }: Vec3): Quat {
  if (x < -0.999_999) return { x: 0, y: 0, z: 1, w: 0 }
  const scale = 1 / Math.sqrt(2 * (1 + x))
  return { x: 0, y: -z * scale, z: y * scale, w: (1 + x) * scale }
}

function sideOf(list: BodyList, body: number, anchor: Vec3, frame: Quat): JointSide {
  const { position: p, rotation = NO_ROTATION } = list.bodies[body]!
  const back = conjugate(rotation)
  const turned = multiply(back, frame)
  return {
    body,
    anchor: rotate(back, { x: anchor.x - p.x, y: anchor.y - p.y, z: anchor.z - p.z }),
    rotation: turned,
    axisX: rotate(turned, X),
    axisY: rotate(turned, Y),
  }
}

export function placeJoints(list: BodyList): PlacedJoint[] {
  return (list.joints ?? []).map(joint => {
    const frame = joint.kind === 'ball' ? NO_ROTATION : turnOfX(joint.axis)
    return {
      joint,
      a: sideOf(list, joint.bodyA, joint.anchor, frame),
      b: sideOf(list, joint.bodyB, joint.anchor, frame),
      axisX: rotate(frame, X),
      axisY: rotate(frame, Y),
    }
  })
}
