/** Voxels against looking at every cell: faces found, kinds of their edges, rays; edits, bytes, refusals. */

import { describe, expect, it } from 'vitest'
import { CONCAVE_EDGE, CONVEX_EDGE, edgeKind, FLAT_EDGE } from '../../../../src/d3/geometry/mesh/mesh-edges.ts'
import { found } from '../../../../src/d3/geometry/mesh/piece-source.ts'
import { castTriangle, type PieceHit } from '../../../../src/d3/geometry/mesh/triangle-ray.ts'
import { Voxels, type VoxelsOptions } from '../../../../src/d3/geometry/voxels/voxels.ts'
import { createRandom } from '../../../common/random.ts'

/** Random cells around a place, across the borders of chunks; some far away. */
function randomCells(seed: number): number[] {
  const random = createRandom(seed)
  const spread = [3, 8, 20, 60][seed % 4]!
  const middle = [0, 1, 2].map(() => Math.floor((random() - 0.5) * 100))
  const cells: number[] = []
  for (let n = 0; n < 20 + 100 * random(); n++) cells.push(...middle.map(m => m + Math.floor((random() - 0.5) * spread)))
  return cells
}

function everyFace(voxels: Voxels, cells: readonly number[]): number[] {
  const low = [0, 1, 2].map(k => Math.min(...cells.filter((_, i) => i % 3 === k)))
  const high = [0, 1, 2].map(k => Math.max(...cells.filter((_, i) => i % 3 === k)))
  const box = Float64Array.from([...low.map(x => (x - 1) * voxels.cellSize), ...high.map(x => (x + 2) * voxels.cellSize)])
  const count = voxels.find(box)
  return [...found.pieces.slice(0, count)]
}

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1)

it('has the free faces of its cells, and no other', () => {
  for (const seed of SEEDS) {
    const cells = randomCells(seed)
    const voxels = Voxels.build({ cells, cellSize: 0.5 + (seed % 3) })
    const filled = new Set<string>()
    for (let i = 0; i < cells.length; i += 3) filled.add(cells.slice(i, i + 3).join())
    expect(voxels.count).toBe(filled.size)
    let faces = 0
    for (const key of filled) {
      const cell = key.split(',').map(Number)
      for (let axis = 0; axis < 3; axis++) {
        for (const step of [-1, 1]) if (!filled.has(cell.map((x, k) => (k === axis ? x + step : x)).join())) faces++
      }
    }
    const pieces = everyFace(voxels, cells)
    expect(pieces).toHaveLength(2 * faces)
    expect(pieces).toEqual([...pieces].sort((a, b) => a - b))
    expect(new Set(pieces).size).toBe(pieces.length)
  }
})

it('boxes find the faces that they meet', () => {
  for (const seed of SEEDS) {
    const cells = randomCells(seed)
    const voxels = Voxels.build({ cells })
    const all = everyFace(voxels, cells)
    const random = createRandom(seed + 500)
    const corners = new Float64Array(9)
    for (let n = 0; n < 15; n++) {
      const middle = [0, 1, 2].map(k => cells[3 * (n % (cells.length / 3)) + k]! + 3 * (random() - 0.5))
      const half = [0, 1, 2].map(() => (n % 3 === 0 ? 1 : 4 * random() * random()))
      const box = Float64Array.from([...middle.map((m, k) => m - half[k]!), ...middle.map((m, k) => m + half[k]!)])
      const expected = all.filter(piece => {
        voxels.corners(piece, corners)
        return [0, 1, 2].every(k => {
          const values = [corners[k]!, corners[3 + k]!, corners[6 + k]!]
          return Math.max(...values) >= box[k]! && Math.min(...values) <= box[3 + k]!
        })
      })
      const count = voxels.find(box)
      expect([...found.pieces.slice(0, count)]).toEqual(expected)
    }
  }
})

it('tells ridges, seams and valleys from each other', () => {
  const corners = new Float64Array(9)
  const counts = [0, 0, 0, 0]
  for (const seed of SEEDS) {
    const cells = randomCells(seed)
    const voxels = Voxels.build({ cells })
    for (const piece of everyFace(voxels, cells)) {
      voxels.corners(piece, corners)
      const p = [0, 1, 2].map(k => [...corners.slice(3 * k, 3 * k + 3)])
      const normal = [0, 1, 2].map(k => {
        const [a, b] = [(k + 1) % 3, (k + 2) % 3]
        return (p[1]![a]! - p[0]![a]!) * (p[2]![b]! - p[0]![b]!) - (p[1]![b]! - p[0]![b]!) * (p[2]![a]! - p[0]![a]!)
      })
      const inside = [0, 1, 2].map(k => (p[0]![k]! + p[1]![k]! + p[2]![k]!) / 3 - 0.25 * normal[k]!)
      expect(voxels.has(Math.floor(inside[0]!), Math.floor(inside[1]!), Math.floor(inside[2]!))).toBe(true)
      for (let e = 0; e < 3; e++) {
        const a = p[e]!
        const b = p[(e + 1) % 3]!
        const c = p[(e + 2) % 3]!
        const kind = edgeKind(voxels.edgeKinds(piece), e)
        counts[kind]!++
        const diagonal = [0, 1, 2].filter(k => a[k] !== b[k]).length === 2
        // A place just over the edge, behind the plane of the face and in front of it.
        const over = [0, 1, 2].map(k => 0.5 * (a[k]! + b[k]!) + (diagonal ? 0 : 0.25 * Math.sign(0.5 * (a[k]! + b[k]!) - c[k]!) * (a[k] === b[k] ? 1 : 0)))
        const at = (sign: number): boolean => {
          const q = over.map((x, k) => Math.floor(x + 0.25 * sign * normal[k]!))
          return voxels.has(q[0]!, q[1]!, q[2]!)
        }
        const expected = diagonal ? FLAT_EDGE : at(1) ? CONCAVE_EDGE : at(-1) ? FLAT_EDGE : CONVEX_EDGE
        expect(kind, `seed ${seed}, piece ${piece}, edge ${e}`).toBe(expected)
      }
    }
  }
  expect(counts[FLAT_EDGE]).toBeGreaterThan(100)
  expect(counts[CONCAVE_EDGE]).toBeGreaterThan(100)
  expect(counts[CONVEX_EDGE]).toBeGreaterThan(100)
})

