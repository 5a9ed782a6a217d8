// What a joint looks like: its anchors, axis, arms, ropes, wheels, rails and ranges, as lines in space taken from the joint's own numbers.
import {
  AngularLimitJoint, BallJoint, ConeLimitJoint, ConstantVelocityJoint, CylindricalJoint, DistanceJoint, GearJoint, GenericJoint, HingeJoint,
  MotorJoint, MouseJoint, PathJoint, PulleyJoint, RackAndPinionJoint, ScrewJoint, SliderJoint, SwingTwistJoint, TwoPointHingeJoint, UniversalJoint,
  WedgeLimitJoint, WheelJoint, type Joint, type Vec3,
} from 'fulcrum-physics/3d'
import { add, dot, rotate } from './view.ts'

export interface JointLine {
  readonly points: readonly Vec3[]
  /** Solid: ropes, rails, wheels. Thin: axes and ranges. */
  readonly style: 'solid' | 'thin'
}

const PIECES = 48
const X = { x: 1, y: 0, z: 0 }
const Y = { x: 0, y: 1, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

type Frame = readonly [x: Vec3, y: Vec3, z: Vec3]

function frameOf(rotation: Joint['rotationA']): Frame {
  return [rotate(rotation, X), rotate(rotation, Y), rotate(rotation, Z)]
}

function thin(...points: readonly Vec3[]): JointLine {
  return { points, style: 'thin' }
}

function solid(...points: readonly Vec3[]): JointLine {
  return { points, style: 'solid' }
}

/** A piece of a circle about the frame's x, from y towards z, rad. */
function arc(center: Vec3, [, y, z]: Frame, radius: number, from: number, to: number): Vec3[] {
  const pieces = Math.max(2, Math.ceil((PIECES * Math.abs(to - from)) / (2 * Math.PI)))
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / pieces
    return add(add(center, y, radius * Math.cos(angle)), z, radius * Math.sin(angle))
  })
}

/** An arrow's head at the last of the points. */
function head(points: readonly Vec3[], size: number): Vec3[] {
  const tip = points.at(-1)!
  const back = add(points.at(-2)!, tip, -1)
  const length = Math.hypot(back.x, back.y, back.z) || 1
  // Across, in the plane in which the arrow bends, or upright if it is straight.
  const bend = add(add(points[0]!, points.at(-1)!, 1), points[Math.floor(points.length / 2)]!, -2)
  const across = Math.hypot(bend.x, bend.y, bend.z) > 1e-6 ? bend : Math.abs(back.y) > 0.9 * length ? X : Y
  const wide = Math.hypot(across.x, across.y, across.z)
  const at = (side: number): Vec3 => add(add(tip, back, size / length), across, (side * 0.6 * size) / wide)
  return [at(1), tip, at(-1)]
}

function arrow(points: readonly Vec3[], size: number): JointLine[] {
  return [thin(...points), thin(...head(points, 0.25 * size))]
}

function axle(center: Vec3, axis: Vec3, size: number): JointLine {
  return thin(add(center, axis, -1.4 * size), add(center, axis, 1.4 * size))
}

/** Round the axis, with an arrow's head; the range where there is one. */
function turn(center: Vec3, frame: Frame, size: number, limit: { lower: number; upper: number } | null, zero = 0): JointLine[] {
  if (limit === null || limit.upper - limit.lower > 2 * Math.PI || !Number.isFinite(limit.upper - limit.lower)) {
    return arrow(arc(center, frame, size, 0, 1.6 * Math.PI), size)
  }
  return [thin(center, ...arc(center, frame, size, zero + limit.lower, zero + limit.upper), center)]
}

/** Where a turn's angle is 0, from the frame's y: told from where B is now. */
function zeroOf(center: Vec3, [, y, z]: Frame, joint: Joint & { readonly angle: number }): number {
  const arm = add(joint.bodyB.position, center, -1)
  const [first, second] = [dot(arm, y), dot(arm, z)]
  return Math.hypot(first, second) < 1e-3 ? 0 : Math.atan2(second, first) - joint.angle
}

/** Along the axis, to and fro, or the range where there is one. */
function travel(center: Vec3, [x, y]: Frame, size: number, limit: { lower: number; upper: number } | null): JointLine[] {
  const ends = limit !== null && Number.isFinite(limit.lower) && Number.isFinite(limit.upper) ? limit : null
  const from = add(center, x, ends?.lower ?? -1.6 * size)
  const to = add(center, x, ends?.upper ?? 1.6 * size)
  if (ends === null) return [...arrow([from, add(from, x, 0.1), to], size), ...arrow([to, add(to, x, -0.1), from], size)]
  const bar = (at: Vec3): JointLine => thin(add(at, y, -0.4 * size), add(at, y, 0.4 * size))
  return [thin(from, to), bar(from), bar(to)]
}

/** Rim of a cone about x with half angles about y and z, and four of its lines. */
function cone(center: Vec3, [x, y, z]: Frame, size: number, aboutY: number, aboutZ: number): JointLine[] {
  const at = (i: number): Vec3 => {
    const phase = (2 * Math.PI * i) / PIECES
    const lean = { y: aboutY * Math.sin(phase), z: aboutZ * Math.cos(phase) }
    const angle = Math.hypot(lean.y, lean.z)
    const s = angle > 0 ? Math.sin(angle) / angle : 1
    return add(add(add(center, x, 2 * size * Math.cos(angle)), y, 2 * size * s * lean.z), z, -2 * size * s * lean.y)
  }
  return [thin(...Array.from({ length: PIECES + 1 }, (_, i) => at(i))), ...[0, 1, 2, 3].map(i => thin(center, at((i * PIECES) / 4)))]
}

