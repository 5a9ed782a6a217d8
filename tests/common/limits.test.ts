/** How small, how large and how far: what is allowed works, and what is refused says so. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const G = 9.81
const DT = 1 / 60

/** A disc or ball, dropped for one second, at a place and of a radius; how far it fell. */
const DROPS = {
  '2D': (x: number, radius: number): number => {
    const world = new plane.World({ gravity: { x: 0, y: -G } })
    const body = world.createBody({ position: { x, y: 0 }, shapes: [plane.circle({ radius })] })
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.position.x).toBe(x)
    return -body.position.y
  },
  '3D': (x: number, radius: number): number => {
    const world = new space.World({ gravity: { x: 0, y: -G, z: 0 } })
    const body = world.createBody({ position: { x, y: 0, z: 0 }, shapes: [space.sphere({ radius })] })
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(body.position.x).toBe(x)
    return -body.position.y
  },
}

describe.each(['2D', '3D'] as const)('limits in %s', (dimension) => {
  const drop = DROPS[dimension]

  it.each([[0, 2e-7], [0, 5e6], [-5e8, 1], [5e8, 100]])('at %f m, radius %f m: falls as anything falls', (x, radius) => {
    expect(drop(x, radius)).toBeCloseTo(G / 2, 9)
  })

  it.each([[0, 5e-8], [0, 2e7]])('at %f m, radius %f m: too small or too large', (x, radius) => {
    expect(() => drop(x, radius)).toThrow(/radius/)
  })

  it.each([-2e9, 2e9])('at %f m: too far', (x) => {
    expect(() => drop(x, 1)).toThrow(/position/)
  })
})

/** Falls for one second; how far. */
const WEIGHTS = {
  '2D': (mass: number, dt: number, steps: number): number => {
    const world = new plane.World({ gravity: { x: 0, y: -G } })
    const body = world.createBody({ mass, shapes: [plane.circle({ radius: 1 })] })
    for (let i = 0; i < steps; i++) world.step(dt)
    return -body.position.y
  },
  '3D': (mass: number, dt: number, steps: number): number => {
    const world = new space.World({ gravity: { x: 0, y: -G, z: 0 } })
    const body = world.createBody({ mass, shapes: [space.sphere({ radius: 1 })] })
    for (let i = 0; i < steps; i++) world.step(dt)
    return -body.position.y
  },
}

describe.each(['2D', '3D'] as const)('masses and steps in %s', (dimension) => {
  const fall = WEIGHTS[dimension]

  it.each([5e-30, 0.5e30])('%f kg falls as anything falls', (mass) => {
    expect(fall(mass, DT, 60)).toBeCloseTo(G / 2, 9)
  })

  it.each([5e-31, 2e30])('%f kg is too light or too heavy', (mass) => {
    expect(() => fall(mass, DT, 60)).toThrow(/mass/)
  })

  it.each([2e-9, 5])('a step of %f s is taken', (dt) => {
    expect(fall(1, dt, 1) / (dt * dt)).toBeCloseTo(G / 2, 6)
  })

  it.each([5e-10, 20])('a step of %f s is too short or too long', (dt) => {
    expect(() => fall(1, dt, 1)).toThrow(/step/)
  })
})

it.each([[5e8, true], [2e-9, true], [2e9, false], [5e-10, false]])('a gear of %f to 1 is allowed: %s', (ratio, allowed) => {
  const world = new plane.World()
  const [bodyA, bodyB] = [-1, 1].map(x => world.createBody({ position: { x, y: 0 }, shapes: [plane.circle({ radius: 0.9 })] }))
  const make = (): unknown => world.createGearJoint({ bodyA: bodyA!, bodyB: bodyB!, ratio })
  if (allowed) expect(make).not.toThrow()
  else expect(make).toThrow(/ratio/)
})

it('a million and a half points are a mistake, told before any work', () => {
  expect(() => space.hull({ points: new Float64Array(3 * 1_500_000) })).toThrow(expect.objectContaining({ code: 'limit-exceeded' }))
  expect(() => plane.polygon({ points: new Float64Array(2 * 1_500_000) })).toThrow(expect.objectContaining({ code: 'limit-exceeded' }))
})
