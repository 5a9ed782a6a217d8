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

import { edgeNormalX, edgeNormalY, polygonEdge, polygonX, polygonY, polygonZ, POLYGON_ROOM } from './clip.ts'

/** Corners closer than this, per unit of inner radius, are one: far above trembling, far below what a solver can feel. */
export const MERGE_PER_SIZE: number = 1e-3

/**
 * Patches narrower than this, per unit of inner radius of the smaller shape, are no contact: four times the overlap that
 * resting shapes keep. See `isSliver`.
 */
export const SLIVER_PER_SIZE: number = 4e-3

/** A patch is only a sliver if both faces are this many times as wide; else the face itself is that narrow. */
export const SLIVER_OF_FACE: number = 0.1

/**
 * Slope, rad, by which "deepest" is tilted when points are thinned out. Bodies that rock less than this keep their points.
 * Without it a resting drum of sixteen corners would change its four points, and lose its impulses, at every tremor.
 */
const DEEPEST_BIAS = 1e-3

/** The tilt's direction in A's local frame, at an angle that no usual shape or layout has. */
export const BIAS_X: number = 0.267 * DEEPEST_BIAS
export const BIAS_Y: number = 0.802 * DEEPEST_BIAS
export const BIAS_Z: number = 0.534 * DEEPEST_BIAS

/** How much better a later candidate must be, relative: symmetric polygons tie exactly. */
const BETTER = 1.001

/** Where d lies between the two edge normals. Not the middle: squares turned by 45 degrees would tie. */
const TOWARDS_OUT = 0.6

/** Label of the edge that comes into each corner; filled by `tidyPolygon`. */
const incomingEdge = new Int32Array(2 * POLYGON_ROOM)

/** Candidates that are close enough, in the polygon's order. */
const near = new Int32Array(POLYGON_ROOM)

/** The corners that `choosePoints` took, as indices into the polygon arrays. */
export const chosen: Int32Array = new Int32Array(4)

/** The direction d of the last call of `nameDirection`. */
export const direction: Float64Array = new Float64Array(2)

/** Merges corners closer than `tolerance` and, above four, drops those on the line of their neighbours. In place. */
export function tidyPolygon(base: number, count: number, tolerance: number): number {
  const x = polygonX
  const y = polygonY
  const z = polygonZ
  const edge = polygonEdge
  const close = tolerance * tolerance
  let last = base
  incomingEdge[base] = edge[base + count - 1]
  for (let i = base + 1; i < base + count; i++) {
    const dx = x[i] - x[last]
    const dy = y[i] - y[last]
    const incoming = edge[i - 1]
    if (dx * dx + dy * dy > close) {
      last++
      incomingEdge[last] = incoming
      move(i, last)
    } else if (z[i] < z[last]) {
      move(i, last)
    } else {
      edge[last] = edge[i]
    }
  }
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
  return merged > 4 ? dropStraight(base, merged, tolerance) : merged
}

function move(from: number, to: number): void {
  if (from === to) return
  polygonX[to] = polygonX[from]
  polygonY[to] = polygonY[from]
  polygonZ[to] = polygonZ[from]
  polygonEdge[to] = polygonEdge[from]
}

/** Drops corners within `tolerance` of the line between their neighbours: their heights lie between the neighbours' too. */
function dropStraight(base: number, count: number, tolerance: number): number {
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
      move(i, last)
    }
  }
  return last - base + 1
}

/**
 * Is the patch narrower than `width`? Twice the area over the perimeter: a strip's width, half a square's side.
 *
 * Why slivers are refused: a box that rests on a row of flush boxes overlaps the row by a hair. Seen from the side, the next
 * box of the row then presents a strip as high as that hair, right in the way. The same strip appears between
 * cubes that meet along an edge only. Neither carries a load worth having, and both would push sideways.
 */
export function isSliver(base: number, count: number, width: number): boolean {
  const x = polygonX
  const y = polygonY
  let area = 0
  let perimeter = 0
  let previous = base + count - 1
  const ox = x[base]
  const oy = y[base]
  for (let i = base; i < base + count; i++) {
    const dx = x[i] - x[previous]
    const dy = y[i] - y[previous]
    area += (x[previous] - ox) * dy - (y[previous] - oy) * dx
    perimeter += Math.sqrt(dx * dx + dy * dy)
    previous = i
  }
  return area < width * perimeter
}

/**
 * Fills `chosen` with at most four corners less than `margin` apart: the deepest, the one farthest from it, and the one on
 * each side that spans most. (biasX, biasY) tilts the comparison of depths. Returns how many, in the polygon's order.
 */
export function choosePoints(base: number, count: number, margin: number, biasX: number, biasY: number): number {
  const z = polygonZ
  let found = 0
  for (let i = base; i < base + count; i++) if (z[i] < margin) near[found++] = i
  if (found > 4) return thinOut(found, biasX, biasY)
  for (let i = 0; i < found; i++) chosen[i] = near[i]
  return found
}

function thinOut(found: number, biasX: number, biasY: number): number {
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
  let far = 1
  best = 0
  for (let step = 1; step < found; step++) {
    const c = near[(first + step) % found]
    const square = (x[c] - fx) * (x[c] - fx) + (y[c] - fy) * (y[c] - fy)
    if (square > best * BETTER) {
      best = square
      far = step
    }
  }
  const other = near[(first + far) % found]
  const lx = x[other] - fx
  const ly = y[other] - fy
  chosen[0] = near[first]
  let taken = 1
  const right = widest(first, 1, far, found, fx, fy, lx, ly)
  if (right >= 0) chosen[taken++] = right
  chosen[taken++] = other
  const left = widest(first, far + 1, found, found, fx, fy, -lx, -ly)
  if (left >= 0) chosen[taken++] = left
  return taken
}

/** Among the candidates from..to counted from `first`, the corner farthest to the right of the line (lx, ly), or −1. */
function widest(
  first: number, from: number, to: number, found: number, fx: number, fy: number, lx: number, ly: number,
): number {
  let best = 0
  let at = -1
  for (let step = from; step < to; step++) {
    const c = near[(first + step) % found]
    const area = ly * (polygonX[c] - fx) - lx * (polygonY[c] - fy)
    if (area > best * BETTER) {
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
  const share = flipped ? 1 - TOWARDS_OUT : TOWARDS_OUT
  direction[0] = edgeNormalX[incoming] * (1 - share) + edgeNormalX[outgoing] * share
  direction[1] = edgeNormalY[incoming] * (1 - share) + edgeNormalY[outgoing] * share
}