function coil(from: Vec3, to: Vec3, size: number): JointLine {
  const along = add(to, from, -1)
  const across = Math.abs(along.y) > Math.abs(along.x) + Math.abs(along.z) ? X : Y
  return solid(...Array.from({ length: 17 }, (_, i) => add(add(from, along, i / 16), across, i > 1 && i < 15 ? (i % 2 ? 0.25 : -0.25) * size : 0)))
}

function circles(joint: GearJoint, frame: Frame): JointLine[] {
  const from = joint.bodyA?.position ?? joint.anchorA
  const to = joint.bodyB.position
  const apart = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z)
  const first = (apart * Math.abs(joint.ratio)) / (1 + Math.abs(joint.ratio))
  const wheel = (center: Vec3, radius: number, angle: number): JointLine[] => {
    const spoke = arc(center, frame, radius, angle, angle + 1e-6)[0]!
    return [solid(...arc(center, frame, radius, 0, 2 * Math.PI)), thin(center, spoke)]
  }
  return [...wheel(from, first, joint.angleA), ...wheel(to, apart - first, Math.PI + joint.angleB)]
}

/** Lines of a joint; `size` is the length of its small parts, m. */
export function linesOf(joint: Joint, size: number): JointLine[] {
  const a = joint.anchorA
  const b = joint.anchorB
  const frame = frameOf(joint.rotationA)
  const [x] = frame
  if (joint instanceof HingeJoint) return [axle(a, x, size), ...turn(a, frame, 1.5 * size, joint.limit, zeroOf(a, frame, joint))]
  if (joint instanceof TwoPointHingeJoint) return [solid(a, joint.secondPoint), ...turn(a, frame, 1.5 * size, joint.limit, zeroOf(a, frame, joint))]
  const middle = joint.bodyB.position
  if (joint instanceof AngularLimitJoint) return [axle(middle, x, 2 * size), ...turn(middle, frame, 2 * size, joint.limit)]
  if (joint instanceof SliderJoint) return travel(a, frame, size, joint.limit)
  if (joint instanceof CylindricalJoint) return [...travel(a, frame, size, joint.linearLimit), ...turn(a, frame, size, joint.angularLimit)]
  if (joint instanceof ScrewJoint) {
    const at = (angle: number): Vec3 => add(arc(a, frame, 0.5 * size, angle, angle + 1e-6)[0]!, x, (angle / (2 * Math.PI) - 8) * joint.pitch)
    const thread = Array.from({ length: 8 * PIECES }, (_, i) => at((i * Math.PI) / 12))
    return [solid(...thread), axle(a, x, size)]
  }
  if (joint instanceof BallJoint) {
    const swing = joint.swingLimit
    if (swing === null) return []
    const half = 'cone' in swing ? { y: swing.cone, z: swing.cone } : 'ellipse' in swing ? swing.ellipse : swing.pyramid
    return cone(a, frame, size, half.y, half.z)
  }
  if (joint instanceof SwingTwistJoint) return cone(a, frame, size, joint.swingY, joint.swingZ)
  if (joint instanceof ConeLimitJoint) return cone(joint.bodyB.position, frame, 2 * size, joint.angle, joint.angle)
  if (joint instanceof WedgeLimitJoint) {
    const center = joint.bodyA?.position ?? { x: 0, y: 0, z: 0 }
    return [axle(center, x, size), ...turn(center, frame, 2.5 * size, joint.limit, zeroOf(center, frame, joint))]
  }
  if (joint instanceof UniversalJoint) {
    const second = frameOf(joint.rotationB)[2]
    return [solid(add(a, x, -0.6 * size), add(a, x, 0.6 * size)), solid(add(a, second, -0.6 * size), add(a, second, 0.6 * size))]
  }
  if (joint instanceof ConstantVelocityJoint) return [thin(a, add(a, x, -3 * size)), thin(a, add(a, frameOf(joint.rotationB)[0], 3 * size))]
  if (joint instanceof DistanceJoint) return [joint.spring === null ? solid(a, b) : coil(a, b, size)]
  if (joint instanceof MouseJoint) return [coil(joint.target, b, 0.5 * size)]
  if (joint instanceof MotorJoint) return joint.target?.position === undefined ? [] : [coil(add(a, joint.target.position), b, 0.6 * size)]
  if (joint instanceof PulleyJoint) return [solid(a, joint.groundA, joint.groundB, b)]
  if (joint instanceof PathJoint) {
    const { path } = joint
    return [solid(...Array.from({ length: 2 * PIECES + 1 }, (_, i) => path.pointAt((path.length * i) / (2 * PIECES))))]
  }
  if (joint instanceof GearJoint) return circles(joint, frame)
  if (joint instanceof RackAndPinionJoint) {
    const center = joint.bodyA?.position ?? a
    const along = joint.readRows().find(({ role }) => role === 'held')!.J.b.linear
    const ring = arc(center, frame, joint.radius, 0, 2 * Math.PI)
    return [solid(...ring), solid(add(joint.bodyB.position, along, -4 * size), add(joint.bodyB.position, along, 4 * size))]
  }
  if (joint instanceof WheelJoint) return [axle(b, frameOf(joint.rotationB)[2], 0.6 * size), coil(add(a, Y, size), b, 0.5 * size)]
  if (joint instanceof GenericJoint) return [axle(a, x, size), ...turn(a, frame, size, null)]
  return []
}
