/** Closed meshes on dynamic bodies: their mass, what is refused, what they meet, and that nothing goes through. */

import { describe, expect, it } from 'vitest'
import {
  box, capsule, cylinder, ellipsoid, heightField, hull, mesh, plane, sphere, TriangleMesh, voxels, World, type Body, type ShapeDefinition,
} from 'fulcrum-physics/3d'
import { createRandom } from '../../common/random.ts'
import { gridSurface } from './grids.ts'
import { angleSolid, boxSolid, hullSolid, ringSolid } from './solids.ts'

function stone(seed: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: 36 }, () => random() - 0.5)
}

it('masses are those of the closed forms, and of the equal hull', () => {
  const crate = new World().createBody({ shapes: [mesh({ ...boxSolid(0.5, 1, 0.25, [0.3, 0, 0]), density: 200 })] })
  expect(crate.mass).toBeCloseTo(200, 9)
  expect(crate.localCenterOfMass.x).toBeCloseTo(0.3, 12)
  const { xx, yy, zz } = crate.getInertia()
  expect([xx, yy, zz].map(i => i / 200)).toEqual([(4 + 0.25) / 12, (1 + 0.25) / 12, (1 + 4) / 12].map(i => expect.closeTo(i, 9)))
  for (let seed = 1; seed <= 20; seed++) {
    const points = stone(seed)
    const bodies = [mesh(hullSolid(points)), hull({ points: Float64Array.from(points) })].map(shape => new World().createBody({ shapes: [shape] }))
    expect(bodies[0]!.mass / bodies[1]!.mass).toBeCloseTo(1, 9)
    const [a, b] = bodies.map(body => body.getInertia())
    for (const k of ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const) expect(a![k]).toBeCloseTo(b![k], 6)
  }
  const given = new World().createBody({ mass: 3, shapes: [mesh(boxSolid(1, 1, 1))] })
  expect(given.mass).toBe(3)
  expect(given.getInertia().xx).toBeCloseTo(2, 9)
})

it('open meshes and those inside out are refused with what is wrong', () => {
  const world = new World()
  const sheet = gridSurface(4, 1)
  expect(() => world.createBody({ mass: 1, shapes: [mesh(sheet)] })).toThrow('has 16 border edges, and a mesh of a dynamic body must be closed')
  const solid = boxSolid(1, 1, 1)
  const inside = { ...solid, indices: solid.indices.map((_, i) => solid.indices[i - (i % 3) + [0, 2, 1][i % 3]!]!) }
  expect(() => world.createBody({ mass: 1, shapes: [mesh(inside)] })).toThrow('is inside out: its volume is -8 m³')
  const body = world.createBody({ type: 'static', shapes: [mesh(sheet)] })
  expect(() => { body.type = 'dynamic' }).toThrow('has 16 border edges')
  expect(body.type).toBe('static')
  const closed = world.createBody({ type: 'static', shapes: [mesh(solid)] })
  closed.type = 'dynamic'
  expect(closed.mass).toBeCloseTo(8000, 6)
  expect(() => closed.addShape(mesh(sheet))).toThrow('has 16 border edges')
  expect(() => closed.addShape(heightField({ heights: [0, 0, 0, 0], samplesX: 2, samplesZ: 2, sizeX: 1, sizeZ: 1 }))).toThrow('is level geometry')
  expect(world.bodyCount).toBe(2)
})

const FLOORS: Readonly<Record<string, () => ShapeDefinition>> = {
  'a box': () => box({ halfExtents: { x: 12, y: 1, z: 12 }, position: { x: 2, y: -1, z: 1 } }),
  'a plane': () => plane(),
  'a mesh': () => mesh(gridSurface(24, 1)),
  'a closed mesh': () => mesh({ ...boxSolid(1, 1, 1), scale: { x: 12, y: 1, z: -12 }, position: { x: 0, y: -1, z: 0 } }),
  'a height field': () => heightField({ heights: new Float32Array(625), samplesX: 25, samplesZ: 25, sizeX: 24, sizeZ: 24 }),
  voxels: () => voxels({ cells: Array.from({ length: 576 }, (_, i) => [(i % 24) - 12, -1, Math.floor(i / 24) - 12]).flat() }),
}

