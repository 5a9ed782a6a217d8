/** Height fields and voxels in the world: what slides over them keeps its speed, walls and ridges are real, nothing falls through, snapshots. */

import { describe, expect, it } from 'vitest'
import {
  box, capsule, cylinder, HeightField, heightField, hull, sphere, Voxels, voxels, World, type Body, type ShapeDefinition,
} from 'fulcrum-physics/3d'
import { createRandom } from '../../common/random.ts'

const ICE = { friction: 0 }
const CORNERS = [-0.3, 0.3].flatMap(x => [-0.3, 0.3].flatMap(y => [-0.3, 0.3].map(z => ({ x, y, z }))))
const SLIDERS: Readonly<Record<string, () => ShapeDefinition>> = {
  ball: () => sphere({ radius: 0.3, ...ICE }),
  box: () => box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, ...ICE }),
  capsule: () => capsule({ radius: 0.3, halfLength: 0.3, ...ICE }),
  hull: () => hull({ points: CORNERS, ...ICE }),
  cylinder: () => cylinder({ radius: 0.3, halfHeight: 0.3, ...ICE }),
}

/** Flat ground, its surface at y = 0, from x −15 to 15. */
const FLOORS: Readonly<Record<string, () => ShapeDefinition[]>> = {
  'a height field': () => [heightField({ heights: new Float32Array(41 * 21), samplesX: 41, samplesZ: 21, sizeX: 30, sizeZ: 12, ...ICE })],
  'two height fields': () =>
    [-7.5, 7.5].map(x => heightField({ heights: new Float32Array(21 * 21), samplesX: 21, samplesZ: 21, sizeX: 15, sizeZ: 12, position: { x, y: 0, z: 0 }, ...ICE })),
  voxels: () => {
    const cells: number[] = []
    for (let x = -30; x < 30; x++) for (let z = -12; z < 12; z++) cells.push(x, -1, z)
    return [voxels({ cells, cellSize: 0.5, ...ICE })]
  },
}

describe.each(Object.keys(FLOORS))('over %s', floor => {
  it.each(Object.keys(SLIDERS))('a %s lands at a slant and slides with all its speed', name => {
    const random = createRandom(9)
    for (let n = 0; n < 20; n++) {
      const world = new World({ sleeping: false })
      world.createBody({ type: 'static', shapes: FLOORS[floor]!() })
      const falls = n % 2 === 0
      const height = name === 'capsule' ? 0.6 : 0.3
      const body = world.createBody({
        position: { x: -8 + 0.11 * n, y: height + (falls ? 0.2 : 0), z: 0.7 * (random() - 0.5) },
        linearVelocity: { x: 3, y: falls ? -1 : 0, z: 0.3 * (random() - 0.5) },
        lockedAxes: name === 'capsule' ? { angular: { x: true, y: true, z: true } } : {},
        shapes: [SLIDERS[name]!()],
      })
      let slowest = Infinity
      for (let step = 0; step < 240; step++) {
        world.step(1 / 60)
        slowest = Math.min(slowest, body.linearVelocity.x)
      }
      expect(slowest, `offset ${n}`).toBeGreaterThan(2.9999)
      expect(body.position.y, `offset ${n}`).toBeGreaterThan(0.29)
    }
  })
})

function rain(world: World, count: number, from: number): Body[] {
  const random = createRandom(4)
  return Array.from({ length: count }, (_, i) => world.createBody({
    position: { x: 8 * (random() - 0.5), y: from + 3 * random(), z: 8 * (random() - 0.5) },
    linearVelocity: { x: 4 * (random() - 0.5), y: -40 * random(), z: 4 * (random() - 0.5) },
    shapes: [Object.values(SLIDERS)[i % 5]!()],
  }))
}

it('nothing falls through rough terrain, and bodies lie on it', () => {
  const random = createRandom(7)
  const heights = Float32Array.from({ length: 33 * 33 }, (_, i) => {
    const [x, z] = [(i % 33) - 16, Math.floor(i / 33) - 16]
    return 0.02 * (x * x + z * z) + 0.3 * random()
  })
  const field = HeightField.build({ heights, samplesX: 33, samplesZ: 33, sizeX: 32, sizeZ: 32 })
  const world = new World()
  world.createBody({ type: 'static', shapes: [heightField({ field })] })
  const bodies = rain(world, 40, 6)
  for (let step = 0; step < 300; step++) world.step(1 / 60)
  for (const { position } of bodies) expect(position.y).toBeGreaterThan(field.heightAt(position.x, position.z)! - 0.01)
})

it('nothing falls through a landscape of voxels', () => {
  const random = createRandom(8)
  const cells: number[] = []
  for (let x = -20; x < 20; x++) {
    for (let z = -20; z < 20; z++) {
      const top = Math.floor(0.02 * (x * x + z * z) + 2 * random())
      for (let y = -1; y <= top; y++) cells.push(x, y, z)
    }
  }
  const world = new World()
  world.createBody({ type: 'static', shapes: [voxels({ cells, cellSize: 0.5 })] })
  const bodies = rain(world, 40, 6)
  for (let step = 0; step < 300; step++) world.step(1 / 60)
  for (const { position } of bodies) expect(position.y).toBeGreaterThan(-0.3)
})

