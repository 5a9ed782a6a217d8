/** The tree of a mesh against looking at every triangle. */

import { expect, it } from 'vitest'
import { castMeshRay, findTriangles } from '../../../../src/d3/geometry/mesh/mesh-walk.ts'
import type { PieceHit } from '../../../../src/d3/geometry/mesh/triangle-ray.ts'
import { found } from '../../../../src/d3/geometry/mesh/piece-source.ts'
import { TriangleMesh } from '../../../../src/d3/geometry/mesh/triangle-mesh.ts'
import { createRandom } from '../../../common/random.ts'
import { cubeMesh, terrainMesh, triangleSoup } from './solids.ts'

const MESHES = { terrain: TriangleMesh.build(terrainMesh(20, 1.5)), soup: TriangleMesh.build(triangleSoup(700, 2)), cube: TriangleMesh.build(cubeMesh()) }

function vertex(mesh: TriangleMesh, t: number, k: number): number[] {
  const v = mesh.indices[3 * t + k]!
  return [...mesh.positions.slice(3 * v, 3 * v + 3)]
}

it.each(Object.entries(MESHES))('boxes find the triangles whose boxes they overlap: %s', (_, mesh) => {
  const random = createRandom(7)
  for (let n = 0; n < 200; n++) {
    const middle = [0, 1, 2].map(() => random() * 26 - 8)
    const half = [0, 1, 2].map(() => 3 * random() * random())
    const box = Float64Array.from([...middle.map((m, k) => m - half[k]!), ...middle.map((m, k) => m + half[k]!)])
    const expected: number[] = []
    for (let t = 0; t < mesh.triangleCount; t++) {
      const [a, b, c] = [vertex(mesh, t, 0), vertex(mesh, t, 1), vertex(mesh, t, 2)]
      const overlaps = [0, 1, 2].every(k => Math.max(a[k]!, b[k]!, c[k]!) >= box[k]! && Math.min(a[k]!, b[k]!, c[k]!) <= box[3 + k]!)
      if (overlaps) expected.push(t)
    }
    const count = findTriangles(mesh, box)
    expect([...found.pieces.slice(0, count)]).toEqual(expected)
  }
})

it('a box that touches the very edge of a mesh finds what is there', () => {
  const mesh = MESHES.terrain
  const box = Float64Array.from([20, -5, 20, 25, 5, 25])
  expect(findTriangles(mesh, box)).toBeGreaterThan(0)
})

/** Möller and Trumbore, in plain words: fraction along the ray, or null. */
function meet(o: number[], d: number[], a: number[], b: number[], c: number[]): { t: number; facing: number; u: number; v: number } | null {
  const minus = (p: number[], q: number[]): number[] => p.map((x, k) => x - q[k]!)
  const cross = (p: number[], q: number[]): number[] => [p[1]! * q[2]! - p[2]! * q[1]!, p[2]! * q[0]! - p[0]! * q[2]!, p[0]! * q[1]! - p[1]! * q[0]!]
  const dot = (p: number[], q: number[]): number => p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]!
  const e1 = minus(b, a)
  const e2 = minus(c, a)
  const p = cross(d, e2)
  const det = dot(e1, p)
  if (det === 0) return null
  const s = minus(o, a)
  const u = dot(s, p) / det
  const q = cross(s, e1)
  const v = dot(d, q) / det
  return { t: dot(e2, q) / det, facing: det, u, v }
}

it.each(Object.entries(MESHES))('rays find the nearest triangle, front or both sides: %s', (_, mesh) => {
  const random = createRandom(11)
  const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
  let hits = 0
  for (let n = 0; n < 900; n++) {
    const o = [random() * 30 - 10, random() * 30 - 12, random() * 30 - 10]
    const target = [0, 1, 2].map(k => mesh.grid[k]! + 65535 * mesh.grid[3 + k]! * random())
    const d = target.map((x, k) => 2 * (x - o[k]!))
    const backFaces = n % 2 === 0
    let best = Infinity
    let doubtful = false
    for (let t = 0; t < mesh.triangleCount; t++) {
      const m = meet(o, d, vertex(mesh, t, 0), vertex(mesh, t, 1), vertex(mesh, t, 2))
      if (m === null || (m.facing < 0 && !backFaces) || m.t < 0 || m.t > 1) continue
      const inside = Math.min(m.u, m.v, 1 - m.u - m.v)
      if (Math.abs(inside) < 1e-9) doubtful = true
      if (inside > 0 && m.t < best) best = m.t
    }
    if (doubtful) continue
    hit.fraction = 1
    hit.piece = -1
    const met = castMeshRay(mesh, Float64Array.from([...o, ...d]), backFaces, hit)
    expect(met).toBe(best <= 1)
    if (!met) continue
    hits++
    expect(hit.fraction).toBeCloseTo(best, 10)
    expect(hit.normal[0]! * d[0]! + hit.normal[1]! * d[1]! + hit.normal[2]! * d[2]!).toBeLessThan(0)
    expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 12)
  }
  expect(hits).toBeGreaterThan(30)
})

it('no ray slips through between two triangles: rays at edges and corners of a closed cube', () => {
  const mesh = MESHES.cube
  const hit: PieceHit = { fraction: 1, piece: -1, back: false, normal: new Float64Array(3) }
  for (let i = -20; i <= 20; i++) {
    for (let j = -20; j <= 20; j++) {
      // Through the seams of the faces, and through corners as they are.
      const target = [i / 20, 1, j / 20]
      const o = [0.3, 7, -0.2]
      hit.fraction = 1
      hit.piece = -1
      const line = Float64Array.from([...o, ...target.map((x, k) => 2 * (x - o[k]!))])
      expect(castMeshRay(mesh, line, false, hit), `${i} ${j}`).toBe(true)
      expect(hit.fraction).toBeCloseTo(0.5, 12)
    }
  }
})
