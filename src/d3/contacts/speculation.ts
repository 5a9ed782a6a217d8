/**
 * Speculative contacts: will a shape that is near another one really reach it in this step?
 *
 * A speculative contact takes the surface for flat. That is fair for a ball above a face, but a ball that rolls past the edge of the next
 * tile would run into the tilted plane of that edge in mid-air, and so would a box that flies past a corner. So where a shape moves
 * sideways by enough for its curvature, or for its corners, to matter, its path is swept (straight, and turning only between shapes with
 * corners), a round one a hair thinner than it is, and a contact it does not reach is left out.
 */

import { MARGIN_PER_SIZE, REST_SPEED_SUBSTEPS, SKIMMING_MOTION } from '../../common/tuning.ts'
import { found } from '../geometry/mesh/piece-source.ts'
import { createFlatTriangle, setFlatTriangle } from '../geometry/mesh/triangle-prism.ts'
import { HULL } from '../geometry/shapes/hull.ts'
import { asLevel } from '../geometry/shapes/level.ts'
import { coreRadius } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { HELD_COSINE } from '../geometry/tolerances.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import { turn } from '../math/rotation.ts'
import { DYNAMIC } from '../store/bodies.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()
const sizes = new Float64Array(8)
/** What `staysClear` is asked about: the smallest separation, the penetration that does not count as touching, the normal from A to B. */
export const nearIn: Float64Array = new Float64Array(5)
export const NEAR_GAP = 0
export const NEAR_SLOP = 1
export const NEAR_NORMAL = 2
const pathOut = new Float64Array(3)
const triangle = createFlatTriangle()
const corners = new Float64Array(9)

/** A is round if one is. The rest is in `nearIn`. */
export function staysClear(state: WorldState, a: number, b: number): boolean {
  if (!mayPass(state, a, b)) return false
  const { kind, hull } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const hullB = hull[b] >= 0 ? state.hulls[hull[b]] : null
  timeOfImpact(impact, kind[a], kind[b], sizes, 0, 4, hullA, hullB, sweepA, sweepB, 0)
  return impact.state === TOI_SEPARATED
}

/**
 * The same where B is level geometry, of which the first `pieces` that were found are near: none of them is met in about the direction of the
 * contact. What else the path leads to has a contact of its own.
 */
export function staysClearOfPieces(state: WorldState, a: number, b: number, pieces: number): boolean {
  if (!mayPass(state, a, b)) return false
  const { kind, hull } = state.shapes.columns
  const hullA = hull[a] >= 0 ? state.hulls[hull[a]] : null
  const source = asLevel(state.hulls[hull[b]])
  for (let i = 0; i < pieces; i++) {
    source.corners(found.pieces[i], corners)
    if (!setFlatTriangle(triangle, corners)) continue
    timeOfImpact(impact, kind[a], HULL, sizes, 0, 4, hullA, triangle, sweepA, sweepB, 0)
    if (impact.state === TOI_SEPARATED) continue
    const along = impact.nx * nearIn[NEAR_NORMAL] + impact.ny * nearIn[NEAR_NORMAL + 1] + impact.nz * nearIn[NEAR_NORMAL + 2]
    if (impact.t === 0 || along > HELD_COSINE) return false
  }
  return true
}

/** Do gap and path leave it open whether A meets B? If so the sweeps are set. */
function mayPass(state: WorldState, a: number, b: number): boolean {
  const gap = nearIn[NEAR_GAP]
  const slop = nearIn[NEAR_SLOP]
  const nx = nearIn[NEAR_NORMAL]
  const ny = nearIn[NEAR_NORMAL + 1]
  const nz = nearIn[NEAR_NORMAL + 2]
  const { kind, size, body, center, localRotation, thickness } = state.shapes.columns
  const { q, jointed } = state.bodies.columns
  pathOut.fill(0)
  addMotion(state, body[b], b, 1)
  addMotion(state, body[a], a, -1)
  const along = pathOut[0] * nx + pathOut[1] * ny + pathOut[2] * nz
  // `pathOut` is the motion of B seen from A: it closes the gap when it runs against the normal. Touching shapes must run against it for
  // good.
  if (gap + along > (gap > slop ? 0 : -2 * slop)) return false
  const sideways = pathOut[0] * pathOut[0] + pathOut[1] * pathOut[1] + pathOut[2] * pathOut[2] - along * along
  const radius = coreRadius(kind[a], size, a * 4)
  const rounded = radius > 0
  if (!rounded) {
    // Without roundness only what flies on counts; joints bend the path.
    const margin = MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b])
    if (sideways <= margin * margin || (jointed[body[a]] | jointed[body[b]]) !== 0) return false
  } else if (sideways <= 2 * slop * (radius + gap)) return false
  if (gap <= slop && !skims(state, a, b, sideways, radius)) return false
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[a * 4 + k]
    sizes[4 + k] = size[b * 4 + k]
    sweepA.q0[k] = sweepA.q1[k] = q[body[a] * 4 + k]
    sweepB.q0[k] = sweepB.q1[k] = q[body[b] * 4 + k]
    sweepA.localRotation[k] = localRotation[a * 4 + k]
    sweepB.localRotation[k] = localRotation[b * 4 + k]
  }
  if (rounded) sizes[0] = Math.max(0, radius - 2 * slop)
  else {
    turnSweep(state, sweepA, body[a])
    turnSweep(state, sweepB, body[b])
  }
  for (let k = 0; k < 3; k++) {
    sweepA.c0[k] = sweepA.c1[k] = 0
    sweepB.c0[k] = center[b * 3 + k] - center[a * 3 + k]
    sweepB.c1[k] = sweepB.c0[k] + pathOut[k]
  }
  return true
}

/**
 * Does a touching shape move on so fast that this contact cannot support it? One of the two must stand: among movable bodies every contact
 * counts.
 */
function skims(state: WorldState, a: number, b: number, sidewaysSquared: number, radius: number): boolean {
  const { body } = state.shapes.columns
  const { type } = state.bodies.columns
  if (type[body[a]] === DYNAMIC && type[body[b]] === DYNAMIC) return false
  return sidewaysSquared > SKIMMING_MOTION * SKIMMING_MOTION * radius * radius
}

/** The orientation that a body turns to in this step: where a corner goes, rotation decides as much as translation. */
function turnSweep(state: WorldState, sweep: Sweep, row: number): void {
  const { w, awake } = state.bodies.columns
  if (awake[row] === 1) turn(sweep.q1, 0, w[row * 3], w[row * 3 + 1], w[row * 3 + 2], state.dt)
}

/** pathOut += sign × the motion of a shape's centre in this step. */
function addMotion(state: WorldState, body: number, shape: number, sign: number): void {
  const { v, w, x, awake } = state.bodies.columns
  if (awake[body] === 0) return
  const { center } = state.shapes.columns
  const o = body * 3
  const rx = center[shape * 3] - x[o]
  const ry = center[shape * 3 + 1] - x[o + 1]
  const rz = center[shape * 3 + 2] - x[o + 2]
  const t = sign * state.dt
  pathOut[0] += (v[o] + w[o + 1] * rz - w[o + 2] * ry) * t
  pathOut[1] += (v[o + 1] + w[o + 2] * rx - w[o] * rz) * t
  pathOut[2] += (v[o + 2] + w[o] * ry - w[o + 1] * rx) * t
}

/** Approaches below this are contacts at rest, m/s: smaller hops cannot be resolved in substeps of h. */
export function restSpeed(state: WorldState, h: number): number {
  const { gravity } = state.globals.columns
  return REST_SPEED_SUBSTEPS * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]) * h
}
