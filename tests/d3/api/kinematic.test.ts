/** Kinematic bodies: moved by velocity or by target pose, never by anything else, and carrying what they touch. */

import { box, sphere } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { aboutAxis, multiply } from '../../../scenes/d3/rotation.ts'
import { angleBetween, createWorld, distance, DT, length, steps } from '../accuracy/setup.ts'

const PLATE = box({ halfExtents: { x: 3, y: 0.25, z: 3 }, friction: 0.9 })
const CUBE = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, friction: 0.9 })

describe('kinematic bodies', () => {
  it('by velocity move exactly v t and turn exactly ω t', () => {
    const world = createWorld()
    const body = world.createBody({
      type: 'kinematic',
      linearVelocity: { x: 1, y: -2, z: 0.5 },
      angularVelocity: { x: 0, y: 0.9, z: 0 },
      shapes: [PLATE],
    })
    steps(world, 120)
    expect(distance(body.position, { x: 2, y: -4, z: 1 })).toBeLessThan(1e-12)
    expect(angleBetween(body.rotation, aboutAxis(0, 1, 0, 1.8))).toBeLessThan(1e-9)
  })

  it('are pushed by nothing', () => {
    const world = createWorld()
    const body = world.createBody({ type: 'kinematic', shapes: [PLATE] })
    world.createBody({ position: { x: 0.5, y: 3, z: 0 }, shapes: [sphere({ radius: 0.5, density: 1e6 })] })
    body.applyForce({ x: 1e6, y: 0, z: 0 })
    steps(world, 120)
    expect(body.position).toEqual({ x: 0, y: 0, z: 0 })
    expect(body.rotation).toEqual({ x: 0, y: 0, z: 0, w: 1 })
  })

  it('by target pose arrive there in one step, in position and rotation, and stop', () => {
    const world = createWorld()
    const body = world.createBody({ type: 'kinematic', position: { x: 1, y: 1, z: 1 }, rotation: aboutAxis(1, 0, 0, 0.2), shapes: [PLATE] })
    const goal = { x: 1.2, y: 0.9, z: 1.4 }
    const turned = multiply(aboutAxis(0.2, 1, 0.3, 0.3), aboutAxis(1, 0, 0, 0.2))
    body.setTargetPose(goal, turned)
    world.step(DT)
    expect(distance(body.position, goal)).toBeLessThan(1e-12)
    expect(angleBetween(body.rotation, turned)).toBeLessThan(1e-9)
    steps(world, 30)
    expect(distance(body.position, goal)).toBeLessThan(1e-12)
    expect(angleBetween(body.rotation, turned)).toBeLessThan(1e-9)
  })

  it('carry what stands on them, by velocity', () => {
    const world = createWorld()
    const lift = world.createBody({ type: 'kinematic', shapes: [PLATE] })
    const cargo = world.createBody({ position: { x: 0, y: 0.75, z: 0 }, shapes: [CUBE] })
    steps(world, 30)
    lift.linearVelocity = { x: 1.5, y: 0.5, z: 0 }
    steps(world, 180)
    expect(length({ x: cargo.linearVelocity.x - 1.5, y: cargo.linearVelocity.y - 0.5, z: cargo.linearVelocity.z })).toBeLessThan(1e-3)
    // It slipped by v²/2μg at most while it was brought up to speed.
    expect(lift.position.x - cargo.position.x).toBeLessThan(1.5 ** 2 / (2 * 0.9 * 9.81) + 0.01)
    expect(cargo.position.y - lift.position.y).toBeCloseTo(0.75, 2)
  })

  it('carry what stands on them, by target poses, with the velocity the poses imply', () => {
    const world = createWorld()
    const lift = world.createBody({ type: 'kinematic', shapes: [PLATE] })
    const cargo = world.createBody({ position: { x: 0, y: 0.75, z: 0 }, shapes: [CUBE] })
    for (let i = 1; i <= 120; i++) {
      lift.setTargetPose({ x: 0.01 * i, y: 0.02 * i, z: 0 }, { x: 0, y: 0, z: 0, w: 1 })
      world.step(DT)
    }
    expect(cargo.position.y - lift.position.y).toBeCloseTo(0.75, 2)
    expect(cargo.linearVelocity.y).toBeCloseTo(1.2, 2)
    expect(cargo.linearVelocity.x).toBeCloseTo(0.6, 2)
  })

  it('a turning table drags along what lies on it', () => {
    const world = createWorld()
    world.createBody({ type: 'kinematic', angularVelocity: { x: 0, y: 0.5, z: 0 }, shapes: [PLATE] })
    const cargo = world.createBody({ position: { x: 1.5, y: 0.75, z: 0 }, shapes: [CUBE] })
    steps(world, 240)
    expect(cargo.angularVelocity.y).toBeCloseTo(0.5, 2)
    expect(Math.hypot(cargo.position.x, cargo.position.z)).toBeCloseTo(1.5, 1)
  })

  it('may become dynamic and back', () => {
    const world = createWorld({ gravity: { x: 0, y: -10, z: 0 } })
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
