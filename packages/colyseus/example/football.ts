/**
 * Car football, seen from above: two cars, a ball, walls with two goals. Both ends of the room build it by this file; it holds no clock, no
 * chance and no sine, so they come to the same bits.
 */

import { type Body, box, circle, type Vec2, World } from 'fulcrum-physics/2d'
import type { Game } from '../src/game.ts'

/** Bits of an input. */
export const FORWARD = 1
export const BACK = 2
export const LEFT = 4
export const RIGHT = 8

/** Half the field, m. */
export const FIELD: Readonly<Vec2> = { x: 12, y: 7 }
/** Half a goal's width, m. */
export const GOAL = 2

/** A game with what a page draws of it. */
export interface Football extends Game<World> {
  readonly cars: readonly Body[]
  readonly ball: Body
  /** Goals of both players. */
  readonly score: Int32Array
}

const STARTS: readonly Readonly<Vec2>[] = [{ x: -6, y: 0 }, { x: 6, y: 0 }]
/** Acceleration of a car, m/s². */
const DRIVE = 18
/** Angular acceleration of the steering, rad/s² per m/s of speed. */
const STEER = 5
/** Share of a car's sideways speed that its tyres take away in a step. */
const GRIP = 0.15

export function buildFootball(): Football {
  const world = new World({ gravity: { x: 0, y: 0 } })
  const wall = (x: number, y: number, halfX: number, halfY: number): void =>
    void world.createBody({ type: 'static', position: { x, y }, shapes: [box({ halfExtents: { x: halfX, y: halfY }, restitution: 0.6 })] })
  for (const side of [-1, 1]) {
    wall(0, side * (FIELD.y + 0.5), FIELD.x + 3, 0.5)
    for (const end of [-1, 1]) wall(side * (FIELD.x + 0.5), (end * (FIELD.y + GOAL)) / 2, 0.5, (FIELD.y - GOAL) / 2)
    wall(side * (FIELD.x + 3), 0, 0.5, GOAL)
    for (const end of [-1, 1]) wall(side * (FIELD.x + 1.5), end * (GOAL + 0.25), 1.5, 0.25)
  }
  const cars = STARTS.map(({ x, y }, seat) => world.createBody({
    position: { x, y }, rotation: seat === 0 ? 0 : 3, linearDamping: 0.8, angularDamping: 4,
    shapes: [box({ halfExtents: { x: 0.9, y: 0.5 }, density: 4, restitution: 0.2 })],
  }))
  const ball = world.createBody({ linearDamping: 0.4, angularDamping: 0.4, shapes: [circle({ radius: 0.6, density: 1, restitution: 0.8 })] })
  const score = new Int32Array(2)

  function drive(car: Body, keys: number): void {
    const { x, y } = car.position
    const front = car.worldPoint({ x: 1, y: 0 })
    const [dx, dy] = [front.x - x, front.y - y]
    const velocity = car.linearVelocity
    const along = velocity.x * dx + velocity.y * dy
    const aside = velocity.y * dx - velocity.x * dy
    const throttle = ((keys & FORWARD) !== 0 ? 1 : 0) - ((keys & BACK) !== 0 ? 0.6 : 0)
    const turn = ((keys & LEFT) !== 0 ? 1 : 0) - ((keys & RIGHT) !== 0 ? 1 : 0)
    const push = car.mass * DRIVE * throttle
    if (push !== 0) car.applyForce({ x: push * dx, y: push * dy })
    if (turn !== 0) car.applyTorque(car.getInertia() * STEER * turn * Math.max(-4, Math.min(4, along)))
    // Tyres: what goes sideways is braked.
    if (Math.abs(aside) > 1e-3) car.applyImpulse({ x: car.mass * GRIP * aside * dy, y: -car.mass * GRIP * aside * dx })
  }

  return {
    world, players: 2, game: score, cars, ball, score,
    acceptInput: (_seat, values, from) => (values[from]! & ~15) === 0,
    apply(_world, inputs) {
      cars.forEach((car, seat) => drive(car, inputs[seat]!))
      const { x } = ball.position
      if (Math.abs(x) < FIELD.x + 0.6) return
      score[x > 0 ? 0 : 1]!++
      ball.teleport({ x: 0, y: 0 })
      ball.linearVelocity = { x: 0, y: 0 }
      ball.angularVelocity = 0
    },
  }
}
