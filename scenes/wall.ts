/** A brick wall in running bond, and a ball to knock it down with. */

import { box, sphere, type Body, type World } from 'fulcrum/3d'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

const HALF = { x: 0.5, y: 0.25, z: 0.25 }

/** `rows` courses of `columns` bricks, each course shifted by half a brick. */
export function addWall(world: World, columns: number, rows: number): Placed[] {
  const brick = box({ halfExtents: HALF, density: 1800 })
  const placed: Placed[] = []
  for (let row = 0; row < rows; row++) {
    const shift = row % 2 === 0 ? 0 : HALF.x
    for (let column = 0; column < columns; column++) {
      const position = { x: (column - (columns - 1) / 2) * 2 * HALF.x + shift, y: HALF.y * (1 + 2 * row), z: 0 }
      placed.push({ body: world.createBody({ position, shapes: [brick] }), rest: position })
    }
  }
  return placed
}

export const wall: SceneEntry = {
  name: 'wall',
  title: 'Brick wall',
  description: 'A wall of 200 bricks stands for three seconds, then a heavy ball rolls in.',
  camera: { position: { x: -9, y: 6, z: 14 }, target: { x: 0, y: 2, z: 0 } },
  steps: 480,
  build(world) {
    addFloor(world, 40)
    const placed = addWall(world, 20, 10)
    let ball: Body | null = null
    let driftBefore = 0
    return {
      update(current, step) {
        if (step !== 180 || ball) return
        driftBefore = stackQuality(placed, 2 * HALF.y).drift
        ball = current.createBody({
          position: { x: 0, y: 1, z: 12 },
          linearVelocity: { x: 0, y: 2, z: -18 },
          shapes: [sphere({ radius: 0.8, density: 4000 })],
        })
      },
      measure: () => ({ driftBeforeMm: driftBefore * 1000, fallen: stackQuality(placed, 2 * HALF.y).fallen }),
    }
  },
}
