/**
 * Manifolds of a pair with level geometry: points that were found triangle by triangle, gathered by normal and thinned out.
 */

import { longer } from '../../../common/memory/growing.ts'
import { MARGIN_PER_SIZE } from '../../../common/tuning.ts'
import { Manifold } from '../manifold.ts'
import { SAME_CLUSTER_COSINE } from '../tolerances.ts'

/** Most manifolds of one pair: a corner of a room has three. */
export const MAX_MANIFOLDS: number = 4

/** Thickness of the thinner of both shapes: numbers handed to a call that is not inlined would be put on the heap. */
export const thicknessIn: Float64Array = new Float64Array(1)

/** The manifolds found by `collideMesh` and `collideMeshes`; the first `count` are filled. */
export class ManifoldList {
  count: number = 0
  readonly items: Manifold[] = Array.from({ length: MAX_MANIFOLDS }, () => new Manifold())
  /** Piece of the deepest point of each. */
  readonly pieces: Int32Array = new Int32Array(MAX_MANIFOLDS)
  /** If A is level geometry, too: the piece of A; −1 otherwise. */
  readonly piecesA: Int32Array = new Int32Array(MAX_MANIFOLDS).fill(-1)
  /** Materials of the pieces of A and of B, −1 = none. */
  readonly materialsA: Int32Array = new Int32Array(MAX_MANIFOLDS).fill(-1)
  readonly materials: Int32Array = new Int32Array(MAX_MANIFOLDS)
  /** 1: the path does not lead there. Written by whoever asks. */
  readonly passed: Uint8Array = new Uint8Array(MAX_MANIFOLDS)
  /** Pieces near A, in `found`. */
  found: number = 0

  /** Puts the manifold at one place to an earlier one; what was there comes in its stead. */
  move(from: number, to: number): void {
    if (from === to) return
    const item = this.items[to]
    this.items[to] = this.items[from]
    this.items[from] = item
    this.pieces[to] = this.pieces[from]
    this.piecesA[to] = this.piecesA[from]
    this.materialsA[to] = this.materialsA[from]
    this.materials[to] = this.materials[from]
    this.passed[to] = this.passed[from]
  }
}

/** What a candidate is: made up by an internal edge, at a real edge, on a face. */
export const MADE_UP: number = 0
export const AT_EDGE: number = 1
export const ON_FACE: number = 2
/** Made up, but all there is. */
export const ADMITTED: number = 3

/** Candidate points, and how many there are. World axes, from A's centre. */
class Candidates {
  count: number = 0
  place: Float64Array = new Float64Array(3 * 64)
  /** From A to B. */
  normals: Float64Array = new Float64Array(3 * 64)
  gaps: Float64Array = new Float64Array(64)
  featureA: Int32Array = new Int32Array(64)
  /** Pieces of B and of A (−1 if A is convex), the material of the former. */
  pieceOf: Int32Array = new Int32Array(64)
  pieceA: Int32Array = new Int32Array(64)
  materialOf: Int32Array = new Int32Array(64)
  /** MADE_UP … ADMITTED. */
  standing: Uint8Array = new Uint8Array(64)
  /** The manifold it went to, −1 = none. */
  cluster: Int32Array = new Int32Array(64)
  /** 1: it is a point of that manifold. */
  taken: Uint8Array = new Uint8Array(64)

  /** Makes room for one more. */
  reserve(): void {
    if (this.count < this.gaps.length) return
    const room = 2 * this.gaps.length
    this.place = longer(this.place, 3 * room)
    this.normals = longer(this.normals, 3 * room)
    this.gaps = longer(this.gaps, room)
    this.featureA = longer(this.featureA, room)
    this.pieceOf = longer(this.pieceOf, room)
    this.pieceA = longer(this.pieceA, room)
    this.materialOf = longer(this.materialOf, room)
    this.standing = longer(this.standing, room)
    this.cluster = longer(this.cluster, room)
    this.taken = longer(this.taken, room)
  }
}

export const candidates: Candidates = /* @__PURE__ */ new Candidates()

const bits = /* @__PURE__ */ new Float64Array(3)
const words = /* @__PURE__ */ new Int32Array(bits.buffer)

/** A feature number for a corner that is the same in all triangles that share it: eight bits of its place. */
export function cornerCode(corners: Float64Array, at: number): number {
  for (let k = 0; k < 3; k++) bits[k] = corners[at + k]
  let h = 0x811c9dc5
  for (let k = 0; k < 6; k++) h = Math.imul(h ^ words[k], 0x01000193) ^ (h >>> 13)
  return (h ^ (h >>> 16)) & 255
}

/**
 * Groups the candidates by normal, the deepest first, and thins each group out to four points. `apart`: by material, too. If that makes too many
 * groups, what is left out could leave a body without support: then the material of the deepest point counts for all with its normal.
 */
