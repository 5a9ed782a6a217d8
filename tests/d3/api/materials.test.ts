/** Surfaces: how two values become one, moving belts, rolling resistance. */

import { box, sphere } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addFloor } from '../../../scenes/d3/ground.ts'
import { createWorld, DT, GRAVITY, steps } from '../accuracy/setup.ts'

const HALF = { x: 0.5, y: 0.25, z: 0.5 }
type Rule = 'average' | 'min' | 'multiply' | 'max'

/** Friction that acts between a sliding box and the floor, from its deceleration over half a second. */
function effectiveFriction(a: number, b: number, rule?: Rule): number {
  const world = createWorld()
  const combine = rule ? { frictionCombine: rule } : {}
  world.createBody({
    type: 'static',
    position: { x: 0, y: -1, z: 0 },
    shapes: [box({ halfExtents: { x: 40, y: 1, z: 40 }, friction: a, ...combine })],
  })
  const body = world.createBody({
    position: { x: 0, y: HALF.y, z: 0 },
    linearVelocity: { x: 10, y: 0, z: 0 },
    shapes: [box({ halfExtents: HALF, friction: b, ...combine })],
  })
  steps(world, 30)
  return (10 - body.linearVelocity.x) / (GRAVITY * 0.5)
}

/** Restitution that acts between a ball and the floor. */
function effectiveRestitution(a: number, b: number, rule?: Rule): number {
  const world = createWorld()
  const combine = rule ? { restitutionCombine: rule } : {}
  world.createBody({
    type: 'static',
    position: { x: 0, y: -1, z: 0 },
    shapes: [box({ halfExtents: { x: 10, y: 1, z: 10 }, restitution: a, ...combine })],
  })
  const ball = world.createBody({
    position: { x: 0, y: 1.5, z: 0 },
    shapes: [sphere({ radius: 0.5, restitution: b, ...combine })],
  })
  for (let i = 0; i < 60; i++) {
    world.step(DT)
    const v = ball.linearVelocity.y
    if (v > 0) return Math.sqrt(ball.position.y - 0.5 + (v * v) / (2 * GRAVITY))
  }
  return 0
}

describe('combine rules', () => {
  it('friction: geometric mean by default', () => {
    expect(effectiveFriction(0.9, 0.4)).toBeCloseTo(0.6, 3)
    expect(effectiveFriction(0.5, 0)).toBeCloseTo(0, 6)
  })

  it.each([
    ['average', 0.5],
    ['min', 0.2],
    ['multiply', 0.16],
    ['max', 0.8],
  ] as const)('friction: %s of 0.8 and 0.2 is %f', (rule, expected) => {
    expect(effectiveFriction(0.8, 0.2, rule)).toBeCloseTo(expected, 3)
  })

  it('restitution: the larger by default', () => {
    expect(effectiveRestitution(0.3, 0.7)).toBeCloseTo(0.7, 2)
  })

  it.each([
    ['average', 0.6],
    ['min', 0.4],
    ['multiply', 0.32],
    ['max', 0.8],
  ] as const)('restitution: %s of 0.8 and 0.4 is %f', (rule, expected) => {
    expect(effectiveRestitution(0.8, 0.4, rule)).toBeCloseTo(expected, 2)
  })
})

describe('surface velocity', () => {
  it('brings a box to the speed of the belt with μ g, and no further', () => {
    const world = createWorld()
    const belt = { x: 3, y: 0, z: -1 }
    world.createBody({
      type: 'static',
      position: { x: 0, y: -1, z: 0 },
      shapes: [box({ halfExtents: { x: 30, y: 1, z: 30 }, surfaceVelocity: belt, friction: 0.4 })],
    })
    const body = world.createBody({ position: { x: 0, y: HALF.y, z: 0 }, shapes: [box({ halfExtents: HALF, friction: 0.4 })] })
    steps(world, 12)
    expect(Math.hypot(body.linearVelocity.x, body.linearVelocity.z)).toBeCloseTo(0.4 * GRAVITY * 0.2, 3)
    steps(world, 120)
    expect(body.linearVelocity.x).toBeCloseTo(3, 6)
    expect(body.linearVelocity.z).toBeCloseTo(-1, 6)
  })
})

describe('rolling resistance', () => {
  it('slows a rolling ball by c g / (r · 7/5)', () => {
    const world = createWorld()
    addFloor(world, 60)
    const radius = 0.5
    const c = 0.02
    const ball = world.createBody({
      position: { x: 0, y: radius, z: 0 },
      linearVelocity: { x: 4, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: -4 / radius },
      shapes: [sphere({ radius, rollingResistance: c })],
    })
    steps(world, 120)
    const deceleration = (c * GRAVITY) / (radius * 1.4)
    expect((4 - ball.linearVelocity.x) / 2 / deceleration).toBeCloseTo(1, 2)
    steps(world, 900)
    expect(Math.abs(ball.linearVelocity.x)).toBeLessThan(1e-3)
  })

  it('is off by default: a ball rolls on for ever', () => {
    const world = createWorld()
    addFloor(world, 60)
    const ball = world.createBody({
      position: { x: 0, y: 0.5, z: 0 },
      linearVelocity: { x: 4, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: -8 },
      shapes: [sphere({ radius: 0.5 })],
    })
    steps(world, 300)
    expect(ball.linearVelocity.x).toBeCloseTo(4, 6)
  })
})
