/** Wheels and feet on level geometry with materials: the friction and the belt of the very triangle under them. Wheels and `shouldCollide`. */

import { box, capsule, HeightField, heightField, mesh, TriangleMesh, Voxels, voxels, World, type ShapeDefinition, type SurfaceMaterial } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addCar, flatWorld, G, RADIUS, run } from '../vehicles/cars.ts'
import { gridSurface } from './grids.ts'

/** 64 × 64 cells of 2 m: material 0 where x < 0, else 1. */
const CELLS = 64
const surface = gridSurface(CELLS, 2)
const middleOf = (t: number): number => [0, 1, 2].reduce((sum, k) => sum + surface.positions[3 * surface.indices[3 * t + k]!]! / 3, 0)
const ground = TriangleMesh.build({
  ...surface, materials: Uint8Array.from({ length: surface.indices.length / 3 }, (_, t) => (middleOf(t) < 0 ? 0 : 1)),
})
const field = HeightField.build({
  heights: new Float32Array((CELLS + 1) ** 2), samplesX: CELLS + 1, samplesZ: CELLS + 1, sizeX: 2 * CELLS, sizeZ: 2 * CELLS,
  materials: Uint8Array.from({ length: CELLS * CELLS }, (_, i) => (i % CELLS < CELLS / 2 ? 0 : 1)),
})
const blocks = Array.from({ length: CELLS * CELLS }, (_, i) => [i % CELLS - CELLS / 2, -1, Math.floor(i / CELLS) - CELLS / 2])
const cubes = Voxels.build({ cells: blocks.flat(), cellSize: 2, materials: blocks.map(([x]) => (x! < 0 ? 0 : 1)) })
const FLOORS: Readonly<Record<string, (surfaces: SurfaceMaterial[]) => ShapeDefinition>> = {
  'a mesh': surfaces => mesh({ mesh: ground, surfaces, friction: 1 }),
  'a mirrored mesh': surfaces => mesh({ mesh: ground, surfaces: [surfaces[1]!, surfaces[0]!], scale: { x: -1, y: 1, z: 1 }, friction: 1 }),
  'a height field': surfaces => heightField({ field, surfaces, friction: 1 }),
  voxels: surfaces => voxels({ voxels: cubes, surfaces, friction: 1 }),
}

describe.each(Object.keys(FLOORS))('on %s', name => {
  it.each(['ray', 'sphere', 'cylinder'] as const)('a car brakes by the friction under its wheels: v² / 2 μ g, wheels that are tested by a %s', tester => {
    for (const [x, friction] of [[-9, 0.36], [9, 0.81]] as const) {
      const world = new World({ sleeping: false })
      world.createBody({ type: 'static', shapes: [FLOORS[name]!([{ friction: 0.36 }, { friction: 0.81 }])] })
      // The geometric mean with the tyre's 1.
      const { car, chassis } = addCar(world, { at: { x, y: 0.65, z: -40 }, wheel: { friction: 1, brakeTorque: 1e5 }, vehicle: { tester } })
      run(world, 3)
      const v = 15
      chassis.linearVelocity = { x: 0, y: 0, z: v }
      for (const wheel of car.wheels) wheel.angularVelocity = v / RADIUS
      car.brake = 1
      const from = chassis.position.z
      run(world, v / Math.sqrt(friction) / G + 3)
      const way = chassis.position.z - from
      expect(Math.abs(way / (v ** 2 / (2 * Math.sqrt(friction) * G)) - 1), `μ ${friction}`).toBeLessThan(0.01)
    }
  })

  it('a car with its left wheels on grip and its right ones on ice is turned to the left', () => {
    const world = new World({ sleeping: false })
    world.createBody({ type: 'static', shapes: [FLOORS[name]!([{ friction: 0 }, { friction: 1 }])] })
    const { car, chassis } = addCar(world, { at: { x: 0, y: 0.65, z: -40 }, wheel: { friction: 1, brakeTorque: 1e5 } })
    run(world, 3)
    chassis.linearVelocity = { x: 0, y: 0, z: 10 }
    for (const wheel of car.wheels) wheel.angularVelocity = 10 / RADIUS
    car.brake = 1
    run(world, 0.3)
    // Left is +x.
    expect(chassis.angularVelocity.y).toBeGreaterThan(0.1)
  })

  it('belts of a material carry a braked car and a character, beside them nothing moves', () => {
    const world = new World({ sleeping: false })
    const belt = { friction: 1, surfaceVelocity: { x: 0, y: 0, z: 1.5 } }
    world.createBody({ type: 'static', shapes: [FLOORS[name]!([{ friction: 1 }, belt])] })
    const cars = [-9, 9].map(x => addCar(world, { at: { x, y: 0.65, z: 0 }, wheel: { friction: 1, brakeTorque: 4000 } }))
    for (const { car } of cars) car.brake = 1
    const shape = capsule({ radius: 0.3, halfLength: 0.6 })
    const walkers = [-20, 20].map(x => world.createCharacter({ shape, position: { x, y: 0.92, z: 0 } }))
    run(world, 4)
    const before = [...cars.map(({ chassis }) => chassis.position.z), ...walkers.map(({ position }) => position.z)]
    run(world, 2)
    const after = [...cars.map(({ chassis }) => chassis.position.z), ...walkers.map(({ position }) => position.z)]
    expect(Math.abs(after[0]! - before[0]!)).toBeLessThan(1e-6)
    expect(Math.abs(after[1]! - before[1]! - 3)).toBeLessThan(1e-3)
    expect(Math.abs(after[2]! - before[2]!)).toBeLessThan(1e-9)
    expect(Math.abs(after[3]! - before[3]! - 3)).toBeLessThan(1e-6)
    expect(walkers[1]!.groundVelocity.z).toBeCloseTo(1.5, 6)
  })
})

