/** The numbers of the piles: see `pile3d.ts` and `pile-scaling.ts`. */

import { createRandom } from '../../random.ts'
import { BENCH_MATERIAL, listedBin, type BodyList, type ListedBody } from './body-list.ts'
import { listedPileShape, shuffledKinds } from './pile-shapes.ts'

export interface PileOptions {
  /** Bodies in all, a quarter of each kind. */
  bodies: number
  /** Bodies along each side of the falling column. */
  side: number
  /** Half the inner width of the bin, m. */
  binHalf: number
  seed: number
  /** Balls alone. */
  round?: boolean
}

/** The pile of 2000. */
export const PILE_3D: PileOptions = { bodies: 2000, side: 10, binHalf: 7, seed: 2026 }

/** Wide enough that nothing overlaps at the start: stones are 1.2 m across, standing capsules 1.6 m tall. */
const SPACING = 1.25
const LAYER_HEIGHT = 1.65
const JITTER = 0.02

export function listPile({ bodies, side, binHalf, seed, round = false }: PileOptions): BodyList {
  const random = createRandom(seed)
  const layers = Math.ceil(bodies / (side * side))
  const list: ListedBody[] = [listedBin(binHalf, layers * LAYER_HEIGHT)]
  const kinds = shuffledKinds(bodies, 4, random)
  for (let i = 0; i < bodies; i++) {
    const layer = Math.floor(i / (side * side))
    const row = Math.floor(i / side) % side
    const column = i % side
    list.push({
      type: 'dynamic',
      position: {
        x: (column - (side - 1) / 2) * SPACING + random.between(-JITTER, JITTER),
        y: 1 + layer * LAYER_HEIGHT,
        z: (row - (side - 1) / 2) * SPACING + random.between(-JITTER, JITTER),
      },
      shapes: [listedPileShape(round ? 0 : kinds[i]!, random, 1)],
    })
  }
  return { material: BENCH_MATERIAL, bodies: list }
}

/** The pile of 2000 made larger or smaller: column and bin grow sideways with the count, so that the height stays alike. */
export function scaledPile(bodies: number): PileOptions {
  const share = Math.sqrt(bodies / PILE_3D.bodies)
  return { bodies, side: Math.round(PILE_3D.side * share), binHalf: PILE_3D.binHalf * share, seed: PILE_3D.seed }
}
