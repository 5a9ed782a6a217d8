// The range of a limit of a joint, with a pointer to where it stands. The rest of a joint is drawn by `world.draw`.
import { HingeJoint, SliderJoint, type Vec2, type World } from 'fulcrum-physics/2d'
import { JOINT_AXIS, JOINT_LIMIT } from '../colors.ts'
import { addLine, trace } from './paths.ts'
import type { View } from './view.ts'

/** Length of a drawn axis as a share of the picture's height. */
const AXIS_SHARE = 0.025

interface Paths {
  readonly axes: Path2D
  readonly limits: Path2D
}

export function drawLimits(view: View, world: World): void {
  const paths: Paths = { axes: new Path2D(), limits: new Path2D() }
  for (const joint of world.joints) {
    if (!joint.enabled) continue
    if (joint instanceof HingeJoint) addRange(paths, view, joint)
    else if (joint instanceof SliderJoint) addTravel(paths, view, joint)
  }
  trace(view.context, paths.axes, JOINT_AXIS)
  trace(view.context, paths.limits, JOINT_LIMIT)
}

function along({ x, y }: Vec2, angle: number, distance: number): Vec2 {
  return { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) }
}

/** From the lower to the upper end of a hinge's range, and a pointer to where it stands. */
function addRange({ axes, limits }: Paths, view: View, { limit, angle, anchorA, rotationA }: HingeJoint): void {
  if (!limit) return
  const size = view.size * AXIS_SHARE
  // More than a turn is drawn as one.
  const lower = rotationA + Math.max(limit.lower, angle - Math.PI)
  const upper = rotationA + Math.min(limit.upper, angle + Math.PI)
  const { x, y } = view.pointOnCanvas(anchorA)
  limits.moveTo(x, y)
  // Angles of the canvas grow clockwise.
  limits.arc(x, y, size * view.scale, -lower, -upper, true)
  limits.closePath()
  addLine(axes, view, anchorA, along(anchorA, rotationA + angle, size))
}

/** The axis, and the range along it if there is one. */
function addTravel({ axes, limits }: Paths, view: View, { limit, anchorA, rotationA }: SliderJoint): void {
  const size = view.size * AXIS_SHARE
  addLine(axes, view, along(anchorA, rotationA, -size), along(anchorA, rotationA, size))
  if (!limit || !Number.isFinite(limit.lower) || !Number.isFinite(limit.upper)) return
  addLine(limits, view, along(anchorA, rotationA, limit.lower), along(anchorA, rotationA, limit.upper))
}