describe.each(Object.keys(FLOORS))('on %s', name => {
  it('a cube of triangles lies as a box does, and sleeps', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [FLOORS[name]!()] })
    const body = world.createBody({ position: { x: 3.2, y: 0.7, z: -2.1 }, rotation: { x: 0, y: 0.38, z: 0, w: 0.92 }, shapes: [mesh(boxSolid(0.5, 0.5, 0.5))] })
    for (let step = 0; step < 120; step++) world.step(1 / 60)
    expect(body.position.y).toBeCloseTo(0.5, 3)
    expect(Math.abs(body.rotation.x) + Math.abs(body.rotation.z)).toBeLessThan(1e-3)
    expect(body.isAwake).toBe(false)
  })

  it('none of them goes through at 100 m/s', () => {
    const random = createRandom(5)
    for (const solid of [boxSolid(0.4, 0.2, 0.3), angleSolid(0.8, 0.2, 0.3), ringSolid(0.4, 0.15, 8, 5)]) {
      const world = new World()
      world.createBody({ type: 'static', shapes: [FLOORS[name]!()] })
      const body = world.createBody({
        position: { x: random(), y: 30, z: random() }, rotation: { x: random(), y: random(), z: random(), w: 1 }, linearVelocity: { x: 0, y: -100, z: 0 },
        shapes: [mesh(solid)],
      })
      for (let step = 0; step < 60; step++) world.step(1 / 60)
      expect(body.position.y).toBeGreaterThan(0)
    }
  })
})

/** Runs a world until it is quiet, and gives the height of a body that was dropped on another. */
function settle(lower: ShapeDefinition, upper: ShapeDefinition, height: number): Body {
  const world = new World()
  world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 5, y: 1, z: 5 }, position: { x: 0, y: -1, z: 0 } })] })
  world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [lower] })
  const body = world.createBody({ position: { x: 0.1, y: height, z: -0.1 }, shapes: [upper] })
  for (let step = 0; step < 180; step++) world.step(1 / 60)
  return body
}

describe('two dynamic bodies', () => {
  const cube = TriangleMesh.build(boxSolid(0.5, 0.5, 0.5))

  it.each<[string, ShapeDefinition, number]>([
    ['mesh', mesh({ mesh: cube, scale: 0.6 }), 0.3], ['box', box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 } }), 0.3],
    ['hull', hull({ points: boxSolid(0.3, 0.3, 0.3).positions.flat() }), 0.3], ['cylinder', cylinder({ radius: 0.3, halfHeight: 0.3 }), 0.3],
    ['ball', sphere({ radius: 0.3, rollingResistance: 0.02 }), 0.3], ['capsule', capsule({ radius: 0.2, halfLength: 0.2, rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }, rollingResistance: 0.02 }), 0.2],
    ['ellipsoid', ellipsoid({ radii: { x: 0.4, y: 0.2, z: 0.4 }, rollingResistance: 0.02 }), 0.2],
  ])('a %s lies on a mesh', (_, upper, above) => {
    expect(settle(mesh({ mesh: cube }), upper, 1 + above + 0.05).position.y).toBeCloseTo(1 + above, 2)
  })

  it('a ring hangs on a peg: what is hollow stays open', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 2 } })] })
    const ring = ringSolid(0.5, 0.1, 16, 6)
    const body = world.createBody({ rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, angularDamping: 2, shapes: [mesh({ ...ring, rollingResistance: 0.01 })] })
    for (let step = 0; step < 240; step++) world.step(1 / 60)
    // Inside of the ring, on top of the peg: 0.1 − 0.4.
    expect(body.position.y).toBeLessThan(-0.2)
    expect(body.position.y).toBeGreaterThan(-0.36)
  })
})

it('a snapshot in mid-fall goes on in an empty world to the same hash', () => {
  const world = new World()
  world.createBody({ type: 'static', shapes: [mesh(gridSurface(12, 1, (x, z) => 0.1 * x * x * 0.2 + 0.02 * z * z))] })
  const angle = TriangleMesh.build(angleSolid(0.8, 0.25, 0.4))
  for (let i = 0; i < 6; i++) {
    world.createBody({ position: { x: 0.4 * i - 1, y: 1 + 0.9 * i, z: 0.2 * (i % 3) }, shapes: [mesh({ mesh: angle, scale: i % 2 === 0 ? 1 : { x: -0.8, y: 1, z: 1.2 } })] })
  }
  for (let step = 0; step < 60; step++) world.step(1 / 60)
  const empty = new World()
  empty.restore(world.snapshot())
  for (let step = 0; step < 90; step++) {
    world.step(1 / 60)
    empty.step(1 / 60)
  }
  expect(empty.hash()).toBe(world.hash())
  for (const body of world.bodies) expect(body.position.y).toBeGreaterThan(-0.1)
})
