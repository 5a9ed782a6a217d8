/** Towers of unit boxes, straight or laid by an unsteady hand. */

import { box, type World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed, type StackQuality } from './measure.ts'
import { createRandom } from '../random.ts'
import type { SceneEntry } from './scene.ts'

export interface StackOptions {
  boxes: number
  /** Largest sideways misplacement of a box, in both directions, m. */
  jitter?: number
  seed?: number
  /** Edge length of a box, m. */
  size?: number
  x?: number
  z?: number
}

/** One tower on whatever has its top at y = 0; returns what measures it. */
export function addStack(world: World, { boxes, jitter = 0, seed = 1, size = 1, x = 0, z = 0 }: StackOptions): () => StackQuality {
  const random = createRandom(seed)
  const half = size / 2
  const cube = box({ halfExtents: { x: half, y: half, z: half } })
  const placed: Placed[] = []
  for (let i = 0; i < boxes; i++) {
    const position = {
      x: x + random.between(-jitter, jitter),
      y: half + i * size,
      z: z + random.between(-jitter, jitter),
    }
    placed.push({ body: world.createBody({ position, shapes: [cube] }), rest: position })
  }
  return () => stackQuality(placed, size)
}

/** Three towers side by side: straight, 0.1 mm off, 1 mm off. */
function towers(boxes: number): SceneEntry {
  return {
    name: `stack-${boxes}`,
    title: `Towers of ${boxes}`,
    description: `Three towers of ${boxes} boxes: laid straight, a tenth of a millimetre off, and a millimetre off. All must stand.`,
    worldOptions: { sleeping: false },
    camera: { position: { x: 0, y: boxes * 0.55, z: boxes * 1.1 + 8 }, target: { x: 0, y: boxes * 0.45, z: 0 } },
    steps: 1200,
    expect: {
      fallen: exactly(0, 'the centre of mass lies over the base'),
      straightMm: atMost(0.1, 'nothing pushes a straight tower sideways'),
    },
    build(world) {
      addFloor(world, 20)
      const straight = addStack(world, { boxes, x: -4 })
      const tenth = addStack(world, { boxes, x: 0, jitter: 1e-4, seed: 1 })
      const whole = addStack(world, { boxes, x: 4, jitter: 1e-3, seed: 2 })
      return {
        measure: () => ({
          straightMm: straight().drift * 1000,
          tenthMm: tenth().drift * 1000,
          wholeMm: whole().drift * 1000,
          fallen: straight().fallen + tenth().fallen + whole().fallen,
        }),
      }
    },
  }
}

export const stack10: SceneEntry = towers(10)
export const stack20: SceneEntry = towers(20)
export const stack40: SceneEntry = towers(40)
