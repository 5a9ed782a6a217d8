/**
 * Contact of two boxes: which of the 15 possible axes keeps them apart most, then the patch of the two faces or the crossing
 * of the two edges. World axes, origin at A's centre; arguments as in `collide.ts`, the rest in `query.ts`. The patch is in
 * `box-face.ts`.
 *
 * When the boxes are apart, the patch is what the two faces share seen along the normal. Boxes that only stand corner to
 * corner share nothing and get no points: a plane put through a corner would stop bodies that are about to fly past.
 */

import { LEAST_ALIGNED, PARALLEL_EDGES, SAME_AXIS, SHALLOW } from '../tolerances.ts'
import { TRACE } from '../../../common/math/rounding.ts'
import { SLIVER_PER_SIZE } from '../../../common/tolerances.ts'
import { type BoxHull, createBoxHull, setBoxHull } from '../hull/box-hull.ts'
import { boxFaceContact, relativeRotation } from './box-face.ts'
import { hullTiltedContact, mostAligned } from './hull-face.ts'
import { bringIntoFrame, planesB } from './hull-frame.ts'
import type { Manifold } from '../manifold.ts'
import { DX, DY, DZ, INNER, MARGIN, query } from '../query.ts'

const hullA: BoxHull = createBoxHull()
const hullB: BoxHull = createBoxHull()
const axis = new Float64Array(4)

/** B's centre in A's frame (3) and the gap of the edges, for `edgeContact`. */
const crossing = new Float64Array(4)