it('rays meet the first face', () => {
  const corners = new Float64Array(9)
  let hits = 0
  for (const seed of SEEDS) {
    const cells = randomCells(seed)
    const voxels = Voxels.build({ cells })
    const all = everyFace(voxels, cells)
    const random = createRandom(seed + 700)
    for (let n = 0; n < 60; n++) {
      const aim = 3 * Math.floor(random() * (cells.length / 3))
      const to = [0, 1, 2].map(k => cells[aim + k]! + random())
      const from = to.map(x => x + (random() - 0.5) * 120)
      if (n % 5 === 0) [from[0], from[1]] = [to[0]!, to[1]!]
      const line = Float64Array.from([...from, ...to.map((x, k) => (x - from[k]!) * 1.5)])
      const backFaces = n % 2 === 0
      const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
      const expected: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
      let meets = false
      for (const piece of all) {
        voxels.corners(piece, corners)
        if (castTriangle(corners, piece, line, backFaces, expected)) meets = true
      }
      expect(voxels.castRay(line, backFaces, hit), `seed ${seed}, ray ${n}`).toBe(meets)
      if (!meets) continue
      hits++
      expect(hit.fraction).toBeCloseTo(expected.fraction, 11)
      expect(hit.piece).toBe(expected.piece)
      expect(hit.back).toBe(expected.back)
      for (let k = 0; k < 3; k++) expect(hit.normal[k]).toBeCloseTo(expected.normal[k]!, 12)
    }
  }
  expect(hits).toBeGreaterThan(500)
})

it('rays on the very planes of the grid end, and meet the wall in front of them', () => {
  const cells: number[] = []
  for (let y = 0; y < 40; y++) for (let z = 0; z < 40; z++) cells.push(40, y, z)
  const voxels = Voxels.build({ cells })
  for (const [y, z] of [[5, 7], [16, 16], [5, 7.5], [0.5, 32]]) {
    const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
    expect(voxels.castRay(Float64Array.of(-100, y!, z!, 200, 0, 0), false, hit)).toBe(true)
    expect(hit.fraction).toBe(0.7)
  }
})

it('edits leave the old voxels as they are, and give the same as building anew', () => {
  for (const seed of SEEDS) {
    const cells = randomCells(seed)
    const voxels = Voxels.build({ cells })
    const before = voxels.toBytes()
    const add = randomCells(seed + 4)
    const remove = [...cells.slice(0, 9), ...add.slice(0, 3)]
    const edited = voxels.edit({ add, remove })
    expect(voxels.toBytes()).toEqual(before)
    const gone = new Set<string>()
    for (let i = 0; i < remove.length; i += 3) gone.add(remove.slice(i, i + 3).join())
    const rest: number[] = []
    const all = [...add, ...cells]
    for (let i = 0; i < all.length; i += 3) if (!gone.has(all.slice(i, i + 3).join())) rest.push(...all.slice(i, i + 3))
    expect(edited.toBytes()).toEqual(Voxels.build({ cells: rest }).toBytes())
  }
})

describe('bytes', () => {
  it('come back as the same voxels', () => {
    const voxels = Voxels.build({ cells: randomCells(5), cellSize: 0.25 })
    const again = Voxels.fromBytes(voxels.toBytes())
    expect(again.toBytes()).toEqual(voxels.toBytes())
    expect(again.count).toBe(voxels.count)
  })

  it('that were changed are refused', () => {
    const bytes = Voxels.build({ cells: randomCells(6) }).toBytes()
    expect(() => Voxels.fromBytes(bytes.slice(0, 10))).toThrow(/cut short/)
    for (let i = 0; i < bytes.length; i += 31) {
      const changed = bytes.slice()
      changed[i]! ^= 0x40
      expect(() => Voxels.fromBytes(changed), `byte ${i}`).toThrow(/voxels bytes/)
    }
  })
})

it.each<[string, Record<string, unknown>, RegExp]>([
  ['no cell', { cells: [] }, /holds no cell/],
  ['two numbers', { cells: [1, 2] }, /multiple of 3/],
  ['half a cell', { cells: [0, 0.5, 0] }, /voxels\.cells\[1\].*cell 0/],
  ['a cell far away', { cells: [0, 0, 0, 0, 0, 1e9] }, /voxels\.cells\[5\].*cell 1/],
  ['cells without a size', { cells: [0, 0, 0], cellSize: 0 }, /voxels\.cellSize/],
  ['an option that is none', { cells: [0, 0, 0], cellsize: 2 }, /Did you mean cellSize/],
])('refuses %s', (_, options, message) => {
  expect(() => Voxels.build(options as unknown as VoxelsOptions)).toThrow(message)
})

it('refuses an edit that leaves nothing', () => {
  expect(() => Voxels.build({ cells: [0, 0, 0] }).edit({ remove: [0, 0, 0] })).toThrow(/Destroy the shape/)
})
