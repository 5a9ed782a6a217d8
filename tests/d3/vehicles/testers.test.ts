/** How wheels look for ground: rays, balls and drums; walls, filters, own chassis, sensors. */

import { box, heightField, mesh, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addCar, flatWorld, G, RADIUS, run } from './cars.ts'

const TESTERS = ['ray', 'sphere', 'cylinder'] as const

describe.each(TESTERS)('%s', (tester) => {
  it('stands as high as its springs say', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world, { vehicle: { tester } })
    run(world, 8)
    const sag = G / (2 * Math.PI * 1.5) ** 2
    expect(chassis.position.y - 0.1).toBeCloseTo(0.3 - sag + RADIUS, 5)
    for (const wheel of car.wheels) {
      expect(wheel.load).toBeCloseTo(2000 * G / 4, 2)
      expect(wheel.contactPoint.y).toBeCloseTo(0, 5)
      expect(wheel.contactNormal.y).toBeCloseTo(1, 9)
      expect(wheel.position.y).toBeCloseTo(RADIUS, 5)
    }
  })

  it('is not borne by a wall beside it', () => {
    const world = flatWorld({ sleeping: false })
    world.createBody({ type: 'static', position: { x: 1.35, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.4, y: 3, z: 20 } })] })
    const { car } = addCar(world, { vehicle: { tester } })
    run(world, 4)
    for (const wheel of car.wheels) expect(wheel.contactNormal.y).toBeGreaterThan(0.99)
    expect(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0)).toBeCloseTo(2000 * G, 0)
  })

  it('does not see its chassis, sensors, what is ignored, nor what its filter leaves out', () => {
    const world = flatWorld({ sleeping: false })
    const slab = (category: number, sensor = false): ReturnType<World['createBody']> => world.createBody({
      type: 'static', position: { x: 0, y: 0.05, z: 0 },
      shapes: [box({ halfExtents: { x: 5, y: 0.05, z: 5 }, sensor, filter: { category, mask: sensor ? -1 : 0 } })],
    })
    slab(2)
    slab(1, true)
    const ignored = slab(1)
    const { car, chassis } = addCar(world, { vehicle: { tester, filter: { mask: ~2 }, ignore: [ignored] } })
    chassis.addShape(box({ halfExtents: { x: 1, y: 0.02, z: 2 }, position: { x: 0, y: -0.25, z: 0 } }))
    run(world, 6)
    for (const wheel of car.wheels) expect(wheel.contactPoint.y).toBeCloseTo(0, 4)
  })

  it('drives over a height field', () => {
    const world = new World({ sleeping: false })
    const n = 40
    const heights = Float64Array.from({ length: n * n }, (_, i) => 0.12 * Math.sin(i % n) * Math.cos(Math.floor(i / n)))
    world.createBody({
      type: 'static', shapes: [heightField({ heights, samplesX: n, samplesZ: n, sizeX: 40, sizeZ: 40 })],
    })
    const { car, chassis } = addCar(world, { at: { x: 0, y: 1.2, z: -15 }, vehicle: { tester } })
    run(world, 2)
    for (const wheel of car.wheels) wheel.driveTorque = 150
    run(world, 4)
    // As on level ground, ½ F/m t², less what the bumps take.
    expect(chassis.position.z + 15).toBeGreaterThan(0.9 * 0.5 * (4 * 150 / RADIUS / 2040) * 16)
    expect(chassis.position.y).toBeGreaterThan(0.2)
    expect(chassis.position.y).toBeLessThan(1.5)
  })

  it('climbs stairs', () => {
    const world = flatWorld({ sleeping: false })
    for (let i = 0; i < 12; i++) {
      world.createBody({
        type: 'static', position: { x: 0, y: 0.03 * (i + 1), z: 6 + i + 50 }, shapes: [box({ halfExtents: { x: 5, y: 0.03 * (i + 1), z: 50 } })],
      })
    }
    const { car, chassis } = addCar(world, { vehicle: { tester } })
    run(world, 1)
    for (const wheel of car.wheels) wheel.driveTorque = 400
    run(world, 6)
    expect(chassis.position.z).toBeGreaterThan(19)
    expect(chassis.position.y).toBeCloseTo(0.72 + 0.64, 1)
  })

  it('stands on a triangle mesh', () => {
    const world = new World({ sleeping: false })
    const positions = [-50, 0, -50, 50, 0, -50, 50, 0, 50, -50, 0, 50]
    world.createBody({ type: 'static', shapes: [mesh({ positions, indices: [0, 2, 1, 0, 3, 2] })] })
    const { car } = addCar(world, { vehicle: { tester } })
    run(world, 5)
    expect(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0)).toBeCloseTo(2000 * G, 1)
  })
})

it('a plank that lies on the ground bears a wheel', () => {
  const world = flatWorld({ sleeping: false })
  const plank = world.createBody({
    position: { x: 0.8, y: 0.1, z: 1.4 }, mass: 100, shapes: [box({ halfExtents: { x: 0.3, y: 0.1, z: 0.5 } })],
  })
  const { car } = addCar(world, { at: { x: 0, y: 0.9, z: 0 } })
  run(world, 6)
  expect(car.wheels[0]!.groundBody).toBe(plank)
  expect(plank.position.y).toBeCloseTo(0.1, 2)
  expect(car.wheels.reduce((sum, wheel) => sum + wheel.load, 0)).toBeCloseTo(2000 * G, 0)
})
