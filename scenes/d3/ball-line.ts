/** A row of touching elastic balls on ice: what goes in at one end comes out at the other. */

import { sphere, type Body, type World } from 'fulcrum-physics/3d'
import { forAll, near } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

export interface BallLineOptions {
  balls: number
  /** How many of them come in from the left. */
  incoming: number
  speed: number
  /** Empty space between neighbours at rest, m. */
  gap?: number
  radius?: number
  z?: number
}

/** The row lies along x, its balls touching the plane y = 0; returned from left to right. */
export function addBallLine(world: World, { balls, incoming, speed, gap = 0, radius = 0.25, z = 0 }: BallLineOptions): Body[] {
  const row: Body[] = []
  const pitch = 2 * radius + gap
  const shape = sphere({ radius, restitution: 1, friction: 0 })
  for (let i = 0; i < balls; i++) {
    const moving = i < incoming
    row.push(
      world.createBody({
        position: { x: i * pitch - (moving ? 1 : 0), y: radius, z },
        linearVelocity: { x: moving ? speed : 0, y: 0, z: 0 },
        shapes: [shape],
      }),
    )
  }
  return row
}

export const ballLine: SceneEntry = {
  name: 'ball-line',
  title: 'Line of touching balls',
  description: "Newton's cradle laid on ice: one, two and three balls run into a row, and as many leave at the far end.",
  worldOptions: { sleeping: false },
  camera: { position: { x: 2.4, y: 5, z: 11 }, target: { x: 2.4, y: 0, z: 0 } },
  steps: 180,
  // Equal masses and restitution 1: momentum and energy leave one outcome.
  expect: forAll(['out1', 'out2', 'out3'], near(2, 1e-3, 'as many balls leave at the speed of those that came')),
  build(world) {
    addFloor(world, 30, { friction: 0 })
    const rows = [1, 2, 3].map(incoming => addBallLine(world, { balls: 5, incoming, speed: 2, z: (incoming - 2) * 1.5 }))
    return {
      measure() {
        const figures: Record<string, number> = {}
        rows.forEach((row, i) => (figures[`out${i + 1}`] = row[row.length - 1]!.linearVelocity.x))
        return figures
      },
    }
  },
}
