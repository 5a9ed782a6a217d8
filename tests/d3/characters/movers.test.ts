/** What characters are made of: casts, planes, and the projection on planes against brute force. */

import { box, capsule, solvePlanes, sphere, World, type Plane } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'

it('castMover goes as far as geometry says', () => {
  const world = new World()
  const wall = world.createBody({ type: 'static', position: { x: 5, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 1, z: 1 } })] })
  const shape = sphere({ radius: 0.5 })
  const hit = world.castMover(shape, { position: { x: 0, y: 0, z: 0 }, translation: { x: 10, y: 0, z: 0 }, gap: 0.1 })!
  expect(hit.fraction).toBeCloseTo(0.34, 3)
  expect(hit.body).toBe(wall)
  expect(hit.normal.x).toBeCloseTo(-1, 9)
  expect(hit.point.x).toBeCloseTo(4, 9)
  expect(world.castMover(shape, { position: { x: 0, y: 2, z: 0 }, translation: { x: 10, y: 0, z: 0 } })).toBeNull()
  const filter = { exclude: wall }
  expect(world.castMover(shape, { position: { x: 0, y: 0, z: 0 }, translation: { x: 10, y: 0, z: 0 }, filter })).toBeNull()
  const predicate = { predicate: () => false }
  expect(world.castMover(shape, { position: { x: 0, y: 0, z: 0 }, translation: { x: 10, y: 0, z: 0 }, filter: predicate })).toBeNull()
})

it('collectPlanes finds gaps and overlaps, and solvePlanes leads out of them', () => {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 5, y: 1, z: 5 } })] })
  world.createBody({ type: 'static', position: { x: 2, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 1, z: 5 } })] })
  const shape = capsule({ radius: 0.5, halfLength: 0.5 })
  const planes = world.collectPlanes(shape, { position: { x: 0.7, y: 0.9, z: 0 }, reach: 0.01 })
  expect(planes.map(({ offset }) => offset)).toEqual([expect.closeTo(-0.1, 9), expect.closeTo(-0.2, 9)])
  const out = solvePlanes({ x: 0, y: 0, z: 0 }, planes)
  expect(out.x).toBeCloseTo(-0.2, 9)
  expect(out.y).toBeCloseTo(0.1, 9)
  const slid = solvePlanes({ x: 1, y: -1, z: 0.5 }, planes.map(({ normal }) => ({ normal, offset: 0 })))
  expect(slid.x).toBeCloseTo(0, 9)
  expect(slid.y).toBeCloseTo(0, 9)
  expect(slid.z).toBeCloseTo(0.5, 9)
})

it('solvePlanes finds the nearest displacement that planes allow, as brute force does', () => {
  const random = createRandom(3)
  const between = (low: number, high: number) => low + (high - low) * random()
  for (let n = 0; n < 300; n++) {
    const planes: Plane[] = Array.from({ length: 1 + Math.floor(6 * random()) }, () => {
      const v = [between(-1, 1), between(-1, 1), between(-1, 1)]
      const length = Math.hypot(...v)
      return { normal: { x: v[0]! / length, y: v[1]! / length, z: v[2]! / length }, offset: between(0, 1) }
    })
    const wanted = { x: between(-3, 3), y: between(-3, 3), z: between(-3, 3) }
    const got = solvePlanes(wanted, planes)
    const room = (p: Plane, d: { x: number; y: number; z: number }) => p.normal.x * d.x + p.normal.y * d.y + p.normal.z * d.z + p.offset
    for (const plane of planes) expect(room(plane, got)).toBeGreaterThan(-1e-9)
    // Dykstra's alternating projections converge to the same point.
    let x = [wanted.x, wanted.y, wanted.z]
    const kept = planes.map(() => [0, 0, 0])
    for (let round = 0; round < 4000; round++) {
      planes.forEach((plane, i) => {
        const y = x.map((value, k) => value + kept[i]![k]!)
        const inside = room(plane, { x: y[0]!, y: y[1]!, z: y[2]! })
        const { normal } = plane
        const by = Math.min(inside, 0)
        const next = [y[0]! - by * normal.x, y[1]! - by * normal.y, y[2]! - by * normal.z]
        kept[i] = y.map((value, k) => value - next[k]!)
        x = next
      })
    }
    const far = (p: number[]) => Math.hypot(p[0]! - wanted.x, p[1]! - wanted.y, p[2]! - wanted.z)
    expect(far([got.x, got.y, got.z])).toBeLessThan(far(x) + 1e-4)
  }
})

it('refuses what makes no sense', () => {
  const world = new World()
  const shape = sphere({ radius: 1 })
  expect(() => world.castMover(shape, { position: { x: 0, y: 0, z: 0 } } as never)).toThrow(/castMover\.translation/)
  expect(() => world.castMover(shape, { position: { x: 0, y: 0, z: 0 }, translation: { x: 1, y: 0, z: 0 }, gap: -1 })).toThrow(/castMover\.gap/)
  expect(() => world.collectPlanes({} as never, { position: { x: 0, y: 0, z: 0 } })).toThrow(/collectPlanes\.shape/)
  expect(() => solvePlanes({ x: 0, y: 0, z: 0 }, [{ normal: { x: 2, y: 0, z: 0 }, offset: 0 }])).toThrow(/length of 1/)
})
