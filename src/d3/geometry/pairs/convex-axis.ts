/**
 * The axis of any two convex shapes: the unit direction n along which they are farthest apart, or overlap least. By support functions alone, so
 * it holds for curved shapes.
 *
 * The separation along n is s(n) = n·d − h_A(n) − h_B(−n), with the support functions h and the offset d of the centres. Apart, its largest value
 * is the distance and GJK finds it. In overlap s has several maxima. Each is found by moving B away along the axis at hand n₀ by t, until
 * there is a gap, and asking GJK: it finds the largest s(n) + t n·n₀, that is s(n) − ½ t |n − n₀|² but for a constant: the proximal point method. It
 * never goes down; and t is hardly more than the overlap, so that a shallow contact is found in one or two rounds. The search starts from the
 * best of the directions that are likely: faces, centres, axes; deep overlaps from many all around, of which the best go on after some rounds.
 * Where only round parts meet, GJK is asked at once.
 */

import { GjkResult, gjkDistanceAt, gjkDistanceUpTo, roughIn } from '../gjk.ts'
import type { Hull } from '../hull/hull.ts'
import { DX, DY, DZ, INNER, knownAxis, MARGIN, query } from '../query.ts'
import { coreExtent, coreRadius, SHAPES } from '../shapes/shape-table.ts'
import { EDGES_BETTER, findPolytopeEdges, NO_POLYTOPES } from './polytope-edges.ts'
import {
  AXIS_GAIN, AXIS_ROUNDS, DEEP_ENDS, DEEP_PER_SIZE, DEEP_ROUNDS, DEEP_STARTS, END_ROUNDS, PLAIN_GAP, ROUGH_GAPS, SAME_END_COSINE, SAME_START_COSINE,
} from '../tolerances.ts'
import { AXIS_GAP, AXIS_POINT, convexAxis } from './found-axis.ts'
import { findVertexFace } from './vertex-face.ts'

const nearest = new GjkResult()
const offset = new Float64Array(3)
const extents = new Float64Array(2)
const inner = new Float64Array(2)
/** Inner radius of the thinner core: 0 for segments and points. How deep cores overlap is measured by it. */
const coreInner = new Float64Array(1)
const local = new Float64Array(3)
/** Directions to start from and the separations along them, best first. */
const MAX_STARTS = 96
const starts = new Float64Array(4 * MAX_STARTS)
let startCount = 0
/** Direction at hand, and the separation along it. */
const trial = new Float64Array(4)
const between = new Float64Array(3)
const axisA = new Float64Array(3)
const axisB = new Float64Array(3)
const edge = new Float64Array(3)

/** trial[3] = separation of the cores along trial[0 … 2]. */
function measure(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  coreExtent(extents, 0, kindA, rot, ra, size, sa, hullA, trial, 0, 1)
  coreExtent(extents, 1, kindB, rot, rb, size, sb, hullB, trial, 0, -1)
  trial[3] = trial[0] * query[DX] + trial[1] * query[DY] + trial[2] * query[DZ] - extents[0] - extents[1]
}

/** Puts what is in `trial` at its place among the first `count` starts, best first; the last one of a full list is lost. */
function insert(count: number): void {
  let at = count
  while (at > 0 && trial[3] > starts[4 * (at - 1) + 3]) {
    if (at < MAX_STARTS) for (let k = 0; k < 4; k++) starts[4 * at + k] = starts[4 * (at - 1) + k]
    at--
  }
  if (at < MAX_STARTS) for (let k = 0; k < 4; k++) starts[4 * at + k] = trial[k]
}

