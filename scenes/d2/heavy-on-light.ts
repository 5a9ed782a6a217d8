/** Heavy boxes on light ones of the same size, from ten to a thousand times the weight. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { atMost, forAll } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

/** A unit box of density 1000 · `ratio` on one of density 1000; returns light, heavy. */
export function addHeavyOnLight(world: World, ratio: number, x: number): [Body, Body] {
  const halfExtents = { x: 0.5, y: 0.5 }
  const light = world.createBody({ position: { x, y: 0.5 }, shapes: [box({ halfExtents })] })
  const heavy = world.createBody({ position: { x, y: 1.5 }, shapes: [box({ halfExtents, density: 1000 * ratio })] })
  return [light, heavy]
}

/** The larger of the two overlaps, light into floor and heavy into light, as a share of the box. */
export function heavyOverlap([light, heavy]: [Body, Body]): number {
  const low = light.position.y
  return Math.max(0.5 - low, 1 - (heavy.position.y - low))
}

export const heavyOnLight: SceneEntry = {
  name: 'heavy-on-light-2d',
  title: 'Heavy on light',
  description: 'A box of lead on a box of cork: 10, 100 and 1000 times the weight. The light one must neither be crushed nor squeezed out.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 1 }, height: 5 },
  steps: 600,
  expect: forAll(['overlap10', 'overlap100', 'overlap1000'], atMost(0.01, 'rigid contacts: the load does not press the light box in')),
  build(world) {
    addFloor(world, 20)
    const ratios = [10, 100, 1000]
    const towers = ratios.map((ratio, i) => addHeavyOnLight(world, ratio, (i - 1) * 3))
    return {
      measure() {
        const figures: Record<string, number> = {}
        ratios.forEach((ratio, i) => (figures[`overlap${ratio}`] = heavyOverlap(towers[i]!)))
        return figures
      },
    }
  },
}
