/** Building meshes: welding, edges, what is left out and said, what is refused. */

import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../../src/common/errors.ts'
import { BORDER_EDGE, CONCAVE_EDGE, CONVEX_EDGE, edgeKind, FLAT_EDGE } from '../../../../src/d3/geometry/mesh/mesh-edges.ts'
import { TriangleMesh } from '../../../../src/d3/geometry/mesh/triangle-mesh.ts'
import { createRandom } from '../../../common/random.ts'
import { cubeMesh, terrainMesh, triangleSoup } from './solids.ts'

/** How many half-edges there are of each kind. */
function countKinds(mesh: TriangleMesh): Record<string, number> {
  const names = ['border', 'convex', 'flat', 'concave']
  const count: Record<string, number> = { border: 0, convex: 0, flat: 0, concave: 0 }
  for (const bits of mesh.edges) for (let e = 0; e < 3; e++) count[names[edgeKind(bits, e)]!]!++
  return count
}

/** The kind of the edge between two points, whichever triangle has it; −1 if there is none. */
function kindBetween(mesh: TriangleMesh, p: readonly number[], q: readonly number[]): number {
  const at = (v: number, point: readonly number[]): boolean => point.every((x, k) => mesh.positions[3 * v + k] === x)
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let e = 0; e < 3; e++) {
      const a = mesh.indices[3 * t + e]!
      const b = mesh.indices[3 * t + ((e + 1) % 3)]!
      if ((at(a, p) && at(b, q)) || (at(a, q) && at(b, p))) return edgeKind(mesh.edges[t]!, e)
    }
  }
  return -1
}

function errorOf(make: () => unknown): PhysicsError {
  try {
    make()
  } catch (error) {
    if (error instanceof PhysicsError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('edges', () => {
  it('a cube has twelve ridges, and a seam across each face', () => {
    const mesh = TriangleMesh.build(cubeMesh())
    expect(countKinds(mesh)).toEqual({ border: 0, convex: 24, flat: 12, concave: 0 })
    expect(mesh.report).toMatchObject({ closed: true, volume: 8, borderEdges: 0, nonManifoldEdges: 0 })
  })

  it('the same cube inside out has valleys, and says that its volume is negative', () => {
    const { positions, indices } = cubeMesh()
    for (let t = 0; t < indices.length; t += 3) [indices[t], indices[t + 1]] = [indices[t + 1]!, indices[t]!]
    const mesh = TriangleMesh.build({ positions, indices })
    expect(countKinds(mesh)).toEqual({ border: 0, convex: 0, flat: 12, concave: 24 })
    expect(mesh.report.volume).toBe(-8)
  })

  it('vertices written once per triangle are welded: the cube is as before', () => {
    const { positions, indices } = cubeMesh()
    const loose = indices.flatMap(v => positions.slice(3 * v, 3 * v + 3))
    const mesh = TriangleMesh.build({ positions: Float32Array.from(loose) })
    expect(mesh.vertexCount).toBe(8)
    expect(mesh.report.welded).toBe(28)
    expect(countKinds(mesh)).toEqual({ border: 0, convex: 24, flat: 12, concave: 0 })
  })

  it.each([[-1, CONVEX_EDGE], [1, CONCAVE_EDGE], [0, FLAT_EDGE], [-0.05, FLAT_EDGE], [0.05, FLAT_EDGE], [-0.1, CONVEX_EDGE]] as const)(
    'two triangles, the far corner %s above the plane of the first', (height, kind) => {
      const mesh = TriangleMesh.build({ positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, height, 1], indices: [0, 1, 2, 2, 1, 3] })
      expect(kindBetween(mesh, [0, 0, 1], [1, 0, 0])).toBe(kind)
      expect(kindBetween(mesh, [0, 0, 0], [0, 0, 1])).toBe(BORDER_EDGE)
    })

  it('a bend of one unit in the last place far from the origin has its true sign', () => {
    // Nearly a right angle, so the five-degree rule does not decide; the exact sign does.
    const far = 2 ** 20
    const fold = (z: number): number => {
      const mesh = TriangleMesh.build({ positions: [far, 0, 0, far, 0, 1, far + 1, 0, 0, far + 1, 1, z].map(x => x), indices: [0, 1, 2, 2, 1, 3] })
      return kindBetween(mesh, [far, 0, 1], [far + 1, 0, 0])
    }
    expect(fold(1)).toBe(CONCAVE_EDGE)
  })

  it('a third triangle at an edge makes it a border of all three and is counted', () => {
    const mesh = TriangleMesh.build({ positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0.5, 1, 0.5], indices: [0, 1, 2, 2, 1, 3, 1, 2, 4] })
    expect(mesh.report.nonManifoldEdges).toBe(1)
    expect(kindBetween(mesh, [0, 0, 1], [1, 0, 0])).toBe(BORDER_EDGE)
  })

  it('a sheet folded back upon itself has a blade for an edge', () => {
    const mesh = TriangleMesh.build({ positions: [0, 0, 0, 0, 0, 1, 1, 0, 0.5], indices: [0, 1, 2, 1, 0, 2] })
    expect(mesh.triangleCount).toBe(2)
    expect(countKinds(mesh).convex).toBe(6)
  })
})

describe('welding', () => {
  it('a tolerance joins vertices that nearly meet, chained ones to the first', () => {
    const { positions, indices } = cubeMesh()
    const random = createRandom(3)
    const loose = indices.flatMap(v => positions.slice(3 * v, 3 * v + 3).map(x => x + 1e-4 * (random() - 0.5)))
    expect(TriangleMesh.build({ positions: loose }).report.closed).toBe(false)
    const mesh = TriangleMesh.build({ positions: loose, weldTolerance: 1e-3 })
    expect(mesh.vertexCount).toBe(8)
    expect(mesh.report.closed).toBe(true)
    expect(mesh.report.volume).toBeCloseTo(8, 2)
  })

  it('zeros of both signs are one place', () => {
    const mesh = TriangleMesh.build({ positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, -0, -0, -0, 0, 1, 1, 0, 1] })
    expect(mesh.vertexCount).toBe(4)
  })
})

