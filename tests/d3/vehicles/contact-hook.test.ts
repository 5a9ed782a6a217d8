/** `world.onContact` about wheels: what it is shown, and that friction, belts and drops count. */

import { describe, expect, it } from 'vitest'
import { box, heightField, Voxels, voxels, World } from 'fulcrum-physics/3d'
import { addCar, flatWorld, G, RADIUS, run } from './cars.ts'

const TESTERS = ['ray', 'sphere', 'cylinder'] as const

describe.each(TESTERS)('wheels that are tested by a %s', tester => {
  it('are shown once per step, from the chassis to the ground', () => {
    const world = flatWorld({ sleeping: false }, 0.64)
    const { chassis } = addCar(world, { wheel: { friction: 1 }, vehicle: { tester } })
    const news: number[] = []
    let seen: number[] = []
    world.onContact = contact => {
      if (contact.wheel < 0) return
      seen.push(contact.wheel)
      if (contact.isNew) news.push(contact.wheel)
      expect(contact.bodyA).toBe(chassis)
      expect(contact.bodyB.type).toBe('static')
      expect(contact.normal.y).toBeCloseTo(-1, 9)
      expect(contact.points[0]!.position.y).toBeCloseTo(0, 6)
      expect(contact.friction).toBeCloseTo(0.8, 12)
      expect([contact.triangleB, contact.materialB]).toEqual([-1, -1])
    }
    for (let i = 0; i < 60; i++) {
      seen = []
      world.step(1 / 60)
      expect(seen).toEqual([0, 1, 2, 3])
    }
    expect(news.length).toBeLessThanOrEqual(4)
  })

  it('have the friction that they are told: v² / 2 μ g', () => {
    for (const friction of [0.3, 0.7]) {
      const world = flatWorld({ sleeping: false })
      const { car, chassis } = addCar(world, { at: { x: 0, y: 0.65, z: -40 }, wheel: { friction: 1, brakeTorque: 1e5 }, vehicle: { tester } })
      world.onContact = contact => { if (contact.wheel >= 0) contact.friction = friction }
      run(world, 2)
      chassis.linearVelocity = { x: 0, y: 0, z: 12 }
      for (const wheel of car.wheels) wheel.angularVelocity = 12 / RADIUS
      car.brake = 1
      const from = chassis.position.z
      run(world, 12 / friction / G + 2)
      expect(Math.abs((chassis.position.z - from) / (144 / (2 * friction * G)) - 1), `μ ${friction}`).toBeLessThan(0.01)
    }
  })

  it('are carried by a belt, which is what carries B over A', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world, { wheel: { friction: 1, brakeTorque: 4000 }, vehicle: { tester } })
    car.brake = 1
    world.onContact = contact => { if (contact.wheel >= 0) contact.surfaceVelocity = { x: 0, y: 0, z: -1.5 } }
    run(world, 3)
    const from = chassis.position.z
    run(world, 2)
    expect(Math.abs(chassis.position.z - from - 3)).toBeLessThan(1e-3)
    world.onContact = null
    run(world, 2)
    expect(Math.abs(chassis.linearVelocity.z)).toBeLessThan(1e-4)
  })

  it('sink through what is dropped, and wake nobody there', () => {
    const world = flatWorld()
    const bridge = world.createBody({ position: { x: 0, y: 1.1, z: 0 }, shapes: [box({ halfExtents: { x: 4, y: 1.1, z: 4 } })] })
    run(world, 1)
    const sleeper = (): boolean => !bridge.isAwake
    const { chassis, car } = addCar(world, { at: { x: 0, y: 2.85, z: 0 }, vehicle: { tester } })
    world.onContact = contact => { if (contact.bodyA === bridge || contact.bodyB === bridge) contact.disable() }
    for (let i = 0; i < 300 && !sleeper(); i++) world.step(1 / 60)
    run(world, 3)
    expect(chassis.position.y).toBeLessThan(1)
    expect(car.wheels.every(wheel => wheel.isGrounded && wheel.groundShape!.body !== bridge)).toBe(true)
  })
})

it('tells the triangle and the material under a wheel', () => {
  const cells: number[] = []
  const materials: number[] = []
  for (let x = -8; x < 8; x++) for (let z = -8; z < 8; z++) {
    cells.push(x, -1, z)
    materials.push(x < 0 ? 0 : 1)
  }
  const land = Voxels.build({ cells, materials })
  const world = new World()
  world.createBody({ type: 'static', shapes: [voxels({ voxels: land, surfaces: [{ friction: 0.25 }, { friction: 1 }] })] })
  addCar(world, { wheel: { friction: 1 } })
  const seen = new Map<number, { material: number; friction: number; x: number }>()
  world.onContact = contact => {
    if (contact.wheel < 0) return
    seen.set(contact.wheel, { material: contact.materialB, friction: contact.friction, x: land.cellOf(contact.triangleB).x })
  }
  run(world, 0.5)
  // Left is +x.
  for (const [wheel, { material, friction, x }] of seen) {
    expect(material).toBe(wheel % 2 === 0 ? 1 : 0)
    expect(friction).toBeCloseTo(wheel % 2 === 0 ? 1 : 0.5, 12)
    expect(x < 0).toBe(wheel % 2 === 1)
  }
  expect(seen.size).toBe(4)
})

it('an error comes out of the step, and what it would change is refused', () => {
  const world = new World()
  world.createBody({ type: 'static', shapes: [heightField({ heights: new Float32Array(4), samplesX: 2, samplesZ: 2, sizeX: 40, sizeZ: 40 })] })
  const { car, chassis } = addCar(world)
  world.onContact = contact => { if (contact.wheel === 2) throw new Error('mine') }
  expect(() => world.step(1 / 60)).toThrow('mine')
  world.onContact = contact => { if (contact.wheel === 1) chassis.linearVelocity = { x: 0, y: 9, z: 0 } }
  expect(() => world.step(1 / 60)).toThrow(/linearVelocity/)
  let kept: { wheel: number } | null = null
  world.onContact = contact => { kept = contact }
  world.step(1 / 60)
  expect(() => kept!.wheel).toThrow('is used after world.onContact has returned')
  world.onContact = null
  run(world, 1)
  expect(car.wheels.every(wheel => wheel.isGrounded)).toBe(true)
})
