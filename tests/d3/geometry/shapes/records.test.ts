/** Every shape's record against brute force: all vertices, sampled points, GJK. And the table: what it takes to add a shape. */

import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../../src/common/errors.ts'
import { GjkResult, gjkDistance } from '../../../../src/d3/geometry/gjk.ts'
import { RayHit, rayShape } from '../../../../src/d3/geometry/ray-shapes.ts'
import { HULL, hullShape } from '../../../../src/d3/geometry/shapes/hull.ts'
import { MESH } from '../../../../src/d3/geometry/shapes/mesh.ts'
import type { ShapeGeometry, ShapeRecord } from '../../../../src/d3/geometry/shapes/shape-record.ts'
import { coreExtent, coreRadius, coreVertex, SHAPES, shapeBounds, supportVertex } from '../../../../src/d3/geometry/shapes/shape-table.ts'
import { SPHERE, sphereShape } from '../../../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../../common/random.ts'
import { type ConvexName, KINDS, type Random } from './kinds.ts'
import { add, dot, IDENTITY, length, matrixOf, randomDirection, randomQuaternion, rotated, scaled, type Vector } from '../distance/convex.ts'

/** Level geometry is no solid: tests/d3/geometry/mesh. */
const CONVEX = SHAPES.filter((shape) => shape.code < MESH)

/** Size columns with another shape before this one, so that offsets count. */
function columnOf(geometry: ShapeGeometry): Float64Array {
  return Float64Array.from([9, 9, 9, 9, ...geometry.size, 0]).slice(0, 8)
}

interface Case {
  geometry: ShapeGeometry
  size: Float64Array
  rotation: Float64Array
  /** Core vertices, of a smooth core many of them, and how far the shape reaches beyond them. */
  vertices: Vector[]
  radius: number
  scale: number
}

/** Vertices of a smooth core that are looked at. */
const SAMPLES = 300

function vertexTowards(shape: ShapeRecord, { hull }: ShapeGeometry, size: Float64Array, direction: Vector): Vector {
  const rotation = Float64Array.from(IDENTITY)
  const vertex = new Float64Array(3)
  shape.coreVertex(size, 4, hull, shape.support(rotation, 0, size, 4, hull, Float64Array.from(direction), 0, 1), vertex, 0)
  return Array.from(vertex) as Vector
}

function makeCase(shape: ShapeRecord, random: Random, scale = 1): Case {
  const geometry = shape.check(KINDS[shape.name as ConvexName].options(random, scale))
  const size = columnOf(geometry)
  const flat = new Float64Array(3 * 254)
  const count = shape.coreVertices(flat, size, 4, geometry.hull)
  const vertices = Array.from({ length: count }, (_, i): Vector => [flat[3 * i]!, flat[3 * i + 1]!, flat[3 * i + 2]!])
  if (shape.smooth) for (let i = 0; i < SAMPLES; i++) vertices.push(vertexTowards(shape, geometry, size, randomDirection(random)))
  const rotation = Float64Array.from([...IDENTITY, ...matrixOf(randomQuaternion(random))])
  return { geometry, size, rotation, vertices, radius: coreRadius(shape.code, size, 4), scale }
}

/** Radius of the largest ball inside a core, its centre on the local y axis: by brute force, an upper bound. */
function largestBall(shape: ShapeRecord, { size, geometry: { hull } }: Case, random: Random): number {
  const extent = new Float64Array(1)
  const planes: [Vector, number][] = []
  const directions: Vector[] = [[0, 1, 0], [0, -1, 0], [1, 0, 0], [0, 0, 1]]
  for (let i = 0; i < 400; i++) directions.push(randomDirection(random))
  for (const n of directions) {
    shape.coreExtent(extent, 0, Float64Array.from(IDENTITY), 0, size, 4, hull, Float64Array.from(n), 0, 1)
    planes.push([n, extent[0]!])
  }
  let best = 0
  const reach = shape.coreReach(size, 4, hull)
  for (let i = -100; i <= 100; i++) best = Math.max(best, Math.min(...planes.map(([n, h]) => h - n[1] * i * 0.01 * reach)))
  return best
}

const turned = (made: Case, v: Vector): Vector => rotated(Array.from(made.rotation.subarray(9)), v)

/** A point of the solid, in its frame: somewhere between the core's vertices, and up to the radius beyond. */
function pointInside(made: Case, random: Random): Vector {
  const weights = made.vertices.map(() => Math.pow(random(), 4))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let point: Vector = scaled(randomDirection(random), made.radius * Math.cbrt(random()))
  made.vertices.forEach((vertex, i) => { point = add(point, scaled(vertex, weights[i]! / sum)) })
  return point
}

