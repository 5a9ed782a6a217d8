import { box, circle, World, type Body } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { GRAVITY, laboratory } from './laboratory.ts'

/** Highest point of the centre's path after the first landing. */
function topAfterBounce(body: Body, world: World): number {
  let landed = false
  let top = 0
  for (let i = 0; i < 240; i++) {
    world.step(1 / 60)
    const v = body.linearVelocity.y
    if (v > 0) landed = true
    if (landed && v <= 0) return top
    // Where the flight would peak, told from any moment of it.
    if (landed) top = body.position.y + (v * v) / (2 * GRAVITY)
  }
  return top
}

describe('bounces', () => {
  it.each([
    [0.3, 1], [0.5, 1.37], [0.8, 2], [1, 3.1],
  ])('of a disc with e = %f from %f m end at the right height', (restitution, height) => {
    const { world } = laboratory({ restitution: 0 })
    const body = world.createBody({ position: { x: 0, y: 0.5 + height }, shapes: [circle({ radius: 0.5, restitution })] })
    expect((topAfterBounce(body, world) - 0.5) / (restitution * restitution * height)).toBeCloseTo(1, 9)
  })

  it.each([0.5, 1])('of a flat box with e = %f end at the right height, unturned', (restitution) => {
    const { world } = laboratory()
    const body = world.createBody({ position: { x: 0, y: 1.5 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, restitution })] })
    expect((topAfterBounce(body, world) - 0.5) / (restitution * restitution)).toBeCloseTo(1, 6)
    expect(body.rotation).toBeCloseTo(0, 9)
  })

  it('with e = 1 keep the energy for 20 s', () => {
    const { world, run } = laboratory()
    const body = world.createBody({ position: { x: 0, y: 2.5 }, shapes: [circle({ radius: 0.5, restitution: 1 })] })
    run(20)
    const v = body.linearVelocity.y
    expect((0.5 * v * v + GRAVITY * (body.position.y - 0.5)) / (GRAVITY * 2)).toBeCloseTo(1, 6)
  })

  it('run through a row of discs to the last one', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const discs = [0, 1, 2, 3, 4].map((k) =>
      world.createBody({
        position: { x: k === 0 ? -2 : k, y: 0 }, linearVelocity: { x: k === 0 ? 3 : 0, y: 0 }, shapes: [circle({ radius: 0.5, restitution: 1, friction: 0 })],
      }),
    )
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(discs[4]!.linearVelocity.x).toBeCloseTo(3, 6)
    for (let k = 0; k < 4; k++) expect(Math.abs(discs[k]!.linearVelocity.x)).toBeLessThan(1e-6)
  })
})

describe('free collisions', () => {
  it('keep momentum, and energy does not grow', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const bodies: Body[] = []
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++) {
        const turn = (i * 7 + j * 3) % 5
        bodies.push(
          world.createBody({
            position: { x: i * 1.3, y: j * 1.3 },
            rotation: turn,
            linearVelocity: { x: 2 - i + 0.1 * j, y: 2 - j },
            angularVelocity: turn - 2,
            shapes: [
              (i + j) % 2 === 0
                ? box({ halfExtents: { x: 0.3 + 0.03 * turn, y: 0.4 }, restitution: 0.1 * turn })
                : circle({ radius: 0.4, density: 300 * (1 + turn) }),
            ],
          }),
        )
      }
    }
    const sums = (): number[] => {
      const sum = [0, 0, 0, 0]
      for (const b of bodies) {
        const { x, y } = b.centerOfMass
        const v = b.linearVelocity
        sum[0]! += b.mass * v.x
        sum[1]! += b.mass * v.y
        sum[2]! += b.mass * (x * v.y - y * v.x) + b.getInertia() * b.angularVelocity
        sum[3]! += 0.5 * b.mass * (v.x * v.x + v.y * v.y) + 0.5 * b.getInertia() * b.angularVelocity ** 2
      }
      return sum
    }
    const before = sums()
    for (let i = 0; i < 300; i++) world.step(1 / 60)
    const after = sums()
    const scale = 25 * 700 * 3
    expect(Math.abs(after[0]! - before[0]!) / scale).toBeLessThan(1e-12)
    expect(Math.abs(after[1]! - before[1]!) / scale).toBeLessThan(1e-12)
    // Arms stand still during a step, so the angular momentum is kept to what bodies turn in one.
    expect(Math.abs(after[2]! - before[2]!) / (scale * 5)).toBeLessThan(2e-3)
    expect(after[3]!).toBeLessThan(before[3]!)
  })
})
