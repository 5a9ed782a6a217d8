/** Meshes, hulls, fields and voxels at another scale: they must do what the same geometry does whose vertices were scaled before it was built. */

import { describe, expect, it } from 'vitest'
import {
  box, HeightField, heightField, hull, mesh, PhysicsError, sphere, TriangleMesh, Voxels, voxels, World, type ShapeDefinition, type Vec3,
} from 'fulcrum-physics/3d'
import { createRandom } from '../../common/random.ts'
import { randomSheet } from './grids.ts'

const SCALES: readonly Vec3[] = [
  { x: 2, y: 2, z: 2 }, { x: 0.5, y: 3, z: 1.5 }, { x: -1, y: 1, z: 1 }, { x: 1, y: -2, z: 0.7 }, { x: -1.5, y: -1.5, z: -1.5 }, { x: -3, y: -1, z: 0.5 },
]

/** Corners of a random bumpy sphere and its triangles, outward. */
function stone(seed: number): { positions: number[]; indices: number[] } {
  const random = createRandom(seed)
  const positions = [0, 1, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, -1, 0, -1, 0]
  const indices = [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1]
  return { positions: positions.map(p => p * (0.6 + 0.8 * random()) + 0.05), indices }
}

/** The same with the vertices scaled and, if mirrored, the triangles turned over. */
function stretched({ positions, indices }: { positions: number[]; indices: number[] }, s: Vec3): { positions: number[]; indices: number[] } {
  const factors = [s.x, s.y, s.z]
  const turned = indices.map((_, i) => indices[i - (i % 3) + [0, 2, 1][i % 3]!]!)
  return { positions: positions.map((p, i) => p * factors[i % 3]!), indices: s.x * s.y * s.z < 0 ? turned : indices }
}

function worldOf(shape: ShapeDefinition): World {
  const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0.3, y: -0.2, z: 0.1 }, shapes: [shape] })
  return world
}

describe.each(SCALES)('at the scale $x $y $z', scale => {
  it('rays, closest points, overlaps and casts meet what the scaled vertices would give', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const given = stone(seed)
      const direct = worldOf(mesh(stretched(given, scale)))
      const scaled = worldOf(mesh({ ...given, scale }))
      const random = createRandom(100 + seed)
      const point = (r: number): Vec3 => ({ x: r * (random() - 0.5), y: r * (random() - 0.5), z: r * (random() - 0.5) })
      for (let n = 0; n < 60; n++) {
        const ray = { origin: point(12), direction: point(2), maxDistance: 50, backFaces: n % 2 === 0 }
        const [a, b] = [direct.castRay(ray), scaled.castRay(ray)]
        expect(b === null, `ray ${n}`).toBe(a === null)
        if (a && b) {
          expect(b.distance).toBeCloseTo(a.distance, 9)
          expect(b.triangle).toBe(a.triangle)
          for (const k of ['x', 'y', 'z'] as const) expect(b.normal[k]).toBeCloseTo(a.normal[k], 9)
        }
        const at = point(8)
        const [p, q] = [direct.closestPoint({ point: at })!, scaled.closestPoint({ point: at })!]
        expect(q.distance).toBeCloseTo(p.distance, 9)
        const probe = sphere({ radius: 0.4 })
        expect(scaled.overlapShape(probe, { position: at }).length).toBe(direct.overlapShape(probe, { position: at }).length)
        const cast = { position: at, direction: point(10) }
        const [c, d] = [direct.castShape(probe, cast), scaled.castShape(probe, cast)]
        expect(d === null, `cast ${n}`).toBe(c === null)
        if (c && d) expect(d.distance).toBeCloseTo(c.distance, 6)
      }
    }
  })

  it('edges are of the kinds that building with the scaled vertices finds', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const sheet = randomSheet(seed, -4, -3, 4, 3, 12)
      const random = createRandom(seed)
      const positions = sheet.positions.map((p, i) => (i % 3 === 1 ? 0.12 * random() : p))
      const given = { positions, indices: sheet.indices }
      const world = worldOf(mesh({ ...given, scale }))
      const built = TriangleMesh.build(stretched(given, scale))
      const kinds = new Map<number, string>()
      for (let t = 0; t < built.triangleCount; t++) kinds.set(built.sourceOf(t), kindsByCorner(built, t))
      const instance = (world as unknown as { state: { hulls: TriangleMesh[] } }).state.hulls[0]!
      for (let t = 0; t < built.triangleCount; t++) expect(kindsByCorner(instance, t), `triangle ${t}`).toBe(kinds.get(instance.sourceOf(t)))
    }
  })

  it('masses are those of the scaled vertices', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const given = stone(seed)
      const points = given.positions
      const bodies = [hull({ points, scale }), hull({ points: stretched(given, scale).positions })].map(shape => {
        const world = new World()
        return world.createBody({ shapes: [shape] })
      })
      expect(bodies[0]!.mass / bodies[1]!.mass).toBeCloseTo(1, 10)
      const [a, b] = bodies.map(body => body.getInertia())
      for (const k of ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const) expect(a![k]).toBeCloseTo(b![k], 8)
      const meshes = [mesh({ ...given, scale }), mesh(stretched(given, scale))].map(shape => new World().createBody({ type: 'kinematic', shapes: [shape] }))
      expect(meshes[0]!.mass / meshes[1]!.mass).toBeCloseTo(1, 10)
    }
  })

  it('bodies lie on it as on one that was built so', () => {
    const given = { ...randomSheet(3, -4, -4, 4, 4, 8) }
    const rough = given.positions.map((p, i) => (i % 3 === 1 ? 0.3 * Math.sin(i) : p))
    const sheet = { positions: rough, indices: given.indices }
    const rest = (shape: ShapeDefinition): Vec3[] => {
      const world = new World()
      const up = scale.y < 0 ? -1 : 1
      world.gravity = { x: 0, y: -9.81 * up, z: 0 }
      world.createBody({ type: 'static', shapes: [shape] })
      const bodies = [-0.4, 0, 0.4].map(x => world.createBody({ position: { x, y: up * 2.5, z: x }, shapes: [box({ halfExtents: { x: 0.15, y: 0.1, z: 0.2 }, friction: 1 })] }))
      for (let step = 0; step < 40; step++) world.step(1 / 60)
      return bodies.map(body => body.position)
    }
    const [a, b] = [rest(mesh({ ...sheet, scale })), rest(mesh(stretched(sheet, scale)))]
    for (let i = 0; i < 3; i++) for (const k of ['x', 'y', 'z'] as const) expect(a[i]![k]).toBeCloseTo(b[i]![k], 4)
  })
})

