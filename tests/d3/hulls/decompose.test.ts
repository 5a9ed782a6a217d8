/** Meshes cut into hulls: what is convex stays whole, boxes come apart as boxes, everything of the solid is covered, hulls keep to it. */

import { describe, expect, it } from 'vitest'
import { hull, World } from 'fulcrum-physics/3d'
import { decompose, hullShapes, type DecomposeOptions } from 'fulcrum-physics/3d/hulls'
import { createRandom } from '../../common/random.ts'
import { cuboid, cup, ell, shell, type Solid, together, torus } from './solids.ts'

function weightOf(points: Float64Array): number {
  const world = new World()
  return world.createBody({ shapes: [hull({ points, density: 1 })] }).mass
}

/** Is the point in one of the pieces? Bodies of a world tell. */
function cover(pieces: readonly Float64Array[]): (x: number, y: number, z: number) => boolean {
  const world = new World()
  world.createBody({ type: 'static', shapes: pieces.map(points => hull({ points })) })
  const about = (x: number, y: number, z: number, by: number): { x: number; y: number; z: number } => ({ x: x + by, y: y + by, z: z + by })
  return (x, y, z) => world.overlapBox({ min: about(x, y, z, -1e-6), max: about(x, y, z, 1e-6) }).length > 0
}

/** How often a ray upwards from the point leaves the solid minus how often it enters it: 1 inside. */
function windings({ positions, indices }: Solid, x: number, y: number, z: number): number {
  let sum = 0
  for (let t = 0; t < indices.length; t += 3) {
    const p = [0, 1, 2].map(k => positions.slice(3 * indices[t + k]!, 3 * indices[t + k]! + 3)) as [number[], number[], number[]]
    const side = (a: number[], b: number[]): number => (b[0]! - a[0]!) * (z - a[2]!) - (b[2]! - a[2]!) * (x - a[0]!)
    const s = [side(p[0], p[1]), side(p[1], p[2]), side(p[2], p[0])]
    const all = s.every(v => v > 0) ? 1 : s.every(v => v < 0) ? -1 : 0
    if (all === 0) continue
    const area = s[0]! + s[1]! + s[2]!
    const height = (s[1]! * p[0][1]! + s[2]! * p[1][1]! + s[0]! * p[2][1]!) / area
    // Seen from below, the upper side of a solid turns the other way round than its underside.
    if (height > y) sum -= all
  }
  return sum
}

const EXACT: Readonly<Record<string, readonly [Solid, number]>> = {
  cuboid: [cuboid(1, 2, 3), 1],
  ell: [ell(), 2],
  cup: [cup(), 3],
  table: [together(cuboid(4, 0.2, 3, [0, 2, 0]), ...[[0, 0], [3.8, 0], [0, 2.8], [3.8, 2.8]].map(([x, z]) => cuboid(0.2, 2, 0.2, [x!, 0, z!]))), 5],
  shell: [shell(), 6],
}

describe.each(Object.entries(EXACT))('%s', (_, [solid, count]) => {
  it('comes apart into as few pieces as there must be, with its volume', () => {
    const pieces = decompose({ positions: solid.positions, indices: solid.indices, tolerance: 1e-3 })
    expect(pieces).toHaveLength(count)
    expect(pieces.reduce((sum, points) => sum + weightOf(points), 0)).toBeCloseTo(solid.volume, 9)
  })

  it('is the same inside out, in triangles of their own, and again', () => {
    const { positions, indices } = solid
    const pieces = decompose({ positions, indices, tolerance: 1e-3 })
    const turned = indices.map((_v, i) => indices[i - (i % 3) + [1, 0, 2][i % 3]!]!)
    const volumes = (list: readonly Float64Array[]): number[] => list.map(weightOf).sort((a, b) => a - b).map(v => Math.round(v * 1e9) / 1e9)
    expect(volumes(decompose({ positions, indices: turned, tolerance: 1e-3 }))).toEqual(volumes(pieces))
    const loose = indices.flatMap(v => positions.slice(3 * v, 3 * v + 3))
    expect(volumes(decompose({ positions: Float64Array.from(loose), tolerance: 1e-3 }))).toEqual(volumes(pieces))
    expect(decompose({ positions, indices, tolerance: 1e-3 })).toEqual(pieces)
  })
})

