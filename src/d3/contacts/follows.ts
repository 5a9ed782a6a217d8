/** Which contact rows follow their bodies (`following-rows.ts`): decided once per step, from the manifold of its start. */

import { FLAT_COSINE } from '../../common/tuning.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { BOX } from '../geometry/shapes/box.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { coreRadius, SHAPES } from '../geometry/shapes/shape-table.ts'
import { HAS_MASS } from '../store/solver-bodies.ts'
import { coveredReachOut, setCoveredReach } from '../store/shape-bounds.ts'
import type { WorldState } from '../store/world-state.ts'
import { HOT_STRIDE, NORMAL } from './contact-row.ts'

/**
 * Does the normal of this row follow the bodies? Faces of the immovable do not move. Bodies that go further than margins cover are stopped at
 * their impact (`continuous`): where they would be until then is nowhere near.
 */
export function follows(state: WorldState, row: number, a: number, b: number): boolean {
  const { body } = state.shapes.columns
  if (!isCovered(state, body[a]) || !isCovered(state, body[b])) return false
  const { bodyA, bodyB, count } = state.contactRows.columns
  const { kind, size } = state.shapes.columns
  // Triangles of level geometry have edges of their own that are none of the surface.
  if (kind[b] >= LEVEL) return false
  if (count[row] !== 1 || (coreRadius(kind[a], size, a * 4) === 0 && coreRadius(kind[b], size, b * 4) === 0)) return false
  const bodies = state.solverBodies.columns.kind
  if ((bodies[bodyA[row]] & bodies[bodyB[row]] & HAS_MASS) !== 0) return true
  const o = row * HOT_STRIDE + NORMAL
  return !isFace(state, a, o, 1) && !isFace(state, b, o, -1)
}

/** Is `sign` times the normal at hot[o] the outward normal of a face of the shape? */
function isFace(state: WorldState, shape: number, o: number, sign: number): boolean {
  const { hot } = state.contactRows.columns
  const x = sign * hot[o]
  const y = sign * hot[o + 1]
  const z = sign * hot[o + 2]
  const { kind, rotation, hull } = state.shapes.columns
  const geometry = hull[shape] >= 0 ? state.hulls[hull[shape]] : null
  const faces = SHAPES[kind[shape]].faceCount(geometry)
  if (faces === 0) return false
  const r = shape * 9
  const lx = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z
  const ly = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z
  const lz = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z
  if (kind[shape] === BOX) return Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz)) > FLAT_COSINE
  if (kind[shape] !== HULL) return isFaceOf(kind[shape], geometry, faces, lx, ly, lz)
  const { planes, faceCount } = state.hulls[hull[shape]]
  for (let f = 0; f < faceCount; f++) if (lx * planes[4 * f] + ly * planes[4 * f + 1] + lz * planes[4 * f + 2] > FLAT_COSINE) return true
  return false
}

const face = new Float64Array(3)

/** The same of any kind, direction in the shape's frame. */
function isFaceOf(kind: number, hull: Hull | null, faces: number, x: number, y: number, z: number): boolean {
  for (let f = 0; f < faces; f++) {
    SHAPES[kind].faceNormal(hull, f, face)
    if (x * face[0] + y * face[1] + z * face[2] > FLAT_COSINE) return true
  }
  return false
}

/** Do the margins of its contacts cover the motion of a body in this step? */
function isCovered(state: WorldState, body: number): boolean {
  setCoveredReach(state.bodies.columns, body)
  return state.bodies.columns.covered[body] < coveredReachOut[0]
}