/** Kinds of a triangle's edges, from its lowest corner on, whichever comes first. */
function kindsByCorner(source: { corners(t: number, out: Float64Array): void; edgeKinds(t: number): number }, t: number): string {
  const corners = new Float64Array(9)
  source.corners(t, corners)
  const bits = source.edgeKinds(t)
  const name = (k: number): string => [0, 1, 2].map(c => corners[3 * (k % 3) + c]!.toFixed(6)).join(',')
  return [0, 1, 2].map(k => `${name(k)}>${name(k + 1)}:${(bits >> (2 * k)) & 3}`).sort().join(' ')
}

it('a field and voxels are scaled, too', () => {
  const heights = Float32Array.from({ length: 12 }, (_, i) => (i * 7) % 5)
  const field = HeightField.build({ heights, samplesX: 4, samplesZ: 3, sizeX: 3, sizeZ: 2 })
  const world = worldOf(heightField({ field, scale: { x: 2, y: 0.5, z: -3 } }))
  const down = world.castRay({ origin: { x: 0.3 + 2 * 0.4, y: 20, z: 0.1 - 3 * 0.3 }, direction: { x: 0, y: -1, z: 0 } })!
  expect(down.point.y).toBeCloseTo(-0.2 + 0.5 * field.heightAt(0.4, 0.3)!, 12)
  expect([...world.bodies][0]!.shapes[0]!.heightField).toBe(field)
  const cells = Voxels.build({ cells: [0, 0, 0, 1, 0, 0], cellSize: 1 })
  const blocks = worldOf(voxels({ voxels: cells, scale: { x: -1, y: 2, z: 1 } }))
  const hit = blocks.castRay({ origin: { x: 0.3 - 1.5, y: 20, z: 0.6 }, direction: { x: 0, y: -1, z: 0 } })!
  expect(hit.point.y).toBeCloseTo(1.8, 12)
  expect(cells.cellOf(hit.triangle)).toEqual({ x: 1, y: 0, z: 0 })
  const rest = blocks.createBody({ position: { x: -0.7, y: 3, z: 0.6 }, gravityScale: 1, shapes: [sphere({ radius: 0.3 })] })
  blocks.gravity = { x: 0, y: -9.81, z: 0 }
  for (let step = 0; step < 120; step++) blocks.step(1 / 60)
  expect(rest.position.y).toBeCloseTo(2.1, 3)
})

