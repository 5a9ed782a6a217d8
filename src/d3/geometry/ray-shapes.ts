/**
 * A ray against one shape. Finding the shapes a ray may meet is the broad phase's work.
 *
 * Shapes are solid and closed: a ray that starts inside a shape or on its surface hits it at once, with t = 0 and a normal
 * opposite to the ray; a ray that only grazes the surface hits it. A ray has 7 doubles: origin, direction (any length), and the
 * largest t, in units of the direction's length. A direction of length 0 is a point test.
 *
 * Quadratics are solved from the point of closest approach, not from their coefficients: a far or grazing ray then loses no more
 * than the rounding of its origin.
 */

import type { Hull } from './hull/hull.ts'
import { BOX, CAPSULE, SPHERE } from './shapes/shape-kinds.ts'

/** What a ray hit. Make one and reuse it; only written on a hit. */
export class RayHit {
  /** The hit is at origin + t × direction. */
  t: number = 0
  /** Unit normal of the surface, world axes, pointing out of the shape. */
  nx: number = 0
  ny: number = 0
  nz: number = 0
}

/** The ray in the shape's frame: origin and unit direction. */
const local = new Float64Array(6)
/** Distance along the unit direction and normal in the shape's frame. */
const hit = new Float64Array(4)

/** Hit at the start of the ray, from inside. */
function hitInside(): boolean {
  hit[0] = 0
  hit[1] = -local[3]
  hit[2] = -local[4]
  hit[3] = -local[5]
  return true
}

/** Sphere of radius r around (0, y, 0), ray starting outside of it. */
function hitBall(r: number, y: number): boolean {
  const ox = local[0]
  const oy = local[1] - y
  const oz = local[2]
  const dx = local[3]
  const dy = local[4]
  const dz = local[5]
  const middle = -(ox * dx + oy * dy + oz * dz)
  if (!(middle > 0)) return false
  const px = ox + middle * dx
  const py = oy + middle * dy
  const pz = oz + middle * dz
  const miss = Math.sqrt(px * px + py * py + pz * pz)
  if (miss > r) return false
  const half = Math.sqrt((r - miss) * (r + miss))
  // From a start that rounding puts on the surface the difference may come out below 0.
  hit[0] = Math.max(0, middle - half)
  const nx = px - half * dx
  const ny = py - half * dy
  const nz = pz - half * dz
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
  hit[1] = nx * scale
  hit[2] = ny * scale
  hit[3] = nz * scale
  return true
}

function hitSphere(r: number): boolean {
  if (local[0] * local[0] + local[1] * local[1] + local[2] * local[2] <= r * r) return hitInside()
  return hitBall(r, 0)
}

function hitCapsule(r: number, half: number): boolean {
  const ox = local[0]
  const oy = local[1]
  const oz = local[2]
  const dx = local[3]
  const dy = local[4]
  const dz = local[5]
  const beyond = oy > half ? oy - half : oy < -half ? oy + half : 0
  const across = ox * ox + oz * oz
  if (across + beyond * beyond <= r * r) return hitInside()
  // Within the endless cylinder but not inside the capsule: only the nearer cap can be met first.
  if (across <= r * r) return hitBall(r, oy > 0 ? half : -half)
  const speed = dx * dx + dz * dz
  const approach = -(ox * dx + oz * dz)
  if (!(approach > 0 && speed > 0)) return false
  const middle = approach / speed
  const px = ox + middle * dx
  const pz = oz + middle * dz
  const miss = Math.sqrt(px * px + pz * pz)
  if (miss > r) return false
  const back = Math.sqrt((r - miss) * (r + miss) / speed)
  const t = middle - back
  const y = oy + t * dy
  if (y > half) return hitBall(r, half)
  if (y < -half) return hitBall(r, -half)
  const nx = px - back * dx
  const nz = pz - back * dz
  const scale = 1 / Math.sqrt(nx * nx + nz * nz)
  hit[0] = Math.max(0, t)
  hit[1] = nx * scale
  hit[2] = 0
  hit[3] = nz * scale
  return true
}

