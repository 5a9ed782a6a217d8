/** Forces, impulses, damping, gravity, locks, kinematic motion: against closed forms. */

import { box, circle, type Body, type World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { addFloor, createWorld, DT, steps, WEIGHTLESS } from '../setup.ts'

const HALF = { x: 0.5, y: 0.3 }
const PLATE = box({ halfExtents: { x: 3, y: 0.25 }, friction: 0.9 })
const CUBE = box({ halfExtents: { x: 0.5, y: 0.5 }, friction: 0.9 })

function freeBox(rotation = 0): { world: World; body: Body; inertia: number } {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = world.createBody({ position: { x: 1, y: 2 }, rotation, shapes: [box({ halfExtents: HALF })] })
  return { world, body, inertia: (body.mass * (HALF.x ** 2 + HALF.y ** 2)) / 3 }
}

describe('forces', () => {
  it('accelerate for one step only, and add up', () => {
    const { world, body } = freeBox()
    for (let i = 0; i < 5; i++) body.applyForce({ x: 60, y: -12 })
    for (let i = 0; i < 2; i++) {
      world.step(DT)
      expect(body.linearVelocity.x).toBeCloseTo((300 * DT) / body.mass, 12)
      expect(body.linearVelocity.y).toBeCloseTo((-60 * DT) / body.mass, 12)
    }
  })

  it('held constant give x = ½ F/m t² exactly, and a torque α = τ/I', () => {
    const { world, body, inertia } = freeBox()
    for (let i = 0; i < 90; i++) {
      body.applyForce({ x: 1000, y: 0 })
      body.applyTorque(50)
      world.step(DT)
    }
    expect(body.position.x).toBeCloseTo(1 + (1000 / body.mass / 2) * 1.5 * 1.5, 9)
    expect(body.angularVelocity).toBeCloseTo((50 / inertia) * 1.5, 10)
    expect(body.rotation).toBeCloseTo((50 / inertia / 2) * 1.5 * 1.5, 9)
  })

  it('at a point also turn the body', () => {
    const { world, body, inertia } = freeBox(0.7)
    body.applyForce({ x: 5, y: 20 }, { x: 1.3, y: 1.8 })
    world.step(DT)
    expect(body.angularVelocity).toBeCloseTo(((0.3 * 20 + 0.2 * 5) * DT) / inertia, 12)
  })
})

describe('impulses', () => {
  it('change velocity and spin at once', () => {
    const { body, inertia } = freeBox(1.1)
    body.applyImpulse({ x: 6, y: -2 }, { x: 1.2, y: 2.4 })
    expect(body.linearVelocity).toEqual({ x: 6 / body.mass, y: -2 / body.mass })
    expect(body.angularVelocity).toBeCloseTo((0.2 * -2 - 0.4 * 6) / inertia, 12)
    body.angularVelocity = 0
    body.applyAngularImpulse(-3)
    expect(body.angularVelocity).toBeCloseTo(-3 / inertia, 12)
  })

  it('turn a body without shapes like a disc of a metre', () => {
    const world = createWorld()
    const disc = world.createBody({ mass: 3, shapes: [circle({ radius: 0.5 })] })
    const bare = world.createBody({ mass: 3 })
    for (const body of [disc, bare]) body.applyAngularImpulse(2)
    expect(bare.angularVelocity).toBeCloseTo(disc.angularVelocity, 12)
  })

  it('velocityAt is v + ω × r, and energies add up', () => {
    const { body, inertia } = freeBox()
    body.linearVelocity = { x: 1, y: 2 }
    body.angularVelocity = -2
    const at = body.velocityAt({ x: 1.3, y: 2.1 })
    expect(at.x).toBeCloseTo(1 + 2 * 0.1, 12)
    expect(at.y).toBeCloseTo(2 - 2 * 0.3, 12)
    expect(body.kineticEnergy).toBeCloseTo(0.5 * body.mass * 5 + 0.5 * inertia * 4, 9)
  })

  it('leave static and kinematic bodies alone', () => {
    const world = createWorld()
    for (const type of ['static', 'kinematic'] as const) {
      const body = world.createBody({ type, shapes: [CUBE] })
      body.applyImpulse({ x: 5, y: 0 })
      body.applyForce({ x: 5, y: 0 })
      body.applyTorque(5)
      world.step(DT)
      expect([body.position, body.rotation, body.linearVelocity]).toEqual([WEIGHTLESS, 0, WEIGHTLESS])
    }
  })
})

describe('gravity and damping', () => {
  it('gravity is scaled per body and may change', () => {
    const world = createWorld()
    const scales = [0, 0.5, 1, 2, -1]
    const bodies = scales.map((gravityScale, i) => world.createBody({ gravityScale, position: { x: 3 * i, y: 0 }, shapes: [CUBE] }))
    steps(world, 60)
    bodies.forEach((body, i) => expect(body.position.y).toBeCloseTo((-9.81 / 2) * scales[i]!, 9))
    world.gravity = { x: 4, y: 0 }
    expect(world.gravity).toEqual({ x: 4, y: 0 })
    steps(world, 60)
    expect(bodies[2]!.position.x).toBeCloseTo(6 + 2, 9)
  })

  it('damping is exponential: v · exp(−c t), whatever the step', () => {
    for (const dt of [1 / 30, 1 / 60, 1 / 240]) {
      const world = createWorld({ gravity: WEIGHTLESS })
      const body = world.createBody({
        linearDamping: 0.7, angularDamping: 1.3, linearVelocity: { x: 5, y: -2 }, angularVelocity: 4, shapes: [CUBE],
      })
      for (let i = 0; i < Math.round(2 / dt); i++) world.step(dt)
      expect(body.linearVelocity.x).toBeCloseTo(5 * Math.exp(-1.4), 11)
      expect(body.linearVelocity.y).toBeCloseTo(-2 * Math.exp(-1.4), 11)
      expect(body.angularVelocity).toBeCloseTo(4 * Math.exp(-2.6), 11)
    }
  })
})

describe('locked axes', () => {
  it('hold against gravity, impulses and torque; the rest is free', () => {
    const world = createWorld()
    const body = world.createBody({ lockedAxes: { y: true, rotation: true }, shapes: [CUBE] })
    expect(body.lockedAxes).toEqual({ x: false, y: true, rotation: true })
    body.applyImpulse({ x: body.mass, y: 1000 }, { x: 0.3, y: 0.5 })
    for (let i = 0; i < 60; i++) {
      body.applyTorque(500)
      world.step(DT)
    }
    expect(body.position.y).toBe(0)
    expect(body.rotation).toBe(0)
    expect(body.position.x).toBeCloseTo(1, 9)
  })

  it('hold in contact: a figure that cannot turn never tips', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 1 }, lockedAxes: { rotation: true }, shapes: [box({ halfExtents: { x: 0.1, y: 1 } })] })
    steps(world, 30)
    body.applyImpulse({ x: 2 * body.mass, y: 0 }, { x: 0, y: 2 })
    steps(world, 120)
    expect(body.rotation).toBe(0)
    expect(body.position.y).toBeGreaterThan(0.99)
    expect(body.position.x).toBeGreaterThan(0.1)
  })

  it('can be set and cleared later', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [CUBE] })
    body.lockedAxes = { x: true, y: true }
    steps(world, 30)
    expect(body.position.y).toBe(0)
    body.lockedAxes = {}
    steps(world, 60)
    expect(body.position.y).toBeCloseTo(-9.81 / 2, 9)
  })
})

