/** Things that ignore each other by choice: category and mask. */

import { box, sphere, type Body } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const FLOOR = 1
const RED = 2
const BLUE = 4
const ALL = 0x7fffffff

export const filters: SceneEntry = {
  name: 'filters',
  title: 'Filters',
  description: 'Two crowds of balls fall through each other. One lands on the table, the other does not see it and lands on the floor.',
  camera: { position: { x: 0, y: 6, z: 12 }, target: { x: 0, y: 1.5, z: 0 } },
  steps: 300,
  expect: {
    redBelow: exactly(36, 'masks without each other never touch: red falls through the table'),
    blueAbove: exactly(36, 'masks with each other touch: blue stays on the table'),
  },
  build(world) {
    addFloor(world, 20)
    world.createBody({
      type: 'static',
      position: { x: 0, y: 2, z: 0 },
      shapes: [box({ halfExtents: { x: 4, y: 0.1, z: 4 }, filter: { category: FLOOR, mask: BLUE } })],
    })
    const red: Body[] = []
    const blue: Body[] = []
    for (let i = 0; i < 6; i++) {
      for (let k = 0; k < 6; k++) {
        const position = { x: (i - 2.5) * 1.1, y: 4 + 0.3 * ((i + k) % 3), z: (k - 2.5) * 1.1 }
        // Categories are bits; a pair touches when each one's mask holds the other's category.
        const make = (category: number, unseen: number): Body =>
          world.createBody({
            position,
            shapes: [sphere({ radius: 0.4, rollingResistance: 0.05, filter: { category, mask: ALL & ~unseen } })],
          })
        red.push(make(RED, BLUE))
        blue.push(make(BLUE, RED))
      }
    }
    return {
      measure: () => ({
        redBelow: red.filter(body => body.position.y < 1.9).length,
        blueAbove: blue.filter(body => body.position.y > 2).length,
      }),
    }
  },
}
