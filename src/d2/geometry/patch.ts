/**
 * What the face of one core shares with a face of another, as at most two contact points; and the contact of two rounded corners. Called
 * once the reference face is known.
 *
 * Everything happens in the frame of P, the shape with the reference face; seen with that face's normal upwards, t points right. P's edge
 * runs from right to left, the edge of Q above it from left to right.
 *
 * Names. The point at the right end of what is shared belongs to the right end of P's edge and the right end of Q's, and so on the left.
 * That does not depend on which of the two edges ends there, nor on which of the shapes gave the reference face.
 */

import { STEEP_EDGE, TIE_PER_SIZE } from './tolerances.ts'
import { OPPOSED_BIAS, SIDEWAYS, SLIVER_OF_FACE, SLIVER_PER_SIZE } from '../../common/tolerances.ts'
import { CORNER_STRIDE, CORNERS } from './polygon/packed-polygons.ts'
import { CORES_FACE_A, CORES_FACE_B, CORES_POINTS, type Manifold } from './manifold.ts'
import { DX, DY, INNER, MARGIN, query, RADIUS_A, RADIUS_B, SEAM } from './query.ts'

/** Instead of the name of a corner: somewhere along the edge. */
const ANYWHERE = 254

/** Cosine and sine of Q's rotation in P's frame, and the place of its origin. */
export const pose: Float64Array = new Float64Array(4)

/** P has its rotation at rot[rp], Q at rot[rq]; `flipped` when P is B. */
export function setPose(rot: Float64Array, rp: number, rq: number, flipped: boolean): void {
  const c = rot[rp]
  const s = rot[rp + 1]
  const dx = flipped ? -query[DX] : query[DX]
  const dy = flipped ? -query[DY] : query[DY]
  pose[0] = c * rot[rq] + s * rot[rq + 1]
  pose[1] = c * rot[rq + 1] - s * rot[rq]
  pose[2] = c * dx + s * dy
  pose[3] = c * dy - s * dx
}

