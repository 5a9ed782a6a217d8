/**
 * From the cut polygon of two faces to at most four contact points: merges corners that tremble around one place, refuses
 * slivers, drops what is too far apart, thins out the rest, and names the points. The cut itself is in `clip.ts`.
 *
 * Names. Every corner of the cut polygon has an edge that comes in and one that goes out, each an edge of one face or the
 * other. A direction d between their outward normals picks the corner of A's face and the corner of B's face that lie
 * farthest along d: that pair is the name. It does not depend on whether the corner was cut or where the face lies, only
 * on the angle between the two faces. Two corners of one polygon never share a name: between their directions lies the
 * normal of an edge of A or B, so the farthest corner of that face differs.
 */

import { BETTER_RATIO, MERGE_PER_SIZE, TOWARDS_OUT } from './tolerances.ts'
import { edgeNormalX, edgeNormalY, polygonEdge, polygonX, polygonY, polygonZ, POLYGON_ROOM } from './clip.ts'
import { INNER, MARGIN, query } from './query.ts'

/** That direction times the slope, in the plane of the reference face; set before `choosePoints`. */
export const bias: Float64Array = new Float64Array(2)

/** Label of the edge that comes into each corner; filled by `tidyPolygon`. */
export const incomingEdge: Int32Array = new Int32Array(2 * POLYGON_ROOM)

/** Candidates that are close enough, in the polygon's order. */
const near = new Int32Array(POLYGON_ROOM)

/** The corners that `choosePoints` took, as indices into the polygon arrays. */
export const chosen: Int32Array = new Int32Array(4)

/** Weight of the outgoing edge in the direction d: the reference face is A's, B's. A constant or a number, by choice, would be allocated. */
export const outShares: Float64Array = new Float64Array([TOWARDS_OUT, 1 - TOWARDS_OUT])

/** The direction d of the last call of `nameDirection`. */
export const direction: Float64Array = new Float64Array(2)

/** Twice the area and the perimeter of the polygon before the last `tidyPolygon`. */
const measure = new Float64Array(2)

/** Merges corners that are all but one and, above four, drops those on the line of their neighbours. In place. */
export function tidyPolygon(base: number, count: number): number {
  const tolerance = MERGE_PER_SIZE * query[INNER]
  const x = polygonX
  const y = polygonY
  const z = polygonZ
  const edge = polygonEdge
  const end = base + count
  const close = tolerance * tolerance
  const ox = x[base]
  const oy = y[base]
  let beforeX = x[end - 1]
  let beforeY = y[end - 1]
  let beforeEdge = edge[end - 1]
  let area = 0
  let round = 0
  let last = base - 1
  for (let i = base; i < end; i++) {
    const hereX = x[i]
    const hereY = y[i]
    const dx = hereX - beforeX
    const dy = hereY - beforeY
    area += (beforeX - ox) * dy - (beforeY - oy) * dx
    round += Math.abs(dx) + Math.abs(dy)
    const outgoing = edge[i]
    if (last < base || dx * dx + dy * dy > close) {
      last++
      incomingEdge[last] = beforeEdge
      x[last] = hereX
      y[last] = hereY
      z[last] = z[i]
    } else if (z[i] < z[last]) {
      x[last] = hereX
      y[last] = hereY
      z[last] = z[i]
    }
    edge[last] = outgoing
    beforeX = hereX
    beforeY = hereY
    beforeEdge = outgoing
  }
  measure[0] = area
  measure[1] = round
  if (last > base) {
    const dx = x[last] - x[base]
    const dy = y[last] - y[base]
    if (dx * dx + dy * dy <= close) {
      incomingEdge[base] = incomingEdge[last]
      if (z[last] < z[base]) {
        x[base] = x[last]
        y[base] = y[last]
        z[base] = z[last]
      }
      last--
    }
  }
  const merged = last - base + 1
  return merged > 4 ? dropStraight(base, merged) : merged
}

