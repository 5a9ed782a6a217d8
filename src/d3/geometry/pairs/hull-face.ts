/**
 * The patch that a face of one hull shares with a face of another. A's frame; B as left by `bringIntoFrame`. Called by
 * `hull-hull.ts` once the reference face is known.
 */

import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { BIAS_X, BIAS_Y, BIAS_Z, LEAST_ALIGNED } from '../tolerances.ts'
import { OPPOSED_BIAS, SLIVER_OF_FACE, SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import type { Hull } from '../hull/hull.ts'
import { clipPolygon, edgeNormalX, edgeNormalY, polygonEdge, polygonX, polygonY, polygonZ, POLYGON_ROOM, REFERENCE_LABEL } from '../clip.ts'
import { planesB, verticesB } from './hull-frame.ts'
import type { Manifold } from '../manifold.ts'
import { bias, choosePoints, chosen, direction, isSliver, nameDirection, sliver, tidyPolygon } from '../patch.ts'
import { INNER, query } from '../query.ts'

// Corners of the reference face and of the opposed face in the plane of the reference face, counter-clockwise.
const referenceX = new Float64Array(256)
const referenceY = new Float64Array(256)
const opposedX = new Float64Array(256)
const opposedY = new Float64Array(256)

/** The x and y axes of the reference face, for `takeLowest`. */
const frame = new Float64Array(6)

/** The vertex that `findOpposed` found lowest. */
let lowest = 0

/** Height of the reference face along the normal: at the origin, its slopes along x and y. */
const height = new Float64Array(3)

/** Normal of the contact in A's frame. */
const normal = new Float64Array(3)

/** `face` is B's when `flipped`, else A's. The contact's normal is the face's. */
export function hullFaceContact(
  out: Manifold, rot: Float64Array, ra: number, hullA: Hull, hullB: Hull, face: number, flipped: boolean,
): void {
  const planes = flipped ? planesB : hullA.planes
  normal[0] = planes[4 * face]
  normal[1] = planes[4 * face + 1]
  normal[2] = planes[4 * face + 2]
  patch(out, rot, ra, hullA, hullB, face, flipped, -1)
}

/**
 * The patch of two faces seen along an axis (unit, from A to B; its fourth number is the gap) that belongs to neither, because an edge of
 * each is what keeps the hulls apart. Hulls that lie almost flat on each other meet at such a crossing, and on that one point alone they
 * would tip and sink in. No points when the faces stand too steep for it, or when the patch does not show the gap.
 */
export function hullTiltedContact(
  out: Manifold, rot: Float64Array, ra: number, hullA: Hull, hullB: Hull, axis: Float64Array, faceA: number, faceB: number,
): void {
  normal[0] = axis[0]
  normal[1] = axis[1]
  normal[2] = axis[2]
  if (!isAligned(hullA.planes, faceA, 1) || !isAligned(planesB, faceB, -1)) return
  patch(out, rot, ra, hullA, hullB, faceA, false, faceB)
  let least = Infinity
  for (let i = 0; i < out.count; i++) least = Math.min(least, out.separations[i])
  if (Math.abs(least - axis[3]) > LOST_DIGITS * query[INNER]) out.count = 0
}

/** The face whose normal lies nearest to `sign` times the axis. */
export function mostAligned(planes: Float64Array, faceCount: number, axis: Float64Array, sign: number): number {
  let face = 0
  let most = -Infinity
  for (let f = 0; f < faceCount; f++) {
    const along = sign * (axis[0] * planes[4 * f] + axis[1] * planes[4 * f + 1] + axis[2] * planes[4 * f + 2])
    if (along > most) {
      most = along
      face = f
    }
  }
  return face
}

function isAligned(planes: Float64Array, face: number, sign: number): boolean {
  const cosine = normal[0] * planes[4 * face] + normal[1] * planes[4 * face + 1] + normal[2] * planes[4 * face + 2]
  return !(sign * cosine < LEAST_ALIGNED)
}

/**
 * Heights are measured along `normal`, above the reference face. `against` is the opposed face, or −1: then the normal is the reference
 * face's own, and the face that opposes it is looked for.
 */
function patch(
  out: Manifold, rot: Float64Array, ra: number, hullA: Hull, hullB: Hull, face: number, flipped: boolean, against: number,
): void {
  const hullP = flipped ? hullB : hullA
  const hullQ = flipped ? hullA : hullB
  const planesP = flipped ? planesB : hullA.planes
  const planesQ = flipped ? hullA.planes : planesB
  const verticesP = flipped ? verticesB : hullA.vertices
  const verticesQ = flipped ? hullA.vertices : verticesB
  const nx = normal[0]
  const ny = normal[1]
  const nz = normal[2]

  const tilted = against >= 0
  const opposed = tilted ? against : findOpposed(hullQ, verticesQ, planesQ)

  // x along the reference face's first edge, y so that x, y and the outward normal are right-handed.
  const startP = hullP.faceStart[face]
  const countP = hullP.faceStart[face + 1] - startP
  const loopP = hullP.faceVertices
  const first = 3 * loopP[startP]
  const second = 3 * loopP[startP + 1]
  let xx = verticesP[second] - verticesP[first]
  let xy = verticesP[second + 1] - verticesP[first + 1]
  let xz = verticesP[second + 2] - verticesP[first + 2]
  // Hull faces are flat only to the builder's tolerance.
  const lift = xx * nx + xy * ny + xz * nz
  xx -= lift * nx
  xy -= lift * ny
  xz -= lift * nz
  const scale = 1 / Math.sqrt(xx * xx + xy * xy + xz * xz)
  xx *= scale
  xy *= scale
  xz *= scale
  const yx = ny * xz - nz * xy
  const yy = nz * xx - nx * xz
  const yz = nx * xy - ny * xx

  // Height of the reference face along the normal: offset + slopeX x + slopeY y.
  height[0] = planesP[4 * face + 3]
  height[1] = 0
  height[2] = 0
  if (tilted) {
    const px = planesP[4 * face]
    const py = planesP[4 * face + 1]
    const pz = planesP[4 * face + 2]
    const inverse = 1 / (px * nx + py * ny + pz * nz)
    height[0] *= inverse
    height[1] = -(px * xx + py * xy + pz * xz) * inverse
    height[2] = -(px * yx + py * yy + pz * yz) * inverse
  }

  const offset = height[0]
  const slopeX = height[1]
  const slopeY = height[2]
  for (let i = 0; i < countP; i++) {
    const v = 3 * loopP[startP + i]
    referenceX[i] = xx * verticesP[v] + xy * verticesP[v + 1] + xz * verticesP[v + 2]
    referenceY[i] = yx * verticesP[v] + yy * verticesP[v + 1] + yz * verticesP[v + 2]
  }
  setEdgeNormals(referenceX, referenceY, countP, REFERENCE_LABEL)
  const startQ = hullQ.faceStart[opposed]
  const countQ = hullQ.faceStart[opposed + 1] - startQ
  const loopQ = hullQ.faceVertices
  for (let i = 0; i < countQ; i++) {
    // Backwards: counter-clockwise from its own side is clockwise from the reference face's.
    const v = 3 * loopQ[startQ + countQ - 1 - i]
    const x = verticesQ[v]
    const y = verticesQ[v + 1]
    const z = verticesQ[v + 2]
    polygonX[i] = opposedX[i] = xx * x + xy * y + xz * z
    polygonY[i] = opposedY[i] = yx * x + yy * y + yz * z
    polygonZ[i] = nx * x + ny * y + nz * z - offset - slopeX * polygonX[i] - slopeY * polygonY[i]
    polygonEdge[i] = i
  }
  setEdgeNormals(opposedX, opposedY, countQ, 0)

  let base = 0
  let count = countQ
  for (let i = 0; i < countP; i++) {
    count = clipPolygon(base, count, REFERENCE_LABEL + i, referenceX, referenceY, i)
    base = POLYGON_ROOM - base
    if (count < 3) return
  }
  count = tidyPolygon(base, count)
  const clear = SLIVER_PER_SIZE * query[INNER]
  sliver[0] = clear
  let single = false
  if (tilted && (count < 3 || isSliver())) return
  if (count < 3 || isSliver()) {
    // Narrow because a face is narrow, such as a bevel or the flank of a spike, is not narrow because the faces hardly meet.
    measureWidth(referenceX, referenceY, countP, 0)
    measureWidth(opposedX, opposedY, countQ, 1)
    sliver[0] = Math.min(clear, SLIVER_OF_FACE * Math.min(widths[0], widths[1]))
    if (count < 3 || isSliver()) {
      frame[0] = xx
      frame[1] = xy
      frame[2] = xz
      frame[3] = yx
      frame[4] = yy
      frame[5] = yz
      count = takeLowest(verticesQ, planesP, face, countP)
      if (count === 0) return
      base = 0
      single = true
    }
  }
  bias[0] = BIAS_X * xx + BIAS_Y * xy + BIAS_Z * xz
  bias[1] = BIAS_X * yx + BIAS_Y * yy + BIAS_Z * yz
  count = choosePoints(base, count)
  out.count = count
  if (count === 0) return

  const r0 = rot[ra]
  const r1 = rot[ra + 1]
  const r2 = rot[ra + 2]
  const r3 = rot[ra + 3]
  const r4 = rot[ra + 4]
  const r5 = rot[ra + 5]
  const r6 = rot[ra + 6]
  const r7 = rot[ra + 7]
  const r8 = rot[ra + 8]
  const sign = flipped ? -1 : 1
  out.nx = sign * (r0 * nx + r1 * ny + r2 * nz)
  out.ny = sign * (r3 * nx + r4 * ny + r5 * nz)
  out.nz = sign * (r6 * nx + r7 * ny + r8 * nz)
  for (let p = 0; p < count; p++) {
    const corner = chosen[p]
    const u = polygonX[corner]
    const v = polygonY[corner]
    const gap = polygonZ[corner]
    const w = offset + slopeX * u + slopeY * v + 0.5 * gap
    const x = xx * u + yx * v + nx * w
    const y = xy * u + yy * v + ny * w
    const z = xz * u + yz * v + nz * w
    out.points[3 * p] = r0 * x + r1 * y + r2 * z
    out.points[3 * p + 1] = r3 * x + r4 * y + r5 * z
    out.points[3 * p + 2] = r6 * x + r7 * y + r8 * z
    out.separations[p] = gap
    if (!single) nameDirection(corner, flipped)
    const cornerP = loopP[startP + (single ? 0 : farthest(referenceX, referenceY, countP))]
    const cornerQ = single ? lowest : loopQ[startQ + countQ - 1 - farthest(opposedX, opposedY, countQ)]
    out.ids[p] = flipped ? (cornerQ << 8) | cornerP : (cornerP << 8) | cornerQ
  }
}

/**
 * The face of the hull that opposes the normal most among those at the lowest vertex. (Of all faces the most opposed one
 * need not reach down to the lowest vertex, and the depth is there.)
 */
function findOpposed(hull: Hull, vertices: Float64Array, planes: Float64Array): number {
  const nx = normal[0]
  const ny = normal[1]
  const nz = normal[2]
  const vertexCount = hull.vertexCount
  let low = Infinity
  for (let v = 0; v < vertexCount; v++) {
    const height = nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2]
    if (height < low) {
      low = height
      lowest = v
    }
  }
  const edges = hull.edges
  const end = 4 * hull.edgeCount
  let face = -1
  let least = Infinity
  for (let i = 0; i < end; i += 4) {
    if (edges[i] !== lowest && edges[i + 1] !== lowest) continue
    for (let side = 2; side < 4; side++) {
      const f = edges[i + side]
      const along = nx * planes[4 * f] + ny * planes[4 * f + 1] + nz * planes[4 * f + 2]
      if (along < least - OPPOSED_BIAS || (f < face && along < least + OPPOSED_BIAS)) {
        least = along
        face = f
      }
    }
  }
  return face
}