describe('a ring', () => {
  const ring = torus(2, 0.5, 20, 8)
  const pieces = decompose({ positions: ring.positions, indices: ring.indices, maxPieces: 24 })

  it('is covered by its pieces', () => {
    const covers = cover(pieces)
    const random = createRandom(3)
    let inside = 0
    for (let n = 0; n < 3000; n++) {
      const [x, y, z] = [(random() - 0.5) * 5.2, (random() - 0.5) * 1.1, (random() - 0.5) * 5.2]
      if (windings(ring, x, y, z) !== 1) continue
      inside++
      expect(covers(x, y, z), `${x} ${y} ${z}`).toBe(true)
    }
    expect(inside).toBeGreaterThan(500)
  })

  it('keeps its hole, and not much more than its volume', () => {
    expect(cover(pieces)(0, 0, 0)).toBe(false)
    const volume = pieces.reduce((sum, points) => sum + weightOf(points), 0)
    expect(volume).toBeGreaterThan(ring.volume * 0.999)
    expect(volume).toBeLessThan(ring.volume * 1.15)
    expect(pieces.length).toBeLessThanOrEqual(24)
  })

  it('has no more pieces than allowed', () => {
    for (const maxPieces of [1, 2, 5]) expect(decompose({ positions: ring.positions, indices: ring.indices, maxPieces }).length).toBeLessThanOrEqual(maxPieces)
  })

  it('threads a rod through its hole', () => {
    const world = new World()
    const body = world.createBody({
      position: { x: 0, y: 2, z: 0 }, shapes: hullShapes({ positions: ring.positions, indices: ring.indices, maxPieces: 24, friction: 0.2 }),
    })
    world.createBody({ type: 'static', shapes: [hull({ points: cuboid(1, 4, 1, [-0.5, -2, -0.5]).positions })] })
    world.createBody({ type: 'static', position: { x: 0, y: -3, z: 0 }, shapes: [hull({ points: cuboid(20, 1, 20, [-10, 0, -10]).positions })] })
    for (let step = 0; step < 240; step++) world.step(1 / 60)
    expect(body.position.y).toBeLessThan(-1.3)
    expect(body.position.y).toBeGreaterThan(-2)
    expect(Math.hypot(body.position.x, body.position.z)).toBeLessThan(1)
  })
})

it('covers random heaps of boxes', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed)
    const boxes = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
      const size = [0, 1, 2].map(() => 0.3 + random()) as [number, number, number]
      return cuboid(...size, [random() * 2, random() * 2, random() * 2])
    })
    const heap = together(...boxes)
    const covers = cover(decompose({ positions: heap.positions, indices: heap.indices }))
    for (let n = 0; n < 150; n++) {
      const [x, y, z] = [random() * 3.3, random() * 3.3, random() * 3.3]
      if (windings(heap, x, y, z) >= 1) expect(covers(x, y, z), `seed ${seed}: ${x} ${y} ${z}`).toBe(true)
    }
  }
})

it.each<[string, Partial<DecomposeOptions> & Record<string, unknown>, RegExp]>([
  ['a vertex that is not there', { indices: [0, 1, 9] }, /mesh\.indices\[2\]/],
  ['half a triangle', { indices: [0, 1] }, /mesh\.indices\.length/],
  ['a flat mesh', { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }, /flat/],
  ['no triangle', { indices: [] }, /no triangle/],
  ['NaN', { positions: [0, 0, NaN] }, /mesh\.positions\[0\]\.z/],
  ['no pieces', { maxPieces: 0 }, /mesh\.maxPieces/],
  ['no tolerance', { tolerance: 0 }, /mesh\.tolerance/],
  ['indices of another kind', { indices: 'all' as never }, /mesh\.indices/],
  ['an option that is none', { pieces: 3 }, /mesh\.pieces.*maxPieces/],
])('refuses %s', (_, change, message) => {
  const { positions, indices } = cuboid(1, 1, 1)
  expect(() => decompose({ positions, indices, ...change })).toThrow(message)
})
