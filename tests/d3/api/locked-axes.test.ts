/** Locked axes: no motion along them, whatever pushes, and the rest stays free. */

import { box, sphere } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addFloor } from '../../../scenes/d3/ground.ts'
import { createWorld, DT, steps, WEIGHTLESS } from '../accuracy/setup.ts'

const CUBE = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })

describe('locked axes', () => {
  it('a linear lock holds against gravity and impulses', () => {
    const world = createWorld()
    const body = world.createBody({ lockedAxes: { linear: { y: true } }, shapes: [CUBE] })
    body.applyImpulse({ x: body.mass, y: 1000, z: 0 })
    steps(world, 60)
    expect(body.position.y).toBe(0)
    expect(body.position.x).toBeCloseTo(1, 9)
  })

  it('an angular lock holds against torque; other axes turn freely', () => {
    const world = createWorld({ gravity: WEIGHTLESS })
    const body = world.createBody({ lockedAxes: { angular: { x: true, z: true } }, shapes: [CUBE] })
    const moment = body.mass / 6
    for (let i = 0; i < 60; i++) {
      body.applyTorque({ x: 500, y: 100, z: -300 })
      world.step(DT)
    }
    expect(body.angularVelocity.x).toBe(0)
    expect(body.angularVelocity.z).toBe(0)
    expect(body.angularVelocity.y).toBeCloseTo(100 / moment, 9)
    expect(Math.abs(body.rotation.x) + Math.abs(body.rotation.z)).toBe(0)
  })

  it('hold in contact: a body locked in z takes a hit from the side without moving there', () => {
    const world = createWorld({ gravity: WEIGHTLESS })
    const body = world.createBody({ lockedAxes: { linear: { z: true }, angular: { x: true, y: true } }, shapes: [CUBE] })
    const ball = world.createBody({
      position: { x: 0.2, y: 0.1, z: 3 },
      linearVelocity: { x: 0, y: 0, z: -5 },
      shapes: [sphere({ radius: 0.3 })],
    })
    steps(world, 120)
    expect(body.position.z).toBe(0)
    expect(body.rotation.x).toBe(0)
    expect(body.rotation.y).toBe(0)
    // e = 0 against something that cannot give way: the ball loses all of its speed.
    expect(Math.abs(ball.linearVelocity.z)).toBeLessThan(0.05)
  })

  it('a figure with all turning locked stands on a corner of nothing and never tips', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({
      position: { x: 0, y: 1, z: 0 },
      lockedAxes: { angular: { x: true, y: true, z: true } },
      shapes: [box({ halfExtents: { x: 0.1, y: 1, z: 0.1 } })],
    })
    steps(world, 30)
    body.applyImpulse({ x: 200, y: 0, z: 0 }, { x: 0, y: 2, z: 0 })
    steps(world, 120)
    expect(body.rotation).toEqual({ x: 0, y: 0, z: 0, w: 1 })
    expect(body.position.y).toBeGreaterThan(0.99)
    expect(body.position.x).toBeGreaterThan(0.01)
  })

  it('can be set and cleared later', () => {
    const world = createWorld({ gravity: { x: 0, y: -10, z: 0 } })
    const body = world.createBody({ shapes: [CUBE] })
    body.lockedAxes = { linear: { x: true, y: true, z: true } }
    steps(world, 30)
    expect(body.position.y).toBe(0)
    body.lockedAxes = {}
    steps(world, 60)
    expect(body.position.y).toBeCloseTo(-5, 9)
  })
})