/** Makes the lowest vertex the whole polygon if it is over the reference face and clear of its edges; else returns 0. */
function takeLowest(vertices: Float64Array, planes: Float64Array, face: number, count: number): number {
  const px = vertices[3 * lowest]
  const py = vertices[3 * lowest + 1]
  const pz = vertices[3 * lowest + 2]
  const x = frame[0] * px + frame[1] * py + frame[2] * pz
  const y = frame[3] * px + frame[4] * py + frame[5] * pz
  const clear = SLIVER_PER_SIZE * query[INNER]
  for (let i = 0; i < count; i++) {
    const label = REFERENCE_LABEL + i
    if (edgeNormalX[label] * (x - referenceX[i]) + edgeNormalY[label] * (y - referenceY[i]) > -clear) return 0
  }
  polygonX[0] = x
  polygonY[0] = y
  polygonZ[0] = planes[4 * face] * px + planes[4 * face + 1] * py + planes[4 * face + 2] * pz - planes[4 * face + 3]
  return 1
}

function setEdgeNormals(x: Float64Array, y: Float64Array, count: number, label: number): void {
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0
    const dx = x[next] - x[i]
    const dy = y[next] - y[i]
    const square = dx * dx + dy * dy
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0
    edgeNormalX[label + i] = dy * scale
    edgeNormalY[label + i] = -dx * scale
  }
}

/** The corner farthest along `direction`. */
function farthest(x: Float64Array, y: Float64Array, count: number): number {
  const dx = direction[0]
  const dy = direction[1]
  let at = 0
  let most = -Infinity
  for (let i = 0; i < count; i++) {
    const along = dx * x[i] + dy * y[i]
    if (along > most) {
      most = along
      at = i
    }
  }
  return at
}

const widths = new Float64Array(2)

/** Twice the area over the perimeter, as in `isSliver`, into `widths`. */
function measureWidth(x: Float64Array, y: Float64Array, count: number, at: number): void {
  let area = 0
  let perimeter = 0
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0
    const dx = x[next] - x[i]
    const dy = y[next] - y[i]
    area += (x[i] - x[0]) * dy - (y[i] - y[0]) * dx
    perimeter += Math.abs(dx) + Math.abs(dy)
  }
  widths[at] = area / perimeter
}