describe('kinematic bodies', () => {
  it('by velocity move exactly v t and turn exactly ω t, pushed by nothing', () => {
    const world = createWorld()
    const body = world.createBody({ type: 'kinematic', linearVelocity: { x: 1, y: -2 }, angularVelocity: 0.9, shapes: [PLATE] })
    world.createBody({ position: { x: 0.5, y: 3 }, shapes: [circle({ radius: 0.5, density: 1e6 })] })
    steps(world, 120)
    expect(Math.hypot(body.position.x - 2, body.position.y + 4)).toBeLessThan(1e-12)
    expect(body.rotation).toBeCloseTo(1.8, 12)
  })

  it('by target pose arrive there in one step and stop; with an offset centre of mass too', () => {
    const world = createWorld()
    const shapes = [box({ halfExtents: { x: 1, y: 0.2 }, position: { x: 1, y: 0.3 } })]
    const body = world.createBody({ type: 'kinematic', position: { x: 1, y: 1 }, rotation: 0.2, shapes })
    body.setTargetPose({ x: 1.2, y: 0.9 }, 0.5)
    world.step(DT)
    for (let i = 0; i < 2; i++) {
      expect(Math.hypot(body.position.x - 1.2, body.position.y - 0.9)).toBeLessThan(1e-12)
      expect(body.rotation).toBe(0.5)
      steps(world, 30)
    }
  })

  it('carry what stands on them, by target poses, with the velocity the poses imply', () => {
    const world = createWorld()
    const lift = world.createBody({ type: 'kinematic', shapes: [PLATE] })
    const cargo = world.createBody({ position: { x: 0, y: 0.75 }, shapes: [CUBE] })
    for (let i = 1; i <= 120; i++) {
      lift.setTargetPose({ x: 0.01 * i, y: 0.02 * i })
      world.step(DT)
    }
    expect(cargo.position.y - lift.position.y).toBeCloseTo(0.75, 2)
    expect(cargo.linearVelocity.y).toBeCloseTo(1.2, 2)
    expect(cargo.linearVelocity.x).toBeCloseTo(0.6, 2)
  })

  it('may become dynamic and static', () => {
    const world = createWorld({ gravity: { x: 0, y: -10 } })
    const body = world.createBody({ type: 'kinematic', shapes: [CUBE] })
    steps(world, 60)
    body.type = 'dynamic'
    steps(world, 60)
    expect(body.position.y).toBeCloseTo(-5, 9)
    body.type = 'static'
    const y = body.position.y
    steps(world, 60)
    expect(body.position.y).toBe(y)
  })
})

describe('surfaces', () => {
  it('a conveyor carries a box along at its own speed, on either side of a turned plate', () => {
    for (const turned of [0, Math.PI]) {
      const world = createWorld()
      const belt = box({ halfExtents: { x: 50, y: 0.5 }, surfaceVelocity: { x: turned === 0 ? 2 : -2, y: 0 } })
      world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, rotation: turned, shapes: [belt] })
      const cargo = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
      steps(world, 120)
      expect(cargo.linearVelocity.x).toBeCloseTo(2, 3)
    }
  })

  it('rolling resistance c brings a ball of radius r to rest with 2/3 c g / r', () => {
    const world = createWorld()
    addFloor(world, 100)
    const ball = world.createBody({
      position: { x: 0, y: 0.5 }, linearVelocity: { x: 3, y: 0 }, angularVelocity: -6, shapes: [circle({ radius: 0.5, rollingResistance: 0.05 })],
    })
    steps(world, 60)
    expect(ball.linearVelocity.x).toBeCloseTo(3 - (2 / 3) * (0.05 / 0.5) * 9.81, 2)
  })
})