export function collideBoxBox(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
): void {
  const dx = query[DX]
  const dy = query[DY]
  const dz = query[DZ]
  const margin = query[MARGIN]
  const hax = size[sa]
  const hay = size[sa + 1]
  const haz = size[sa + 2]
  const hbx = size[sb]
  const hby = size[sb + 1]
  const hbz = size[sb + 2]
  const a0 = rot[ra]
  const a1 = rot[ra + 1]
  const a2 = rot[ra + 2]
  const a3 = rot[ra + 3]
  const a4 = rot[ra + 4]
  const a5 = rot[ra + 5]
  const a6 = rot[ra + 6]
  const a7 = rot[ra + 7]
  const a8 = rot[ra + 8]
  const b0 = rot[rb]
  const b1 = rot[rb + 1]
  const b2 = rot[rb + 2]
  const b3 = rot[rb + 3]
  const b4 = rot[rb + 4]
  const b5 = rot[rb + 5]
  const b6 = rot[rb + 6]
  const b7 = rot[rb + 7]
  const b8 = rot[rb + 8]

  // B's centre and axes in A's frame: cij = axis i of A · axis j of B.
  const tx = dx * a0 + dy * a3 + dz * a6
  const c00 = a0 * b0 + a3 * b3 + a6 * b6
  const c01 = a0 * b1 + a3 * b4 + a6 * b7
  const c02 = a0 * b2 + a3 * b5 + a6 * b8
  const p00 = Math.abs(c00)
  const p01 = Math.abs(c01)
  const p02 = Math.abs(c02)
  const faceAx = Math.abs(tx) - hax - (hbx * p00 + hby * p01 + hbz * p02)
  if (faceAx > margin) return
  const ty = dx * a1 + dy * a4 + dz * a7
  const c10 = a1 * b0 + a4 * b3 + a7 * b6
  const c11 = a1 * b1 + a4 * b4 + a7 * b7
  const c12 = a1 * b2 + a4 * b5 + a7 * b8
  const p10 = Math.abs(c10)
  const p11 = Math.abs(c11)
  const p12 = Math.abs(c12)
  const faceAy = Math.abs(ty) - hay - (hbx * p10 + hby * p11 + hbz * p12)
  if (faceAy > margin) return
  const tz = dx * a2 + dy * a5 + dz * a8
  const c20 = a2 * b0 + a5 * b3 + a8 * b6
  const c21 = a2 * b1 + a5 * b4 + a8 * b7
  const c22 = a2 * b2 + a5 * b5 + a8 * b8
  const p20 = Math.abs(c20)
  const p21 = Math.abs(c21)
  const p22 = Math.abs(c22)
  const faceAz = Math.abs(tz) - haz - (hbx * p20 + hby * p21 + hbz * p22)
  if (faceAz > margin) return
  const ux = tx * c00 + ty * c10 + tz * c20
  const faceBx = Math.abs(ux) - hbx - (hax * p00 + hay * p10 + haz * p20)
  if (faceBx > margin) return
  const uy = tx * c01 + ty * c11 + tz * c21
  const faceBy = Math.abs(uy) - hby - (hax * p01 + hay * p11 + haz * p21)
  if (faceBy > margin) return
  const uz = tx * c02 + ty * c12 + tz * c22
  const faceBz = Math.abs(uz) - hbz - (hax * p02 + hay * p12 + haz * p22)
  if (faceBz > margin) return

  const inner = Math.min(hax, hay, haz, hbx, hby, hbz)
  const bias = TRACE * inner
  let face = 0
  let faceGap = faceAx
  if (faceAy > faceGap + bias) {
    faceGap = faceAy
    face = 1
  }
  if (faceAz > faceGap + bias) {
    faceGap = faceAz
    face = 2
  }
  if (faceBx > faceGap + bias) {
    faceGap = faceBx
    face = 3
  }
  if (faceBy > faceGap + bias) {
    faceGap = faceBy
    face = 4
  }
  if (faceBz > faceGap + bias) {
    faceGap = faceBz
    face = 5
  }

  // Edge axes are not normalised: g is gap·|gap| times the squared length, compared by cross-multiplication.
  const far = margin * margin
  const level = faceGap + bias
  let best = level * Math.abs(level)
  let edge = -1
  let s = 0
  let g = 0

  let q = c10 * c10 + c20 * c20
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tz * c10 - ty * c20) - (hay * p20 + haz * p10 + hby * p02 + hbz * p01)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 0
    }
  }
  q = c11 * c11 + c21 * c21
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tz * c11 - ty * c21) - (hay * p21 + haz * p11 + hbx * p02 + hbz * p00)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 1
    }
  }
  q = c12 * c12 + c22 * c22
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tz * c12 - ty * c22) - (hay * p22 + haz * p12 + hbx * p01 + hby * p00)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 2
    }
  }
  q = c00 * c00 + c20 * c20
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tx * c20 - tz * c00) - (hax * p20 + haz * p00 + hby * p12 + hbz * p11)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 3
    }
  }
  q = c01 * c01 + c21 * c21
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tx * c21 - tz * c01) - (hax * p21 + haz * p01 + hbx * p12 + hbz * p10)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 4
    }
  }
  q = c02 * c02 + c22 * c22
  if (q > PARALLEL_EDGES) {
    s = Math.abs(tx * c22 - tz * c02) - (hax * p22 + haz * p02 + hbx * p11 + hby * p10)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 5
    }
  }
  q = c00 * c00 + c10 * c10
  if (q > PARALLEL_EDGES) {
    s = Math.abs(ty * c00 - tx * c10) - (hax * p10 + hay * p00 + hby * p22 + hbz * p21)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 6
    }
  }
  q = c01 * c01 + c11 * c11
  if (q > PARALLEL_EDGES) {
    s = Math.abs(ty * c01 - tx * c11) - (hax * p11 + hay * p01 + hbx * p22 + hbz * p20)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 7
    }
  }
  q = c02 * c02 + c12 * c12
  if (q > PARALLEL_EDGES) {
    s = Math.abs(ty * c02 - tx * c12) - (hax * p12 + hay * p02 + hbx * p21 + hby * p20)
    g = s * Math.abs(s)
    if (g > best * q) {
      if (g > far * q) return
      best = g / q
      edge = 8
    }
  }

  const c = relativeRotation
  c[0] = c00
  c[1] = c01
  c[2] = c02
  c[3] = c10
  c[4] = c11
  c[5] = c12
  c[6] = c20
  c[7] = c21
  c[8] = c22
  query[INNER] = inner
  if (edge >= 0) {
    crossing[0] = tx
    crossing[1] = ty
    crossing[2] = tz
    crossing[3] = best < 0 ? -Math.sqrt(-best) : Math.sqrt(best)
    if (edgeContact(out, rot, ra, rb, size, sa, sb, edge, face)) return
  }
  const offset = face === 0 ? tx : face === 1 ? ty : face === 2 ? tz : face === 3 ? ux : face === 4 ? uy : uz
  boxFaceContact(out, rot, ra, rb, size, sa, sb, face, face < 3 ? offset >= 0 : offset <= 0)
  // The edges may cross beside the face that they look like.
  if (edge >= 0 && out.count === 0) edgeContact(out, rot, ra, rb, size, sa, sb, edge, -1)
}

/**
 * The patch around the crossing of two edges, or the crossing alone. False when they cross too close to a corner, or when the given face
 * tells it better.
 */