/** Makes `trial`, which need not be of unit length, one of the starts if it is good enough. */
function consider(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  const square = trial[0] * trial[0] + trial[1] * trial[1] + trial[2] * trial[2]
  if (!(square > 0)) return
  const scale = 1 / Math.sqrt(square)
  for (let k = 0; k < 3; k++) trial[k] *= scale
  measure(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  insert(startCount)
  if (startCount < MAX_STARTS) startCount++
}

/** Faces of one shape, as directions from A to B. */
function considerFaces(
  kind: number, hull: Hull | null, r: number, sign: number,
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  const faces = SHAPES[kind].faceCount(hull)
  for (let f = 0; f < faces; f++) {
    SHAPES[kind].faceNormal(hull, f, local)
    for (let k = 0; k < 3; k++) {
      trial[k] = sign * (rot[r + 3 * k] * local[0] + rot[r + 3 * k + 1] * local[1] + rot[r + 3 * k + 2] * local[2])
    }
    consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  }
}

/** `between` = from the middle of A to that of B; the origin of a hull may lie anywhere. */
function setBetween(rot: Float64Array, ra: number, rb: number, hullA: Hull | null, hullB: Hull | null): void {
  for (let k = 0; k < 3; k++) {
    between[k] = query[DX + k]
    if (hullB !== null) {
      between[k] += rot[rb + 3 * k] * hullB.center[0] + rot[rb + 3 * k + 1] * hullB.center[1] + rot[rb + 3 * k + 2] * hullB.center[2]
    }
    if (hullA !== null) {
      between[k] -= rot[ra + 3 * k] * hullA.center[0] + rot[ra + 3 * k + 1] * hullA.center[1] + rot[ra + 3 * k + 2] * hullA.center[2]
    }
  }
}

/** `trial` = the part of `between` across an axis. */
function setAcross(axis: Float64Array): void {
  const along = axis[0] * between[0] + axis[1] * between[1] + axis[2] * between[2]
  for (let k = 0; k < 3; k++) trial[k] = between[k] - along * axis[k]
}

/** Directions that shallow contacts have: faces, the line between the centres, and across the axes of solids of revolution. */
function findLikely(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  startCount = 0
  considerFaces(kindA, hullA, ra, 1, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  considerFaces(kindB, hullB, rb, -1, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  setBetween(rot, ra, rb, hullA, hullB)
  for (let k = 0; k < 3; k++) trial[k] = between[k]
  consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  for (let k = 0; k < 3; k++) axisA[k] = rot[ra + 3 * k + 1]
  setAcross(axisA)
  consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  for (let k = 0; k < 3; k++) axisB[k] = rot[rb + 3 * k + 1]
  setAcross(axisB)
  consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  // Two middles in one place tell no direction: the axes of B do.
  for (let i = 0; startCount < 3 && i < 3; i++) {
    for (let k = 0; k < 3; k++) trial[k] = rot[rb + 3 * k + i]
    consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  }
}

/** What deep ones may have besides: across all axes of both frames, and their common perpendiculars. */
function findUnlikely(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) axisA[k] = rot[ra + 3 * k + i]
    setAcross(axisA)
    consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    for (let j = 0; j < 3; j++) {
      for (let k = 0; k < 3; k++) axisB[k] = rot[rb + 3 * k + j]
      if (i === 0) {
        setAcross(axisB)
        consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
      }
      for (let sign = -1; sign <= 1; sign += 2) {
        trial[0] = sign * (axisA[1] * axisB[2] - axisA[2] * axisB[1])
        trial[1] = sign * (axisA[2] * axisB[0] - axisA[0] * axisB[2])
        trial[2] = sign * (axisA[0] * axisB[1] - axisA[1] * axisB[0])
        consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
      }
    }
  }
}

/** Across the axis of one shape, where it is a segment or solid of revolution, and an edge of the other, whose frame is at rot[r]. */
function considerEdges(
  hull: Hull | null, r: number, axis: Float64Array,
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  if (hull === null) return
  const { vertices, edges, edgeCount } = hull
  for (let e = 0; e < 4 * edgeCount; e += 4) {
    const p = 3 * edges[e]
    const q = 3 * edges[e + 1]
    const x = vertices[q] - vertices[p]
    const y = vertices[q + 1] - vertices[p + 1]
    const z = vertices[q + 2] - vertices[p + 2]
    for (let k = 0; k < 3; k++) edge[k] = rot[r + 3 * k] * x + rot[r + 3 * k + 1] * y + rot[r + 3 * k + 2] * z
    for (let sign = -1; sign <= 1; sign += 2) {
      trial[0] = sign * (axis[1] * edge[2] - axis[2] * edge[1])
      trial[1] = sign * (axis[2] * edge[0] - axis[0] * edge[2])
      trial[2] = sign * (axis[0] * edge[1] - axis[1] * edge[0])
      consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    }
  }
}

/** All ways from a cube's middle to its corners, edges and faces, in the frames of both. */
function findAround(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  for (let side = 0; side < 2; side++) {
    const r = side === 0 ? ra : rb
    for (let i = -1; i <= 1; i++) for (let j = -1; j <= 1; j++) for (let l = -1; l <= 1; l++) {
      for (let k = 0; k < 3; k++) trial[k] = i * rot[r + 3 * k] + j * rot[r + 3 * k + 1] + l * rot[r + 3 * k + 2]
      consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    }
  }
}

/** Climbs from the direction in `trial`; with all rounds it leaves axis, separation and the middle in `convexAxis` if they are the best so far. */
function climb(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null, rounds: number,
): void {
  const gap = PLAIN_GAP * query[INNER]
  const gain = AXIS_GAIN * query[INNER]
  nearest.simplexCount = 0
  let level = 0
  for (let round = 0; round < rounds; round++) {
    const x = trial[0]
    const y = trial[1]
    const z = trial[2]
    const separation = trial[3]
    const away = separation < gap ? gap - separation : 0
    offset[0] = query[DX] + away * x
    offset[1] = query[DY] + away * y
    offset[2] = query[DZ] + away * z
    roughIn[0] = away > 0 ? ROUGH_GAPS[level] : 0
    gjkDistanceAt(nearest, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, offset, trial)
    const radiusA = coreRadius(kindA, size, sa)
    const radiusB = coreRadius(kindB, size, sb)
    trial[0] = nearest.nx
    trial[1] = nearest.ny
    trial[2] = nearest.nz
    measure(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    const better = away > 0 && trial[3] > separation + gain
    if (!(trial[3] > separation)) {
      trial[0] = x
      trial[1] = y
      trial[2] = z
      trial[3] = separation
    }
    if (better && round + 1 < rounds) {
      // Another start that leads to where the best one did.
      const cosine = trial[0] * convexAxis[0] + trial[1] * convexAxis[1] + trial[2] * convexAxis[2]
      if (convexAxis[AXIS_GAP] > -Infinity && cosine > SAME_END_COSINE && trial[3] <= convexAxis[AXIS_GAP]) return
      continue
    }
    // Rough answers show the way as long as they gain; the last ones are exact.
    if (ROUGH_GAPS[level] > 0 && away > 0 && round + 1 < rounds) {
      level++
      continue
    }
    if (rounds >= AXIS_ROUNDS && trial[3] > convexAxis[AXIS_GAP]) {
      for (let k = 0; k < 4; k++) convexAxis[k] = trial[k]
      // Nearest points of the shapes that were moved apart, B's taken back.
      const half = 0.5 * (radiusB - radiusA)
      convexAxis[AXIS_POINT] = 0.5 * (nearest.ax + nearest.bx - away * x) + half * (nearest.nx - trial[0])
      convexAxis[AXIS_POINT + 1] = 0.5 * (nearest.ay + nearest.by - away * y) + half * (nearest.ny - trial[1])
      convexAxis[AXIS_POINT + 2] = 0.5 * (nearest.az + nearest.bz - away * z) + half * (nearest.nz - trial[2])
    }
    return
  }
}

/** Takes the normal of a face of one shape for the axis in `convexAxis`, if that is as good and no farther off than rounding makes it. */
function takeFace(
  kind: number, hull: Hull | null, r: number, sign: number,
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  const shape = SHAPES[kind]
  const faces = shape.faceCount(hull)
  if (faces === 0) return
  const x = sign * (rot[r] * convexAxis[0] + rot[r + 3] * convexAxis[1] + rot[r + 6] * convexAxis[2])
  const y = sign * (rot[r + 1] * convexAxis[0] + rot[r + 4] * convexAxis[1] + rot[r + 7] * convexAxis[2])
  const z = sign * (rot[r + 2] * convexAxis[0] + rot[r + 5] * convexAxis[1] + rot[r + 8] * convexAxis[2])
  for (let f = 0; f < faces; f++) {
    shape.faceNormal(hull, f, local)
    if (x * local[0] + y * local[1] + z * local[2] < SAME_END_COSINE) continue
    for (let k = 0; k < 3; k++) trial[k] = sign * (rot[r + 3 * k] * local[0] + rot[r + 3 * k + 1] * local[1] + rot[r + 3 * k + 2] * local[2])
    measure(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    if (trial[3] < convexAxis[AXIS_GAP]) continue
    for (let k = 0; k < 4; k++) convexAxis[k] = trial[k]
    return
  }
}

function takeFaces(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  takeFace(kindA, hullA, ra, 1, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  takeFace(kindB, hullB, rb, -1, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
}

/**
 * Where only the round parts meet: the distance of the cores, which has one axis and needs no likely directions. False if the cores are too close
 * to each other for that. What is beyond the margin is left as soon as that is known.
 */
function findApart(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): boolean {
  const radiusA = coreRadius(kindA, size, sa)
  const radiusB = coreRadius(kindB, size, sb)
  if (!isAxisKnown()) setBetween(rot, ra, rb, hullA, hullB)
  extents[0] = query[MARGIN] + radiusA + radiusB
  gjkDistanceUpTo(nearest, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, isAxisKnown() ? knownAxis : between, extents)
  if (!(nearest.coreDistance > PLAIN_GAP * query[INNER])) return false
  trial[0] = nearest.nx
  trial[1] = nearest.ny
  trial[2] = nearest.nz
  measure(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  for (let k = 0; k < 4; k++) convexAxis[k] = trial[k]
  takeFaces(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  const half = 0.5 * (radiusB - radiusA)
  convexAxis[AXIS_POINT] = 0.5 * (nearest.ax + nearest.bx) + half * (nearest.nx - convexAxis[0])
  convexAxis[AXIS_POINT + 1] = 0.5 * (nearest.ay + nearest.by) + half * (nearest.ny - convexAxis[1])
  convexAxis[AXIS_POINT + 2] = 0.5 * (nearest.az + nearest.bz) + half * (nearest.nz - convexAxis[2])
  return true
}

function isAxisKnown(): boolean {
  return knownAxis[0] !== 0 || knownAxis[1] !== 0 || knownAxis[2] !== 0
}

/** The axis of a contact that is known from a moment ago: climbs from there alone. False if the overlap is deep: then all starts count. */
function findNear(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): boolean {
  for (let k = 0; k < 3; k++) trial[k] = knownAxis[k]
  measure(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  convexAxis[AXIS_GAP] = -Infinity
  climb(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, AXIS_ROUNDS)
  takeFaces(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  return convexAxis[AXIS_GAP] >= -DEEP_PER_SIZE * coreInner[0]
}

/** Is a start so close to one before it that it would lead to the same place? */
function isLikeOneBefore(s: number, cosine: number): boolean {
  for (let i = 0; i < s; i++) {
    if (starts[4 * i] * starts[4 * s] + starts[4 * i + 1] * starts[4 * s + 1] + starts[4 * i + 2] * starts[4 * s + 2] > cosine) return true
  }
  return false
}

/** A deep overlap has many ways out: some rounds from every start tell which of them are worth following. */
function climbDeep(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  trial[3] = starts[3]
  const edges = findPolytopeEdges(trial, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  if (edges === EDGES_BETTER) consider(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  if (edges === NO_POLYTOPES) {
    for (let k = 0; k < 3; k++) axisA[k] = rot[ra + 3 * k + 1]
    for (let k = 0; k < 3; k++) axisB[k] = rot[rb + 3 * k + 1]
    considerEdges(hullA, ra, axisB, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    considerEdges(hullB, rb, axisA, kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  }
  findUnlikely(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  findAround(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  // Those that are kept are gathered at the front, which never passes the one that is looked at.
  let kept = 0
  for (let s = 0; s < startCount && kept < DEEP_STARTS; s++) {
    for (let k = 0; k < 4; k++) starts[4 * kept + k] = starts[4 * s + k]
    if (!isLikeOneBefore(kept, SAME_START_COSINE)) kept++
  }
  let followed = 0
  for (let s = 0; s < kept; s++) {
    for (let k = 0; k < 4; k++) trial[k] = starts[4 * s + k]
    climb(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, DEEP_ROUNDS)
    insert(followed++)
  }
  let left = DEEP_ENDS
  for (let s = 0; s < followed && left > 0; s++) {
    if (isLikeOneBefore(s, SAME_END_COSINE)) continue
    left--
    for (let k = 0; k < 4; k++) trial[k] = starts[4 * s + k]
    climb(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, END_ROUNDS)
  }
}

/**
 * Fills `convexAxis`, with offset and margin as in `query`; sets `INNER` there. Where the shapes are further apart than the margin the axis is
 * the direction between them and the middle means nothing.
 */
export function findConvexAxis(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): void {
  SHAPES[kindA].innerRadius(inner, 0, size, sa, hullA)
  SHAPES[kindB].innerRadius(inner, 1, size, sb, hullB)
  query[INNER] = Math.min(inner[0], inner[1])
  const radiusA = coreRadius(kindA, size, sa)
  const radiusB = coreRadius(kindB, size, sb)
  const rounding = radiusA + radiusB
  coreInner[0] = Math.max(0, Math.min(inner[0] - radiusA, inner[1] - radiusB))
  if (findVertexFace(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)) return
  if (rounding > PLAIN_GAP * query[INNER] && findApart(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)) return
  if (isAxisKnown() && findNear(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)) return
  findLikely(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
  for (let k = 0; k < 4; k++) convexAxis[k] = trial[k] = starts[k]
  if (starts[3] - rounding >= query[MARGIN]) return
  convexAxis[AXIS_GAP] = -Infinity
  climb(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, AXIS_ROUNDS)
  if (convexAxis[AXIS_GAP] > 0) return
  if (convexAxis[AXIS_GAP] < -DEEP_PER_SIZE * coreInner[0]) {
    climbDeep(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB)
    return
  }
  // In shallow ones the second-best start is followed too.
  let second = 1
  while (second < startCount && isLikeOneBefore(second, SAME_START_COSINE)) second++
  if (second === startCount) return
  for (let k = 0; k < 4; k++) trial[k] = starts[4 * second + k]
  climb(kindA, kindB, rot, ra, rb, size, sa, sb, hullA, hullB, AXIS_ROUNDS)
}