it('a character that walks from a belt to still ground is carried as long as its feet are on the belt', () => {
  const world = new World()
  world.createBody({ type: 'static', shapes: [FLOORS['a mesh']!([{}, { surfaceVelocity: { x: 0, y: 0, z: 1 } }])] })
  const character = world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.6 }), position: { x: 3, y: 0.906, z: 0 } })
  character.move = { x: -2, y: 0, z: 0 }
  run(world, 3)
  expect(character.position.x).toBeCloseTo(-3, 6)
  // 3 m of belt at 2 m/s.
  expect(Math.abs(character.position.z - 1.5)).toBeLessThan(2 / 60)
})

it('a restored world goes on to the same hash', () => {
  const build = (): World => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [FLOORS['a mesh']!([{ friction: 0.2 }, { friction: 1, surfaceVelocity: { x: 0.5, y: 0, z: 1 } }])] })
    const { car, chassis } = addCar(world, { at: { x: 0.4, y: 0.65, z: -20 } })
    chassis.linearVelocity = { x: 0, y: 0, z: 12 }
    car.brake = 0.4
    world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.6 }), position: { x: 1, y: 0.92, z: 5 } }).move = { x: -1, y: 0, z: 0 }
    return world
  }
  const world = build()
  run(world, 1)
  const other = new World()
  other.restore(world.snapshot())
  for (let i = 0; i < 120; i++) {
    world.step(1 / 60)
    other.step(1 / 60)
    expect(other.hash()).toBe(world.hash())
  }
})

describe('wheels ask shouldCollide', () => {
  it.each(['ray', 'sphere', 'cylinder'] as const)('a bridge that is refused does not bear the car, tested by a %s', tester => {
    const world = flatWorld({ sleeping: false })
    const bridge = world.createBody({ type: 'static', position: { x: 0, y: 3, z: 0 }, shapes: [box({ halfExtents: { x: 5, y: 0.1, z: 5 } })] })
    const { car, chassis } = addCar(world, { at: { x: 0, y: 3.75, z: 0 }, vehicle: { tester } })
    run(world, 2)
    expect(car.wheels.every(wheel => wheel.groundShape?.body === bridge)).toBe(true)
    const asked = new Set<unknown>()
    world.shouldCollide = (a, b) => {
      asked.add(a.body === chassis ? b.body : a.body)
      return a.body !== bridge && b.body !== bridge
    }
    run(world, 2)
    expect(asked.has(bridge)).toBe(true)
    expect(chassis.position.y).toBeLessThan(1)
    expect(car.wheels.every(wheel => wheel.isGrounded && wheel.groundShape?.body !== bridge)).toBe(true)
  })

  it('an error comes out of the step, and what it would change is refused', () => {
    const world = flatWorld({ sleeping: false })
    const { car, chassis } = addCar(world)
    run(world, 1)
    world.shouldCollide = () => { throw new Error('mine') }
    expect(() => world.step(1 / 60)).toThrow('mine')
    world.shouldCollide = () => {
      chassis.linearVelocity = { x: 0, y: 9, z: 0 }
      return true
    }
    expect(() => world.step(1 / 60)).toThrow(/linearVelocity|asked|change/)
    world.shouldCollide = null
    run(world, 1)
    expect(car.wheels.every(wheel => wheel.isGrounded)).toBe(true)
  })
})
