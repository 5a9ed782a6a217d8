/** A brick wall in running bond, and a ball to knock it down with. */

import { box, circle, type Body, type ShapeDefinition, type World } from 'fulcrum-physics/2d'
import { atLeast, atMost } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

const HALF = { x: 0.5, y: 0.25 }

/** `rows` courses of `columns` bricks; every other course is shifted by half a brick and has a half brick at either end. */
export function addWall(world: World, columns: number, rows: number): Placed[] {
  const whole = box({ halfExtents: HALF, density: 1800 })
  const half = box({ halfExtents: { x: HALF.x / 2, y: HALF.y }, density: 1800 })
  const placed: Placed[] = []
  const end = columns * HALF.x
  for (let row = 0; row < rows; row++) {
    const y = HALF.y * (1 + 2 * row)
    const lay = (x: number, brick: ShapeDefinition): void => {
      const position = { x, y }
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
  name: 'wall-2d',
  title: 'Brick wall',
  description: 'A wall of 168 bricks stands for three seconds, then a heavy ball flies in.',
  camera: { center: { x: -3, y: 4 }, height: 14 },
  steps: 480,
  expect: {
    driftBeforeMm: atMost(1, 'a wall in bond stands still'),
    fallen: atLeast(6, '16 t at 30 m/s break bricks out'),
  },
  build(world) {
    addFloor(world, 60)
    const placed = addWall(world, 10, 16)
    let ball: Body | null = null
    let driftBefore = 0
    return {
      update(current, step) {
        if (step !== 180 || ball) return
        driftBefore = stackQuality(placed, 2 * HALF.y).drift
        ball = current.createBody({
          position: { x: -16, y: 3 },
          linearVelocity: { x: 30, y: 3 },
          shapes: [circle({ radius: 0.8, density: 8000 })],
        })
      },
      measure: () => ({ driftBeforeMm: driftBefore * 1000, fallen: stackQuality(placed, 2 * HALF.y).fallen }),
    }
  },
}
