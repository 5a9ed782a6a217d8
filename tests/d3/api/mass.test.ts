/** Mass, centre and inertia of bodies, alone and composed, against closed forms. */

import { box, capsule, hull, sphere, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createWorld, distance, WEIGHTLESS } from '../accuracy/setup.ts'

const HALF = { x: 0.2, y: 0.5, z: 0.9 }

function expectInertia(body: Body, expected: Vec3, products: Vec3 = WEIGHTLESS): void {
  const inertia = body.getInertia()
  expect(inertia.xx).toBeCloseTo(expected.x, 6)
  expect(inertia.yy).toBeCloseTo(expected.y, 6)
  expect(inertia.zz).toBeCloseTo(expected.z, 6)
  expect(inertia.xy).toBeCloseTo(products.x, 6)
  expect(inertia.xz).toBeCloseTo(products.y, 6)
  expect(inertia.yz).toBeCloseTo(products.z, 6)
}

describe('mass properties', () => {
  it('that are given need no products of inertia', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [sphere({ radius: 0.5 })], mass: 2, inertia: { xx: 1, yy: 2, zz: 2.5 } })
    expectInertia(body, { x: 1, y: 2, z: 2.5 })
    body.setInertia({ xx: 2, yy: 2, zz: 2, xz: 0.5 })
    expectInertia(body, { x: 2, y: 2, z: 2 }, { x: 0, y: 0.5, z: 0 })
    expect(() => body.setInertia({ xx: 1, yy: 1, zz: 1, xy: NaN })).toThrow('body.inertia.xy (NaN)')
  })

  it('of single shapes are the closed forms', () => {
    const world = createWorld()
    const ball = world.createBody({ shapes: [sphere({ radius: 0.5, density: 800 })] })
    const ballMass = 800 * (4 / 3) * Math.PI * 0.125
    expect(ball.mass).toBeCloseTo(ballMass, 9)
    const moment = (2 / 5) * ballMass * 0.25
    expectInertia(ball, { x: moment, y: moment, z: moment })

    const block = world.createBody({ shapes: [box({ halfExtents: HALF })] })
    const blockMass = 8 * 0.2 * 0.5 * 0.9 * 1000
    expect(block.mass).toBeCloseTo(blockMass, 9)
    expectInertia(block, {
      x: (blockMass / 3) * (0.25 + 0.81),
      y: (blockMass / 3) * (0.04 + 0.81),
      z: (blockMass / 3) * (0.04 + 0.25),
    })

    const rod = world.createBody({ shapes: [capsule({ radius: 0.3, halfLength: 0.7 })] })
    const cylinder = 1000 * Math.PI * 0.09 * 1.4
    const caps = 1000 * (4 / 3) * Math.PI * 0.027
    expect(rod.mass).toBeCloseTo(cylinder + caps, 9)
    const axial = (cylinder * 0.09) / 2 + (2 / 5) * caps * 0.09
    // Cylinder m(3r² + l²)/12; half balls m(2r²/5 + h² + 3hr/4) with h half the straight length.
    const across = (cylinder * (3 * 0.09 + 1.96)) / 12 + caps * ((2 / 5) * 0.09 + 0.49 + (3 / 4) * 0.7 * 0.3)
    expectInertia(rod, { x: across, y: axial, z: across })
  })

  it('of a hull away from its origin have the right centre', () => {
    const world = createWorld()
    const points: Vec3[] = []
    for (const x of [1, 3]) for (const y of [0, 1]) for (const z of [-1, 2]) points.push({ x, y, z })
    const body = world.createBody({ position: { x: 10, y: 0, z: 0 }, shapes: [hull({ points })] })
    expect(body.mass).toBeCloseTo(2 * 1 * 3 * 1000, 6)
    expect(distance(body.centerOfMass, { x: 12, y: 0.5, z: 0.5 })).toBeLessThan(1e-9)
    expect(distance(body.position, { x: 10, y: 0, z: 0 })).toBeLessThan(1e-12)
    expectInertia(body, { x: (6000 / 12) * (1 + 9), y: (6000 / 12) * (4 + 9), z: (6000 / 12) * (4 + 1) })
  })

  it('of a dumb-bell follow the parallel-axis theorem', () => {
    const world = createWorld()
    const ball = (x: number, density: number) => sphere({ radius: 0.5, density, position: { x, y: 0, z: 0 } })
    const body = world.createBody({ shapes: [ball(-2, 1000), ball(1, 2000)] })
    const m = 1000 * (4 / 3) * Math.PI * 0.125
    expect(body.mass).toBeCloseTo(3 * m, 9)
    // (−2·1 + 1·2)/3 = 0
    expect(distance(body.centerOfMass, WEIGHTLESS)).toBeLessThan(1e-12)
    const own = (2 / 5) * 3 * m * 0.25
    expectInertia(body, { x: own, y: own + m * 4 + 2 * m, z: own + m * 4 + 2 * m })
  })

  it('of a turned shape carry products of inertia', () => {
    const world = createWorld()
    const sin = Math.SQRT1_2
    // 90° about z swaps x and y.
    const swapped = world.createBody({ shapes: [box({ halfExtents: HALF, rotation: { x: 0, y: 0, z: sin, w: sin } })] })
    const m = swapped.mass
    expectInertia(swapped, { x: (m / 3) * (0.04 + 0.81), y: (m / 3) * (0.25 + 0.81), z: (m / 3) * (0.04 + 0.25) })
    // 45° about z: xx = yy = mean, xy = half the difference.
    const eighth = { x: 0, y: 0, z: Math.sin(Math.PI / 8), w: Math.cos(Math.PI / 8) }
    const slanted = world.createBody({ shapes: [box({ halfExtents: HALF, rotation: eighth })] })
    const xx = (m / 3) * (0.25 + 0.81)
    const yy = (m / 3) * (0.04 + 0.81)
    expect(slanted.getInertia().xx).toBeCloseTo((xx + yy) / 2, 6)
    expect(slanted.getInertia().yy).toBeCloseTo((xx + yy) / 2, 6)
    expect(slanted.getInertia().xy).toBeCloseTo((xx - yy) / 2, 6)
  })

  it('may be given: mass alone scales the inertia, inertia and centre are taken as they are', () => {
    const world = createWorld()
    const scaled = world.createBody({ mass: 12, shapes: [box({ halfExtents: HALF })] })
    expect(scaled.mass).toBe(12)
    expectInertia(scaled, { x: 4 * (0.25 + 0.81), y: 4 * (0.04 + 0.81), z: 4 * (0.04 + 0.25) })
    const given = world.createBody({
      mass: 2,
      centerOfMass: { x: 0, y: -0.3, z: 0 },
      inertia: { xx: 1, yy: 1.5, zz: 2, xy: 0, xz: 0, yz: 0 },
      shapes: [sphere({ radius: 0.5 })],
    })
    expect(given.mass).toBe(2)
    expect(given.centerOfMass).toEqual({ x: 0, y: -0.3, z: 0 })
    expectInertia(given, { x: 1, y: 1.5, z: 2 })
  })

  it('follow when shapes are added and removed, and the origin stays in place', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 1, y: 2, z: 3 }, shapes: [sphere({ radius: 0.5 })] })
    const mass = body.mass
    const added = body.addShape(sphere({ radius: 0.5, position: { x: 2, y: 0, z: 0 } }))
    expect(body.mass).toBeCloseTo(2 * mass, 9)
    expect(distance(body.centerOfMass, { x: 2, y: 2, z: 3 })).toBeLessThan(1e-12)
    expect(distance(body.position, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-12)
    expect(body.shapes).toHaveLength(2)
    body.removeShape(added)
    expect(body.mass).toBeCloseTo(mass, 9)
    expect(distance(body.centerOfMass, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-12)
    expect(body.shapes).toHaveLength(1)
  })

  it('an off-centre body balances about its centre of mass', () => {
    const world = createWorld({ gravity: WEIGHTLESS })
    const shape = sphere({ radius: 0.5, position: { x: 1, y: 0, z: 0 } })
    const body = world.createBody({ angularVelocity: { x: 0, y: 0, z: 2 }, shapes: [shape] })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(distance(body.centerOfMass, { x: 1, y: 0, z: 0 })).toBeLessThan(1e-9)
    expect(distance(body.position, { x: 1 - Math.cos(2), y: -Math.sin(2), z: 0 })).toBeLessThan(1e-6)
  })
})
