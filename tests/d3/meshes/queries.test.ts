/** Rays, overlaps, sensors and nearest points with meshes, against brute force over their triangles. */

import { box, capsule, mesh, sphere, TriangleMesh, World, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { findNearestTriangle } from '../../../src/d3/geometry/mesh/mesh-nearest.ts'
import { createRandom } from '../../common/random.ts'
import { gridSurface, randomSheet } from './grids.ts'

const bumpy = gridSurface(16, 0.5, (x, z) => 0.3 * Math.sin(2 * x) * Math.cos(1.7 * z))

/** Nearest point of a triangle by fine sampling of its area and edges. */
function sampledDistance(p: readonly number[], corners: readonly number[][]): number {
  let least = Infinity
  const n = 40
  for (let i = 0; i <= n; i++) {
    for (let k = 0; k <= n - i; k++) {
      const [u, v] = [i / n, k / n]
      const q = [0, 1, 2].map(c => corners[0]![c]! * (1 - u - v) + corners[1]![c]! * u + corners[2]![c]! * v)
      least = Math.min(least, Math.hypot(q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!))
    }
  }
  return least
}

describe('rays', () => {
  it('tell the triangle of the input, and see backs only if asked or if the mesh has two sides', () => {
    const random = createRandom(4)
    const built = TriangleMesh.build(bumpy)
    for (const sides of ['front', 'both'] as const) {
      const world = new World()
      world.createBody({ type: 'static', position: { x: 1, y: 2, z: 3 }, shapes: [mesh({ mesh: built, sides })] })
      for (let n = 0; n < 100; n++) {
        const x = 7 * random() - 3.5
        const z = 7 * random() - 3.5
        const down = { origin: { x: x + 1, y: 8, z: z + 3 }, direction: { x: 0, y: -1, z: 0 } }
        const hit = world.castRay(down)!
        const [a, b, c] = [0, 1, 2].map(k => bumpy.indices[3 * hit.triangle + k]!).map(v => [bumpy.positions[3 * v]!, bumpy.positions[3 * v + 2]!])
        const side = (p: number[], q: number[]): number => (q[0]! - p[0]!) * (z - p[1]!) - (q[1]! - p[1]!) * (x - p[0]!)
        const signs = [side(a!, b!), side(b!, c!), side(c!, a!)]
        expect(signs.every(s => s <= 1e-9) || signs.every(s => s >= -1e-9)).toBe(true)
        expect(hit.normal.y).toBeGreaterThan(0)
        const up = { origin: { ...down.origin, y: -5 }, direction: { x: 0, y: 1, z: 0 } }
        const back = world.castRay(up)
        if (sides === 'front') expect(back).toBeNull()
        else expect(back!.normal.y).toBeLessThan(0)
        expect(world.castRay({ ...up, backFaces: true })!.triangle).toBe(hit.triangle)
        expect(world.castRay(down)!.distance).toBeCloseTo(8 - hit.point.y, 12)
      }
    }
  })

  it('tell −1 for shapes that are no mesh', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [sphere({ radius: 1 })] })
    expect(world.castRay({ origin: { x: 0, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.triangle).toBe(-1)
  })
})

describe('nearest points', () => {
  it('are as near as sampling finds them, and on the triangle that is told', () => {
    const random = createRandom(9)
    const built = TriangleMesh.build(gridSurface(5, 0.7, (x, z) => 0.4 * Math.sin(3 * x + z)))
    const out = new Float64Array(3)
    for (let n = 0; n < 60; n++) {
      const p = [5 * random() - 2.5, 3 * random() - 1.5, 5 * random() - 2.5]
      const best = findNearestTriangle(built, Float64Array.from(p), out)
      const distance = Math.hypot(out[0]! - p[0]!, out[1]! - p[1]!, out[2]! - p[2]!)
      let least = Infinity
      for (let t = 0; t < built.triangleCount; t++) {
        const corners = [0, 1, 2].map(k => [...built.positions.subarray(3 * built.indices[3 * t + k]!, 3 * built.indices[3 * t + k]! + 3)])
        const sampled = sampledDistance(p, corners)
        least = Math.min(least, sampled)
        if (t === best) expect(sampled).toBeLessThan(distance + 0.03)
      }
      expect(distance).toBeLessThanOrEqual(least + 1e-12)
      expect(distance).toBeGreaterThan(least - 0.03)
    }
  })
})

describe('overlaps', () => {
  it('of a ball are those by its distance to the surface', () => {
    const random = createRandom(2)
    const built = TriangleMesh.build(bumpy)
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh({ mesh: built })] })
    const out = new Float64Array(3)
    let overlapping = 0
    for (let n = 0; n < 200; n++) {
      const p = [8 * random() - 4, 2 * random() - 1, 8 * random() - 4]
      const radius = 0.1 + 0.5 * random()
      findNearestTriangle(built, Float64Array.from(p), out)
      const distance = Math.hypot(out[0]! - p[0]!, out[1]! - p[1]!, out[2]! - p[2]!)
      const position = { x: p[0]!, y: p[1]!, z: p[2]! }
      const hits = world.overlapShape(sphere({ radius }), { position })
      expect(hits).toHaveLength(distance <= radius ? 1 : 0)
      if (distance > radius) continue
      overlapping++
      const [found] = world.collideShape(sphere({ radius }), { position })
      expect(found!.depth).toBeLessThanOrEqual(radius + 1e-9)
    }
    expect(overlapping).toBeGreaterThan(30)
  })

  it('depth and normal out of a flat mesh', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh(randomSheet(3, -3, -3, 3, 3, 6))] })
    const [found] = world.collideShape(box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } }), { position: { x: 0.1, y: 0.4, z: 0.2 } })
    expect(found!.depth).toBeCloseTo(0.1, 9)
    expect(found!.normal.y).toBeCloseTo(1, 9)
    expect(found!.points.length).toBeGreaterThan(2)
  })

  it('no mesh is put', () => {
    const world = new World()
    expect(() => world.overlapShape(mesh(gridSurface(1, 1)), { position: { x: 0, y: 0, z: 0 } })).toThrow(/convex shapes only/)
  })
})

