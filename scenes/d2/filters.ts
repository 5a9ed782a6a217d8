/** Things that ignore each other by choice: category and mask. */

import { box, circle, type Body } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const FLOOR = 1
const RED = 2
const BLUE = 4
const ALL = 0x7fffffff

export const filters: SceneEntry = {
  name: 'filters-2d',
  title: 'Filters',
  description: 'Two crowds of balls fall through each other. One lands on the table, the other does not see it and lands on the floor.',
  camera: { center: { x: 0, y: 4 }, height: 11 },
  steps: 300,
  expect: {
    redBelow: exactly(27, 'masks without each other never touch: red falls through the table'),
    blueAbove: exactly(27, 'masks with each other touch: blue stays on the table'),
  },
  build(world) {
    addFloor(world, 20)
    // The table has a rim, or what lands on it would roll off.
    const filter = { category: FLOOR, mask: BLUE }
    world.createBody({
      type: 'static',
      position: { x: 0, y: 3.5 },
      shapes: [
        box({ halfExtents: { x: 5, y: 0.1 }, filter }),
        box({ halfExtents: { x: 0.1, y: 0.5 }, position: { x: -5, y: 0.4 }, filter }),
        box({ halfExtents: { x: 0.1, y: 0.5 }, position: { x: 5, y: 0.4 }, filter }),
      ],
    })
    const red: Body[] = []
    const blue: Body[] = []
    for (let i = 0; i < 9; i++) {
      for (let k = 0; k < 3; k++) {
        const position = { x: (i - 4) * 1.05, y: 5.5 + k + 0.1 * (i % 3) }
        // Categories are bits; a pair touches when each one's mask holds the other's category.
        const make = (category: number, unseen: number): Body =>
          world.createBody({
            position,
            shapes: [circle({ radius: 0.4, rollingResistance: 0.05, filter: { category, mask: ALL & ~unseen } })],
          })
        red.push(make(RED, BLUE))
        blue.push(make(BLUE, RED))
      }
    }
    return {
      measure: () => ({
        redBelow: red.filter(body => body.position.y < 3.3).length,
        blueAbove: blue.filter(body => body.position.y > 3.5).length,
      }),
    }
  },
}
