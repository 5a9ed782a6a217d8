/**
 * The polygon that face contacts are cut from, and the cut itself. Flat coordinates in the reference face, plus the height
 * above it, plus which edge runs on from each corner. Choosing the contact points from the result is in `patch.ts`.
 */

/** Room for one polygon: cutting a polygon of p corners with q sides leaves at most p + q, each at most 254. */
export const POLYGON_ROOM: number = 512

/** Labels of the cutting polygon's edges start here; below are the edges of the polygon that is being cut. */
export const REFERENCE_LABEL: number = 256

// Two polygons of room POLYGON_ROOM each, cut to and fro; `base` is 0 or POLYGON_ROOM.

/** First coordinate in the reference face. */
export const polygonX: Float64Array = new Float64Array(2 * POLYGON_ROOM)
/** Second coordinate in the reference face; x, y and the face's outward normal are right-handed. */
export const polygonY: Float64Array = new Float64Array(2 * POLYGON_ROOM)
/** Height above the reference face: the separation. */
export const polygonZ: Float64Array = new Float64Array(2 * POLYGON_ROOM)
/** Label of the edge from each corner to the next, counter-clockwise. */
export const polygonEdge: Int32Array = new Int32Array(2 * POLYGON_ROOM)

/** Outward unit normals of the edges by label, in the plane of the reference face. */
export const edgeNormalX: Float64Array = new Float64Array(2 * REFERENCE_LABEL)
export const edgeNormalY: Float64Array = new Float64Array(2 * REFERENCE_LABEL)

/**
 * Keeps the part where sign·x <= size[at], or sign·y when `along` is the array of y. Like `clipPolygon` otherwise; rectangles
 * are cut so often that the multiplications, and the fractional arguments (see `query.ts`), count.
 */
export function clipSide(
  base: number, count: number, along: Float64Array, sign: number, size: Float64Array, at: number, label: number,
): number {
  if (count === 0) return 0
  const half = size[at]
  const x = polygonX
  const y = polygonY
  const z = polygonZ
  const edge = polygonEdge
  let to = POLYGON_ROOM - base
  const start = to
  const end = base + count
  let previous = end - 1
  let before = sign * along[previous] - half
  for (let i = base; i < end; i++) {
    const after = sign * along[i] - half
    if (after <= 0) {
      if (before > 0) {
        const t = before / (before - after)
        x[to] = x[previous] + t * (x[i] - x[previous])
        y[to] = y[previous] + t * (y[i] - y[previous])
        z[to] = z[previous] + t * (z[i] - z[previous])
        edge[to++] = edge[previous]
      }
      x[to] = x[i]
      y[to] = y[i]
      z[to] = z[i]
      edge[to++] = edge[i]
    } else if (before <= 0) {
      const t = before / (before - after)
      x[to] = x[previous] + t * (x[i] - x[previous])
      y[to] = y[previous] + t * (y[i] - y[previous])
      z[to] = z[previous] + t * (z[i] - z[previous])
      edge[to++] = label
    }
    previous = i
    before = after
  }
  return to - start
}

/**
 * Keeps the part of the polygon at `base` on the inner side of an edge of the reference face, given by its normal under
 * `label` and a point (edgeX[at], edgeY[at]) on it. Returns its number of corners; it lies in the other half of the room, at
 * POLYGON_ROOM − base. The edge that the cut makes gets the label.
 */
export function clipPolygon(base: number, count: number, label: number, edgeX: Float64Array, edgeY: Float64Array, at: number): number {
  if (count === 0) return 0
  const nx = edgeNormalX[label]
  const ny = edgeNormalY[label]
  const offset = nx * edgeX[at] + ny * edgeY[at]
  const x = polygonX
  const y = polygonY
  const z = polygonZ
  const edge = polygonEdge
  let to = POLYGON_ROOM - base
  const start = to
  const end = base + count
  let previous = end - 1
  let before = nx * x[previous] + ny * y[previous] - offset
  for (let i = base; i < end; i++) {
    const after = nx * x[i] + ny * y[i] - offset
    if ((before <= 0) !== (after <= 0)) {
      const t = before / (before - after)
      x[to] = x[previous] + t * (x[i] - x[previous])
      y[to] = y[previous] + t * (y[i] - y[previous])
      z[to] = z[previous] + t * (z[i] - z[previous])
      edge[to] = before <= 0 ? label : edge[previous]
      to++
    }
    if (after <= 0) {
      x[to] = x[i]
      y[to] = y[i]
      z[to] = z[i]
      edge[to] = edge[i]
      to++
    }
    previous = i
    before = after
  }
  return to - start
}
