/** A long row of dominoes; the first is tipped over. */

import { box, type Body } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { rotate } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const HALF = { x: 0.06, y: 0.5 }
const COUNT = 60
const PITCH = 0.35

export const dominoes: SceneEntry = {
  name: 'dominoes-2d',
  title: 'Dominoes',
  description: 'Sixty dominoes in a row. One touch at the end, and they all go down.',
  camera: { center: { x: 0, y: 1.5 }, height: 12 },
  steps: 900,
  expect: { standing: exactly(0, 'a pitch below the height lets each stone reach the next') },
  build(world) {
    addFloor(world, 40)
    const stone = box({ halfExtents: HALF, density: 700 })
    const row: Body[] = []
    for (let i = 0; i < COUNT; i++) {
      row.push(world.createBody({ position: { x: (i - (COUNT - 1) / 2) * PITCH, y: HALF.y }, shapes: [stone] }))
    }
    const first = row[0]!
    first.applyImpulse({ x: 70, y: 0 }, { x: first.position.x, y: 2 * HALF.y })
    return {
      measure: () => ({ standing: row.filter(body => rotate(body.rotation, { x: 0, y: 1 }).y > 0.9).length }),
    }
  },
}
