// The orientation test is exact: compared with whole-number arithmetic of unlimited size.
import { describe, expect, it } from 'vitest'
import { orientation, triangleAreaVector } from '../../../../src/d3/geometry/hull/hull-orient.ts'
import { createRandom } from '../../../common/random.ts'

const LIMIT = 2 ** 47

function exactArea(points: Float64Array): bigint[] {
  const at = (i: number, axis: number): bigint => BigInt(points[3 * i + axis]) - BigInt(points[axis])
  const [ux, uy, uz] = [at(1, 0), at(1, 1), at(1, 2)]
  const [vx, vy, vz] = [at(2, 0), at(2, 1), at(2, 2)]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

function exactSign(points: Float64Array): number {
  const area = exactArea(points)
  let det = 0n
  for (let axis = 0; axis < 3; axis++) det += area[axis] * (BigInt(points[9 + axis]) - BigInt(points[axis]))
  return det > 0n ? 1 : det < 0n ? -1 : 0
}

describe('orientation', () => {
  it('has the true sign for points anywhere and for points one unit off a plane', () => {
    const random = createRandom(11)
    const signs = [0, 0, 0]
    let wrong = 0
    for (let trial = 0; trial < 20000; trial++) {
      const points = Float64Array.from({ length: 12 }, () => Math.round((2 * random() - 1) * LIMIT))
      if (trial % 2 === 1) {
        // The fourth point from whole multiples of the edges, so nearly or exactly in the plane.
        const s = Math.round(4 * random() - 2)
        const t = Math.round(4 * random() - 2)
        for (let axis = 0; axis < 3; axis++) {
          for (let i = 0; i < 3; i++) points[3 * i + axis] = Math.round(points[3 * i + axis] / 16)
          points[9 + axis] = points[axis] + s * (points[3 + axis] - points[axis]) + t * (points[6 + axis] - points[axis])
        }
        if (trial % 4 === 1) points[9 + trial % 3] += random() < 0.5 ? 1 : -1
      }
      const sign = orientation(points, 0, 1, 2, 3)
      signs[sign + 1]++
      if (sign !== exactSign(points)) wrong++
    }
    expect(wrong).toBe(0)
    expect(Math.min(...signs)).toBeGreaterThan(1000)
  })

  it('is right at the corners of the allowed range', () => {
    let wrong = 0
    for (let mask = 0; mask < 4096; mask++) {
      const points = Float64Array.from({ length: 12 }, (_, i) => ((mask >> i) & 1) === 1 ? LIMIT : -LIMIT)
      if (orientation(points, 0, 1, 2, 3) !== exactSign(points)) wrong++
    }
    expect(wrong).toBe(0)
  })
})

describe('area vector', () => {
  it('is right to the last bits even for slivers', () => {
    const random = createRandom(12)
    const out = new Float64Array(3)
    let worst = 0
    for (let trial = 0; trial < 5000; trial++) {
      const points = Float64Array.from({ length: 9 }, () => Math.round((2 * random() - 1) * LIMIT))
      for (let axis = 0; axis < 3; axis++) points[6 + axis] = Math.round((points[axis] + points[3 + axis]) / 2)
      triangleAreaVector(points, 0, 1, 2, out)
      const exact = exactArea(points)
      for (let axis = 0; axis < 3; axis++) {
        const size = Math.abs(Number(exact[axis]))
        if (size > 0) worst = Math.max(worst, Math.abs(out[axis] - Number(exact[axis])) / size)
        else worst = Math.max(worst, Math.abs(out[axis]))
      }
    }
    expect(worst).toBeLessThan(1e-15)
  })
})