it('snapshots hold a geometry once, however many scales it has, and an empty world goes on to the same hash', () => {
  const ground = TriangleMesh.build(randomSheet(2, -6, -6, 6, 6, 10))
  const points = stone(4).positions
  const build = (scales: readonly (Vec3 | number)[]): World => {
    const world = new World()
    scales.forEach((scale, i) => {
      world.createBody({ type: 'static', position: { x: 30 * i, y: 0, z: 0 }, shapes: [mesh({ mesh: ground, scale })] })
      for (let k = 0; k < 3; k++) world.createBody({ position: { x: 30 * i + k, y: 1 + 2 * k, z: 0.3 }, shapes: [hull({ points, scale: k === 1 ? -0.3 : 0.3 + 0.1 * k })] })
    })
    return world
  }
  const world = build([1, { x: 1, y: 1, z: -2 }, 1.5, { x: 2, y: 1, z: 1 }])
  const one = build([1])
  const bytes = world.snapshot()
  expect(bytes.length - one.snapshot().length).toBeLessThan(ground.toBytes().length)
  for (let step = 0; step < 50; step++) world.step(1 / 60)
  const empty = new World()
  empty.restore(world.snapshot())
  const again = [...empty.bodies][4]!.shapes[0]!
  expect(again.scale).toEqual({ x: 1, y: 1, z: -2 })
  expect(again.mesh!.triangleCount).toBe(ground.triangleCount)
  for (let step = 0; step < 100; step++) {
    world.step(1 / 60)
    empty.step(1 / 60)
  }
  expect(empty.hash()).toBe(world.hash())
  world.restore(bytes)
  expect(world.hash()).toBe(build([1, { x: 1, y: 1, z: -2 }, 1.5, { x: 2, y: 1, z: 1 }]).hash())
})

it('a hull may share the corners of another', () => {
  const small = hull({ points: stone(1).positions, density: 500 })
  const world = new World()
  const body = world.createBody({ shapes: [hull({ hull: small, scale: 2, density: 500 })] })
  const { mass } = new World().createBody({ shapes: [small] })
  expect(body.mass / mass).toBeCloseTo(8, 10)
  expect(body.shapes[0]!.scale).toEqual({ x: 2, y: 2, z: 2 })
  const corners = body.shapes[0]!.points!
  expect(Math.max(...corners)).toBeCloseTo(2 * Math.max(...stone(1).positions), 12)
})

it('scales that leave nothing are refused with the cure, and nothing is changed', () => {
  const { positions, indices } = stone(1)
  expect(() => mesh({ positions, indices, scale: 0 })).toThrow('mesh.scale (0) would leave nothing. Give 1 to keep the size, −1 to mirror.')
  expect(() => mesh({ positions, indices, scale: { x: 1, y: NaN, z: 1 } })).toThrow('mesh.scale.y (NaN) is not finite')
  expect(() => hull({ points: positions, scale: { x: 1, y: 0, z: 1 } })).toThrow('hull.scale.y (0) would leave nothing')
  expect(() => hull({ points: positions, scale: '2' as never })).toThrow(PhysicsError)
  expect(() => hull({ points: positions, hull: hull({ points: positions }) })).toThrow('is given together with points')
  expect(() => hull({ hull: sphere({ radius: 1 }) })).toThrow('is no hull')
  expect(() => mesh({ positions, indices, scale: 1e9 })).toThrow('would reach farther than')
  expect(() => mesh({ positions, indices, scale: 1e12 })).toThrow(PhysicsError)
  expect(() => heightField({ heights: [0, 0, 0, 0], samplesX: 2, samplesZ: 2, sizeX: 1, sizeZ: 1, scale: 0 })).toThrow('heightField.scale (0)')
  expect(() => voxels({ cells: [0, 0, 0], scale: -0 })).toThrow('voxels.scale')
})
