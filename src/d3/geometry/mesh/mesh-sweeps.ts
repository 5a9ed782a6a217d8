/**
 * Overlaps and sweeps of a convex shape with level geometry, triangle by triangle. A mesh is a surface: to overlap it is to reach a triangle.
 * A is convex and B the mesh, unless said otherwise. Contacts are in `mesh-contacts.ts`.
 */

import { BREACH_PER_SIZE } from '../../../common/tuning.ts'
import { carriedSeparation, carrierOf, overlapsAt, timeOfSeparation, WITH_B } from '../axis-separation.ts'
import { GjkResult, gjkWithin } from '../gjk.ts'
import { grazes } from '../grazing.ts'
import type { Hull } from '../hull/hull.ts'
import { shapesMeet } from '../passing.ts'
import { HULL } from '../shapes/hull.ts'
import { SHAPES, shapeBounds } from '../shapes/shape-table.ts'
import { Sweep } from '../sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT, TOI_OVERLAPPED, TOI_SEPARATED } from '../time-of-impact.ts'
import { BEHIND_COSINE, BEHIND_PER_SIZE, RIM_COSINE } from '../tolerances.ts'
import { BORDER_EDGE, edgeKind, hasBorder } from './mesh-edges.ts'
import { BOTH_SIDES, SOLID_SIDES } from './mesh-contacts.ts'
import { MAX_MANIFOLDS } from './mesh-manifolds.ts'
import { found, type LevelGeometry, type PieceSource } from './piece-source.ts'
import { createFlatTriangle, setFlatTriangle } from './triangle-prism.ts'

const triangle = /* @__PURE__ */ createFlatTriangle()
const corners = /* @__PURE__ */ new Float64Array(9)
const bounds = /* @__PURE__ */ new Float64Array(6)
const relative = /* @__PURE__ */ new Float64Array(9)
const center = /* @__PURE__ */ new Float64Array(3)
const nearest = /* @__PURE__ */ new GjkResult()

/** Does A reach a triangle? World axes; (dx, dy, dz) is B's origin minus A's centre. The other arguments as in `shapesOverlap`. */
export function overlapsMesh(
  kindA: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource,
  dx: number, dy: number, dz: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    const a = rot[rb + i]
    const b = rot[rb + 3 + i]
    const c = rot[rb + 6 + i]
    center[i] = -(a * dx + b * dy + c * dz)
    for (let j = 0; j < 3; j++) relative[3 * i + j] = a * rot[ra + j] + b * rot[ra + 3 + j] + c * rot[ra + 6 + j]
  }
  shapeBounds(bounds, kindA, center, 0, relative, 0, size, sa, hullA)
  const count = source.find(bounds)
  for (let i = 0; i < count; i++) {
    source.corners(found.pieces[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    if (gjkWithin(nearest, kindA, HULL, rot, ra, rb, size, sa, sa, hullA, triangle, dx, dy, dz, 0)) return true
  }
  return false
}

const otherTriangle = /* @__PURE__ */ createFlatTriangle()

/** The same for two meshes: sensors may be anything. */
export function meshesOverlap(
  kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number, sourceA: PieceSource,
  hullB: Hull | null, sourceB: PieceSource, dx: number, dy: number, dz: number,
): boolean {
  // B's box in A's frame finds the triangles of A that may matter.
  for (let i = 0; i < 3; i++) {
    const a = rot[ra + i]
    const b = rot[ra + 3 + i]
    const c = rot[ra + 6 + i]
    center[i] = a * dx + b * dy + c * dz
    for (let j = 0; j < 3; j++) relative[3 * i + j] = a * rot[rb + j] + b * rot[rb + 3 + j] + c * rot[rb + 6 + j]
  }
  shapeBounds(bounds, kindB, center, 0, relative, 0, size, sb, hullB)
  const pieces = found.pieces.slice(0, sourceA.find(bounds))
  for (const piece of pieces) {
    sourceA.corners(piece, corners)
    if (!setFlatTriangle(otherTriangle, corners)) continue
    if (overlapsMesh(HULL, rot, ra, rb, size, sa, otherTriangle, sourceB, dx, dy, dz)) return true
  }
  return false
}

/** Pieces of the last `findSwept`: a list of its own, for `found` may be filled again while it is read. */
let swept = /* @__PURE__ */ new Int32Array(64)
const turns = /* @__PURE__ */ new Float64Array(18)
const arms = /* @__PURE__ */ new Float64Array(6)

/** Finds the pieces that A may come near within `room` on its sweep: fills `swept`. */
function findSwept(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep, room: number,
): number {
  const reach = SHAPES[kindA].reach(size, sa, hullA) + room
  let far = 0
  for (let end = 0; end < 2; end++) {
    sweepA.orient(end, turns, 0, arms, 0)
    sweepB.orient(end, turns, 9, arms, 3)
    let square = 0
    for (let i = 0; i < 3; i++) {
      let at = 0
      for (let k = 0; k < 3; k++) {
        const between = end === 0 ? sweepA.c0[k] - sweepB.c0[k] : sweepA.c1[k] - sweepB.c1[k]
        at += turns[9 + 3 * k + i] * (between + arms[k] - arms[3 + k])
      }
      square += at * at
      bounds[i] = end === 0 ? at : Math.min(bounds[i], at)
      bounds[3 + i] = end === 0 ? at : Math.max(bounds[3 + i], at)
    }
    far = Math.max(far, Math.sqrt(square))
  }
  // Arcs leave the straight way between their ends by less than they are long.
  const offset = sweepA.localOffset
  const arm = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2])
  const around = reach + turnOf(sweepB) * far + turnOf(sweepA) * arm
  for (let i = 0; i < 3; i++) {
    bounds[i] -= around
    bounds[3 + i] += around
  }
  const count = source.find(bounds)
  if (swept.length < count) swept = new Int32Array(2 * count)
  for (let i = 0; i < count; i++) swept[i] = found.pieces[i]
  return count
}

