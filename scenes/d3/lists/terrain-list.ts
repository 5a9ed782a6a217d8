/** The numbers of `terrain3d.ts`: boxes and balls over a terrain of triangles. */

import { createRandom } from '../../random.ts'
import { sineCosine } from '../rotation.ts'
import { BENCH_MATERIAL, type BodyList, type ListedBody, type ListedTerrain } from './body-list.ts'

export interface TerrainOptions {
  bodies: number
  /** Squares along each side, 1 m wide, of two triangles each. */
  cells: number
  seed: number
}

/** A thousand on 64 × 64. */
export const TERRAIN_3D: TerrainOptions = { bodies: 1000, cells: 64, seed: 2026 }

/** Height of the ground, m: hills in a shallow bowl, so that nothing rolls over the border. */
export function terrainHeight(x: number, z: number): number {
  return 0.006 * (x * x + z * z) + 0.8 * sineCosine(0.45 * x).sine * sineCosine(0.4 * z).cosine
}

function listTerrain(cells: number): ListedTerrain {
  const positions: number[] = []
  const indices: number[] = []
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) positions.push(i - cells / 2, terrainHeight(i - cells / 2, j - cells / 2), j - cells / 2)
  }
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i
      indices.push(a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2)
    }
  }
  return { positions, indices }
}

/** Boxes and balls in turn, in a square above the middle half of the terrain. */
export function listTerrainScene({ bodies, cells, seed }: TerrainOptions): BodyList {
  const random = createRandom(seed)
  const side = Math.ceil(Math.sqrt(bodies))
  const spacing = (0.75 * cells) / side
  const list: ListedBody[] = []
  for (let i = 0; i < bodies; i++) {
    const x = ((i % side) - (side - 1) / 2) * spacing + random.between(-0.1, 0.1)
    const z = (Math.floor(i / side) - (side - 1) / 2) * spacing + random.between(-0.1, 0.1)
    const half = random.between(0.25, 0.4)
    list.push({
      type: 'dynamic',
      position: { x, y: terrainHeight(x, z) + random.between(2, 5), z },
      shapes: [i % 2 === 0 ? { kind: 'box', halfExtents: { x: half, y: half, z: half } } : { kind: 'sphere', radius: half }],
    })
  }
  return { material: BENCH_MATERIAL, bodies: list, terrain: listTerrain(cells) }
}

/** Bodies under the ground, of positions `stride` numbers apart. */
export function countThrough(poses: ArrayLike<number>, stride: number): number {
  let through = 0
  for (let i = 0; i < poses.length; i += stride) if (!(poses[i + 1]! > terrainHeight(poses[i]!, poses[i + 2]!) - 0.5)) through++
  return through
}
