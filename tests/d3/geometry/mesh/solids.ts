/** Meshes with known answers, for tests. */

import { createRandom } from '../../../common/random.ts'

export interface MeshData {
  readonly positions: number[]
  readonly indices: number[]
}

/** A cube of side 2 about the origin, two triangles per face, counter-clockwise seen from outside. */
export function cubeMesh(): MeshData {
  const positions: number[] = []
  for (let i = 0; i < 8; i++) positions.push(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)
  const quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]) }
}

/** A bumpy square of n × n cells with side 1, facing +y. */
export function terrainMesh(n: number, bump: number, seed = 1): MeshData {
  const random = createRandom(seed)
  const positions: number[] = []
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) positions.push(i, bump * random(), j)
  const indices: number[] = []
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i
      indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2)
    }
  }
  return { positions, indices }
}

/** A cloud of random triangles, all over the place. */
export function triangleSoup(count: number, seed: number): MeshData {
  const random = createRandom(seed)
  const positions: number[] = []
  for (let t = 0; t < count; t++) {
    const middle = [random() * 20 - 10, random() * 20 - 10, random() * 20 - 10]
    const size = 0.05 + 2 * random() * random()
    for (let k = 0; k < 9; k++) positions.push(middle[k % 3]! + size * (random() - 0.5))
  }
  return { positions, indices: Array.from({ length: 3 * count }, (_, i) => i) }
}
