/** A row of touching elastic balls on ice: what goes in at one end comes out at the other. */

import { box, circle, type Body, type World } from 'fulcrum-physics/2d'
import { forAll, near } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'

export interface BallLineOptions {
  balls: number
  /** How many of them come in from the left. */
  incoming: number
  speed: number
  /** Empty space between neighbours at rest, m. */
  gap?: number
  radius?: number
  /** Height of the ice, m. */
  y?: number
}

/** The row lies along x on the plane y; returned from left to right. */
export function addBallLine(world: World, { balls, incoming, speed, gap = 0, radius = 0.25, y = 0 }: BallLineOptions): Body[] {
  const row: Body[] = []
  const pitch = 2 * radius + gap
  const shape = circle({ radius, restitution: 1, friction: 0 })
  for (let i = 0; i < balls; i++) {
    const moving = i < incoming
    const position = { x: i * pitch - (moving ? 1 : 0), y: y + radius }
    row.push(world.createBody({ position, linearVelocity: { x: moving ? speed : 0, y: 0 }, shapes: [shape] }))
  }
  return row
}

export const ballLine: SceneEntry = {
  name: 'ball-line-2d',
  title: 'Line of touching balls',
  description: "Newton's cradle laid on ice: one, two and three balls run into a row, and as many leave at the far end.",
  worldOptions: { sleeping: false },
  camera: { center: { x: 4, y: 1.5 }, height: 7 },
  steps: 180,
  // Equal masses and restitution 1: momentum and energy leave one outcome.
  expect: forAll(['out1', 'out2', 'out3'], near(2, 1e-3, 'as many balls leave at the speed of those that came')),
  build(world) {
    const rows = [1, 2, 3].map(incoming => {
      const y = (incoming - 1) * 1.5
      const ice = box({ halfExtents: { x: 30, y: 0.1 }, friction: 0 })
      world.createBody({ type: 'static', position: { x: 0, y: y - 0.1 }, shapes: [ice] })
      return addBallLine(world, { balls: 5, incoming, speed: 2, y })
    })
    return {
      measure() {
        const figures: Record<string, number> = {}
        rows.forEach((row, i) => (figures[`out${i + 1}`] = row.at(-1)!.linearVelocity.x))
        return figures
      },
    }
  },
}