function hitBox(size: Float64Array, so: number): boolean {
  let enter = -Infinity
  let leave = Infinity
  let side = -1
  let outside = false
  for (let i = 0; i < 3; i++) {
    const h = size[so + i]
    const o = local[i]
    const d = local[3 + i]
    if (o > h || o < -h) outside = true
    if (d === 0) {
      if (o > h || o < -h) return false
      continue
    }
    const near = ((d > 0 ? -h : h) - o) / d
    const far = ((d > 0 ? h : -h) - o) / d
    if (near > enter) {
      enter = near
      side = i
    }
    if (far < leave) leave = far
  }
  if (!outside) return hitInside()
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  hit[0] = enter
  hit[1] = 0
  hit[2] = 0
  hit[3] = 0
  hit[1 + side] = local[3 + side] > 0 ? -1 : 1
  return true
}

function hitHull(hull: Hull): boolean {
  const planes = hull.planes
  const end = hull.faceCount * 4
  let enter = -Infinity
  let leave = Infinity
  let face = -1
  let outside = false
  for (let i = 0; i < end; i += 4) {
    const x = planes[i]
    const y = planes[i + 1]
    const z = planes[i + 2]
    const above = x * local[0] + y * local[1] + z * local[2] - planes[i + 3]
    const rise = x * local[3] + y * local[4] + z * local[5]
    if (above > 0) outside = true
    if (rise < 0) {
      const t = -above / rise
      if (t > enter) {
        enter = t
        face = i
      }
    } else if (rise > 0) leave = Math.min(leave, -above / rise)
    else if (above > 0) return false
  }
  if (!outside) return hitInside()
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  hit[0] = enter
  hit[1] = planes[face]
  hit[2] = planes[face + 1]
  hit[3] = planes[face + 2]
  return true
}

/**
 * Ray ray[rayOffset …+6] in world coordinates against a shape: kind, rotation (9 doubles row-major), centre, size and hull as
 * everywhere. True on a hit with t ≤ the ray's largest, which is then in `out`.
 */
export function rayShape(
  out: RayHit, kind: number, rot: Float64Array, ro: number, center: Float64Array, co: number, size: Float64Array, so: number,
  hull: Hull | null, ray: Float64Array, rayOffset: number,
): boolean {
  const dx = ray[rayOffset + 3]
  const dy = ray[rayOffset + 4]
  const dz = ray[rayOffset + 5]
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  const scale = length > 0 ? 1 / length : 0
  const x = ray[rayOffset] - center[co]
  const y = ray[rayOffset + 1] - center[co + 1]
  const z = ray[rayOffset + 2] - center[co + 2]
  for (let i = 0; i < 3; i++) {
    const a = rot[ro + i]
    const b = rot[ro + 3 + i]
    const c = rot[ro + 6 + i]
    local[i] = a * x + b * y + c * z
    local[3 + i] = (a * dx + b * dy + c * dz) * scale
  }
  let found = false
  if (kind === BOX) found = hitBox(size, so)
  else if (kind === SPHERE) found = hitSphere(size[so])
  else if (kind === CAPSULE) found = hitCapsule(size[so], size[so + 1])
  else found = hitHull(hull!)
  if (!found) return false
  const t = hit[0] * scale
  if (!(t <= ray[rayOffset + 6])) return false
  const nx = hit[1]
  const ny = hit[2]
  const nz = hit[3]
  out.t = t
  out.nx = rot[ro] * nx + rot[ro + 1] * ny + rot[ro + 2] * nz
  out.ny = rot[ro + 3] * nx + rot[ro + 4] * ny + rot[ro + 5] * nz
  out.nz = rot[ro + 6] * nx + rot[ro + 7] * ny + rot[ro + 8] * nz
  return true
}
