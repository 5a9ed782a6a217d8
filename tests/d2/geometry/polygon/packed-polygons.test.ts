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

function regular(count: number, radius: number): ReturnType<typeof buildPolygon> {
  const points = Array.from({ length: count }, (_, i) => [radius * Math.cos((2 * Math.PI * i) / count), radius * Math.sin((2 * Math.PI * i) / count)])
  return buildPolygon(Float64Array.from(points.flat()), 'points')
}

describe('packed polygons', () => {
  it('hold every polygon, after growing many times', () => {
    const random = createRandom(5)
    const made = Array.from({ length: 300 }, () => {
      const count = 3 + Math.floor(random() * 13)
      const points = Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count
        return [Math.cos(angle) * (1 + random()) + 0.3, Math.sin(angle) * (1 + random())]
      })
      return buildPolygon(Float64Array.from(points.flat()), 'points')
    })
    const polygons: typeof made = []
    const packed = new PackedPolygons(polygons)
    for (const [number, polygon] of made.entries()) {
      polygons.push(polygon)
      packed.add(number)
    }
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

  it('use the room of those that are gone', () => {
    const random = createRandom(6)
    const polygons = [3, 4, 5].map((count) => regular(count, 1))
    const packed = new PackedPolygons(polygons)
    const { length } = packed.data
    for (let round = 0; round < 1000; round++) {
      const number = Math.floor(3 * random())
      polygons[number] = regular(3 + Math.floor(6 * random()), 1 + random())
      packed.add(number)
      for (const [k, polygon] of polygons.entries()) {
        expect(packed.data[packed.start[k + 1]!]).toBe(polygon.vertexCount)
        expect(corner(packed.data, packed.start[k + 1]!, 1).slice(0, 2)).toEqual([...polygon.vertices.slice(2, 4)])
      }
    }
    expect(packed.data.length).toBe(length)
  })

  it('of capsules and segments have two corners and go there and back', () => {
    const capsule = setCapsule(capsuleA, Float64Array.of(0.1, 0.7), 0)
    expect(capsule[0]).toBe(2)
    expect([0, 1, 2].map((i) => corner(capsule, 0, i))).toEqual([[0, -0.7, 1, 0], [0, 0.7, -1, -0], [0, -0.7, 1, 0]])
    const segment = setSegment(Float64Array.of(1.5), 0)
    expect([0, 1, 2].map((i) => corner(segment, 0, i))).toEqual([[-1.5, 0, 0, -1], [1.5, 0, -0, 1], [-1.5, 0, 0, -1]])
  })
})
