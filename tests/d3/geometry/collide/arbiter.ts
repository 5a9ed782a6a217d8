/**
 * The plain truth about two convex shapes of any kind, by brute force over their support functions: the separation along many directions, and a
 * blind search uphill from the best of them. Shares with the engine nothing but the support functions, which `shapes/records.test.ts` proves.
 */

import { coreExtent, coreRadius, SHAPES } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import type { ShapeGeometry, ShapeRecord } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { GjkResult, gjkDistance } from '../../../../src/d3/geometry/gjk.ts'
import { dot, IDENTITY, matrixOf, randomDirection, randomQuaternion, scaled, type Vector } from '../distance/convex.ts'
import { type ConvexName, KINDS, type Random } from '../shapes/kinds.ts'

export interface Pair {
  a: ShapeRecord
  b: ShapeRecord
  geometryA: ShapeGeometry
  geometryB: ShapeGeometry
  size: Float64Array
  rotation: Float64Array
  offset: Vector
  /** The smaller inner radius. */
  inner: number
}

const padded = (size: readonly number[]): number[] => [...size, 0, 0, 0, 0].slice(0, 4)

/** Two shapes of sizes 1e-3 … 1e3 m, up to ten to one, at random; every fourth pair is aligned. The offset is still to be set. */
export function randomPair(a: ShapeRecord, b: ShapeRecord, random: Random, aligned: boolean): Pair {
  const scale = Math.pow(10, 6 * random() - 3)
  const geometryA = a.check(KINDS[a.name as ConvexName].options(random, scale))
  const geometryB = b.check(KINDS[b.name as ConvexName].options(random, scale * Math.pow(10, random() - 0.5)))
  const size = Float64Array.from([...padded(geometryA.size), ...padded(geometryB.size)])
  const turnA = matrixOf(randomQuaternion(random))
  const rotation = Float64Array.from([...turnA, ...(aligned ? turnA : matrixOf(randomQuaternion(random)))])
  const inner = 0.5 * Math.min(a.thickness(size, 0, geometryA.hull), b.thickness(size, 4, geometryB.hull))
  return { a, b, geometryA, geometryB, size, rotation, offset: [0, 0, 0], inner }
}

const result = new GjkResult()

/** Puts B in a direction from A where they just touch, by halving. */
export function bringTogether(pair: Pair, direction: Vector): number {
  const { a, b, geometryA, geometryB, size, rotation } = pair
  let low = 0
  let high = 2 * (a.reach(size, 0, geometryA.hull) + b.reach(size, 4, geometryB.hull))
  for (let k = 0; k < 60; k++) {
    const t = 0.5 * (low + high)
    const [x, y, z] = scaled(direction, t)
    gjkDistance(result, a.code, b.code, rotation, 0, 9, size, 0, 4, geometryA.hull, geometryB.hull, x, y, z)
    if (result.distance > 0) high = t
    else low = t
  }
  return high
}

const along = new Float64Array(3)
const extents = new Float64Array(2)

/** Separation along a unit direction from A to B. */
export function separationAlong({ a, b, geometryA, geometryB, size, rotation, offset }: Pair, n: Vector): number {
  along.set(n)
  coreExtent(extents, 0, a.code, rotation, 0, size, 0, geometryA.hull, along, 0, 1)
  coreExtent(extents, 1, b.code, rotation, 9, size, 4, geometryB.hull, along, 0, -1)
  return dot(n, offset) - extents[0]! - extents[1]! - coreRadius(a.code, size, 0) - coreRadius(b.code, size, 4)
}

/** The largest separation over all directions, from below: what is found is attained. */
export function largestSeparation(pair: Pair, random: Random, looks = 400, climbs = 4, steps = 200): number {
  const found: { separation: number; n: Vector }[] = []
  for (let k = 0; k < looks; k++) {
    const n = randomDirection(random)
    found.push({ separation: separationAlong(pair, n), n })
  }
  found.sort((p, q) => q.separation - p.separation)
  let best = -Infinity
  for (let c = 0; c < climbs; c++) {
    let { separation, n } = found[2 * c]!
    let radius = 0.1
    for (let k = 0; k < steps; k++) {
      const step = randomDirection(random)
      const [x, y, z] = [n[0] + radius * step[0], n[1] + radius * step[1], n[2] + radius * step[2]]
      const length = Math.hypot(x, y, z)
      const next: Vector = [x / length, y / length, z / length]
      const value = separationAlong(pair, next)
      if (value > separation) {
        separation = value
        n = next
        radius *= 1.4
      } else radius *= 0.9
    }
    best = Math.max(best, separation)
  }
  return best
}

export { IDENTITY, SHAPES }
