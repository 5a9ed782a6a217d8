/** Height fields against the triangle mesh of the same ground: cells found, edges, rays; heights, bytes, refusals. */

import { describe, expect, it } from 'vitest'
import { HeightField, type HeightFieldOptions } from '../../../../src/d3/geometry/height-field/height-field.ts'
import { BORDER_EDGE, edgeKind } from '../../../../src/d3/geometry/mesh/mesh-edges.ts'
import { castMeshRay } from '../../../../src/d3/geometry/mesh/mesh-walk.ts'
import { found } from '../../../../src/d3/geometry/mesh/piece-source.ts'
import { TriangleMesh } from '../../../../src/d3/geometry/mesh/triangle-mesh.ts'
import type { PieceHit } from '../../../../src/d3/geometry/mesh/triangle-ray.ts'
import { createRandom } from '../../../common/random.ts'

type Built = { options: HeightFieldOptions; field: HeightField; mesh: TriangleMesh; pieceOf: number[] }

/** Random ground: plains, slopes, noise and holes; and the mesh of its triangles, with the piece of each. */
function build(seed: number): Built {
  const random = createRandom(seed)
  const samplesX = 2 + Math.floor(random() * 14)
  const samplesZ = 2 + Math.floor(random() * 14)
  const rough = random() < 0.3 ? 0 : random()
  const slope = random() - 0.5
  const heights = Array.from({ length: samplesX * samplesZ }, (_, i) => slope * (i % samplesX) + rough * random() + (random() < 0.03 ? NaN : 0))
  heights[0] = 0.5
  const holes = Array.from({ length: (samplesX - 1) * (samplesZ - 1) }, () => (random() < 0.05 ? 1 : 0))
  const options: HeightFieldOptions = {
    heights, samplesX, samplesZ, sizeX: 1 + 20 * random(), sizeZ: 1 + 20 * random(), holes, diagonal: random() < 0.5 ? 'rising' : 'falling',
  }
  const field = HeightField.build(options)
  const positions: number[] = []
  const pieceOf: number[] = []
  const corners = new Float64Array(9)
  for (let piece = 0; piece < 2 * field.holes.length; piece++) {
    if (field.holes[piece >> 1] === 1) continue
    field.corners(piece, corners)
    positions.push(...corners)
    pieceOf.push(piece)
  }
  return { options, field, mesh: TriangleMesh.build({ positions }), pieceOf }
}

/** Seeds whose ground is not all holes. */
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1).filter(seed => {
  try {
    build(seed)
    return true
  } catch {
    return false
  }
})

it('most random fields have ground', () => {
  expect(SEEDS.length).toBeGreaterThan(50)
})

