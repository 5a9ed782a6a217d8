/** The same tower of five at sizes from a millimetre to a hundred metres, under the same gravity. */

import { atMost, forAll } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { StackQuality } from './measure.ts'
import type { SceneEntry } from './scene.ts'
import { addStack } from './stack.ts'

const SIZES = [0.001, 0.01, 0.1, 1, 10, 100]

export const scales: SceneEntry = {
  name: 'scales-2d',
  title: 'Small and large',
  description: 'Six towers of five boxes with edges from one millimetre to a hundred metres. Zoom in to see the small ones.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 4, y: 2.5 }, height: 8 },
  steps: 600,
  expect: forAll(SIZES.map(size => `sink${size}`), atMost(0.02, 'a fiftieth of a box, whatever its size')),
  build(world) {
    addFloor(world, 1000)
    let x = 0
    const towers: { size: number; measure: () => StackQuality }[] = []
    SIZES.forEach((size, i) => {
      x += size * 2 + (i === 0 ? 0 : SIZES[i - 1]! * 2)
      towers.push({ size, measure: addStack(world, { boxes: 5, size, x }) })
    })
    return {
      measure() {
        const figures: Record<string, number> = {}
        for (const { size, measure } of towers) figures[`sink${size}`] = measure().sink / size
        return figures
      },
    }
  },
}
