/** The numbers of the pyramid: see `pyramid3d.ts`. */

import type { Vec3 } from 'fulcrum-physics/3d'
import { BENCH_MATERIAL, listedFloor, type BodyList, type ListedBody, type ListedShape } from './body-list.ts'

/** Empty space under every layer at the start, m. */
const GAP = 0.01

export interface PyramidList extends BodyList {
  /** Where each dynamic body should come to rest, in the order of the list. */
  readonly rests: readonly Vec3[]
}

/** Layer i of `layers` has (layers − i)² touching unit cubes; every layer starts a gap above the one below. */
export function listPyramid(layers: number): PyramidList {
  const bodies: ListedBody[] = [listedFloor(4 * layers)]
  const rests: Vec3[] = []
  const cube: readonly ListedShape[] = [{ kind: 'box', halfExtents: { x: 0.5, y: 0.5, z: 0.5 } }]
  for (let layer = 0; layer < layers; layer++) {
    const side = layers - layer
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const x = column - (side - 1) / 2
        const z = row - (side - 1) / 2
        bodies.push({ type: 'dynamic', position: { x, y: layer + 0.5 + (layer + 1) * GAP, z }, shapes: cube })
        rests.push({ x, y: layer + 0.5, z })
      }
    }
  }
  return { material: BENCH_MATERIAL, bodies, rests }
}
