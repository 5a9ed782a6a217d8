/**
 * A ray against one shape. Finding the shapes a ray may meet is the broad phase's work.
 *
 * Shapes are solid and closed: a ray that starts inside a shape or on its surface hits it at once, with t = 0 and a normal
 * opposite to the ray; a ray that only grazes the surface hits it. A segment is hit from both sides, also one of a chain. A ray has
 * 5 doubles: origin, direction (any length), and the largest t, in units of the direction's length. A direction of length 0 is a
 * point test.
 *
 * Quadratics are solved from the point of closest approach, not from their coefficients: a far or grazing ray then loses no more
 * than the rounding of its origin.
 */

import type { Polygon } from './polygon/polygon.ts'
import { CAPSULE, CIRCLE, SEGMENT } from './shapes/shape-kinds.ts'

/** What a ray hit. Make one and reuse it; only written on a hit. */
export class RayHit {
  /** The hit is at origin + t × direction. */
  t: number = 0
  /** Unit normal of the surface, world axes, pointing out of the shape. */
  nx: number = 0
  ny: number = 0
}

/** The ray in the shape's frame: origin and unit direction. */
const local = new Float64Array(4)
/** Distance along the unit direction and normal in the shape's frame. */
const hit = new Float64Array(3)

/** Hit at the start of the ray, from inside. */
function hitInside(): boolean {
  hit[0] = 0
  hit[1] = -local[2]
  hit[2] = -local[3]
  return true
}

function hitFace(t: number, nx: number, ny: number): boolean {
  hit[0] = t
  hit[1] = nx
  hit[2] = ny
  return true
}

/** Circle of radius r around (x, y), ray starting outside of it. */
function hitRound(r: number, x: number, y: number): boolean {
  const ox = local[0] - x
  const oy = local[1] - y
  const dx = local[2]
  const dy = local[3]
  const middle = -(ox * dx + oy * dy)
  if (!(middle > 0)) return false
  // The point of closest approach lies across the ray, at a distance that needs no subtraction of large numbers.
  const aside = ox * dy - oy * dx
  const miss = Math.abs(aside)
  if (miss > r) return false
  const half = Math.sqrt((r - miss) * (r + miss))
  const nx = aside * dy - half * dx
  const ny = -aside * dx - half * dy
  const scale = 1 / Math.sqrt(nx * nx + ny * ny)
  // From a start that rounding puts on the surface the difference may come out below 0.
  return hitFace(Math.max(0, middle - half), nx * scale, ny * scale)
}

function hitCircle(r: number): boolean {
  if (local[0] * local[0] + local[1] * local[1] <= r * r) return hitInside()
  return hitRound(r, 0, 0)
}

function hitCapsule(r: number, half: number): boolean {
  const ox = local[0]
  const oy = local[1]
  const dx = local[2]
  const beyond = oy > half ? oy - half : oy < -half ? oy + half : 0
  if (ox * ox + beyond * beyond <= r * r) return hitInside()
  // Within the endless strip but not inside the capsule: only the nearer cap can be met first.
  if (ox <= r && ox >= -r) return hitRound(r, 0, oy > 0 ? half : -half)
  if (!(ox * dx < 0)) return false
  const side = ox > 0 ? 1 : -1
  const t = (side * r - ox) / dx
  const y = oy + t * local[3]
  if (y > half) return hitRound(r, 0, half)
  if (y < -half) return hitRound(r, 0, -half)
  return hitFace(t, side, 0)
}

/** A segment is a box without height. */
function hitSegment(half: number): boolean {
  const ox = local[0]
  const oy = local[1]
  const dx = local[2]
  const dy = local[3]
  if (oy === 0 && ox <= half && ox >= -half) return hitInside()
  if (dy === 0) {
    const end = dx > 0 ? -half : half
    return oy === 0 && (end - ox) * dx > 0 ? hitFace((end - ox) / dx, dx > 0 ? -1 : 1, 0) : false
  }
  const t = -oy / dy
  const x = ox + t * dx
  return t >= 0 && t < Infinity && x <= half && x >= -half ? hitFace(t, 0, dy > 0 ? -1 : 1) : false
}

