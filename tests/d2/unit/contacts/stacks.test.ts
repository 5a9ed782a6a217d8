import { box, type Body, type World } from 'fulcrum/2d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../random.ts'
import { laboratory } from './laboratory.ts'

const HALF = { x: 0.5, y: 0.5 }

function tower(world: World, height: number, jitter: number, seed: number): Body[] {
  const random = createRandom(seed)
  return Array.from({ length: height }, (_, k) =>
    world.createBody({ position: { x: (random() * 2 - 1) * jitter, y: 0.5 + k }, shapes: [box({ halfExtents: HALF })] }),
  )
}

describe('towers', () => {
  it.each([
    [10, 1e-3], [20, 1e-3], [40, 1e-4],
  ])('of %i boxes, off by up to %f m, stand for 20 s', (height, jitter) => {
    const { world, run } = laboratory()
    const bodies = tower(world, height, jitter, 7)
    const x = bodies.map((b) => b.position.x)
    run(20)
    bodies.forEach((b, k) => {
      expect(Math.abs(b.position.x - x[k]!)).toBeLessThan(2e-3)
      // A millimetre per box, as the gates ask for.
      expect(0.5 + k - b.position.y).toBeLessThan(1e-3 * (k + 1))
      expect(Math.abs(b.rotation)).toBeLessThan(2e-3)
    })
  })

  it('of boxes exactly above each other do not lean at all', () => {
    const { world, run } = laboratory()
    const bodies = tower(world, 40, 0, 1)
    run(10)
    for (const b of bodies) expect(Math.abs(b.position.x)).toBeLessThan(1e-9)
  })
})

describe('heavy on light', () => {
  it.each([100, 1000])('1:%i overlaps by less than 1 % of the size', (ratio) => {
    const { world, run } = laboratory()
    const light = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: HALF, density: 100 })] })
    const heavy = world.createBody({ position: { x: 0, y: 1.5 }, shapes: [box({ halfExtents: HALF, density: 100 * ratio })] })
    run(10)
    expect(0.5 - light.position.y).toBeLessThan(0.01)
    expect(1.5 - heavy.position.y).toBeLessThan(0.01)
    expect(Math.abs(heavy.position.x)).toBeLessThan(1e-3)
  })

  it('1:1000 dropped from 0.2 m stands', () => {
    const { world, run } = laboratory()
    world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: HALF, density: 100 })] })
    const heavy = world.createBody({ position: { x: 0, y: 1.7 }, shapes: [box({ halfExtents: HALF, density: 100_000 })] })
    run(5)
    expect(Math.abs(heavy.position.y - 1.5)).toBeLessThan(0.01)
    expect(Math.abs(heavy.linearVelocity.y)).toBeLessThan(1e-3)
  })
})

describe('a pyramid of 15 rows', () => {
  it('of touching boxes keeps its shape while it settles from small gaps', () => {
    const { world, run } = laboratory()
    const bodies: Body[] = []
    for (let row = 0; row < 15; row++) {
      for (let k = 0; k < 15 - row; k++) {
        bodies.push(world.createBody({ position: { x: k + row / 2 - 7, y: 0.5 + row * 1.01 }, shapes: [box({ halfExtents: HALF })] }))
      }
    }
    const x = bodies.map((b) => b.position.x)
    run(5)
    let drift = 0
    let speed = 0
    bodies.forEach((b, k) => {
      drift = Math.max(drift, Math.abs(b.position.x - x[k]!))
      speed = Math.max(speed, Math.hypot(b.linearVelocity.x, b.linearVelocity.y))
    })
    expect(drift).toBeLessThan(5e-3)
    expect(speed).toBeLessThan(1e-3)
  })
})
