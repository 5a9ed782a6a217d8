/** The numbers of `rays3d`: rays that come from above and from all sides into a bin with a pile. */

import { createRandom } from '../../random.ts'
import { PILE_3D, type PileOptions } from './pile-list.ts'
import type { BodyList } from './body-list.ts'

export interface RayOptions {
  /** What the rays meet. */
  pile: PileOptions
  /** Steps of 1/60 s in which the pile comes to rest before the first ray. */
  settle: number
  rays: number
  /** Height up to which the pile reaches when it has settled, m. */
  height: number
  seed: number
}

/** A thousand rays through the pile of 2000. */
export const RAYS_3D: RayOptions = { pile: PILE_3D, settle: 300, rays: 1000, height: 10, seed: 2026 }

/** Numbers per ray: origin, direction of length 1, how far it goes, m. */
export const RAY_STRIDE = 7

/** How far above the pile rays start at most, m. */
const ABOVE = 10
/** How far rays go beyond the point they aim at, m. */
const BEYOND = 5

/** Each ray starts above the pile, anywhere over the bin, and aims at a point within the pile. */
export function listRays({ pile: { binHalf }, rays, height, seed }: RayOptions): Float64Array {
  const random = createRandom(seed)
  const list = new Float64Array(RAY_STRIDE * rays)
  for (let i = 0; i < rays; i++) {
    const [x, y, z] = [random.between(-binHalf, binHalf), height + random.between(1, ABOVE), random.between(-binHalf, binHalf)]
    const dx = random.between(-binHalf, binHalf) - x
    const dy = random.between(0, height) - y
    const dz = random.between(-binHalf, binHalf) - z
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    list.set([x, y, z, dx / length, dy / length, dz / length, length + BEYOND], RAY_STRIDE * i)
  }
  return list
}

/** The list with its dynamic bodies at other poses: 7 numbers each, position and quaternion, in the order of the list. */
export function withPoses(list: BodyList, poses: ArrayLike<number>): BodyList {
  let at = 0
  const bodies = list.bodies.map(body => {
    if (body.type === 'static') return body
    const [x, y, z, qx, qy, qz, qw] = Array.from({ length: 7 }, (_, k) => poses[at + k]!)
    at += 7
    return { ...body, position: { x: x!, y: y!, z: z! }, rotation: { x: qx!, y: qy!, z: qz!, w: qw! } }
  })
  return { ...list, bodies }
}
