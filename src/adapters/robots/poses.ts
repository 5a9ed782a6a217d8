/** Vectors, rotations and poses as plain objects, for files that are read once. Deterministic: sines come from `common/math`. */

import { cos, sin } from '../../common/math/deterministic-math.ts'
import type { Quat, Vec3 } from '../../d3/index.ts'

/** A place and an orientation. */
export interface Pose {
  /** m. */
  position: Vec3
  /** Unit quaternion. */
  rotation: Quat
}

export const ZERO: Vec3 = Object.freeze({ x: 0, y: 0, z: 0 })
export const NO_TURN: Quat = Object.freeze({ x: 0, y: 0, z: 0, w: 1 })

export function vec(x: number, y: number, z: number): Vec3 {
  return { x, y, z }
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

export function times(a: Vec3, s: number): Vec3 {
  return { x: a.x * s, y: a.y * s, z: a.z * s }
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a))
}

/** The unit vector along a; null if it has no length. */
export function unit(a: Vec3): Vec3 | null {
  const size = length(a)
  return size > 1e-12 ? times(a, 1 / size) : null
}

/** A unit vector across the unit vector a. */
export function across(a: Vec3): Vec3 {
  const [x, y, z] = [Math.abs(a.x), Math.abs(a.y), Math.abs(a.z)]
  const least = x <= y && x <= z ? vec(1, 0, 0) : y <= z ? vec(0, 1, 0) : vec(0, 0, 1)
  return unit(cross(a, least))!
}

export function multiply(a: Quat, b: Quat): Quat {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  }
}

export function conjugate(q: Quat): Quat {
  return { x: -q.x, y: -q.y, z: -q.z, w: q.w }
}

export function normalized(q: Quat): Quat | null {
  const size = Math.sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)
  return size > 1e-12 ? { x: q.x / size, y: q.y / size, z: q.z / size, w: q.w / size } : null
}

/** v turned by q. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const t = times(cross(q, v), 2)
  return add(add(v, times(t, q.w)), cross(q, t))
}

/** The turn by an angle (rad) about a unit axis. */
export function turnAbout(axis: Vec3, angle: number): Quat {
  const s = sin(0.5 * angle)
  return { x: axis.x * s, y: axis.y * s, z: axis.z * s, w: cos(0.5 * angle) }
}

/** Roll, pitch and yaw of URDF: about fixed x, then y, then z. */
export function rollPitchYaw(roll: number, pitch: number, yaw: number): Quat {
  return multiply(turnAbout(vec(0, 0, 1), yaw), multiply(turnAbout(vec(0, 1, 0), pitch), turnAbout(vec(1, 0, 0), roll)))
}

/** The rotation whose columns are the three unit axes, right-handed. */
export function fromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x.x + y.y + z.z
  if (trace > 0) {
    const s = 2 * Math.sqrt(1 + trace)
    return normalized({ x: (y.z - z.y) / s, y: (z.x - x.z) / s, z: (x.y - y.x) / s, w: 0.25 * s })!
  }
  if (x.x >= y.y && x.x >= z.z) {
    const s = 2 * Math.sqrt(1 + x.x - y.y - z.z)
    return normalized({ x: 0.25 * s, y: (x.y + y.x) / s, z: (z.x + x.z) / s, w: (y.z - z.y) / s })!
  }
  if (y.y >= z.z) {
    const s = 2 * Math.sqrt(1 + y.y - x.x - z.z)
    return normalized({ x: (x.y + y.x) / s, y: 0.25 * s, z: (y.z + z.y) / s, w: (z.x - x.z) / s })!
  }
  const s = 2 * Math.sqrt(1 + z.z - x.x - y.y)
  return normalized({ x: (z.x + x.z) / s, y: (y.z + z.y) / s, z: 0.25 * s, w: (x.y - y.x) / s })!
}

/** The shortest turn that takes the unit vector a to the unit vector b. */
export function turnTo(a: Vec3, b: Vec3): Quat {
  const w = 1 + dot(a, b)
  if (w < 1e-9) return { ...across(a), w: 0 }
  return normalized({ ...cross(a, b), w })!
}

/** A frame whose x axis is the unit vector `axis`. */
export function frameAlong(axis: Vec3): Quat {
  return turnTo(vec(1, 0, 0), axis)
}

/** The pose b, given in the axes of a, in the axes that a is given in. */
export function compose(a: Pose, b: Pose): Pose {
  return { position: add(a.position, rotate(a.rotation, b.position)), rotation: multiply(a.rotation, b.rotation) }
}

/** The pose p as seen from a: compose(a, relative(a, p)) = p. */
export function relative(a: Pose, p: Pose): Pose {
  const back = conjugate(a.rotation)
  return { position: rotate(back, subtract(p.position, a.position)), rotation: multiply(back, p.rotation) }
}

export function place(pose: Pose, point: Vec3): Vec3 {
  return add(pose.position, rotate(pose.rotation, point))
}
