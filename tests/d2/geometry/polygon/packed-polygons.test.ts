/** Packed polygons say of every polygon what the polygon says, however many there are. */

import { describe, expect, it } from 'vitest'
import { capsuleA, setCapsule, setSegment } from '../../../../src/d2/geometry/pairs/two-gons.ts'
import {
  CENTER, CORNER_STRIDE, CORNERS, INNER_RADIUS, packedLength, PackedPolygons, RADIUS,
} from '../../../../src/d2/geometry/polygon/packed-polygons.ts'
import { buildPolygon } from '../../../../src/d2/geometry/polygon/polygon-builder.ts'
import { createRandom } from '../../../common/random.ts'

const corner = (data: Float64Array, at: number, i: number): number[] => {
  const o = at + CORNERS + CORNER_STRIDE * i
  return [...data.slice(o, o + CORNER_STRIDE)]
}

describe('packed polygons', () => {
  it('hold every polygon, after growing many times', () => {
    const random = createRandom(5)
    const packed = new PackedPolygons()
    const polygons = Array.from({ length: 300 }, () => {
      const count = 3 + Math.floor(random() * 13)
      const points = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count
        return [Math.cos(angle) * (1 + random()) + 0.3, Math.sin(angle) * (1 + random())]
      })
      return buildPolygon(Float64Array.from(points.flat()), 'points')
    })
    for (const polygon of polygons) packed.add(polygon)
    const { data, start } = packed
    for (const [k, polygon] of polygons.entries()) {
      const at = start[k + 1]!
      const count = polygon.vertexCount
      expect(data[at]).toBe(count)
      expect(data[at + INNER_RADIUS]).toBe(polygon.innerRadius)
      expect(data[at + RADIUS]).toBe(polygon.radius)
      expect([...data.slice(at + CENTER, at + CENTER + 2)]).toEqual([...polygon.center])
      for (let i = 0; i <= count; i++) {
        const v = 2 * (i % count)
        expect(corner(data, at, i)).toEqual([...polygon.vertices.slice(v, v + 2), ...polygon.normals.slice(v, v + 2)])
      }
      if (k > 0) expect(at - start[k]!).toBe(packedLength(polygons[k - 1]!.vertexCount))
    }
  })

  it('of capsules and segments have two corners and go there and back', () => {
    const capsule = setCapsule(capsuleA, Float64Array.of(0.1, 0.7), 0)
    expect(capsule[0]).toBe(2)
    expect([0, 1, 2].map((i) => corner(capsule, 0, i))).toEqual([[0, -0.7, 1, 0], [0, 0.7, -1, -0], [0, -0.7, 1, 0]])
    const segment = setSegment(Float64Array.of(1.5), 0)
    expect([0, 1, 2].map((i) => corner(segment, 0, i))).toEqual([[-1.5, 0, 0, -1], [1.5, 0, -0, 1], [-1.5, 0, 0, -1]])
  })
})
