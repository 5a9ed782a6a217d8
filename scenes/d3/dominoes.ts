/** A long bent row of dominoes; the first is tipped over. */

import { box, type Body } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, rotate, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const HALF = { x: 0.06, y: 0.5, z: 0.25 }
const COUNT = 80

export const dominoes: SceneEntry = {
  name: 'dominoes',
  title: 'Dominoes',
  description: 'Eighty dominoes along a winding path. One touch at the end, and they all go down.',
  camera: { position: { x: 2, y: 9, z: 12 }, target: { x: 0, y: 0, z: 0 } },
  steps: 900,
  expect: { standing: exactly(0, 'a pitch below the height lets each stone reach the next') },
  build(world) {
    addFloor(world, 40)
    const stone = box({ halfExtents: HALF, density: 700 })
    const row: Body[] = []
    let x = -9
    let z = 0
    for (let i = 0; i < COUNT; i++) {
      // Heading swings to and fro, which lays the row out as a wave.
      const heading = 0.9 * sineCosine(i * 0.12).cosine
      const turn = sineCosine(heading)
      x += 0.26 * turn.cosine
      z -= 0.26 * turn.sine
      row.push(world.createBody({ position: { x, y: HALF.y, z }, rotation: aboutAxis(0, 1, 0, heading), shapes: [stone] }))
    }
    const first = row[0]!
    const push = rotate(first.rotation, { x: 12, y: 0, z: 0 })
    first.applyImpulse(push, { x: first.position.x, y: 2 * HALF.y, z: first.position.z })
    return {
      measure: () => ({ standing: row.filter(body => rotate(body.rotation, { x: 0, y: 1, z: 0 }).y > 0.9).length }),
    }
  },
}
