/**
 * The point of a hull nearest to a given point outside it, and the heights of a point above all faces. Hull's own frame.
 * Used by the round shapes; exact, by looking at the faces and edges that face the point.
 */

import { LONG_ROUNDING, LOST_DIGITS } from '../../../common/math/rounding.ts'
import { type Hull, MAX_HULL_FACES } from './hull.ts'

/** The point that everything here is about. */
export const probe: Float64Array = new Float64Array(3)

/** Height above the highest face or, later, squared distance from the hull; and the height that is high enough to stop. */
export const highest: Float64Array = new Float64Array(2)

/** Height of the point of the last `findHighestFace` above each face. */
const heights = new Float64Array(MAX_HULL_FACES)

/** Result of `findNearestOnHull`: the way from the hull to the point. Not the hull's point: close to it, differences lose digits. */
export const awayFromHull: Float64Array = new Float64Array(3)

/**
 * The face whose plane `probe` is highest above, lower numbers first in ties. Its height is then in `highest[0]`. Stops at
 * one above `highest[1]`.
 */
export function findHighestFace(hull: Hull): number {
  const x = probe[0]
  const y = probe[1]
  const z = probe[2]
  const bias = LOST_DIGITS * hull.innerRadius
  const reach = highest[1]
  const planes = hull.planes
  const count = hull.faceCount
  let face = 0
  let best = -Infinity
  for (let f = 0; f < count; f++) {
    const height = planes[4 * f] * x + planes[4 * f + 1] * y + planes[4 * f + 2] * z - planes[4 * f + 3]
    heights[f] = height
    if (height > best + bias) {
      best = height
      face = f
      if (height > reach) break
    }
  }
  highest[0] = best
  return face
}

/** The same face exactly, without the bias, from the heights of the last complete `findHighestFace`. */
export function exactlyHighestFace(hull: Hull): number {
  let face = 0
  for (let f = 1; f < hull.faceCount; f++) if (heights[f] > heights[face]) face = f
  highest[0] = heights[face]
  return face
}

/** Does the foot of `probe` on the face's plane lie on the face? */
export function isOverFace(hull: Hull, face: number): boolean {
  const x = probe[0]
  const y = probe[1]
  const z = probe[2]
  const { planes, vertices, faceStart, faceVertices } = hull
  const nx = planes[4 * face]
  const ny = planes[4 * face + 1]
  const nz = planes[4 * face + 2]
  const end = faceStart[face + 1]
  let a = 3 * faceVertices[end - 1]
  for (let i = faceStart[face]; i < end; i++) {
    const b = 3 * faceVertices[i]
    const ex = vertices[b] - vertices[a]
    const ey = vertices[b + 1] - vertices[a + 1]
    const ez = vertices[b + 2] - vertices[a + 2]
    const px = x - vertices[a]
    const py = y - vertices[a + 1]
    const pz = z - vertices[a + 2]
    if (nx * (ey * pz - ez * py) + ny * (ez * px - ex * pz) + nz * (ex * py - ey * px) < 0) return false
    a = b
  }
  return true
}

/**
 * Sets `awayFromHull` from the point of the hull nearest to `probe`, which must be outside and the point of the last
 * complete `findHighestFace`; `face` is its answer. Leaves the squared distance in `highest[0]`.
 */
export function findNearestOnHull(hull: Hull, face: number): void {
  const planes = hull.planes
  if (isOverFace(hull, face)) {
    footOn(planes, face)
    return
  }
  // Mostly the nearest edge or vertex belongs to the highest face; if so, no vertex lies farther towards the point.
  const { vertices, edges, faceStart, faceVertices } = hull
  highest[0] = Infinity
  const last = faceStart[face + 1]
  let a = 3 * faceVertices[last - 1]
  for (let i = faceStart[face]; i < last; i++) {
    const b = 3 * faceVertices[i]
    tryEdge(vertices, a, b)
    a = b
  }
  if (isNearest(hull)) return
  const end = 4 * hull.edgeCount
  for (let i = 0; i < end; i += 4) {
    if (heights[edges[i + 2]] <= 0 && heights[edges[i + 3]] <= 0) continue
    tryEdge(vertices, 3 * edges[i], 3 * edges[i + 1])
  }
  const faces = hull.faceCount
  for (let f = 0; f < faces; f++) {
    const height = heights[f]
    if (height > 0 && height * height < highest[0] && isOverFace(hull, f)) {
      footOn(planes, f)
      return
    }
  }
}

/** If the edge from a to b has a point nearer than known so far, takes it. */
function tryEdge(vertices: Float64Array, a: number, b: number): void {
  const ex = vertices[b] - vertices[a]
  const ey = vertices[b + 1] - vertices[a + 1]
  const ez = vertices[b + 2] - vertices[a + 2]
  const px = probe[0] - vertices[a]
  const py = probe[1] - vertices[a + 1]
  const pz = probe[2] - vertices[a + 2]
  let t = (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez)
  t = t > 1 ? 1 : t < 0 ? 0 : t
  const wx = px - t * ex
  const wy = py - t * ey
  const wz = pz - t * ez
  const square = wx * wx + wy * wy + wz * wz
  if (square >= highest[0]) return
  highest[0] = square
  awayFromHull[0] = wx
  awayFromHull[1] = wy
  awayFromHull[2] = wz
}

/** Is the point at the foot of `awayFromHull` the nearest of all to `probe`? To 1e-13 of the hull's size. */
export function isNearest(hull: Hull): boolean {
  const square = highest[0]
  const wx = awayFromHull[0]
  const wy = awayFromHull[1]
  const wz = awayFromHull[2]
  const vertices = hull.vertices
  const end = 3 * hull.vertexCount
  // Where the plane through the foot, across the way, stands along the way.
  const level = wx * probe[0] + wy * probe[1] + wz * probe[2] - square + LONG_ROUNDING * hull.radius * Math.sqrt(square)
  for (let v = 0; v < end; v += 3) if (wx * vertices[v] + wy * vertices[v + 1] + wz * vertices[v + 2] > level) return false
  return true
}

function footOn(planes: Float64Array, face: number): void {
  const height = heights[face]
  awayFromHull[0] = height * planes[4 * face]
  awayFromHull[1] = height * planes[4 * face + 1]
  awayFromHull[2] = height * planes[4 * face + 2]
  highest[0] = height * height
}