function edgeContact(
  out: Manifold, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number, edge: number, face: number,
): boolean {
  const tx = crossing[0]
  const ty = crossing[1]
  const tz = crossing[2]
  const gap = crossing[3]
  const inner = query[INNER]
  const c = relativeRotation
  const i = edge < 3 ? 0 : edge < 6 ? 1 : 2
  const j = edge - 3 * i
  // Edge directions and the axis in A's frame.
  const ex = i === 0 ? 1 : 0
  const ey = i === 1 ? 1 : 0
  const ez = i === 2 ? 1 : 0
  const fx = c[j]
  const fy = c[3 + j]
  const fz = c[6 + j]
  let mx = ey * fz - ez * fy
  let my = ez * fx - ex * fz
  let mz = ex * fy - ey * fx
  const sine = mx * mx + my * my + mz * mz
  let scale = 1 / Math.sqrt(sine)
  if (mx * tx + my * ty + mz * tz < 0) scale = -scale
  mx *= scale
  my *= scale
  mz *= scale
  const wx = mx * c[0] + my * c[3] + mz * c[6]
  const wy = mx * c[1] + my * c[4] + mz * c[7]
  const wz = mx * c[2] + my * c[5] + mz * c[8]
  const along = face === 0 ? mx : face === 1 ? my : face === 2 ? mz : face === 3 ? wx : face === 4 ? wy : face === 5 ? wz : 0
  // On the side of the face that B's centre is on; of long boxes the edges may cross on the other.
  const o = face - 3
  const beyond = face === 0 ? tx : face === 1 ? ty : face === 2 ? tz : face > 2 ? tx * c[o] + ty * c[3 + o] + tz * c[6 + o] : 0
  if ((beyond < 0 ? -along : along) > SAME_AXIS && gap > -SHALLOW * inner) return false

  // Middles of the two edges: A's farthest along the axis, B's farthest against it.
  const ax = ex === 1 ? 0 : mx > 0 ? size[sa] : -size[sa]
  const ay = ey === 1 ? 0 : my > 0 ? size[sa + 1] : -size[sa + 1]
  const az = ez === 1 ? 0 : mz > 0 ? size[sa + 2] : -size[sa + 2]
  const vx = j === 0 ? 0 : wx > 0 ? -size[sb] : size[sb]
  const vy = j === 1 ? 0 : wy > 0 ? -size[sb + 1] : size[sb + 1]
  const vz = j === 2 ? 0 : wz > 0 ? -size[sb + 2] : size[sb + 2]
  const bx = tx + c[0] * vx + c[1] * vy + c[2] * vz
  const by = ty + c[3] * vx + c[4] * vy + c[5] * vz
  const bz = tz + c[6] * vx + c[7] * vy + c[8] * vz
  // Nearest points of the two lines, as distances from the middles.
  const cosine = c[3 * i + j]
  const e = ex * (bx - ax) + ey * (by - ay) + ez * (bz - az)
  const f = fx * (bx - ax) + fy * (by - ay) + fz * (bz - az)
  let onA = (e - cosine * f) / sine
  let onB = (cosine * e - f) / sine
  const halfA = size[sa + i]
  const halfB = size[sb + j]
  const clear = SLIVER_PER_SIZE * inner
  // Apart or just touching, the crossing must be well inside both edges: a corner that is about to pass over an edge has
  // a sliver of its own (see `isSliver`).
  if (gap > -clear && (Math.abs(onA) > halfA - clear || Math.abs(onB) > halfB - clear)) return false
  if (Math.max(Math.abs(mx), Math.abs(my), Math.abs(mz)) > LEAST_ALIGNED && Math.max(Math.abs(wx), Math.abs(wy), Math.abs(wz)) > LEAST_ALIGNED) {
    setBoxHull(hullA, size, sa)
    setBoxHull(hullB, size, sb)
    bringIntoFrame(hullB, rot, ra, rb)
    axis[0] = mx
    axis[1] = my
    axis[2] = mz
    axis[3] = gap
    const faceA = mostAligned(hullA.planes, hullA.faceCount, axis, 1)
    hullTiltedContact(out, rot, ra, hullA, hullB, axis, faceA, mostAligned(planesB, hullB.faceCount, axis, -1))
    if (out.count > 1) return true
  }
  onA = onA > halfA ? halfA : onA < -halfA ? -halfA : onA
  onB = onB > halfB ? halfB : onB < -halfB ? -halfB : onB
  const x = 0.5 * (ax + ex * onA + bx + fx * onB)
  const y = 0.5 * (ay + ey * onA + by + fy * onB)
  const z = 0.5 * (az + ez * onA + bz + fz * onB)
  const r0 = rot[ra]
  const r1 = rot[ra + 1]
  const r2 = rot[ra + 2]
  const r3 = rot[ra + 3]
  const r4 = rot[ra + 4]
  const r5 = rot[ra + 5]
  const r6 = rot[ra + 6]
  const r7 = rot[ra + 7]
  const r8 = rot[ra + 8]
  out.nx = r0 * mx + r1 * my + r2 * mz
  out.ny = r3 * mx + r4 * my + r5 * mz
  out.nz = r6 * mx + r7 * my + r8 * mz
  out.count = 1
  // An edge is named by its lower corner: the bit of its own direction stays clear.
  const cornerA = (ax > 0 ? 1 : 0) | (ay > 0 ? 2 : 0) | (az > 0 ? 4 : 0)
  const cornerB = (vx > 0 ? 1 : 0) | (vy > 0 ? 2 : 0) | (vz > 0 ? 4 : 0)
  out.points[0] = r0 * x + r1 * y + r2 * z
  out.points[1] = r3 * x + r4 * y + r5 * z
  out.points[2] = r6 * x + r7 * y + r8 * z
  out.separations[0] = gap
  out.ids[0] = (cornerA << 8) | cornerB
  return true
}