describe('the table', () => {
  it('has every shape at its code, under a name of its own', () => {
    SHAPES.forEach((shape, code) => expect(shape.code).toBe(code))
    expect(new Set(SHAPES.map((shape) => shape.name)).size).toBe(SHAPES.length)
    expect(Object.keys(KINDS).sort()).toEqual(CONVEX.map((shape) => shape.name).sort())
  })

  it('answers for a shape that is only one line in it', () => {
    const list = SHAPES as ShapeRecord[]
    const code = list.length
    list.push({ ...sphereShape, code })
    try {
      const size = Float64Array.of(0.5, 0, 0, 0, 0.25, 0, 0, 0)
      const rotation = Float64Array.from([...IDENTITY, ...IDENTITY])
      const box = new Float64Array(6)
      shapeBounds(box, code, Float64Array.of(1, 2, 3), 0, rotation, 0, size, 0, null)
      expect(Array.from(box)).toEqual([0.5, 1.5, 2.5, 1.5, 2.5, 3.5])
      const distance = new GjkResult()
      gjkDistance(distance, code, SPHERE, rotation, 0, 9, size, 0, 4, null, null, 2, 0, 0)
      expect(distance.distance).toBe(1.25)
      const extent = Float64Array.of(7)
      coreExtent(extent, 0, code, rotation, 0, size, 0, null, Float64Array.of(1, 0, 0), 0, 1)
      expect(extent[0]).toBe(0)
      const hit = new RayHit()
      expect(rayShape(hit, code, rotation, 0, new Float64Array(3), 0, size, 0, null, Float64Array.of(-3, 0, 0, 1, 0, 0, 9), 0)).toBe(true)
      expect(hit.t).toBe(2.5)
    } finally {
      list.pop()
    }
  })
})

