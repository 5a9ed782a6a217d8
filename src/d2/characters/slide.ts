/**
 * Collide and slide: takes the mover as near to a goal as planes and obstacles let it, in rounds: planes of what it touches, the
 * displacement nearest to the goal that they allow, a cast along it, and again. It ends at the point of the way nearest to the goal and never
 * goes beyond, so sliding makes nobody faster.
 *
 * Walking, slopes that can be climbed lift the mover without slowing it; steeper ones are walls, however much they lean.
 */

import { CAST_SKIN, LONGEST_WAY_OUT, PLANE_TOLERANCE, SLIDE_ROUNDS } from '../../common/tuning.ts'
import { castMover, collectPlanes, findFace, place } from './mover.ts'
import { MAX_PLANES, PlaneSet } from './plane-set.ts'
import type { WorldState } from '../store/world-state.ts'

/** What the slide needs to know of the mover. */
export interface SlideOptions {
  readonly up: Float64Array
  slopeCosine: number
  skin: number
}

export const planes: PlaneSet = new PlaneSet()
const goal = new Float64Array(2)
const step = new Float64Array(2)
const face = new Float64Array(2)
/** By plane: 1 for an edge beside a face that can be stood on. */
const bearing = new Uint8Array(MAX_PLANES)

/** After `slide`: did planes contradict each other? */
export const slideReport: { squeezed: boolean } = { squeezed: false }

/** Moves `place` by `motion`, as far as that goes. */
export function slide(state: WorldState, options: SlideOptions, motion: Float64Array, walking: boolean): void {
  const { skin } = options
  const tolerance = PLANE_TOLERANCE * skin
  slideReport.squeezed = false
  pushOut(state, options)
  for (let k = 0; k < 2; k++) goal[k] = place[k] + motion[k]
  for (let round = 0; round < SLIDE_ROUNDS; round++) {
    for (let k = 0; k < 2; k++) planes.wanted[k] = goal[k] - place[k]
    if (lengthOf(planes.wanted) <= tolerance) break
    collectPlanes(state, planes, skin, skin * (1 + PLANE_TOLERANCE))
    for (let i = 0; i < planes.count; i++) planes.offset[i] = Math.max(planes.offset[i], 0)
    if (walking) {
      bearing.fill(0)
      lift(options)
      for (let k = 0; k < 2; k++) goal[k] = place[k] + planes.wanted[k]
      flatten(options)
    }
    if (!planes.solve(tolerance)) slideReport.squeezed = true
    if (lengthOf(planes.result) <= tolerance || advance(state, skin) === 0) break
  }
  comeBack(state, options, walking)
}

/**
 * Casts end within the skin of what they meet: out of it again, to the place nearest to the goal. By the shortest way a mover in a corner would
 * leave one wall along the other, and come back in the next step.
 */
function comeBack(state: WorldState, options: SlideOptions, walking: boolean): void {
  const tolerance = PLANE_TOLERANCE * options.skin
  for (let round = 0; round < SLIDE_ROUNDS; round++) {
    const depth = collectDepth(state, options.skin)
    if (depth <= tolerance) return
    for (let k = 0; k < 2; k++) planes.wanted[k] = goal[k] - place[k]
    if (walking) {
      findBearing(state, options)
      lift(options)
      flatten(options)
    }
    if (!planes.solve(tolerance) || lengthOf(planes.result) > LONGEST_WAY_OUT * depth || advance(state, options.skin) === 0) break
  }
  pushOut(state, options)
}

/** Out of what is nearer than the skin as one who walks: upwards from slopes that can be climbed, level from others. */
export function riseOut(state: WorldState, options: SlideOptions): void {
  goal.set(place)
  comeBack(state, options, true)
}

/** Out of what is nearer than the skin, the shortest way. */
export function pushOut(state: WorldState, options: SlideOptions): void {
  const { skin } = options
  const tolerance = PLANE_TOLERANCE * skin
  const depth = collectDepth(state, skin)
  if (depth <= tolerance) return
  planes.wanted.fill(0)
  // Jaws that close almost in parallel would shoot it out sideways.
  if (!planes.solve(tolerance, LONGEST_WAY_OUT * depth)) slideReport.squeezed = true
  advance(state, skin)
}

/** Collects the planes of all that touches; returns how far the skin is pressed in. */
function collectDepth(state: WorldState, skin: number): number {
  collectPlanes(state, planes, skin, skin * (1 + PLANE_TOLERANCE))
  let depth = 0
  for (let i = 0; i < planes.count; i++) depth = Math.max(depth, -planes.offset[i])
  return depth
}

/** Moves `place` along what planes have left, as far as a cast goes; returns the share of it. */
function advance(state: WorldState, skin: number): number {
  for (let k = 0; k < 2; k++) step[k] = planes.result[k]
  const share = castMover(state, step, CAST_SKIN * skin)
  for (let k = 0; k < 2; k++) place[k] += share * step[k]
  return share
}

/** Marks edges that press into the skin and whose faces can be stood on. */
function findBearing(state: WorldState, options: SlideOptions): void {
  const { up, slopeCosine, skin } = options
  const { normal, offset } = planes
  for (let i = 0; i < planes.count; i++) {
    bearing[i] = 0
    let rise = 0
    for (let k = 0; k < 2; k++) rise += normal[2 * i + k] * up[k]
    if (!(rise > 0 && rise < slopeCosine && offset[i] < 0) || !findFace(state, planes, i, up, 0, skin, face)) continue
    let steepness = 0
    for (let k = 0; k < 2; k++) steepness += face[k] * up[k]
    if (steepness >= slopeCosine) bearing[i] = 1
  }
}

/** Raises the wanted displacement over slopes that can be climbed: the horizontal part of it stays. */
function lift(options: SlideOptions): void {
  const { up, slopeCosine } = options
  const { normal, offset, wanted } = planes
  let height = 0
  for (let i = 0; i < planes.count; i++) {
    const o = 2 * i
    const rise = normal[o] * up[0] + normal[o + 1] * up[1]
    if (rise < slopeCosine && bearing[i] === 0) continue
    const room = offset[i] + normal[o] * wanted[0] + normal[o + 1] * wanted[1]
    height = Math.max(height, -room / rise)
  }
  for (let k = 0; k < 2; k++) wanted[k] += height * up[k]
}

/** Makes walls of slopes that are too steep, so that no push drives the mover up. */
function flatten(options: SlideOptions): void {
  const { up, slopeCosine } = options
  const { normal, offset } = planes
  for (let i = 0; i < planes.count; i++) {
    const o = 2 * i
    const rise = normal[o] * up[0] + normal[o + 1] * up[1]
    if (!(rise > 0 && rise < slopeCosine) || bearing[i] === 1) continue
    let square = 0
    for (let k = 0; k < 2; k++) {
      normal[o + k] -= rise * up[k]
      square += normal[o + k] * normal[o + k]
    }
    const scale = 1 / Math.sqrt(square)
    for (let k = 0; k < 2; k++) normal[o + k] *= scale
    offset[i] *= scale
  }
}

export function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1])
}