it('edges are what they are in the mesh of the same triangles', () => {
  let compared = 0
  for (const seed of SEEDS) {
    const { field, mesh, pieceOf } = build(seed)
    for (let t = 0; t < mesh.triangleCount; t++) {
      const piece = pieceOf[mesh.source[t]!]!
      const corners = new Float64Array(9)
      field.corners(piece, corners)
      // The mesh may begin at another corner.
      const at = 3 * mesh.indices[3 * t]!
      const turn = [0, 1, 2].find(k => [0, 1, 2].every(axis => corners[3 * k + axis] === mesh.positions[at + axis]))!
      for (let e = 0; e < 3; e++) {
        expect(edgeKind(field.edgeKinds(piece), (e + turn) % 3), `seed ${seed}, piece ${piece}, edge ${e}`).toBe(edgeKind(mesh.edges[t]!, e))
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(5000)
})

it('boxes find the triangles whose boxes they overlap', () => {
  for (const seed of SEEDS) {
    const { field, pieceOf } = build(seed)
    const random = createRandom(seed + 1000)
    const corners = new Float64Array(9)
    for (let n = 0; n < 20; n++) {
      const middle = [field.sizeX, 6, field.sizeZ].map(size => (random() - 0.5) * 1.2 * size)
      const half = [0, 1, 2].map(() => 4 * random() * random())
      const box = Float64Array.from([...middle.map((m, k) => m - half[k]!), ...middle.map((m, k) => m + half[k]!)])
      const expected = pieceOf.filter(piece => {
        field.corners(piece, corners)
        return [0, 1, 2].every(k => {
          const values = [corners[k]!, corners[3 + k]!, corners[6 + k]!]
          return Math.max(...values) >= box[k]! && Math.min(...values) <= box[3 + k]!
        })
      })
      const count = field.find(box)
      expect([...found.pieces.slice(0, count)]).toEqual(expected)
    }
  }
})

it('rays meet what they meet in the mesh of the same triangles', () => {
  let hits = 0
  for (const seed of SEEDS) {
    const { field, mesh, pieceOf } = build(seed)
    const random = createRandom(seed + 2000)
    for (let n = 0; n < 60; n++) {
      const from = [field.sizeX, 8, field.sizeZ].map(size => (random() - 0.5) * 1.4 * size)
      const to = [field.sizeX, 8, field.sizeZ].map(size => (random() - 0.5) * 1.4 * size)
      // Rays down columns and along axes, too.
      if (n % 4 === 0) [to[0], to[2]] = [from[0]!, from[2]!]
      if (n % 8 === 1) to[2] = from[2]!
      const line = Float64Array.from([...from, ...to.map((x, k) => x - from[k]!)])
      const backFaces = n % 2 === 0
      const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
      const expected = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
      const met = field.castRay(line, backFaces, hit)
      expect(met).toBe(castMeshRay(mesh, line, backFaces, expected))
      if (!met) continue
      hits++
      expect(hit.fraction).toBeCloseTo(expected.fraction, 12)
      expect(hit.back).toBe(expected.back)
      expect(pieceOf).toContain(hit.piece)
      for (let k = 0; k < 3; k++) expect(hit.normal[k]).toBeCloseTo(expected.normal[k]!, 9)
    }
  }
  expect(hits).toBeGreaterThan(500)
})

it('tells the height of the ground where a ray from above meets it', () => {
  let heights = 0
  for (const seed of SEEDS) {
    const { field } = build(seed)
    const random = createRandom(seed + 3000)
    for (let n = 0; n < 20; n++) {
      const x = (random() - 0.5) * 1.1 * field.sizeX
      const z = (random() - 0.5) * 1.1 * field.sizeZ
      const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
      const met = field.castRay(Float64Array.of(x, 100, z, 0, -200, 0), false, hit)
      const height = field.heightAt(x, z)
      expect(height === null, `seed ${seed}`).toBe(!met)
      if (height === null) continue
      heights++
      expect(height).toBeCloseTo(100 - 200 * hit.fraction, 9)
    }
  }
  expect(heights).toBeGreaterThan(300)
})

it('heights along z first give the same field as along x first', () => {
  const { options, field } = build(3)
  const { samplesX, samplesZ } = options
  const turn = (values: ArrayLike<number>, x: number, z: number): number[] =>
    Array.from({ length: x * z }, (_, k) => values[(k % z) * x + Math.floor(k / z)]!)
  const turned = HeightField.build({
    ...options, order: 'z-first', heights: turn(options.heights, samplesX, samplesZ), holes: turn(options.holes!, samplesX - 1, samplesZ - 1),
  })
  expect(turned.toBytes()).toEqual(field.toBytes())
})

it('an edge at the rim and at a hole is a border', () => {
  const field = HeightField.build({ heights: new Float32Array(9), samplesX: 3, samplesZ: 3, sizeX: 2, sizeZ: 2, holes: [0, 0, 0, 1] })
  const kinds = (piece: number): number[] => [0, 1, 2].map(e => edgeKind(field.edgeKinds(piece), e))
  // Cell 1 (x 1, z 0): its second triangle looks at the hole with its side along z = 1, and at the rim.
  expect(kinds(3).filter(kind => kind === BORDER_EDGE)).toHaveLength(2)
  expect(kinds(0).filter(kind => kind === BORDER_EDGE)).toHaveLength(2)
  expect(kinds(1).filter(kind => kind === BORDER_EDGE)).toHaveLength(0)
})

describe('bytes', () => {
  it('come back as the same field', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const { field } = build(seed)
      const again = HeightField.fromBytes(field.toBytes())
      expect(again.toBytes()).toEqual(field.toBytes())
      expect(again.pyramid).toEqual(field.pyramid)
    }
  })

  it('that were changed are refused', () => {
    const bytes = build(3).field.toBytes()
    expect(() => HeightField.fromBytes(bytes.slice(0, 20))).toThrow(/cut short/)
    expect(() => HeightField.fromBytes([] as unknown as Uint8Array)).toThrow(/Uint8Array/)
    for (let i = 0; i < bytes.length; i += 7) {
      const changed = bytes.slice()
      changed[i]! ^= 0x10
      expect(() => HeightField.fromBytes(changed), `byte ${i}`).toThrow(/height field bytes/)
    }
  })
})

it.each<[string, Record<string, unknown>, RegExp]>([
  ['too few heights', { heights: [1, 2, 3] }, /heightField\.heights\.length/],
  ['a height that is infinite', { heights: [0, 0, 0, Infinity] }, /heightField\.heights\[3\]/],
  ['a height that is a word', { heights: [0, 0, 0, 'high'] }, /heightField\.heights\[3\]/],
  ['nothing but holes', { heights: [0, 0, 0, NaN] }, /all holes/],
  ['no extent', { sizeX: 0 }, /heightField\.sizeX.*greater than 0/],
  ['one sample', { samplesX: 1 }, /heightField\.samplesX/],
  ['a hole that is a word', { holes: ['x'] }, /heightField\.holes\[0\]/],
  ['an order that is none', { order: 'y-first' }, /Did you mean/],
  ['an option that is none', { size: 3 }, /heightField\.size/],
])('refuses %s', (_, change, message) => {
  const good = { heights: [0, 0, 0, 0], samplesX: 2, samplesZ: 2, sizeX: 1, sizeZ: 1 }
  expect(() => HeightField.build({ ...good, ...change } as HeightFieldOptions)).toThrow(message)
})
