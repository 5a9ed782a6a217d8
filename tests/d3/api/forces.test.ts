/** Forces, torques and impulses against Newton's and Euler's laws. */

import { box, sphere, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { aboutAxis, rotate } from '../../../scenes/d3/rotation.ts'
import { boxMoments, conjugate, createWorld, cross, DT, steps, subtract, WEIGHTLESS } from '../accuracy/setup.ts'

const HALF = { x: 0.2, y: 0.5, z: 0.9 }

function expectVector(actual: Vec3, expected: Vec3, tolerance = 1e-12): void {
  const scale = 1 + Math.max(Math.abs(expected.x), Math.abs(expected.y), Math.abs(expected.z))
  expect(Math.abs(actual.x - expected.x), `x: ${actual.x} against ${expected.x}`).toBeLessThanOrEqual(tolerance * scale)
  expect(Math.abs(actual.y - expected.y), `y: ${actual.y} against ${expected.y}`).toBeLessThanOrEqual(tolerance * scale)
  expect(Math.abs(actual.z - expected.z), `z: ${actual.z} against ${expected.z}`).toBeLessThanOrEqual(tolerance * scale)
}

function freeBox(rotation = { x: 0, y: 0, z: 0, w: 1 }): { world: ReturnType<typeof createWorld>; body: Body } {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = world.createBody({ position: { x: 1, y: 2, z: 3 }, rotation, shapes: [box({ halfExtents: HALF })] })
  return { world, body }
}

/** Change of spin that an angular impulse brings: I⁻¹ in the body's frame. */
function spinOf(body: Body, angularImpulse: Vec3): Vec3 {
  const moments = boxMoments(body.mass, HALF)
  const local = rotate(conjugate(body.rotation), angularImpulse)
  return rotate(body.rotation, { x: local.x / moments.x, y: local.y / moments.y, z: local.z / moments.z })
}

describe('forces', () => {
  it('accelerate for one step only', () => {
    const { world, body } = freeBox()
    body.applyForce({ x: 300, y: -60, z: 12 })
    world.step(DT)
    const expected = { x: (300 * DT) / body.mass, y: (-60 * DT) / body.mass, z: (12 * DT) / body.mass }
    expectVector(body.linearVelocity, expected)
    world.step(DT)
    expectVector(body.linearVelocity, expected)
  })

  it('add up', () => {
    const { world, body } = freeBox()
    for (let i = 0; i < 5; i++) body.applyForce({ x: 10, y: 0, z: i })
    world.step(DT)
    expectVector(body.linearVelocity, { x: (50 * DT) / body.mass, y: 0, z: (10 * DT) / body.mass })
  })

  it('held constant give x = ½ F/m t² exactly', () => {
    const { world, body } = freeBox()
    for (let i = 0; i < 90; i++) {
      body.applyForce({ x: 1000, y: 0, z: 0 })
      world.step(DT)
    }
    expect(body.position.x).toBeCloseTo(1 + (1000 / body.mass / 2) * 1.5 * 1.5, 9)
  })

  it('at a point also turn the body', () => {
    // A ball: no gyroscopic motion, so the spin after the step is exactly torque over moment.
    const world = createWorld({ gravity: WEIGHTLESS })
    const body = world.createBody({ position: { x: 1, y: 2, z: 3 }, shapes: [sphere({ radius: 0.4 })] })
    const force = { x: 5, y: 20, z: -7 }
    const point = { x: 1.3, y: 1.8, z: 3.1 }
    body.applyForce(force, point)
    world.step(DT)
    const moment = (2 / 5) * body.mass * 0.16
    const torque = cross(subtract(point, { x: 1, y: 2, z: 3 }), force)
    expectVector(body.angularVelocity, { x: (torque.x * DT) / moment, y: (torque.y * DT) / moment, z: (torque.z * DT) / moment })
    expectVector(body.linearVelocity, { x: (5 * DT) / body.mass, y: (20 * DT) / body.mass, z: (-7 * DT) / body.mass })
  })

  it('torque about a principal axis gives α = τ/I', () => {
    const { world, body } = freeBox()
    const moment = boxMoments(body.mass, HALF).y
    for (let i = 0; i < 60; i++) {
      body.applyTorque({ x: 0, y: 50, z: 0 })
      world.step(DT)
    }
    expect(body.angularVelocity.y).toBeCloseTo(50 / moment, 10)
    expectVector(body.linearVelocity, WEIGHTLESS)
  })
})

describe('impulses', () => {
  it('change the velocity at once', () => {
    const { body } = freeBox()
    body.applyImpulse({ x: 6, y: -2, z: 1 })
    expectVector(body.linearVelocity, { x: 6 / body.mass, y: -2 / body.mass, z: 1 / body.mass })
    expectVector(body.angularVelocity, WEIGHTLESS)
  })

  it('at a point change the spin by I⁻¹ (r × j), in any orientation', () => {
    const { body } = freeBox(aboutAxis(1, 2, -0.5, 0.9))
    const impulse = { x: 3, y: -4, z: 8 }
    const point = { x: 1.2, y: 2.4, z: 2.5 }
    body.applyImpulse(impulse, point)
    expectVector(body.angularVelocity, spinOf(body, cross(subtract(point, { x: 1, y: 2, z: 3 }), impulse)))
  })

  it('angular ones change the spin only', () => {
    const { body } = freeBox(aboutAxis(0.3, -1, 2, 2.1))
    const impulse = { x: 1, y: 2, z: -3 }
    body.applyAngularImpulse(impulse)
    expectVector(body.angularVelocity, spinOf(body, impulse))
    expectVector(body.linearVelocity, WEIGHTLESS)
  })

  it('velocityAt is v + ω × r', () => {
    const { body } = freeBox()
    body.linearVelocity = { x: 1, y: 0, z: 2 }
    body.angularVelocity = { x: 0.5, y: -2, z: 1 }
    const arm = { x: 0.3, y: 0.1, z: -0.7 }
    const turn = cross({ x: 0.5, y: -2, z: 1 }, arm)
    expectVector(body.velocityAt({ x: 1.3, y: 2.1, z: 2.3 }), { x: 1 + turn.x, y: turn.y, z: 2 + turn.z })
  })

  it('leave static and kinematic bodies alone', () => {
    const world = createWorld()
    for (const type of ['static', 'kinematic'] as const) {
      const body = world.createBody({ type, shapes: [box({ halfExtents: HALF })] })
      body.applyImpulse({ x: 5, y: 0, z: 0 })
      body.applyForce({ x: 5, y: 0, z: 0 })
      world.step(DT)
      expectVector(body.position, WEIGHTLESS, 0)
      expectVector(body.linearVelocity, WEIGHTLESS, 0)
    }
  })
})

describe('gravity', () => {
  it('is scaled per body', () => {
    const world = createWorld()
    const scales = [0, 0.5, 1, 2, -1]
    const bodies = scales.map((gravityScale, i) =>
      world.createBody({ gravityScale, position: { x: 3 * i, y: 0, z: 0 }, shapes: [sphere({ radius: 0.5 })] }),
    )
    steps(world, 60)
    bodies.forEach((body, i) => expect(body.position.y).toBeCloseTo((-9.81 / 2) * scales[i]!, 9))
  })

  it('may change between steps and points anywhere', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [sphere({ radius: 0.5 })] })
    world.gravity = { x: 4, y: 0, z: -2 }
    expect(world.gravity).toEqual({ x: 4, y: 0, z: -2 })
    steps(world, 60)
    expectVector(body.position, { x: 2, y: 0, z: -1 }, 1e-11)
  })
})

describe('damping', () => {
  it('is exponential: v · exp(−c t), whatever the step', () => {
    for (const dt of [1 / 30, 1 / 60, 1 / 240]) {
      const world = createWorld({ gravity: WEIGHTLESS })
      const body = world.createBody({
        linearDamping: 0.7,
        angularDamping: 1.3,
        linearVelocity: { x: 5, y: -2, z: 1 },
        angularVelocity: { x: 0, y: 4, z: 0 },
        shapes: [sphere({ radius: 0.5 })],
      })
      const count = Math.round(2 / dt)
      for (let i = 0; i < count; i++) world.step(dt)
      const linear = Math.exp(-0.7 * 2)
      expectVector(body.linearVelocity, { x: 5 * linear, y: -2 * linear, z: linear }, 1e-12)
      expectVector(body.angularVelocity, { x: 0, y: 4 * Math.exp(-1.3 * 2), z: 0 }, 1e-12)
    }
  })

  it('lets a falling body approach the speed g/c', () => {
    const world = createWorld()
    const body = world.createBody({ linearDamping: 2, shapes: [sphere({ radius: 0.5 })] })
    steps(world, 900)
    expect(body.linearVelocity.y / -(9.81 / 2)).toBeCloseTo(1, 4)
  })
})
