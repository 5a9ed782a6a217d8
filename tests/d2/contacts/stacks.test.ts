import { box, type Body, type World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
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

/** Row i has `base` − i boxes, `pitch` apart and `height` above the row below. */
function pyramid(world: World, base: number, pitch: number, height: number): Body[] {
  const bodies: Body[] = []
  for (let row = 0; row < base; row++) {
    for (let k = 0; k < base - row; k++) {
      const position = { x: (k + (row - base) / 2) * pitch, y: 0.5 + row * height }
      bodies.push(world.createBody({ position, shapes: [box({ halfExtents: HALF })] }))
    }
  }
  return bodies
}

/** Farthest that a body went sideways in the given time, and its highest speed at the end. */
function watch(bodies: Body[], run: (seconds: number) => void, seconds: number): { drift: number; speed: number } {
  const x = bodies.map((b) => b.position.x)
  run(seconds)
  return {
    drift: Math.max(...bodies.map((b, k) => Math.abs(b.position.x - x[k]!))),
    speed: Math.max(...bodies.map((b) => Math.hypot(b.linearVelocity.x, b.linearVelocity.y))),
  }
}

describe('pyramids', () => {
  it('of 15 rows of touching boxes keep their shape while they settle from small gaps', () => {
    const { world, run } = laboratory()
    const { drift, speed } = watch(pyramid(world, 15, 1, 1.01), run, 5)
    expect(drift).toBeLessThan(5e-3)
    expect(speed).toBeLessThan(1e-3)
  })

  it('of 15 rows do not creep', () => {
    const { world, run } = laboratory()
    const { drift, speed } = watch(pyramid(world, 15, 1.05, 1), run, 10)
    expect(drift).toBeLessThan(2e-4)
    expect(speed).toBeLessThan(1e-4)
  })

  // With sweeps in one direction only, waves grow from 30 rows on, and this one spreads by half a metre.
  it.each([1, 1.05])('of 45 rows, boxes %f m apart, stand', (pitch) => {
    const { world, run } = laboratory()
    const { drift, speed } = watch(pyramid(world, 45, pitch, 1), run, 5)
    expect(drift).toBeLessThan(5e-3)
    expect(speed).toBeLessThan(2e-2)
  })
})