for (const shape of CONVEX.filter(({ name }) => !KINDS[name as ConvexName].unbounded)) {
  describe(shape.name, () => {
    const seed = 100 * shape.code

    it('refuses what is no shape, and names the field', () => {
      const random = createRandom(seed)
      for (const wrong of [undefined, null, 5, 'round']) expect(() => shape.check(wrong)).toThrow(PhysicsError)
      const { optional = [], options: make, name = shape.name } = KINDS[shape.name as ConvexName]
      const options = make(random, 1)
      expect(shape.check(options).size.length).toBeLessThanOrEqual(4)
      for (const field of Object.keys(options)) {
        for (const wrong of [undefined, NaN, -1, 0, Infinity, 'long', { x: 1, y: NaN, z: 1 }, [{ x: 1, y: 1, z: 1 }]]) {
          if (optional.includes(field) && (wrong === undefined || wrong === 0)) continue
          let refused: unknown
          try {
            shape.check({ ...options, [field]: wrong })
          } catch (error) {
            refused = error
          }
          expect(refused).toBeInstanceOf(PhysicsError)
          expect((refused as PhysicsError).field.startsWith(`${name}.${field}`)).toBe(true)
        }
      }
    })

    it('support and extent: no vertex lies farther, of equal ones the first is told', () => {
      const random = createRandom(seed + 1)
      const out = Float64Array.of(0, 7)
      const vertex = new Float64Array(4)
      for (let trial = 0; trial < 300; trial++) {
        const made = makeCase(shape, random)
        const { size, rotation, geometry: { hull }, vertices } = made
        const sign = trial % 2 === 0 ? 1 : -1
        // Every third direction is along an axis of the shape, where a box has four vertices that are as far.
        const axes: Vector[] = [[sign, 0, 0], [0, sign, 0], [0, 0, sign]]
        const world = trial % 3 === 0 ? axes[trial / 3 % 3]! : scaled(randomDirection(random), 3)
        if (trial % 3 === 0) rotation.set(IDENTITY, 9)
        const dir = Float64Array.from([5, ...world])
        const along = vertices.map((v) => sign * dot(turned(made, v), world))
        const most = Math.max(...along)
        const found = shape.support(rotation, 9, size, 4, hull, dir, 1, sign)
        if (shape.smooth) {
          shape.coreExtent(out, 1, rotation, 9, size, 4, hull, dir, 1, sign)
          shape.coreVertex(size, 4, hull, found, vertex, 1)
          const reached = sign * dot(turned(made, Array.from(vertex.subarray(1)) as Vector), world)
          expect(Math.abs(out[1]! - reached)).toBeLessThan(1e-14)
          expect(out[1]).toBeGreaterThan(most - 1e-14)
          continue
        }
        expect(along[found]).toBeGreaterThan(most - 1e-14)
        if (trial % 3 === 0) expect(found).toBe(along.indexOf(most))
        shape.coreExtent(out, 1, rotation, 9, size, 4, hull, dir, 1, sign)
        expect(Math.abs(out[1]! - most)).toBeLessThan(1e-14)
        // By name and through the table it is the same.
        expect(supportVertex(shape.code, rotation, 9, size, 4, hull, dir, 1, sign)).toBe(found)
        coreExtent(out, 0, shape.code, rotation, 9, size, 4, hull, dir, 1, sign)
        expect(out[0]).toBe(out[1])
        shape.coreVertex(size, 4, hull, found, vertex, 1)
        expect(Array.from(vertex.subarray(1)).map(Math.abs)).toEqual(vertices[found]!.map(Math.abs))
        coreVertex(shape.code, rotation, 9, size, 4, hull, found, vertex, 1)
        turned(made, vertices[found]!).forEach((x, k) => expect(Math.abs(vertex[1 + k]! - x)).toBeLessThan(1e-15))
      }
    })

    it('bounds hold all of it and no more', () => {
      const random = createRandom(seed + 2)
      const box = new Float64Array(6)
      const named = new Float64Array(6)
      const center = Float64Array.of(9, 0.3, -2, 5)
      for (let trial = 0; trial < 100; trial++) {
        const made = makeCase(shape, random)
        const { size, rotation, geometry: { hull }, vertices, radius } = made
        shape.bounds(box, center, 1, rotation, 9, size, 4, hull)
        for (let i = 0; i < 50; i++) {
          const p = turned(made, pointInside(made, random))
          for (let k = 0; k < 3; k++) {
            expect(center[1 + k]! + p[k]!).toBeGreaterThan(box[k]! - 1e-14)
            expect(center[1 + k]! + p[k]!).toBeLessThan(box[3 + k]! + 1e-14)
          }
        }
        const extents = new Float64Array(2)
        for (let k = 0; shape.smooth && k < 3; k++) {
          const along = Float64Array.of(0, 0, 0)
          along[k] = 1
          for (let side = 0; side < 2; side++) shape.coreExtent(extents, side, rotation, 9, size, 4, hull, along, 0, side === 0 ? 1 : -1)
          expect(Math.abs(box[k]! - (center[1 + k]! - extents[1]! - radius))).toBeLessThan(1e-14)
          expect(Math.abs(box[3 + k]! - (center[1 + k]! + extents[0]! + radius))).toBeLessThan(1e-14)
        }
        for (let k = 0; !shape.smooth && k < 3; k++) {
          const places = vertices.map((v) => turned(made, v)[k]!)
          expect(Math.abs(box[k]! - (center[1 + k]! + Math.min(...places) - radius))).toBeLessThan(1e-14)
          expect(Math.abs(box[3 + k]! - (center[1 + k]! + Math.max(...places) + radius))).toBeLessThan(1e-14)
        }
        shapeBounds(named, shape.code, center, 1, rotation, 9, size, 4, hull)
        expect(named).toEqual(box)
      }
    })

    it('measures: reach is the farthest point, thickness what fits between the faces', () => {
      const random = createRandom(seed + 3)
      for (let trial = 0; trial < 50; trial++) {
        const made = makeCase(shape, random)
        const { size, geometry: { hull }, vertices, radius } = made
        const far = Math.max(...vertices.map(length))
        if (shape.smooth) {
          expect(shape.coreReach(size, 4, hull)).toBeGreaterThan(far - 1e-14)
          expect(shape.coreReach(size, 4, hull)).toBeLessThan(1.05 * far)
          expect(shape.reach(size, 4, hull)).toBeCloseTo(shape.coreReach(size, 4, hull) + radius, 14)
          const found = shape.thickness(size, 4, hull)
          const fits = 2 * (largestBall(shape, made, random) + radius)
          expect(found).toBeLessThan(fits * (1 + 1e-9) + 0.02 * made.scale)
          expect(found).toBeGreaterThan(fits * (1 - 0.02))
          shape.innerRadius(size, 0, size, 4, hull)
          expect(2 * size[0]!).toBeCloseTo(found, 14)
          continue
        }
        expect(Math.abs(shape.coreReach(size, 4, hull) - far)).toBeLessThan(1e-15)
        expect(Math.abs(shape.reach(size, 4, hull) - far - radius)).toBeLessThan(1e-15)
        const middle = hull === null ? [0, 0, 0] as Vector : Array.from(hull.center) as Vector
        const normal = new Float64Array(3)
        let least = Infinity
        for (let face = 0; face < shape.faceCount(hull); face++) {
          shape.faceNormal(hull, face, normal)
          const n = Array.from(normal) as Vector
          expect(Math.abs(length(n) - 1)).toBeLessThan(1e-14)
          const heights = vertices.map((v) => dot(n, v))
          const top = Math.max(...heights)
          expect(heights.filter((height) => height > top - 1e-9).length).toBeGreaterThan(2)
          least = Math.min(least, top - dot(n, middle))
        }
        expect(shape.thickness(size, 4, hull)).toBeCloseTo(2 * (least === Infinity ? radius : least + radius), 14)
      }
    })

    it('closest point: as GJK finds it, and inside the point itself', () => {
      const random = createRandom(seed + 4)
      const result = new GjkResult()
      const out = new Float64Array(3)
      let [inside, outside] = [0, 0]
      for (let trial = 0; trial < 2000; trial++) {
        const scale = [1, 1e-3, 1e3][trial % 3]!
        const made = makeCase(shape, random, scale)
        const { size, geometry: { hull } } = made
        const isInside = trial % 4 === 0
        const p = isInside ? pointInside(made, random) : scaled(randomDirection(random), scale * 3 * random())
        shape.closestPoint(out, Float64Array.from(p), size, 4, hull)
        // A ball without radius is a point.
        const pair = Float64Array.from([...size.subarray(4), 0, 0, 0, 0])
        const rotation = Float64Array.from([...IDENTITY, ...IDENTITY])
        gjkDistance(result, shape.code, SPHERE, rotation, 0, 9, pair, 0, 4, hull, null, p[0], p[1], p[2])
        const away = Math.hypot(out[0]! - p[0], out[1]! - p[1], out[2]! - p[2])
        expect(Math.abs(away - result.distance)).toBeLessThan((shape.smooth ? 3e-14 : 4e-15) * scale)
        if (isInside || result.distance === 0) {
          inside++
          expect(away).toBeLessThan((shape.smooth ? 3e-14 : 2e-15) * scale)
          if (result.distance === 0 && away === 0) expect(Array.from(out)).toEqual(p)
        } else {
          outside++
          const apart = Math.hypot(out[0]! - result.ax, out[1]! - result.ay, out[2]! - result.az)
          // Where the gap is small, its direction is only as good as doubles can tell; on a curved core a place is as good as the root of a distance.
          expect(apart).toBeLessThan((shape.smooth ? 1e-6 : 1e-13) * scale)
        }
      }
      expect(inside).toBeGreaterThan(400)
      expect(outside).toBeGreaterThan(400)
    })
  })
}

