/** The numbers of the piles: see `mixed-pile.ts`. */

import type { Vec2 } from 'fulcrum-physics/2d'
import { createRandom, type Random } from '../../random.ts'
import { shuffledKinds } from '../../d3/lists/pile-shapes.ts'
import { sineCosine } from '../../d3/rotation.ts'
import { BENCH_MATERIAL, listedBin, type BodyList, type ListedBody, type ListedShape } from './body-list.ts'

export interface PileOptions {
  /** Bodies in all, a quarter of each kind. */
  bodies: number
  /** Bodies in each row of the falling column. */
  columns: number
  /** Half the inner width of the bin, m. */
  binHalf: number
  seed: number
  /** Discs alone. */
  round?: boolean
}

/** The pile of 2000. */
export const MIXED_PILE: PileOptions = { bodies: 2000, columns: 50, binHalf: 35, seed: 2026 }

/** Wide enough that nothing overlaps at the start: stones are 1.2 m across, standing capsules 1.6 m tall. */
const SPACING = 1.25
const LAYER_HEIGHT = 1.65
const JITTER = 0.02

/** 5 to 8 corners on a circle, unevenly spread by up to a third of their distance: convex whatever is drawn. */
export function randomPolygon(random: Random, radius: number): Vec2[] {
  const count = random.integer(5, 8)
  const corners: Vec2[] = []
  for (let i = 0; i < count; i++) {
    const { sine, cosine } = sineCosine(((i + random.between(0, 0.33)) * 2 * Math.PI) / count)
    corners.push({ x: cosine * radius, y: sine * radius })
  }
  return corners
}

/** Disc r 0.5, unit box, capsule r 0.3 of straight length 1, or stone of radius 0.6, for kind 0 to 3, all times `scale`. */
export function listedPileShape(kind: number, random: Random, scale: number): ListedShape {
  const half = 0.5 * scale
  if (kind === 0) return { kind: 'circle', radius: half }
  if (kind === 1) return { kind: 'box', halfExtents: { x: half, y: half } }
  if (kind === 2) return { kind: 'capsule', radius: 0.3 * scale, halfLength: half }
  return { kind: 'polygon', points: randomPolygon(random, 0.6 * scale) }
}

export function listPile({ bodies, columns, binHalf, seed, round = false }: PileOptions): BodyList {
  const random = createRandom(seed)
  const layers = Math.ceil(bodies / columns)
  const list: ListedBody[] = [listedBin(binHalf, layers * LAYER_HEIGHT)]
  const kinds = shuffledKinds(bodies, 4, random)
  for (let i = 0; i < bodies; i++) {
    const x = ((i % columns) - (columns - 1) / 2) * SPACING + random.between(-JITTER, JITTER)
    const y = 1 + Math.floor(i / columns) * LAYER_HEIGHT
    list.push({ type: 'dynamic', position: { x, y }, shapes: [listedPileShape(round ? 0 : kinds[i]!, random, 1)] })
  }
  return { material: BENCH_MATERIAL, bodies: list }
}
