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
