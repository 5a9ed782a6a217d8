/** How right a batch of rays was: against every shape of a list in turn, without a tree. */

import type { BodyList } from '../scenes/d3/lists/body-list.ts'
import { RAY_STRIDE } from '../scenes/d3/lists/ray-list.ts'
import { RayHit, rayShape } from '../src/d3/geometry/ray-shapes.ts'
import { singleBodies } from './peers/adapter.ts'
import { writeMatrix, writeSize } from './solids.ts'

/** Distances that differ by less are the same, m: engines keep single precision and find hulls by iteration. */
const SAME_DISTANCE = 0.005

/** Distance of the nearest shape along each ray, m; −1 = none. */
export function trueDistances(list: BodyList, rays: Float64Array): Float64Array {
  const bodies = singleBodies(list)
  const rotations = new Float64Array(9 * bodies.length)
  const centers = new Float64Array(3 * bodies.length)
  const sizes = new Float64Array(4 * bodies.length)
  const solids = bodies.map(({ position: { x, y, z }, rotation: q, shape }, i) => {
    writeMatrix(rotations, 9 * i, q.x, q.y, q.z, q.w)
    centers.set([x, y, z], 3 * i)
    return writeSize(shape, sizes, 4 * i)
  })
  const hit = new RayHit()
  return Float64Array.from({ length: rays.length / RAY_STRIDE }, (_, r) => {
    let nearest = -1
    solids.forEach(({ kind, hull }, i) => {
      const isHit = rayShape(hit, kind, rotations, 9 * i, centers, 3 * i, sizes, 4 * i, hull, rays, RAY_STRIDE * r)
      if (isHit && (nearest < 0 || hit.t < nearest)) nearest = hit.t
    })
    return nearest
  })
}

export interface RayFigures extends Record<string, number> {
  /** Share of the rays that met something. */
  hits: number
  /** Rays whose answer is not the nearest shape. */
  wrong: number
}

export function judgeRays(list: BodyList, rays: Float64Array, distances: Float64Array): RayFigures {
  let hits = 0
  let wrong = 0
  trueDistances(list, rays).forEach((distance, i) => {
    if (distances[i]! >= 0) hits++
    if (distance < 0 !== distances[i]! < 0 || Math.abs(distance - distances[i]!) > SAME_DISTANCE) wrong++
  })
  return { hits: hits / distances.length, wrong }
}