export function gather(out: ManifoldList, rot: Float64Array, rb: number, apart: boolean): void {
  const { count, normals, gaps, pieceOf, pieceA, materialOf, standing, cluster, taken } = candidates
  cluster.fill(-1, 0, count)
  taken.fill(0, 0, count)
  out.count = 0
  while (out.count < MAX_MANIFOLDS) {
    let deepest = -1
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] === MADE_UP) continue
      if (deepest < 0 || gaps[i] < gaps[deepest] || (gaps[i] === gaps[deepest] && standing[i] > standing[deepest])) deepest = i
    }
    if (deepest < 0) {
      if (!freeCloseOnes(out)) return
      continue
    }
    const m = out.count++
    const x = normals[3 * deepest]
    const y = normals[3 * deepest + 1]
    const z = normals[3 * deepest + 2]
    for (let i = 0; i < count; i++) {
      if (cluster[i] >= 0 || standing[i] === MADE_UP) continue
      if (apart && materialOf[i] !== materialOf[deepest]) continue
      if (normals[3 * i] * x + normals[3 * i + 1] * y + normals[3 * i + 2] * z > SAME_CLUSTER_COSINE) cluster[i] = m
    }
    cluster[deepest] = m
    out.pieces[m] = pieceOf[deepest]
    out.piecesA[m] = pieceA[deepest]
    out.materials[m] = materialOf[deepest]
    out.items[m].nx = x
    out.items[m].ny = y
    out.items[m].nz = z
    thinOut(out.items[m], m, deepest, 4 * directionCode(rot, rb, x, y, z))
  }
  if (!apart) return
  for (let i = 0; i < count; i++) {
    if (cluster[i] >= 0 || standing[i] === MADE_UP) continue
    gather(out, rot, rb, false)
    return
  }
}

/**
 * Candidates that are close but were thinned out for such as a fast body may yet come to: they are free for a manifold of their own. A stone that
 * rolls would sink in at a corner that is left out.
 */
function freeCloseOnes(out: ManifoldList): boolean {
  const { count, gaps, standing, cluster, taken } = candidates
  const close = MARGIN_PER_SIZE * thicknessIn[0]
  let any = false
  for (let m = 0; m < out.count; m++) {
    const { separations } = out.items[m]
    let most = -Infinity
    for (let p = 0; p < out.items[m].count; p++) most = Math.max(most, separations[p])
    if (most <= close) continue
    for (let i = 0; i < count; i++) {
      if (cluster[i] !== m || taken[i] === 1 || standing[i] === MADE_UP || gaps[i] > close) continue
      cluster[i] = -1
      any = true
    }
  }
  return any
}

/** The deepest point, the one farthest from it, and on either side of the line between them the one farthest out. */
function thinOut(out: Manifold, m: number, deepest: number, code: number): void {
  const { count, place, cluster } = candidates
  const { nx, ny, nz } = out
  const dx = place[3 * deepest]
  const dy = place[3 * deepest + 1]
  const dz = place[3 * deepest + 2]
  out.count = 0
  addPoint(out, deepest, code)
  let far = -1
  let most = 0
  for (let i = 0; i < count; i++) {
    if (cluster[i] !== m) continue
    const x = place[3 * i] - dx
    const y = place[3 * i + 1] - dy
    const z = place[3 * i + 2] - dz
    const along = x * nx + y * ny + z * nz
    const square = x * x + y * y + z * z - along * along
    if (square > most) {
      most = square
      far = i
    }
  }
  if (far < 0) return
  addPoint(out, far, code)
  const lx = place[3 * far] - dx
  const ly = place[3 * far + 1] - dy
  const lz = place[3 * far + 2] - dz
  // Across the line, in the plane of the contact.
  const wx = ny * lz - nz * ly
  const wy = nz * lx - nx * lz
  const wz = nx * ly - ny * lx
  let left = -1
  let right = -1
  let leftMost = 1e-3 * most
  let rightMost = 1e-3 * most
  for (let i = 0; i < count; i++) {
    if (cluster[i] !== m) continue
    const side = (place[3 * i] - dx) * wx + (place[3 * i + 1] - dy) * wy + (place[3 * i + 2] - dz) * wz
    if (side > leftMost) {
      leftMost = side
      left = i
    } else if (-side > rightMost) {
      rightMost = -side
      right = i
    }
  }
  if (left >= 0) addPoint(out, left, code)
  if (right >= 0) addPoint(out, right, code)
}

/**
 * Points that share a feature of A are told apart by their rank. The feature of B is not the triangle but the direction of the manifold in B's
 * frame, coarsely: so impulses find their points again on the next triangle, and those of a floor are not taken for those of a wall.
 */
function addPoint(out: Manifold, i: number, code: number): void {
  const { place, gaps, featureA, taken } = candidates
  taken[i] = 1
  let rank = 0
  for (let k = 0; k < out.count; k++) if (out.ids[k] >> 8 === featureA[i]) rank++
  const p = out.count++
  for (let k = 0; k < 3; k++) out.points[3 * p + k] = place[3 * i + k]
  out.separations[p] = gaps[i]
  out.ids[p] = (featureA[i] << 8) | (code + rank)
}

/** Cells along each side of the square that directions are laid out on: odd, so that the axes lie within cells and not between them. */
const DIRECTION_CELLS = 7

/** The cell of a direction (world axes, from A to B) in B's frame, 0 to 48, on an octahedron folded into a square. */
function directionCode(rot: Float64Array, rb: number, x: number, y: number, z: number): number {
  const lx = rot[rb] * x + rot[rb + 3] * y + rot[rb + 6] * z
  const ly = rot[rb + 1] * x + rot[rb + 4] * y + rot[rb + 7] * z
  const lz = rot[rb + 2] * x + rot[rb + 5] * y + rot[rb + 8] * z
  const sum = Math.abs(lx) + Math.abs(ly) + Math.abs(lz)
  let u = lx / sum
  let v = ly / sum
  if (lz < 0) {
    const fold = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
    u = fold
  }
  return cellOf(u) * DIRECTION_CELLS + cellOf(v)
}

function cellOf(u: number): number {
  return Math.max(0, Math.min(DIRECTION_CELLS - 1, Math.floor(0.5 * (u + 1) * DIRECTION_CELLS)))
}