it('a wall of voxels stops a fast ball, and a ball falls into a hole of a field', () => {
  const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
  const cells: number[] = []
  for (let y = -5; y < 5; y++) for (let z = -5; z < 5; z++) cells.push(0, y, z)
  world.createBody({ type: 'static', shapes: [voxels({ cells, restitution: 0 })] })
  const bullet = world.createBody({ position: { x: -30, y: 0.2, z: 0.4 }, linearVelocity: { x: 900, y: 0, z: 0 }, shapes: [sphere({ radius: 0.1 })] })
  for (let step = 0; step < 30; step++) world.step(1 / 60)
  expect(bullet.position.x).toBeLessThan(0)
  const pit = new World()
  const heights = new Float32Array(81)
  heights[40] = NaN
  pit.createBody({ type: 'static', shapes: [heightField({ heights, samplesX: 9, samplesZ: 9, sizeX: 8, sizeZ: 8 })] })
  const lost = pit.createBody({ position: { x: 0, y: 1, z: 0 }, shapes: [sphere({ radius: 0.3 })] })
  const kept = pit.createBody({ position: { x: 2.5, y: 1, z: 0 }, shapes: [sphere({ radius: 0.3 })] })
  for (let step = 0; step < 120; step++) pit.step(1 / 60)
  expect(lost.position.y).toBeLessThan(-5)
  expect(kept.position.y).toBeCloseTo(0.3, 3)
})

it('rays tell the cell they met; closest points and casts find the surface', () => {
  const world = new World()
  const ground = Voxels.build({ cells: [3, 0, 2, 4, 0, 2], cellSize: 2 })
  const body = world.createBody({ type: 'static', shapes: [voxels({ voxels: ground })] })
  const hit = world.castRay({ origin: { x: 9, y: 20, z: 5 }, direction: { x: 0, y: -1, z: 0 } })!
  expect(hit.distance).toBeCloseTo(18, 12)
  expect(body.shapes[0]!.voxels!.cellOf(hit.triangle)).toEqual({ x: 4, y: 0, z: 2 })
  expect(world.closestPoint({ point: { x: 9, y: 5, z: 5 } })!.distance).toBeCloseTo(3, 12)
  const cast = world.castShape(sphere({ radius: 0.5 }), { position: { x: 7, y: 10, z: 5 }, direction: { x: 0, y: -1, z: 0 } })!
  expect(cast.distance).toBeCloseTo(7.5, 6)
  const field = HeightField.build({ heights: [0, 1, 0, 1, 0, 1], samplesX: 2, samplesZ: 3, sizeX: 2, sizeZ: 4 })
  const hills = new World()
  const hill = hills.createBody({ type: 'static', shapes: [heightField({ field })] })
  const down = hills.castRay({ origin: { x: 0.5, y: 5, z: 1 }, direction: { x: 0, y: -1, z: 0 } })!
  expect(down.point.y).toBeCloseTo(0.75, 12)
  expect(hill.shapes[0]!.heightField!.cellOf(down.triangle)).toEqual({ x: 0, z: 1 })
  expect(hills.castRay({ origin: { x: 0.5, y: -5, z: 1 }, direction: { x: 0, y: 1, z: 0 } })).toBeNull()
})

it('snapshots hold the geometry, and a restored world goes on to the same hash', () => {
  const build = (): World => {
    const world = new World()
    const heights = Float32Array.from({ length: 25 }, (_, i) => Math.sin(i))
    world.createBody({ type: 'static', shapes: [heightField({ heights, samplesX: 5, samplesZ: 5, sizeX: 10, sizeZ: 10 })] })
    world.createBody({ type: 'kinematic', position: { x: 20, y: 0, z: 0 }, angularVelocity: { x: 0, y: 1, z: 0 }, shapes: [voxels({ cells: [0, 0, 0, 1, 0, 0] })] })
    for (const x of [0, 1, 20.5]) world.createBody({ position: { x, y: 3, z: 0.3 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.2, z: 0.3 } })] })
    return world
  }
  const world = build()
  for (let step = 0; step < 50; step++) world.step(1 / 60)
  const empty = new World()
  empty.restore(world.snapshot())
  for (let step = 0; step < 60; step++) {
    world.step(1 / 60)
    empty.step(1 / 60)
  }
  expect(empty.hash()).toBe(world.hash())
})

it('a dynamic body cannot have them, and options are checked', () => {
  const world = new World()
  expect(() => world.createBody({ shapes: [voxels({ cells: [0, 0, 0] })] })).toThrow(/level geometry/)
  expect(() => voxels({ cells: [0, 0, 0], size: 1 } as never)).toThrow(/voxels\.size/)
  expect(() => voxels({} as never)).toThrow(/voxels\.cells/)
  expect(() => voxels({ voxels: Voxels.build({ cells: [0, 0, 0] }), cellSize: 1 })).toThrow(/Give one of the two/)
  expect(() => heightField({ field: {} as never })).toThrow(/is no HeightField/)
  expect(() => heightField({ heights: [0, 0, 0, 0], samplesX: 2, samplesZ: 2, sizeX: 1, sizeZ: 1, sides: 'up' as never })).toThrow(/heightField\.sides/)
})
