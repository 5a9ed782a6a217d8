/** Restitution against the book, in both dimensions: low bounces, and blows that run through rows of balls in whatever order these were made. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

const G = 9.81
const DT = 1 / 60

/** What the tests ask of a ball, in either dimension. */
interface Ball {
  readonly position: { readonly x: number; readonly y: number }
  readonly linearVelocity: { readonly x: number; readonly y: number }
}

interface Laboratory {
  readonly world: { step(dt: number): void }
  addBall(x: number, y: number, vx: number, radius: number, restitution: number): Ball
}

const LABORATORIES: Readonly<Record<string, (gravity: number) => Laboratory>> = {
  '2D': (gravity) => {
    const world = new plane.World({ gravity: { x: 0, y: -gravity }, sleeping: false })
    world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [plane.box({ halfExtents: { x: 9, y: 1 }, restitution: 0 })] })
    return {
      world,
      addBall: (x, y, vx, radius, restitution) =>
        world.createBody({ position: { x, y }, linearVelocity: { x: vx, y: 0 }, shapes: [plane.circle({ radius, restitution, friction: 0 })] }),
    }
  },
  '3D': (gravity) => {
    const world = new space.World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [space.box({ halfExtents: { x: 9, y: 1, z: 9 }, restitution: 0 })] })
    return {
      world,
      addBall: (x, y, vx, radius, restitution) =>
        world.createBody({
          position: { x, y, z: 0 }, linearVelocity: { x: vx, y: 0, z: 0 }, shapes: [space.sphere({ radius, restitution, friction: 0 })],
        }),
    }
  },
}

describe.each(Object.entries(LABORATORIES))('impacts in %s', (_dimension, build) => {
  it.each([[0.03, 1], [0.05, 0.8], [0.1, 0.6]])('a ball dropped from %f m with e = %f rises by e² of that', (height, e) => {
    const radius = 0.1
    const { world, addBall } = build(G)
    const ball = addBall(0, radius + height, 0, radius, e)
    let top = 0
    for (let i = 0; i < 60 && top === 0; i++) {
      world.step(DT)
      const { y } = ball.linearVelocity
      // Where the flight will peak, told from its first moment.
      if (y > 0) top = ball.position.y - radius + (y * y) / (2 * G)
    }
    expect(top / (e * e * height)).toBeCloseTo(1, 6)
  })

  it.each([1, 2, 3])('a blow runs through sixteen balls that touch, made in random order (%i), to the last one', (seed) => {
    const random = createRandom(seed)
    const places = Array.from({ length: 16 }, (_, i) => i)
    for (let i = 15; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[places[i], places[j]] = [places[j]!, places[i]!]
    }
    const { world, addBall } = build(0)
    const balls: Ball[] = []
    for (const place of places) balls[place] = addBall(place === 0 ? -1.3 : place, 5, place === 0 ? 3 : 0, 0.5, 1)
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(balls[15]!.linearVelocity.x).toBeCloseTo(3, 6)
    for (let k = 0; k < 15; k++) expect(Math.abs(balls[k]!.linearVelocity.x)).toBeLessThan(1e-6)
  })
})
