/**
 * The patch that the supporting features of two shapes share, seen along the axis of the contact: two faces, a face and an edge, or two edges side
 * by side. Gaps are measured along the axis between the planes or lines of the features, so that neither of them has to be square to it.
 */

import { SIDEWAYS, SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import {
  clipPolygon, edgeNormalX, edgeNormalY, polygonEdge, polygonX, polygonY, polygonZ, POLYGON_ROOM, REFERENCE_LABEL,
} from '../clip.ts'
import type { Feature } from '../feature.ts'
import type { Manifold } from '../manifold.ts'
import { bias, choosePoints, chosen, direction, isSliver, nameDirection, sliver, tidyPolygon } from '../patch.ts'
import { DX, INNER, MARGIN, query } from '../query.ts'
import { BIAS_X, BIAS_Y, BIAS_Z, FLAT_SLOPE, PATCH_TOLERANCE, SIDE_BY_SIDE, STEEP_FACE } from '../tolerances.ts'
import { AXIS_GAP, AXIS_POINT, convexAxis } from './found-axis.ts'

/** Name of the nearest points where they are not a corner of the patch. */
const NEAREST_ID = 0xfffe

/** Tangents t₁, t₂: with the axis they are right-handed. */
const tangents = new Float64Array(6)
/** Points of the features along t₁, t₂ and the axis; A's then B's. */
const ax = new Float64Array(256)
const ay = new Float64Array(256)
const az = new Float64Array(256)
const bx = new Float64Array(256)
const by = new Float64Array(256)
const bz = new Float64Array(256)
/** Heights of the features' planes along the axis: at the origin, slopes along t₁ and t₂. */
const planeA = new Float64Array(3)
const planeB = new Float64Array(3)
/** Ends of a segment that is cut, as shares of it. */
const cut = new Float64Array(2)
/** Place of a point that is written: along t₁, t₂, along the axis on A's side and on B's. */
const place = new Float64Array(4)
/** Separation along the axis. */
const apart = new Float64Array(1)

/** Fills points, separations and ids; false if the features share nothing and the nearest points are all there is to tell. */
export function featurePatch(out: Manifold, a: Feature, b: Feature, radii: Float64Array, rot: Float64Array, ra: number): boolean {
  setTangents()
  apart[0] = convexAxis[AXIS_GAP] - radii[0] - radii[1]
  project(a, ax, ay, az, 0, radii[0])
  project(b, bx, by, bz, DX + 1, -radii[1])
  const flatA = a.count > 2
  const flatB = b.count > 2
  if (flatA && !setPlane(planeA, ax, ay, az, a.count)) return false
  if (flatB && !setPlane(planeB, bx, by, bz, b.count)) return false
  const found =
    flatA && flatB ? twoFaces(out, a, b, rot, ra)
    : flatA ? faceAndEdge(out, b, true, a.count)
    : flatB ? faceAndEdge(out, a, false, b.count)
    : twoEdges(out, a, b)
  if (found && out.count > 0) addDeepest(out)
  return found
}

/** The points of A's feature above the half-space that the axis runs into. */
export function planePatch(out: Manifold, a: Feature, radii: Float64Array, rot: Float64Array, ra: number): void {
  setTangents()
  project(a, ax, ay, az, 0, radii[0])
  const surface = convexAxis[0] * query[DX] + convexAxis[1] * query[DX + 1] + convexAxis[2] * query[DX + 2]
  for (let i = 0; i < a.count; i++) {
    polygonX[i] = ax[i]
    polygonY[i] = ay[i]
    polygonZ[i] = surface - az[i]
  }
  bias[0] = biasAlong(rot, ra, 0)
  bias[1] = biasAlong(rot, ra, 3)
  const count = choosePoints(0, a.count)
  for (let p = 0; p < count; p++) {
    const corner = chosen[p]
    place[0] = ax[corner]
    place[1] = ay[corner]
    place[2] = az[corner]
    place[3] = surface
    writePlace(out, p)
    out.ids[p] = a.ids[corner] << 8
  }
  out.count = count
}

function setTangents(): void {
  const [x, y, z] = [convexAxis[0], convexAxis[1], convexAxis[2]]
  const steep = x * x > 0.5
  const u = 1 / Math.sqrt(steep ? x * x + z * z : y * y + z * z)
  const ux = steep ? -z * u : 0
  const uy = steep ? 0 : z * u
  const uz = steep ? x * u : -y * u
  tangents[0] = ux
  tangents[1] = uy
  tangents[2] = uz
  tangents[3] = y * uz - z * uy
  tangents[4] = z * ux - x * uz
  tangents[5] = x * uy - y * ux
}

/** `at` is 0 for A, and where the offset starts in `query`, plus 1, for B. */
function project(feature: Feature, px: Float64Array, py: Float64Array, pz: Float64Array, at: number, radius: number): void {
  const { points, count } = feature
  const ox = at === 0 ? 0 : query[at - 1]
  const oy = at === 0 ? 0 : query[at]
  const oz = at === 0 ? 0 : query[at + 1]
  for (let i = 0; i < count; i++) {
    const x = points[3 * i] + ox
    const y = points[3 * i + 1] + oy
    const z = points[3 * i + 2] + oz
    px[i] = tangents[0] * x + tangents[1] * y + tangents[2] * z
    py[i] = tangents[3] * x + tangents[4] * y + tangents[5] * z
    pz[i] = convexAxis[0] * x + convexAxis[1] * y + convexAxis[2] * z + radius
  }
}

/** Plane of a face by the sum over its edges (Newell); false if it is too steep. */
function setPlane(plane: Float64Array, x: Float64Array, y: Float64Array, z: Float64Array, count: number): boolean {
  let nx = 0
  let ny = 0
  let nz = 0
  for (let i = 1; i + 1 < count; i++) {
    const ex = x[i] - x[0]
    const ey = y[i] - y[0]
    const ez = z[i] - z[0]
    const fx = x[i + 1] - x[0]
    const fy = y[i + 1] - y[0]
    const fz = z[i + 1] - z[0]
    nx += ey * fz - ez * fy
    ny += ez * fx - ex * fz
    nz += ex * fy - ey * fx
  }
  if (!(nz * nz > STEEP_FACE * STEEP_FACE * (nx * nx + ny * ny + nz * nz))) return false
  plane[1] = -nx / nz
  plane[2] = -ny / nz
  plane[0] = z[0] - plane[1] * x[0] - plane[2] * y[0]
  return true
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

function farthest(x: Float64Array, y: Float64Array, count: number): number {
  let at = 0
  let most = -Infinity
  for (let i = 0; i < count; i++) {
    const along = direction[0] * x[i] + direction[1] * y[i]
    if (along > most) {
      most = along
      at = i
    }
  }
  return at
}

function reverse(values: Float64Array, count: number): void {
  for (let i = 0, j = count - 1; i < j; i++, j--) {
    const value = values[i]
    values[i] = values[j]
    values[j] = value
  }
}

function twoFaces(out: Manifold, a: Feature, b: Feature, rot: Float64Array, ra: number): boolean {
  // Counter-clockwise from B's side is clockwise from A's.
  reverse(bx, b.count)
  reverse(by, b.count)
  reverse(bz, b.count)
  setEdgeNormals(ax, ay, a.count, REFERENCE_LABEL)
  setEdgeNormals(bx, by, b.count, 0)
  for (let i = 0; i < b.count; i++) {
    polygonX[i] = bx[i]
    polygonY[i] = by[i]
    polygonZ[i] = bz[i] - planeA[0] - planeA[1] * bx[i] - planeA[2] * by[i]
    polygonEdge[i] = i
  }
  let base = 0
  let count = b.count
  for (let i = 0; i < a.count && count > 0; i++) {
    count = clipPolygon(base, count, REFERENCE_LABEL + i, ax, ay, i)
    base = POLYGON_ROOM - base
  }
  if (count < 3) return isGlancing(a.count, b.count)
  count = tidyPolygon(base, count)
  sliver[0] = SLIVER_PER_SIZE * query[INNER]
  if (count < 3 || isSliver()) return isGlancing(a.count, b.count)
  bias[0] = biasAlong(rot, ra, 0)
  bias[1] = biasAlong(rot, ra, 3)
  count = choosePoints(base, count)
  for (let p = 0; p < count; p++) {
    const corner = chosen[p]
    place[0] = polygonX[corner]
    place[1] = polygonY[corner]
    place[2] = planeA[0] + planeA[1] * place[0] + planeA[2] * place[1]
    place[3] = place[2] + polygonZ[corner]
    writePlace(out, p)
    nameDirection(corner, false)
    const cornerB = b.count - 1 - farthest(bx, by, b.count)
    out.ids[p] = (a.ids[farthest(ax, ay, a.count)] << 8) | b.ids[cornerB]
  }
  out.count = count
  return count > 0
}

/** Along one of the tangents, the direction that decides between points that are as deep (`patch.ts`); `t` is where the tangent starts. */
function biasAlong(rot: Float64Array, ra: number, t: number): number {
  let sum = 0
  for (let k = 0; k < 3; k++) {
    sum += tangents[t + k] * (BIAS_X * rot[ra + 3 * k] + BIAS_Y * rot[ra + 3 * k + 1] + BIAS_Z * rot[ra + 3 * k + 2])
  }
  return sum
}

/** Writes the point at `place`. */
function writePlace(out: Manifold, index: number): void {
  const u = place[0]
  const v = place[1]
  const w = 0.5 * (place[2] + place[3])
  for (let k = 0; k < 3; k++) out.points[3 * index + k] = tangents[k] * u + tangents[3 + k] * v + convexAxis[k] * w
  out.separations[index] = place[3] - place[2]
}

/**
 * The features hardly overlap. If the axis is the normal of a face and the nearest points lie at its border, the shapes only pass by it: why that is
 * no contact is told in `patch.ts`. Everywhere else the nearest points are one, and so they are for who asks without a margin. Who passes by overlaps
 * by a hair only; a deeper overlap is no passing, even if little of it faces the other.
 */
function isGlancing(countA: number, countB: number): boolean {
  if (query[MARGIN] === Infinity || apart[0] < -SLIVER_PER_SIZE * query[INNER]) return false
  return glances(planeA, ax, ay, countA, 1) || glances(planeB, bx, by, countB, countB > 2 && countA > 2 ? 1 : -1)
}

/** `turn` is 1 where the corners run counter-clockwise. */
function glances(plane: Float64Array, x: Float64Array, y: Float64Array, count: number, turn: number): boolean {
  if (count < 3 || plane[1] * plane[1] + plane[2] * plane[2] > FLAT_SLOPE * FLAT_SLOPE) return false
  let u = 0
  let v = 0
  for (let k = 0; k < 3; k++) {
    u += tangents[k] * convexAxis[AXIS_POINT + k]
    v += tangents[3 + k] * convexAxis[AXIS_POINT + k]
  }
  const clear = SLIVER_PER_SIZE * query[INNER]
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0
    const dx = x[next] - x[i]
    const dy = y[next] - y[i]
    const inside = turn * (dx * (v - y[i]) - dy * (u - x[i]))
    if (inside < clear * Math.sqrt(dx * dx + dy * dy)) return true
  }
  return false
}

/** The part of an edge that lies over a face; `flatA` when the face is A's. */
function faceAndEdge(out: Manifold, edge: Feature, flatA: boolean, corners: number): boolean {
  const x = flatA ? ax : bx
  const y = flatA ? ay : by
  const ex = flatA ? bx : ax
  const ey = flatA ? by : ay
  const ez = flatA ? bz : az
  const plane = flatA ? planeA : planeB
  const turn = flatA ? 1 : -1
  const dx = ex[1] - ex[0]
  const dy = ey[1] - ey[0]
  let from = 0
  let to = 1
  for (let i = 0; i < corners; i++) {
    const next = i + 1 < corners ? i + 1 : 0
    const sx = turn * (x[next] - x[i])
    const sy = turn * (y[next] - y[i])
    // Height above the side: inside is ≥ 0.
    const start = sx * (ey[0] - y[i]) - sy * (ex[0] - x[i])
    const rise = sx * dy - sy * dx
    if (rise > 0) from = Math.max(from, -start / rise)
    else if (rise < 0) to = Math.min(to, -start / rise)
    else if (start < 0) return isGlancing(flatA ? corners : 0, flatA ? 0 : corners)
  }
  const length = Math.sqrt(dx * dx + dy * dy)
  const narrow = SLIVER_PER_SIZE * query[INNER]
  // An edge that is seen end on is a point.
  if (length <= narrow) return false
  if ((to - from) * length <= narrow) return isGlancing(flatA ? corners : 0, flatA ? 0 : corners)
  cut[0] = from
  cut[1] = to
  let count = 0
  for (let i = 0; i < 2; i++) {
    const t = cut[i]
    place[0] = ex[0] + t * dx
    place[1] = ey[0] + t * dy
    const onFace = plane[0] + plane[1] * place[0] + plane[2] * place[1]
    const onEdge = ez[0] + t * (ez[1] - ez[0])
    place[2] = flatA ? onFace : onEdge
    place[3] = flatA ? onEdge : onFace
    if (!(place[3] - place[2] < query[MARGIN])) continue
    writePlace(out, count)
    out.ids[count++] = flatA ? edge.ids[i] : edge.ids[i] << 8
  }
  out.count = count
  return count > 0
}

/**
 * Two edges side by side: the part that they share, as far as they lie over each other. Long edges that cross at a small angle do so near the
 * crossing only; edges that cross at a larger one meet in a point.
 */
function twoEdges(out: Manifold, a: Feature, b: Feature): boolean {
  const dx = ax[1] - ax[0]
  const dy = ay[1] - ay[0]
  const ex = bx[1] - bx[0]
  const ey = by[1] - by[0]
  const dd = dx * dx + dy * dy
  const ee = ex * ex + ey * ey
  const cross = dx * ey - dy * ex
  if (!(cross * cross < SIDE_BY_SIDE * dd * ee)) return false
  const along = dx * ex + dy * ey
  // Where B's ends are along A, and the other way round.
  let from = Math.max(0, Math.min(end(0, dx, dy, dd), end(1, dx, dy, dd)))
  let to = Math.min(1, Math.max(end(0, dx, dy, dd), end(1, dx, dy, dd)))
  // Distance of A's edge from B's line, times B's length: `beside` at A's start, `cross` more at its end.
  const beside = (ax[0] - bx[0]) * ey - (ay[0] - by[0]) * ex
  const aside = SIDEWAYS * query[INNER] * Math.sqrt(ee)
  if (cross !== 0) {
    const middle = -beside / cross
    const half = aside / Math.abs(cross)
    from = Math.max(from, middle - half)
    to = Math.min(to, middle + half)
  } else if (Math.abs(beside) > aside) return false
  if (!((to - from) * Math.sqrt(dd) > SLIVER_PER_SIZE * query[INNER])) return false
  let count = 0
  for (let i = 0; i < 2; i++) {
    const t = i === 0 ? from : to
    const x = ax[0] + t * dx
    const y = ay[0] + t * dy
    const s = Math.max(0, Math.min(1, ((x - bx[0]) * ex + (y - by[0]) * ey) / ee))
    place[0] = 0.5 * (x + bx[0] + s * ex)
    place[1] = 0.5 * (y + by[0] + s * ey)
    place[2] = az[0] + t * (az[1] - az[0])
    place[3] = bz[0] + s * (bz[1] - bz[0])
    if (!(place[3] - place[2] < query[MARGIN])) continue
    writePlace(out, count)
    const other = (along > 0) === (i === 0) ? 0 : 1
    out.ids[count++] = (a.ids[i] << 8) | b.ids[other]
  }
  out.count = count
  return count > 0
}

/** Where an end of B lies along A's edge, as a share of it. */
function end(i: number, dx: number, dy: number, square: number): number {
  return ((bx[i] - ax[0]) * dx + (by[i] - ay[0]) * dy) / square
}

/** Sees to it that the patch has the nearest points among its points: they may lie beside it. */
function addDeepest(out: Manifold): void {
  const separation = apart[0]
  for (let i = 0; i < out.count; i++) if (out.separations[i] <= separation + PATCH_TOLERANCE * query[INNER]) return
  const at = out.count < 4 ? out.count++ : 3
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = convexAxis[AXIS_POINT + k]
  out.separations[at] = separation
  out.ids[at] = NEAREST_ID
}