describe('what is left out, and said', () => {
  it('triangles without area and triangles written twice', () => {
    const { positions, indices } = cubeMesh()
    const mesh = TriangleMesh.build({
      positions: [...positions, 0, 1, 1], indices: [...indices.slice(0, 6), 0, 0, 1, 2, 8, 6, ...indices.slice(6), indices[1]!, indices[2]!, indices[0]!, 6, 8, 7],
    })
    expect(mesh.triangleCount).toBe(12 + 1)
    expect(mesh.report).toMatchObject({ degenerate: 2, firstDegenerate: 2, duplicates: 1, firstDuplicate: 14 })
  })

  it('source indices are those of the input', () => {
    const { positions, indices } = terrainMesh(9, 0.7)
    const mesh = TriangleMesh.build({ positions, indices })
    const seen = new Set<number>()
    for (let t = 0; t < mesh.triangleCount; t++) {
      const s = mesh.source[t]!
      seen.add(s)
      const given = [0, 1, 2].map(k => positions.slice(3 * indices[3 * s + k]!, 3 * indices[3 * s + k]! + 3).join())
      const kept = [0, 1, 2].map(k => [...mesh.positions.slice(3 * mesh.indices[3 * t + k]!, 3 * mesh.indices[3 * t + k]! + 3)].join())
      const turn = given.indexOf(kept[0]!)
      expect([0, 1, 2].map(k => given[(turn + k) % 3])).toEqual(kept)
    }
    expect(seen.size).toBe(162)
  })

  it('takes at most 30 bytes per triangle beside the vertices', () => {
    for (const data of [terrainMesh(40, 0.5), triangleSoup(2000, 5)]) {
      const mesh = TriangleMesh.build(data)
      expect((mesh.memoryBytes - mesh.positions.byteLength) / mesh.triangleCount).toBeLessThanOrEqual(30)
    }
  })
})

describe('what is refused', () => {
  const one = [0, 0, 0, 0, 0, 1, 1, 0, 0]
  it.each([
    ['a vertex that is no number', { positions: [0, 0, 0, 0, NaN, 1, 1, 0, 0] }, 'mesh.positions[1].y'],
    ['a vertex beyond all bounds', { positions: [0, 0, 0, 0, 0, 1, 1e30, 0, 0] }, 'mesh.positions[2].x'],
    ['an index that is not there', { positions: one, indices: [0, 1, 3] }, 'mesh.indices[2]'],
    ['a broken index', { positions: one, indices: [0, 1.5, 2] }, 'mesh.indices[1]'],
    ['two thirds of a triangle', { positions: one, indices: [0, 1] }, 'mesh.indices.length'],
    ['half a vertex', { positions: [0, 1] }, 'mesh.positions.length'],
    ['no triangle', { positions: one, indices: [] }, 'mesh.indices'],
    ['nothing with an area', { positions: [0, 0, 0, 1, 0, 0, 2, 0, 0] }, 'mesh.indices'],
    ['one point three times', { positions: [1, 1, 1, 1, 1, 1, 1, 1, 1] }, 'mesh.positions'],
    ['no positions', {}, 'mesh.positions'],
    ['a tolerance below zero', { positions: one, weldTolerance: -1 }, 'mesh.weldTolerance'],
    ['text', 'cube.obj', 'mesh'],
  ] as const)('%s', (_, options, field) => {
    expect(errorOf(() => TriangleMesh.build(options as never)).field).toBe(field)
  })

  it('names the triangle of a bad index', () => {
    expect(errorOf(() => TriangleMesh.build({ positions: one, indices: [0, 1, 2, 2, 1, 7] })).message).toContain('triangle 1')
  })
})

describe('bytes', () => {
  it('come back as the same mesh', () => {
    for (const data of [cubeMesh(), terrainMesh(13, 0.4), triangleSoup(333, 9)]) {
      const mesh = TriangleMesh.build(data)
      const again = TriangleMesh.fromBytes(mesh.toBytes())
      expect(again).toEqual(mesh)
    }
  })

  it('that were changed, cut or made up are refused, whatever the checksum says', () => {
    const mesh = TriangleMesh.build(terrainMesh(6, 0.4))
    const good = mesh.toBytes()
    expect(errorOf(() => TriangleMesh.fromBytes(good.slice(0, good.length - 4))).code).toBe('bad-snapshot')
    expect(errorOf(() => TriangleMesh.fromBytes(new Uint8Array(3))).code).toBe('bad-snapshot')
    expect(errorOf(() => TriangleMesh.fromBytes('mesh' as never)).code).toBe('bad-snapshot')
    const random = createRandom(4)
    let refused = 0
    for (let k = 0; k < 3000; k++) {
      const bytes = good.slice()
      const at = Math.floor(random() * bytes.length)
      bytes[at]! ^= 1 << Math.floor(random() * 8)
      let h = 0x811c9dc5
      for (let i = 12; i < bytes.length; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
      new DataView(bytes.buffer).setUint32(8, h >>> 0, true)
      try {
        const odd = TriangleMesh.fromBytes(bytes)
        expect(odd.triangleCount).toBe(mesh.triangleCount)
      } catch (error) {
        expect((error as PhysicsError).code).toBe('bad-snapshot')
        refused++
      }
    }
    expect(refused).toBeGreaterThan(300)
  })
})
