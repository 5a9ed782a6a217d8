/**
 * Will a round shape that is near another one really reach it in this step?
 *
 * A speculative contact takes the surface for flat. That is fair for a ball above a face, but a ball that rolls past the edge of the next
 * tile would run into the tilted plane of that edge in mid-air. So where a round shape moves sideways by enough for its curvature to
 * matter, its path is swept (straight, without turning), a hair thinner than it is, and a contact it does not reach is left out.
 */

import { Sweep } from '../collide/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_SEPARATED } from '../collide/time-of-impact.ts'
import type { WorldState } from '../world-state.ts'

const sweepA = new Sweep()
const sweepB = new Sweep()
const impact = new TimeOfImpact()
const sizes = new Float64Array(8)
const path = new Float64Array(2)

/**
 * A is round. `gap` is the smallest separation, n the normal from A to B; the slop is what they may overlap without being meant to touch.
 */
export function staysClear(state: WorldState, a: number, b: number, gap: number, nx: number, ny: number, slop: number): boolean {
  const { kind, size, polygon, body, center, localRotation } = state.shapes.columns
  const { angle } = state.bodies.columns
  path.fill(0)
  addMotion(state, body[b], b, 1)
  addMotion(state, body[a], a, -1)
  // Path is the motion of B seen from A: it closes the gap when it runs against the normal.
  if (gap + path[0] * nx + path[1] * ny > 0) return false
  const sideways = path[0] * ny - path[1] * nx
  const radius = size[a * 4]
  if (sideways * sideways <= 2 * slop * (radius + gap)) return false
  for (let k = 0; k < 4; k++) {
    sizes[k] = size[a * 4 + k]
    sizes[4 + k] = size[b * 4 + k]
  }
  sizes[0] = Math.max(0, radius - 2 * slop)
  sweepA.a0 = sweepA.a1 = angle[body[a]]
  sweepB.a0 = sweepB.a1 = angle[body[b]]
  sweepA.localRotation = localRotation[a]
  sweepB.localRotation = localRotation[b]
  for (let k = 0; k < 2; k++) {
    sweepA.c0[k] = sweepA.c1[k] = 0
    sweepB.c0[k] = center[b * 2 + k] - center[a * 2 + k]
    sweepB.c1[k] = sweepB.c0[k] + path[k]
  }
  const polygonB = polygon[b] >= 0 ? state.polygons[polygon[b]] : null
  timeOfImpact(impact, kind[a], kind[b], sizes, 0, 4, null, polygonB, sweepA, sweepB, 0)
  return impact.state === TOI_SEPARATED
}

/** path += sign × the motion of a shape's centre in this step. */
function addMotion(state: WorldState, body: number, shape: number, sign: number): void {
  const { v, w, x, awake } = state.bodies.columns
  if (awake[body] === 0) return
  const { center } = state.shapes.columns
  const o = body * 2
  const t = sign * state.dt
  path[0] += (v[o] - w[body] * (center[shape * 2 + 1] - x[o + 1])) * t
  path[1] += (v[o + 1] + w[body] * (center[shape * 2] - x[o])) * t
}