describe('sensors', () => {
  const movers: ShapeDefinition[] = [sphere({ radius: 0.2 }), box({ halfExtents: { x: 0.2, y: 0.1, z: 0.2 } }), capsule({ radius: 0.1, halfLength: 0.2 })]
  for (const speed of [3, 40, 400]) {
    it(`that are meshes see what comes through at ${speed} m/s, once in and once out`, () => {
      for (const shape of movers) {
        const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
        world.createBody({ type: 'static', shapes: [mesh({ ...randomSheet(5, -3, -3, 3, 3, 5), sensor: true })] })
        world.createBody({ position: { x: 0.3, y: 1, z: 0.1 }, linearVelocity: { x: 0, y: -speed, z: 0 }, shapes: [shape] })
        const seen: string[] = []
        for (let i = 0; i < 60; i++) {
          world.step(1 / 60)
          seen.push(...world.events.sensorBegin.map(() => 'in'), ...world.events.sensorEnd.map(() => 'out'))
        }
        expect(seen).toEqual(['in', 'out'])
      }
    })
  }

  it('see meshes', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    world.createBody({ type: 'kinematic', position: { x: 0, y: 3, z: 0 }, linearVelocity: { x: 0, y: -2, z: 0 }, shapes: [mesh(gridSurface(3, 1))] })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 1, y: 0.5, z: 1 }, sensor: true })] })
    world.createBody({ type: 'static', shapes: [mesh({ ...gridSurface(2, 1, x => 0.3 * x), sensor: true })] })
    let begins = 0
    let ends = 0
    for (let i = 0; i < 150; i++) {
      world.step(1 / 60)
      begins += world.events.sensorBegin.length
      ends += world.events.sensorEnd.length
    }
    expect([begins, ends]).toEqual([2, 2])
  })
})