/** Chord of a sweep's turn, at distance 1 from its axis. */
function turnOf(sweep: Sweep): number {
  const { q0, q1 } = sweep
  const same = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3]
  return 2 * Math.sqrt(Math.max(0, 1 - same * same))
}

/** Does A reach a triangle at time t of the sweeps? */
export function overlapsMeshAt(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep, t: number,
): boolean {
  const count = findSwept(kindA, size, sa, hullA, source, sweepA, sweepB, 0)
  for (let i = 0; i < count; i++) {
    source.corners(swept[i], corners)
    if (setFlatTriangle(triangle, corners) && overlapsAt(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, 0, t)) return true
  }
  return false
}

const partA = /* @__PURE__ */ new Sweep()
const partB = /* @__PURE__ */ new Sweep()

/** Does A reach a triangle at any time of the sweeps? */
export function meetsMesh(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep,
): boolean {
  const count = findSwept(kindA, size, sa, hullA, source, sweepA, sweepB, 0)
  for (let i = 0; i < count; i++) {
    source.corners(swept[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    copySweep(sweepA, partA)
    copySweep(sweepB, partB)
    if (shapesMeet(kindA, HULL, size, sa, sa, hullA, triangle, partA, partB)) return true
  }
  return false
}

function copySweep(from: Sweep, to: Sweep): void {
  to.c0.set(from.c0)
  to.c1.set(from.c1)
  to.q0.set(from.q0)
  to.q1.set(from.q1)
  to.localOffset.set(from.localOffset)
  to.localRotation.set(from.localRotation)
}

const impact = /* @__PURE__ */ new TimeOfImpact()
const normal = /* @__PURE__ */ new Float64Array(3)
const away = /* @__PURE__ */ new Float64Array(3)

/**
 * Share of its sweep, up to `limit`, that A can go before it runs into a triangle. `held`: contacts kept them apart in this step, so only where
 * A ends deeper than it may, they did not. `thickness` is A's. Triangles that A comes to from behind do not count, unless `sides` are both.
 */
export function firstMeshImpact(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep,
  slop: number, thickness: number, sides: number, held: boolean, limit: number,
): number {
  const twoSided = sides === BOTH_SIDES
  const allowed = -BREACH_PER_SIZE * thickness
  const count = findSwept(kindA, size, sa, hullA, source, sweepA, sweepB, slop)
  let first = limit
  for (let i = 0; i < count; i++) {
    source.corners(swept[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    setNormal(sweepB, 0)
    const start = middleHeight(sweepA, sweepB, hullA)
    if (start < 0 && sides !== SOLID_SIDES) {
      if (!twoSided && start < -BEHIND_PER_SIZE * thickness && !hasBorder(source.edgeKinds(swept[i]))) continue
      if (twoSided) for (let k = 0; k < 3; k++) normal[k] = -normal[k]
    }
    // From A to B.
    for (let k = 0; k < 3; k++) normal[k] = -normal[k]
    timeOfImpact(impact, kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, slop)
    if (impact.state === TOI_SEPARATED || impact.t >= first) continue
    if (impact.state === TOI_HIT && impact.t > 0) {
      const { t } = impact
      if (!twoSided && comesFromBehind(sweepB, t, source.edgeKinds(swept[i]))) continue
      if (grazes(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, slop, t)) continue
      if (held && carriedSeparation(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, normal, WITH_B, 1) >= allowed) continue
      first = t
      continue
    }
    if (!held && impact.state === TOI_HIT) {
      // The narrow phase found no contact, and would find none next time: they go on until they touch.
      if (grazes(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, slop, 0)) continue
      timeOfImpact(impact, kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, 0)
      if (impact.state === TOI_HIT && impact.t > 0 && impact.t < first) first = impact.t
      continue
    }
    first = breach(kindA, size, sa, hullA, sweepA, sweepB, normal, WITH_B, allowed, first)
    // A corner of the mesh on a face of A has gone into it where it is beyond that face.
    const normals = sides === SOLID_SIDES ? heldCount[0] : 0
    for (let c = 0; c < normals; c++) {
      for (let k = 0; k < 3; k++) heldNormal[k] = heldNormals[3 * c + k]
      const by = carrierOf(kindA, HULL, hullA, triangle, sweepA, sweepB, heldNormal)
      first = breach(kindA, size, sa, hullA, sweepA, sweepB, heldNormal, by, allowed, first)
    }
  }
  return first
}

/** Normals of the contacts that held the pair in this step, from A to B, and how many they are. */
export const heldNormals: Float64Array = /* @__PURE__ */ new Float64Array(3 * MAX_MANIFOLDS)
export const heldCount: Int32Array = /* @__PURE__ */ new Int32Array(1)
const heldNormal = /* @__PURE__ */ new Float64Array(3)

/** When A is first deeper in `triangle` along n than it may, having started above that; `limit` if it is not before. */
function breach(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, sweepA: Sweep, sweepB: Sweep, n: Float64Array, carrier: number,
  allowed: number, limit: number,
): number {
  if (carriedSeparation(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, n, carrier, 0) < allowed) return limit
  if (carriedSeparation(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, n, carrier, limit) >= allowed) return limit
  const t = timeOfSeparation(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, n, carrier, allowed, limit)
  // Passing over an edge is no breach: they do not overlap there.
  return overlapsAt(kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, -0.5 * allowed, t) ? t : limit
}

let movers = /* @__PURE__ */ new Int32Array(64)
const mover = /* @__PURE__ */ createFlatTriangle()
const moverCorners = /* @__PURE__ */ new Float64Array(9)

/** The same for two meshes: triangle by triangle of A. */
export function firstMeshesImpact(
  size: Float64Array, sourceA: LevelGeometry, sourceB: PieceSource, sweepA: Sweep, sweepB: Sweep,
  slop: number, thickness: number, sides: number, held: boolean, limit: number,
): number {
  const count = sourceA.find(sourceA.bounds)
  if (movers.length < count) movers = new Int32Array(2 * count)
  for (let i = 0; i < count; i++) movers[i] = found.pieces[i]
  let first = limit
  for (let i = 0; i < count; i++) {
    sourceA.corners(movers[i], moverCorners)
    if (!setFlatTriangle(mover, moverCorners)) continue
    for (let k = 0; k < 3; k++) mover.center[k] = (moverCorners[k] + moverCorners[3 + k] + moverCorners[6 + k]) / 3
    first = firstMeshImpact(HULL, size, 0, mover, sourceB, sweepA, sweepB, slop, thickness, sides, held, first)
  }
  return first
}

/** The piece that `meshTimeOfImpact` has found A to meet. */
export const metPiece: Int32Array = /* @__PURE__ */ new Int32Array(1)

/**
 * When A meets a triangle on its sweep, as `timeOfImpact` tells it, for a mesh that stands still. Sides of triangles that A comes to from behind
 * do not count, unless `twoSided`.
 */
export function meshTimeOfImpact(
  out: TimeOfImpact, kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep,
  twoSided: boolean,
): void {
  out.state = TOI_SEPARATED
  out.t = 1
  metPiece[0] = -1
  const count = findSwept(kindA, size, sa, hullA, source, sweepA, sweepB, 0)
  for (let i = 0; i < count; i++) {
    source.corners(swept[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    timeOfImpact(impact, kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, 0)
    if (impact.state === TOI_SEPARATED || (out.state !== TOI_SEPARATED && impact.t >= out.t)) continue
    if (impact.state === TOI_HIT && !twoSided && comesFromBehind(sweepB, impact.t, source.edgeKinds(swept[i]))) continue
    metPiece[0] = swept[i]
    out.state = impact.state
    out.t = impact.t
    out.nx = impact.nx
    out.ny = impact.ny
    out.nz = impact.nz
    out.distance = impact.distance
    if (impact.state === TOI_OVERLAPPED) return
  }
}

/**
 * Share of its sweep that A can go until it is within `target` of a triangle of a mesh that stands still. Triangles that are nearer than that at
 * the start stop it if it goes towards them.
 */
export function meshShareUntil(
  kindA: number, size: Float64Array, sa: number, hullA: Hull | null, source: PieceSource, sweepA: Sweep, sweepB: Sweep, target: number,
  twoSided: boolean,
): number {
  let first = 1
  const count = findSwept(kindA, size, sa, hullA, source, sweepA, sweepB, target)
  for (let i = 0; i < count; i++) {
    source.corners(swept[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    timeOfImpact(impact, kindA, HULL, size, sa, sa, hullA, triangle, sweepA, sweepB, target)
    if (impact.state === TOI_SEPARATED || impact.t >= first) continue
    if (impact.state === TOI_HIT && !twoSided && comesFromBehind(sweepB, impact.t, source.edgeKinds(swept[i]))) continue
    if (impact.t > 0) {
      first = impact.t
      continue
    }
    // Where they overlap there is no direction but the triangle's.
    setNormal(sweepB, 0)
    if (impact.state === TOI_HIT) setAway(-impact.nx, -impact.ny, -impact.nz)
    else setAway(normal[0], normal[1], normal[2])
    let along = 0
    for (let k = 0; k < 3; k++) along += away[k] * (sweepA.c1[k] - sweepA.c0[k])
    if (along < 0) return 0
  }
  return first
}

function setAway(x: number, y: number, z: number): void {
  away[0] = x
  away[1] = y
  away[2] = z
}

/** Outward normal of the triangle at time t, world axes. */
function setNormal(sweepB: Sweep, t: number): void {
  sweepB.orient(t, turns, 9, arms, 3)
  const { planes } = triangle
  for (let k = 0; k < 3; k++) normal[k] = turns[9 + 3 * k] * planes[0] + turns[10 + 3 * k] * planes[1] + turns[11 + 3 * k] * planes[2]
}

/** How high the middle of A is above the triangle at the start; its normal is in `normal`. The origin of a hull may be anywhere. */
function middleHeight(sweepA: Sweep, sweepB: Sweep, hull: Hull | null): number {
  sweepA.orient(0, turns, 0, arms, 0)
  let height = -triangle.planes[3]
  for (let k = 0; k < 3; k++) {
    let at = sweepA.c0[k] + arms[k] - sweepB.c0[k] - arms[3 + k]
    if (hull !== null) for (let c = 0; c < 3; c++) at += turns[3 * k + c] * hull.center[c]
    height += normal[k] * at
  }
  return height
}

/** Does the impact of time t push A to the back of the triangle? From the side, at a border, it may. */
function comesFromBehind(sweepB: Sweep, t: number, kinds: number): boolean {
  sweepB.orient(t, turns, 9, arms, 3)
  const { planes, vertices } = triangle
  for (let k = 0; k < 3; k++) away[k] = -(turns[9 + k] * impact.nx + turns[12 + k] * impact.ny + turns[15 + k] * impact.nz)
  const along = away[0] * planes[0] + away[1] * planes[1] + away[2] * planes[2]
  if (along >= BEHIND_COSINE) return false
  if (along < -RIM_COSINE) return true
  // The edge that the direction leads over.
  let most = -Infinity
  let over = 0
  for (let e = 0; e < 3; e++) {
    const a = 3 * e
    const b = e === 2 ? 0 : a + 3
    const ex = vertices[b] - vertices[a]
    const ey = vertices[b + 1] - vertices[a + 1]
    const ez = vertices[b + 2] - vertices[a + 2]
    const outX = ey * planes[2] - ez * planes[1]
    const outY = ez * planes[0] - ex * planes[2]
    const outZ = ex * planes[1] - ey * planes[0]
    const share = (away[0] * outX + away[1] * outY + away[2] * outZ) / Math.sqrt(ex * ex + ey * ey + ez * ez)
    if (share <= most) continue
    most = share
    over = e
  }
  return edgeKind(kinds, over) !== BORDER_EDGE
}
