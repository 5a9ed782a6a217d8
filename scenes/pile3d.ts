/** Two thousand spheres, boxes, capsules and stones fall as a column into a bin. */

import { type Body, type World } from 'fulcrum/3d'
import { addBin } from './ground.ts'
import { deepestOverlap, rmsSpeed, topSpeed } from './measure.ts'
import { createRandom } from './random.ts'
import { pileShape, shuffledKinds } from './random-shapes.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

export interface PileOptions {
  /** Bodies in all, a quarter of each kind. */
  bodies: number
  /** Bodies along each side of the falling column. */
  side: number
  /** Half the inner width of the bin, m. */
  binHalf: number
  seed: number
}

/** Wide enough that nothing overlaps at the start: stones are 1.2 m across, standing capsules 1.6 m tall. */
const SPACING = 1.25
const LAYER_HEIGHT = 1.65
const JITTER = 0.02

export function buildPile(world: World, { bodies, side, binHalf, seed }: PileOptions): SceneInstance {
  const random = createRandom(seed)
  const layers = Math.ceil(bodies / (side * side))
  addBin(world, binHalf, layers * LAYER_HEIGHT, { friction: 0.6 })
  const kinds = shuffledKinds(bodies, 4, random)
  const all: Body[] = []
  for (let i = 0; i < bodies; i++) {
    const layer = Math.floor(i / (side * side))
    const row = Math.floor(i / side) % side
    const column = i % side
    const body = world.createBody({
      position: {
        x: (column - (side - 1) / 2) * SPACING + random.between(-JITTER, JITTER),
        y: 1 + layer * LAYER_HEIGHT,
        z: (row - (side - 1) / 2) * SPACING + random.between(-JITTER, JITTER),
      },
      shapes: [pileShape(kinds[i]!, random, 1, { density: 1, friction: 0.6 })],
    })
    all.push(body)
  }
  return {
    measure(current) {
      let escaped = 0
      for (const body of all) {
        const p = body.position
        if (Math.abs(p.x) > binHalf || Math.abs(p.z) > binHalf || p.y < 0) escaped++
      }
      return { escaped, maxOverlap: deepestOverlap(current), rmsSpeed: rmsSpeed(current), topSpeed: topSpeed(current) }
    },
  }
}

export const pile3d: SceneEntry = {
  name: 'pile3d',
  title: 'Pile of 2000',
  description: 'A tall column of balls, boxes, capsules and rough stones pours into a bin and comes to rest.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 22, y: 20, z: 30 }, target: { x: 0, y: 6, z: 0 } },
  steps: 600,
  build: world => buildPile(world, { bodies: 2000, side: 10, binHalf: 7, seed: 2026 }),
}

export const pileSmall: SceneEntry = {
  name: 'pile-small',
  title: 'Small mixed pile',
  description: 'Eighty balls, boxes, capsules and stones in a small bin: the pile of 2000 for a quick look.',
  camera: { position: { x: 8, y: 8, z: 11 }, target: { x: 0, y: 2, z: 0 } },
  steps: 480,
  build: world => buildPile(world, { bodies: 80, side: 4, binHalf: 3, seed: 7 }),
}
