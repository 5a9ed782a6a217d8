/** A brick wall in running bond, and a ball to knock it down with. */

import { box, sphere, type Body, type ShapeDefinition, type World } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

const HALF = { x: 0.5, y: 0.25, z: 0.25 }

/** `rows` courses of `columns` bricks; every other course is shifted by half a brick and has a half brick at either end. */
export function addWall(world: World, columns: number, rows: number): Placed[] {
  const whole = box({ halfExtents: HALF, density: 1800 })
  const half = box({ halfExtents: { x: HALF.x / 2, y: HALF.y, z: HALF.z }, density: 1800 })
  const placed: Placed[] = []
  const end = columns * HALF.x
  for (let row = 0; row < rows; row++) {
    const y = HALF.y * (1 + 2 * row)
    const lay = (x: number, brick: ShapeDefinition): void => {
      const position = { x, y, z: 0 }
      placed.push({ body: world.createBody({ position, shapes: [brick] }), rest: position })
    }
    if (row % 2 === 0) {
      for (let i = 0; i < columns; i++) lay((2 * i + 1) * HALF.x - end, whole)
    } else {
      lay(HALF.x / 2 - end, half)
      for (let i = 1; i < columns; i++) lay(2 * i * HALF.x - end, whole)
      lay(end - HALF.x / 2, half)
    }
  }
  return placed
}

export const wall: SceneEntry = {
  name: 'wall',
  title: 'Brick wall',
  description: 'A wall of 205 bricks stands for three seconds, then a heavy ball rolls in.',
  camera: { position: { x: -11, y: 7, z: 18 }, target: { x: -1, y: 2, z: 0 } },
  steps: 480,
  expect: {
    driftBeforeMm: atMost(1, 'a wall in bond stands still'),
    fallen: atLeast(6, '8.6 t at 18 m/s break bricks out'),
  },
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
