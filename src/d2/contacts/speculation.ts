/**
 * Speculative contacts: will a shape that is near another one really reach it in this step?
 *
 * A speculative contact takes the surface for flat. That is fair for a ball above a face, but a ball that rolls past the edge of the next
 * tile would run into the tilted plane of that edge in mid-air, and so would a box that flies past a corner. So where a shape moves
 * sideways by enough for its curvature, or for its corners, to matter, its path is swept (straight, and turning only between shapes with
 * corners), a round one a hair thinner than it is, and a contact it does not reach is left out.
 */

import { MARGIN_PER_SIZE, REST_SPEED_SUBSTEPS, SKIMMING_MOTION } from '../../common/tuning.ts'
import { ELLIPSE } from '../geometry/shapes/ellipse.ts'
import { radiusAlong, SHAPES, thin } from '../geometry/shapes/shape-table.ts'
import { Sweep } from '../geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from '../geometry/time-of-impact.ts'
import type { WorldState } from '../store/world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()
const sizes = new Float64Array(8)
/** What `staysClear` is asked about: the smallest separation, the penetration that does not count as touching, the normal from A to B. */
export const nearIn: Float64Array = new Float64Array(4)
export const NEAR_GAP = 0
export const NEAR_SLOP = 1
export const NEAR_NORMAL = 2
const pathOut = new Float64Array(2)

/** What is asked is in `nearIn`. */
export function staysClear(state: WorldState, a: number, b: number): boolean {
  const gap = nearIn[NEAR_GAP]
  const slop = nearIn[NEAR_SLOP]
  const nx = nearIn[NEAR_NORMAL]
  const ny = nearIn[NEAR_NORMAL + 1]
  const { kind, size, polygon, body, center, localRotation, rotation, thickness } = state.shapes.columns
  const { angle, jointed } = state.bodies.columns
  const radiusA = radiusAlong(kind[a], rotation, a * 2, size, a * 4, nearIn, NEAR_NORMAL)
  const radius = radiusA > 0 ? radiusA : radiusAlong(kind[b], rotation, b * 2, size, b * 4, nearIn, NEAR_NORMAL)
  pathOut.fill(0)
  addMotion(state, body[b], b, 1)
  addMotion(state, body[a], a, -1)
  // `pathOut` is the motion of B seen from A: it closes the gap when it runs against the normal. Touching shapes must run against it for
  // good.
  if (gap + pathOut[0] * nx + pathOut[1] * ny > (gap > slop ? 0 : -2 * slop)) return false
  const sideways = pathOut[0] * ny - pathOut[1] * nx
  // A polygon's corner curves so tightly that only the sweep can tell.
  const cornered = SHAPES[kind[a]].cornered || kind[b] === ELLIPSE
  if (radius === 0) {
    // Without roundness only what flies on counts; joints bend the path.
    if (Math.abs(sideways) <= MARGIN_PER_SIZE * Math.min(thickness[a], thickness[b]) || (jointed[body[a]] | jointed[body[b]]) !== 0) return false
  } else if (sideways * sideways <= 2 * slop * (radius + (cornered ? 0 : gap))) return false
  // A touching shape may move on so fast that this contact cannot support it.
  if (gap <= slop && sideways * sideways <= SKIMMING_MOTION * SKIMMING_MOTION * radius * radius) return false
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[a * 4 + k]
    sizes[4 + k] = size[b * 4 + k]
  }
  if (radiusA > 0) thin(kind[a], sizes, 0, 2 * slop)
  else thin(kind[b], sizes, 4, 2 * slop)
  sweepA.a0 = angle[body[a]]
  sweepB.a0 = angle[body[b]]
  sweepA.a1 = sweepA.a0 + (cornered ? turnAngle(state, a) : 0)
  sweepB.a1 = sweepB.a0 + (cornered ? turnAngle(state, b) : 0)
  sweepA.localRotation = localRotation[a]
  sweepB.localRotation = localRotation[b]
  for (let k = 0; k < 2; k++) {
    sweepA.c0[k] = sweepA.c1[k] = 0
    sweepB.c0[k] = center[b * 2 + k] - center[a * 2 + k]
    sweepB.c1[k] = sweepB.c0[k] + pathOut[k]
  }
  const polygonA = polygon[a] >= 0 ? state.polygons[polygon[a]] : null
  const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
  timeOfImpact(impact, kind[a], kind[b], sizes, 0, 4, polygonA, polygonB, sweepA, sweepB, 0)
  return impact.state === TOI_SEPARATED
}

/** The angle by which a shape turns in this step: where a corner goes, rotation decides as much as translation. */
function turnAngle(state: WorldState, shape: number): number {
  const { w, awake } = state.bodies.columns
  const row = state.shapes.columns.body[shape]
  return awake[row] === 1 ? w[row] * state.dt : 0
}

/** pathOut += sign × the motion of a shape's centre in this step. */
function addMotion(state: WorldState, body: number, shape: number, sign: number): void {
  const { v, w, x, awake } = state.bodies.columns
  if (awake[body] === 0) return
  const { center } = state.shapes.columns
  const o = body * 2
  const t = sign * state.dt
  pathOut[0] += (v[o] - w[body] * (center[shape * 2 + 1] - x[o + 1])) * t
  pathOut[1] += (v[o + 1] + w[body] * (center[shape * 2] - x[o])) * t
}

/** Approaches below this are contacts at rest, m/s: smaller hops cannot be resolved in substeps of h. */
export function restSpeed(state: WorldState, h: number): number {
  const { gravity } = state.globals.columns
  return REST_SPEED_SUBSTEPS * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1]) * h
}
