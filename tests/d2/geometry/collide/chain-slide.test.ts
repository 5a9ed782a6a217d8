/** Bodies that slide along a chain in a world: nothing slows them down, lifts them or turns them at the inner vertices. */

import { describe, expect, it } from 'vitest'
import { box, capsule, chain, circle, polygon, World, type ShapeDefinition } from 'fulcrum-physics/2d'

const half = Math.PI / 2
const sixth = [0, 1, 2, 3, 4, 5].map((k) => (k * Math.PI) / 3)
const shapes: Record<string, () => ShapeDefinition> = {
  circle: () => circle({ radius: 0.5, friction: 0 }),
  box: () => box({ halfExtents: { x: 0.5, y: 0.5 }, friction: 0 }),
  'rounded box': () => box({ halfExtents: { x: 0.4, y: 0.4 }, radius: 0.1, friction: 0 }),
  'lying capsule': () => capsule({ radius: 0.5, halfLength: 0.5, rotation: half, friction: 0 }),
  hexagon: () => polygon({ points: sixth.map((a) => ({ x: Math.cos(a) / Math.sqrt(3), y: Math.sin(a) / Math.sqrt(3) })), friction: 0 }),
}

describe('sliding along a flat chain', () => {
  for (const name of Object.keys(shapes)) for (const speed of [0.5, 20, 60, 150]) {
    it(`${name} at ${speed} m/s`, () => {
      const world = new World({ gravity: { x: 0, y: -9.81 } })
      const points = Array.from({ length: 300 }, (_, i) => ({ x: -10 + 0.7 * i + 0.2 * Math.sin(7 * i), y: 0 }))
      const ground = world.createBody({ type: 'static' })
      for (const link of chain({ points, friction: 0 })) ground.addShape(link)
      const body = world.createBody({ position: { x: -8, y: 0.5 }, linearVelocity: { x: speed, y: 0 }, shapes: [shapes[name]()] })
      let lift = 0
      let slow = 0
      let turn = 0
      for (let step = 0; step < 60 && body.position.x < 180; step++) {
        world.step(1 / 60)
        lift = Math.max(lift, Math.abs(body.position.y - 0.5))
        slow = Math.max(slow, Math.abs(body.linearVelocity.x - speed))
        turn = Math.max(turn, Math.abs(body.rotation))
      }
      expect(body.position.x).toBeGreaterThan(Math.min(180, -8 + 0.999 * speed))
      expect(lift).toBeLessThan(1e-3)
      expect(slow).toBeLessThan(1e-9)
      expect(turn).toBeLessThan(1e-3)
    })
  }
})

describe('a chain holds what is fast', () => {
  for (const name of Object.keys(shapes)) {
    it(`${name}, straight down, anywhere`, () => {
      for (let k = 0; k < 40; k++) {
        const world = new World({ gravity: { x: 0, y: -9.81 } })
        const ground = world.createBody({ type: 'static' })
        const points = Array.from({ length: 20 }, (_, i) => ({ x: -5 + 0.5 * i, y: 0 }))
        for (const link of chain({ points })) ground.addShape(link)
        const body = world.createBody({
          position: { x: 0.05 * k - 1, y: 7.3 + 0.1 * k }, linearVelocity: { x: 0, y: -200 }, rotation: 0.2 * k, shapes: [shapes[name]()],
        })
        for (let step = 0; step < 30; step++) world.step(1 / 60)
        expect(body.position.y).toBeGreaterThan(0.4)
      }
    })

    it(`${name}, along the ground into a rise, a wall, a valley`, () => {
      for (const end of [{ x: 13, y: 3 }, { x: 10.001, y: 6 }, { x: 9, y: 6 }]) for (let k = 0; k < 12; k++) {
        const world = new World({ gravity: { x: 0, y: -9.81 } })
        const ground = world.createBody({ type: 'static' })
        const way = { x: end.x - 10, y: end.y }
        const points = [{ x: -20, y: 0 }, { x: 0, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0 }, end, { x: end.x + 9 * way.x, y: 10 * way.y }]
        for (const link of chain({ points, friction: 0 })) ground.addShape(link)
        const body = world.createBody({ position: { x: -8 + 0.1 * k, y: 0.5 }, linearVelocity: { x: 130 + 7 * k, y: 0 }, shapes: [shapes[name]()] })
        for (let step = 0; step < 30; step++) {
          world.step(1 / 60)
          const { x, y } = body.position
          expect(y).toBeGreaterThan(0.3)
          // In front of the slope, by about the body's half thickness.
          expect((way.x * y - way.y * (x - 10)) / Math.hypot(way.x, way.y)).toBeGreaterThan(0.2)
        }
      }
    })
  }
})