/** Drops corners on the line between their neighbours, give or take: their heights lie between the neighbours' too. */
function dropStraight(base: number, count: number): number {
  const tolerance = MERGE_PER_SIZE * query[INNER]
  const x = polygonX
  const y = polygonY
  let last = base - 1
  for (let i = base; i < base + count; i++) {
    const previous = last >= base ? last : base + count - 1
    const next = i + 1 < base + count ? i + 1 : base
    const ax = x[i] - x[previous]
    const ay = y[i] - y[previous]
    const bx = x[next] - x[previous]
    const by = y[next] - y[previous]
    const area = ax * by - ay * bx
    if (area * area > tolerance * tolerance * (bx * bx + by * by)) {
      last++
      incomingEdge[last] = incomingEdge[i]
      x[last] = x[i]
      y[last] = y[i]
      polygonZ[last] = polygonZ[i]
      polygonEdge[last] = polygonEdge[i]
    }
  }
  return last - base + 1
}

/** Width below which a polygon is a sliver. */
export const sliver: Float64Array = new Float64Array(1)

/**
 * Was the polygon that was tidied last narrower than `sliver`? Measured as twice the area over the perimeter, which is a
 * strip's width and half a square's side. (The perimeter is taken along x and y: no roots, and at most 1.4 times too long.)
 *
 * Why slivers are refused: a box that rests on a row of flush boxes overlaps the row by a hair. Seen from the side, the next
 * box of the row then presents a strip as high as that hair, right in the way. The same strip appears between
 * cubes that meet along an edge only. Neither carries a load worth having, and both would push sideways.
 */
export function isSliver(): boolean {
  return measure[0] < sliver[0] * measure[1]
}

/**
 * Fills `chosen` with at most four corners of which the surfaces are closer than the margin: the deepest, the one farthest
 * from it, and the one on each side that spans most. `bias` tilts the comparison of depths. Returns how many, in the
 * polygon's order.
 */
export function choosePoints(base: number, count: number): number {
  const z = polygonZ
  const margin = query[MARGIN]
  let found = 0
  for (let i = base; i < base + count; i++) if (z[i] < margin) near[found++] = i
  if (found > 4) return thinOut(found)
  for (let i = 0; i < found; i++) chosen[i] = near[i]
  return found
}

function thinOut(found: number): number {
  const biasX = bias[0]
  const biasY = bias[1]
  const x = polygonX
  const y = polygonY
  let first = 0
  let best = Infinity
  for (let i = 0; i < found; i++) {
    const c = near[i]
    const score = polygonZ[c] - biasX * x[c] - biasY * y[c]
    if (score < best) {
      best = score
      first = i
    }
  }
  const fx = x[near[first]]
  const fy = y[near[first]]
  let far = first
  best = 0
  for (let step = 1, i = first + 1; step < found; step++, i++) {
    if (i >= found) i = 0
    const dx = x[near[i]] - fx
    const dy = y[near[i]] - fy
    const square = dx * dx + dy * dy
    if (square > best * BETTER_RATIO) {
      best = square
      far = i
    }
  }
  chosen[0] = near[first]
  let taken = 1
  const right = widest(first, far, found)
  if (right >= 0) chosen[taken++] = right
  chosen[taken++] = near[far]
  const left = widest(far, first, found)
  if (left >= 0) chosen[taken++] = left
  return taken
}

/** Among the candidates after `from` and before `to`, the corner farthest to the right of the line between the two, or −1. */
function widest(from: number, to: number, found: number): number {
  const fx = polygonX[near[from]]
  const fy = polygonY[near[from]]
  const lx = polygonX[near[to]] - fx
  const ly = polygonY[near[to]] - fy
  let best = 0
  let at = -1
  for (let i = from + 1 < found ? from + 1 : 0; i !== to; i = i + 1 < found ? i + 1 : 0) {
    const c = near[i]
    const area = ly * (polygonX[c] - fx) - lx * (polygonY[c] - fy)
    if (area > best * BETTER_RATIO) {
      best = area
      at = c
    }
  }
  return at
}

/**
 * Sets `direction` for naming the corner. `flipped` when the reference face is B's: the polygon is then seen from the other
 * side, incoming and outgoing change places, and the name must not.
 */
export function nameDirection(corner: number, flipped: boolean): void {
  const incoming = incomingEdge[corner]
  const outgoing = polygonEdge[corner]
  const share = outShares[flipped ? 1 : 0]
  direction[0] = edgeNormalX[incoming] * (1 - share) + edgeNormalX[outgoing] * share
  direction[1] = edgeNormalY[incoming] * (1 - share) + edgeNormalY[outgoing] * share
}