/** Writes the contact of P's `edge` with the edges at Q's `vertex`, the lowest above it. True if it is one of a corner, and not of two faces. */
export function facePatch(
  out: Manifold, rot: Float64Array, rp: number, P: Float64Array, p: number, Q: Float64Array, q: number, edge: number, vertex: number,
  flipped: boolean,
): boolean {
  const c = pose[0]
  const s = pose[1]
  const ox = pose[2]
  const oy = pose[3]
  const atP = p + CORNERS + CORNER_STRIDE * edge
  const nx = P[atP + 2]
  const ny = P[atP + 3]
  const nextP = edge + 1 < P[p] ? edge + 1 : 0
  const level = nx * P[atP] + ny * P[atP + 1]
  const rightP = ny * P[atP] - nx * P[atP + 1]
  const leftP = ny * P[atP + CORNER_STRIDE] - nx * P[atP + CORNER_STRIDE + 1]

  // The edge at the vertex that opposes the normal more; n in Q's frame is (mx, my).
  const mx = c * nx + s * ny
  const my = c * ny - s * nx
  const cornersQ = Q[q] | 0
  const before = vertex > 0 ? vertex - 1 : cornersQ - 1
  const fore = q + CORNERS + CORNER_STRIDE * vertex + 2
  const aft = q + CORNERS + CORNER_STRIDE * before + 2
  const tilt = mx * (Q[fore] - Q[aft]) + my * (Q[fore + 1] - Q[aft + 1])
  const opposed = (before < vertex ? tilt < -OPPOSED_BIAS : tilt < OPPOSED_BIAS) ? vertex : before
  const nextQ = opposed + 1 < cornersQ ? opposed + 1 : 0
  const atQ = q + CORNERS + CORNER_STRIDE * opposed
  const above = nx * ox + ny * oy - level
  const aside = ny * ox - nx * oy
  let x = Q[atQ]
  let y = Q[atQ + 1]
  const leftQ = aside + my * x - mx * y
  const leftHeight = above + mx * x + my * y
  x = Q[atQ + CORNER_STRIDE]
  y = Q[atQ + CORNER_STRIDE + 1]
  const rightQ = aside + my * x - mx * y
  const rightHeight = above + mx * x + my * y

  let left = leftQ > leftP ? leftQ : leftP
  let right = rightQ < rightP ? rightQ : rightP
  const width = right - left
  const clear = SLIVER_PER_SIZE * query[INNER]
  const sliver = width < clear && width < Math.min(clear, SLIVER_OF_FACE * Math.min(rightP - leftP, rightQ - leftQ))
  const steep = mx * Q[atQ + 2] + my * Q[atQ + 3] > STEEP_EDGE
  const radii = query[RADIUS_A] + query[RADIUS_B]
  const atLeft = opposed === vertex
  const slope = rightQ > leftQ ? (rightHeight - leftHeight) / (rightQ - leftQ) : 0
  let height = atLeft ? leftHeight : rightHeight
  let place = atLeft ? leftQ : rightQ
  let over = place > rightP ? place - rightP : place < leftP ? place - leftP : 0
  let lowest = vertex
  // A rounded corner beside the face: nearest to the face's end only if its own edge rises steeply enough on its way back over the face.
  // For a large radius over a thin shape the part of the height would be more than the shape.
  const allowed = SIDEWAYS * Math.min(height, 2 * query[INNER])
  const beside = Math.abs(over) > allowed && -slope * over * height >= over * over
  const nearest = query[MARGIN] === Infinity
  if ((radii > 0 || nearest) && height > -TIE_PER_SIZE * query[INNER] && (sliver || steep || beside)) {
    // Two capsules in line: both ends of one are as high above the other, and only one is near.
    const farHeight = atLeft ? rightHeight : leftHeight
    const farPlace = atLeft ? rightQ : leftQ
    const farOver = farPlace > rightP ? farPlace - rightP : farPlace < leftP ? farPlace - leftP : 0
    if (farHeight * farHeight + farOver * farOver < height * height + over * over) {
      height = farHeight
      place = farPlace
      over = farOver
      lowest = atLeft ? nextQ : opposed
    }
  } else if (steep || (sliver && query[SEAM] > 0)) {
    const inset = query[SEAM] > 0 ? -query[SEAM] : Math.min(clear, SLIVER_OF_FACE * (rightP - leftP))
    if (!nearest && (place < leftP + inset || place > rightP - inset)) return false
    over = 0
  } else if (sliver && !nearest && height - radii > -clear) {
    // Deeper than that hair it is no passing by, however little of the faces is shared.
    return false
  } else {
    lowest = -1
    // A rounded corner just beside the face is not cut off: the depth is there.
    if (Math.abs(over) <= allowed && radii > 0) {
      if (over > 0) right = place
      if (over < 0) left = place
    }
  }
  if (lowest >= 0) {
    corner[0] = over
    corner[1] = height
    corner[2] = place - over
    corner[3] = level
    corner[4] = nx
    corner[5] = ny
    const cornerP = over > 0 ? edge : over < 0 ? nextP : ANYWHERE
    cornerContact(out, rot, rp, flipped ? (lowest << 8) | cornerP : (cornerP << 8) | lowest, flipped)
    return true
  }

  const margin = query[MARGIN]
  const leftGap = leftHeight + slope * (left - leftQ) - radii
  const rightGap = rightHeight + slope * (right - rightQ) - radii
  const wx = rot[rp] * nx - rot[rp + 1] * ny
  const wy = rot[rp + 1] * nx + rot[rp] * ny
  out.nx = flipped ? -wx : wx
  out.ny = flipped ? -wy : wy
  const originX = flipped ? query[DX] : 0
  const originY = flipped ? query[DY] : 0
  const surface = level + (flipped ? query[RADIUS_B] : query[RADIUS_A])
  const leftId = flipped ? (opposed << 8) | nextP : (nextP << 8) | opposed
  const rightId = flipped ? (nextQ << 8) | edge : (edge << 8) | nextQ
  const { points, separations, ids } = out
  let count = 0
  // From left to right as A sees it, whoever gave the face.
  for (let k = 0; k < 2; k++) {
    const onLeft = (k === 0) !== flipped
    const gap = onLeft ? leftGap : rightGap
    if (gap >= margin) continue
    const along = onLeft ? left : right
    const height = surface + 0.5 * gap
    points[2 * count] = originX + wy * along + wx * height
    points[2 * count + 1] = originY - wx * along + wy * height
    separations[count] = gap
    ids[count] = onLeft ? leftId : rightId
    count++
  }
  out.count = count
  return false
}

/**
 * For `cornerContact`: from the nearest point of P's edge to Q's vertex along t and n; that point along t and n; the normal n in P's frame.
 */
export const corner: Float64Array = new Float64Array(6)

/** The one point of a corner over an edge, or of two rounded corners that are apart but for their roundness. */
export function cornerContact(out: Manifold, rot: Float64Array, rp: number, id: number, flipped: boolean): void {
  const over = corner[0]
  const height = corner[1]
  const distance = over === 0 ? height : Math.sqrt(over * over + height * height)
  const gap = distance - query[RADIUS_A] - query[RADIUS_B]
  const nx = corner[4]
  const ny = corner[5]
  const lx = over === 0 ? nx : (over * ny + height * nx) / distance
  const ly = over === 0 ? ny : (height * ny - over * nx) / distance
  const c = rot[rp]
  const s = rot[rp + 1]
  const wx = c * lx - s * ly
  const wy = s * lx + c * ly
  out.nx = flipped ? -wx : wx
  out.ny = flipped ? -wy : wy
  if (gap >= query[MARGIN]) return
  const px = corner[2] * ny + corner[3] * nx
  const py = corner[3] * ny - corner[2] * nx
  const way = (flipped ? query[RADIUS_B] : query[RADIUS_A]) + 0.5 * gap
  out.points[0] = (flipped ? query[DX] : 0) + c * px - s * py + wx * way
  out.points[1] = (flipped ? query[DY] : 0) + s * px + c * py + wy * way
  out.separations[0] = gap
  out.ids[0] = id
  out.count = 1
  out.cores = over !== 0 ? CORES_POINTS : flipped ? CORES_FACE_B : CORES_FACE_A
}
