// The box in hull form is the hull of its corners.
import { describe, expect, it } from 'vitest'
import { createBoxHull, setBoxHull } from '../../../../src/d3/geometry/hull/box-hull.ts'
import { buildHull } from '../../../../src/d3/geometry/hull/hull-builder.ts'
import { expectValidHull, faceKeys, vertexKeys } from './hull-clouds.ts'

describe('box hull', () => {
  it('is what the builder makes of its corners, at every size', () => {
    const box = createBoxHull()
    const { vertices, planes } = box
    for (const [hx, hy, hz] of [[0.5, 0.5, 0.5], [1, 2, 3], [0.01, 5, 0.3], [1e-6, 2e-6, 1e-6], [1e6, 1e5, 1e6]]) {
      setBoxHull(box, Float64Array.of(hx, hy, hz), 0)
      expect(box.vertices).toBe(vertices)
      expect(box.planes).toBe(planes)
      expectValidHull(box, box.vertices.slice(), 1e-15 * Math.max(hx, hy, hz))
      const built = buildHull(box.vertices.slice(), 'points')
      expect(vertexKeys(box)).toEqual(vertexKeys(built))
      expect(faceKeys(box)).toEqual(faceKeys(built))
      expect([box.radius, box.innerRadius]).toEqual([built.radius, built.innerRadius])
      expect(Array.from(box.center)).toEqual([0, 0, 0])
    }
  })

  it('numbers vertices by the signs of x, y, z and faces −x +x −y +y −z +z', () => {
    const box = createBoxHull()
    setBoxHull(box, Float64Array.of(1, 2, 3), 0)
    for (let i = 0; i < 8; i++) {
      expect(Array.from(box.vertices.subarray(3 * i, 3 * i + 3))).toEqual([i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3])
    }
    const planes = Array.from({ length: 6 }, (_, f) => Array.from(box.planes.subarray(4 * f, 4 * f + 4), (value) => value + 0))
    expect(planes).toEqual([[-1, 0, 0, 1], [1, 0, 0, 1], [0, -1, 0, 2], [0, 1, 0, 2], [0, 0, -1, 3], [0, 0, 1, 3]])
  })
})
