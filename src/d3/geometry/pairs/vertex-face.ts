/**
 * The axis of two convex shapes of which one has flat faces only, where a vertex of the other is what reaches deepest: proven by that vertex alone,
 * without a search. Most contacts of round and curved shapes with boxes, hulls and triangles are of this kind.
 *
 * Let P be the core with the faces, Q the other, p the vertex of Q that is lowest above the plane of a face of P, and s its height. All of Q is above
 * p, so the separation along the face's normal is s. Is it the largest there is? In front of the face, s > 0, it is if the foot of p is on the
 * face: then s is the distance. Behind it, it is if p is no less deep behind all the other faces: then a ball of radius −s around p is inside
 * of P, and along any axis whatever p itself overlaps by as much.
 */

import { type BoxHull, createBoxHull, setBoxHull } from '../hull/box-hull.ts'
import type { Hull } from '../hull/hull.ts'
import { isOverFace, probe } from '../hull/hull-nearest.ts'
import { DX, MARGIN, query } from '../query.ts'
import { BOX } from '../shapes/box.ts'
import { HULL } from '../shapes/hull.ts'
import { ROUNDED_BOX } from '../shapes/rounded-box.ts'
import { ROUNDED_HULL } from '../shapes/rounded-hull.ts'
import { coreRadius, coreVertex, supportVertex } from '../shapes/shape-table.ts'
import { AXIS_GAP, AXIS_POINT, convexAxis } from './found-axis.ts'

/** Faces that are looked at: from the one that faces Q's origin on to the one that its lowest vertex is nearest to. */
const MAX_HOPS = 3

const boxHull: BoxHull = createBoxHull()
/** Outward normal of the face, world axes; the vertex, from the centre of P. */
const normal = new Float64Array(3)
const place = new Float64Array(3)

/** The core of a shape with flat faces as a hull; null for others. */
function flatCore(kind: number, size: Float64Array, s: number, hull: Hull | null): Hull | null {
  if (kind === HULL || kind === ROUNDED_HULL) return hull
  if (kind !== BOX && kind !== ROUNDED_BOX) return null
  setBoxHull(boxHull, size, kind === BOX ? s : s + 1)
  return boxHull
}

/** Fills `convexAxis` if the axis is the normal of a face of one of the two and that can be told at once; or if a face shows that they are apart. */
export function findVertexFace(
  kindA: number, kindB: number, rot: Float64Array, ra: number, rb: number, size: Float64Array, sa: number, sb: number,
  hullA: Hull | null, hullB: Hull | null,
): boolean {
  const coreB = flatCore(kindB, size, sb, hullB)
  if (coreB !== null && standsOn(coreB, kindB, rb, sb, -1, kindA, ra, sa, hullA, rot, size)) return true
  const coreA = flatCore(kindA, size, sa, hullA)
  return coreA !== null && standsOn(coreA, kindA, ra, sa, 1, kindB, rb, sb, hullB, rot, size)
}

/** `sign` × an outward normal of P leads from A to B: 1 where P is A. */
function standsOn(
  core: Hull, kindP: number, rp: number, sp: number, sign: number, kindQ: number, rq: number, sq: number, hullQ: Hull | null,
  rot: Float64Array, size: Float64Array,
): boolean {
  const { planes, faceCount } = core
  for (let k = 0; k < 3; k++) {
    probe[k] = sign * (rot[rp + k] * query[DX] + rot[rp + 3 + k] * query[DX + 1] + rot[rp + 6 + k] * query[DX + 2])
  }
  let face = highestFace(planes, faceCount)
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const o = 4 * face
    for (let k = 0; k < 3; k++) {
      normal[k] = rot[rp + 3 * k] * planes[o] + rot[rp + 3 * k + 1] * planes[o + 1] + rot[rp + 3 * k + 2] * planes[o + 2]
    }
    coreVertex(kindQ, rot, rq, size, sq, hullQ, supportVertex(kindQ, rot, rq, size, sq, hullQ, normal, 0, -1), place, 0)
    for (let k = 0; k < 3; k++) place[k] += sign * query[DX + k]
    for (let k = 0; k < 3; k++) probe[k] = rot[rp + k] * place[0] + rot[rp + 3 + k] * place[1] + rot[rp + 6 + k] * place[2]
    const height = planes[o] * probe[0] + planes[o + 1] * probe[1] + planes[o + 2] * probe[2] - planes[o + 3]
    const radiusP = coreRadius(kindP, size, sp)
    const radiusQ = coreRadius(kindQ, size, sq)
    if (height - radiusP - radiusQ < query[MARGIN]) {
      if (height > 0) {
        if (!isOverFace(core, face)) return false
      } else {
        const nearest = highestFace(planes, faceCount)
        const n = 4 * nearest
        if (planes[n] * probe[0] + planes[n + 1] * probe[1] + planes[n + 2] * probe[2] - planes[n + 3] > height) {
          face = nearest
          continue
        }
      }
    }
    const along = 0.5 * (radiusP - radiusQ - height)
    for (let k = 0; k < 3; k++) {
      convexAxis[k] = sign * normal[k]
      convexAxis[AXIS_POINT + k] = place[k] + along * normal[k] + (sign < 0 ? query[DX + k] : 0)
    }
    convexAxis[AXIS_GAP] = height
    return true
  }
  return false
}

/** The face whose plane `probe` is highest above. */
function highestFace(planes: Float64Array, faceCount: number): number {
  let face = 0
  let most = -Infinity
  for (let f = 0; f < faceCount; f++) {
    const height = planes[4 * f] * probe[0] + planes[4 * f + 1] * probe[1] + planes[4 * f + 2] * probe[2] - planes[4 * f + 3]
    if (height > most) {
      most = height
      face = f
    }
  }
  return face
}