it('closest point of a hull: exact where two faces are as high but for a hair', () => {
  const random = createRandom(7)
  const result = new GjkResult()
  const out = new Float64Array(3)
  const rotation = Float64Array.from([...IDENTITY, ...IDENTITY])
  let outside = 0
  for (let trial = 0; trial < 50; trial++) {
    const { geometry: { hull } } = makeCase(hullShape, random)
    const { edges, edgeCount, vertices, planes, innerRadius } = hull!
    for (let e = 0; e < edgeCount; e++) {
      const hair = 3e-10 * innerRadius * random()
      const p = [0, 1, 2].map((k) => {
        const [a, b, left, right] = Array.from(edges.subarray(4 * e, 4 * e + 4)) as [number, number, number, number]
        return 0.5 * (vertices[3 * a + k]! + vertices[3 * b + k]!) + hair * (planes[4 * right + k]! - 1.5 * planes[4 * left + k]!)
      })
      hullShape.closestPoint(out, Float64Array.from(p), new Float64Array(4), 0, hull)
      gjkDistance(result, HULL, SPHERE, rotation, 0, 9, new Float64Array(8), 0, 4, hull, null, p[0]!, p[1]!, p[2]!)
      if (result.distance > 1e-12) outside++
      expect(Math.abs(Math.hypot(out[0]! - p[0]!, out[1]! - p[1]!, out[2]! - p[2]!) - result.distance)).toBeLessThan(1e-15)
    }
  }
  expect(outside).toBeGreaterThan(300)
})