/** Faces moved out by the radius, with round corners where the ray comes in beyond the end of a face. */
function hitPolygon(polygon: Polygon, r: number): boolean {
  const { vertices, normals, vertexCount } = polygon
  let enter = -Infinity
  let leave = Infinity
  let face = -1
  let highest = -Infinity
  let nearest = 0
  for (let i = 0; i < vertexCount; i++) {
    const x = normals[2 * i]
    const y = normals[2 * i + 1]
    const above = x * (local[0] - vertices[2 * i]) + y * (local[1] - vertices[2 * i + 1]) - r
    const rise = x * local[2] + y * local[3]
    if (above > highest) {
      highest = above
      nearest = i
    }
    if (rise < 0) {
      const t = -above / rise
      if (t > enter) {
        enter = t
        face = i
      }
    } else if (rise > 0) leave = Math.min(leave, -above / rise)
    else if (above > 0) return false
  }
  if (highest <= 0) {
    // Behind all faces. A rounded polygon's corner may still be in between: the highest face ends at the nearest corner.
    const corner = r > 0 && highest > -r ? cornerBeyond(polygon, nearest, 0) : -1
    if (corner < 0) return hitInside()
    const x = vertices[2 * corner]
    const y = vertices[2 * corner + 1]
    return (local[0] - x) * (local[0] - x) + (local[1] - y) * (local[1] - y) <= r * r ? hitInside() : hitRound(r, x, y)
  }
  if (!(enter <= leave && enter >= 0 && enter < Infinity)) return false
  const corner = r > 0 ? cornerBeyond(polygon, face, enter) : -1
  if (corner >= 0) return hitRound(r, vertices[2 * corner], vertices[2 * corner + 1])
  return hitFace(enter, normals[2 * face], normals[2 * face + 1])
}

/** The end of a face beyond which the point at t of the ray lies; −1 if it lies beside the face. */
function cornerBeyond(polygon: Polygon, face: number, t: number): number {
  const { vertices, normals, vertexCount } = polygon
  const next = face + 1 < vertexCount ? face + 1 : 0
  const x = local[0] + t * local[2]
  const y = local[1] + t * local[3]
  // Counter-clockwise, so the face runs along its normal turned left.
  const ex = -normals[2 * face + 1]
  const ey = normals[2 * face]
  if ((x - vertices[2 * face]) * ex + (y - vertices[2 * face + 1]) * ey < 0) return face
  return (x - vertices[2 * next]) * ex + (y - vertices[2 * next + 1]) * ey > 0 ? next : -1
}

/**
 * Ray ray[rayOffset …+4] in world coordinates against a shape: kind, rotation (cosine, sine), centre, size and polygon as
 * everywhere. True on a hit with t ≤ the ray's largest, which is then in `out`.
 */
export function rayShape(
  out: RayHit, kind: number, rot: Float64Array, ro: number, center: Float64Array, co: number, size: Float64Array, so: number,
  polygon: Polygon | null, ray: Float64Array, rayOffset: number,
): boolean {
  const dx = ray[rayOffset + 2]
  const dy = ray[rayOffset + 3]
  const length = Math.sqrt(dx * dx + dy * dy)
  const scale = length > 0 ? 1 / length : 0
  const x = ray[rayOffset] - center[co]
  const y = ray[rayOffset + 1] - center[co + 1]
  const c = rot[ro]
  const s = rot[ro + 1]
  local[0] = c * x + s * y
  local[1] = c * y - s * x
  local[2] = (c * dx + s * dy) * scale
  local[3] = (c * dy - s * dx) * scale
  let found = false
  if (kind === CIRCLE) found = hitCircle(size[so])
  else if (kind === CAPSULE) found = hitCapsule(size[so], size[so + 1])
  else if (kind === SEGMENT) found = hitSegment(size[so])
  else found = hitPolygon(polygon!, size[so])
  if (!found) return false
  const t = hit[0] * scale
  if (!(t <= ray[rayOffset + 4])) return false
  const nx = hit[1]
  const ny = hit[2]
  out.t = t
  out.nx = c * nx - s * ny
  out.ny = s * nx + c * ny
  return true
}
