/** Every shape's record against brute force: all vertices, sampled points, GJK. And the table: what it takes to add a shape. */

import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../../src/common/errors.ts'
import { GjkResult, gjkDistance } from '../../../../src/d2/geometry/gjk.ts'
import { PackedPolygons } from '../../../../src/d2/geometry/polygon/packed-polygons.ts'
import { RayHit, rayShape } from '../../../../src/d2/geometry/ray-shapes.ts'
import { checkBox } from '../../../../src/d2/geometry/shapes/box.ts'
import { capsuleShape } from '../../../../src/d2/geometry/shapes/capsule.ts'
import { checkChain } from '../../../../src/d2/geometry/shapes/chain.ts'
import { CIRCLE, circleShape } from '../../../../src/d2/geometry/shapes/circle.ts'
import { ellipseShape } from '../../../../src/d2/geometry/shapes/ellipse.ts'
import { polygonShape } from '../../../../src/d2/geometry/shapes/polygon.ts'
import { segmentShape } from '../../../../src/d2/geometry/shapes/segment.ts'
import type { ShapeGeometry, ShapeRecord } from '../../../../src/d2/geometry/shapes/shape-record.ts'
import { coreExtent, coreRadius, coreVertex, SHAPES, shapeBounds, supportVertex } from '../../../../src/d2/geometry/shapes/shape-table.ts'
import { createRandom } from '../../../common/random.ts'
import { add, direction, dot, length, scaled, turned, type Vector } from '../collide/truth.ts'

type Random = () => number

/** What a user writes, and the record and the check behind it. */
interface Maker {
  name: string
  shape: ShapeRecord
  check: (options: unknown) => ShapeGeometry
  options: (random: Random, scale: number) => Record<string, unknown>
}

function cloud(random: Random, scale: number): { x: number; y: number }[] {
  const [sx, sy, shift] = [side(random, scale), side(random, scale), 0.4 * scale * random()]
  const count = 3 + Math.floor(8 * random())
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = direction((2 * Math.PI * (i + 0.6 * random())) / count)
    return { x: x * sx + shift, y: y * sy }
  })
}

const MAKERS: readonly Maker[] = [
  { name: 'circle', shape: circleShape, check: circleShape.check, options: (random, scale) => ({ radius: side(random, scale) }) },
  {
    name: 'capsule', shape: capsuleShape, check: capsuleShape.check,
    options: (random, scale) => ({ radius: side(random, scale), halfLength: side(random, scale) }),
  },
  {
    name: 'segment', shape: segmentShape, check: segmentShape.check,
    options: (random, scale) => ({ a: { x: -side(random, scale), y: 0 }, b: { x: side(random, scale), y: scale * random() } }),
  },
  { name: 'polygon', shape: polygonShape, check: polygonShape.check, options: (random, scale) => ({ points: cloud(random, scale) }) },
  {
    name: 'polygon', shape: polygonShape, check: polygonShape.check,
    options: (random, scale) => ({ points: cloud(random, scale), radius: 0.3 * side(random, scale) }),
  },
  {
    name: 'box', shape: polygonShape, check: checkBox,
    options: (random, scale) => ({ halfExtents: { x: side(random, scale), y: side(random, scale) } }),
  },
  {
    name: 'box', shape: polygonShape, check: checkBox,
    options: (random, scale) => ({ halfExtents: { x: side(random, scale), y: side(random, scale) }, radius: 0.3 * side(random, scale) }),
  },
]

function side(random: Random, scale: number): number {
  return scale * Math.pow(6, -random())
}

interface Case {
  geometry: ShapeGeometry
  /** With another shape before this one, so that offsets count; likewise the rotation. */
  size: Float64Array
  rotation: Float64Array
  angle: number
  packed: Float64Array
  at: number
  /** Core vertices, and how far the shape reaches beyond them. */
  vertices: Vector[]
  radius: number
}

function makeCase({ shape, check, options }: Maker, random: Random, scale = 1): Case {
  const geometry = check(options(random, scale))
  const size = Float64Array.from([9, 9, 9, 9, ...geometry.size])
  const flat = new Float64Array(64)
  const count = shape.coreVertices(flat, size, 4, geometry.polygon)
  const vertices = Array.from({ length: count }, (_, i): Vector => [flat[2 * i]!, flat[2 * i + 1]!])
  const other = polygonShape.check({ points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }).polygon!
  const packed = new PackedPolygons([other, geometry.polygon ?? undefined])
  const angle = 7 * random()
  const rotation = Float64Array.of(1, 0, Math.cos(angle), Math.sin(angle))
  const at = geometry.polygon === null ? 0 : packed.start[2]!
  return { geometry, size, rotation, angle, packed: packed.data, at, vertices, radius: coreRadius(shape.code, size, 4) }
}

/** A point of the solid, in its frame: somewhere between the core's vertices, and up to the radius beyond. */
function pointInside(made: Case, random: Random): Vector {
  const weights = made.vertices.map(() => Math.pow(random(), 4))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let point: Vector = scaled(direction(7 * random()), made.radius * Math.sqrt(random()))
  made.vertices.forEach((vertex, i) => { point = add(point, scaled(vertex, weights[i]! / sum)) })
  return point
}

describe('the table', () => {
  it('has every shape at its code, under a name of its own', () => {
    SHAPES.forEach((shape, code) => expect(shape.code).toBe(code))
    expect(new Set(SHAPES.map((shape) => shape.name)).size).toBe(SHAPES.length)
    // What has no vertices to list has a test of its own.
    expect(new Set([...MAKERS.map(({ shape }) => shape), ellipseShape])).toEqual(new Set(SHAPES))
  })

  it('answers for a shape that is only one line in it', () => {
    const list = SHAPES as ShapeRecord[]
    const code = list.length
    list.push({ ...circleShape, code })
    try {
      const size = Float64Array.of(0.5, 0, 0, 0, 0.25, 0, 0, 0)
      const rotation = Float64Array.of(1, 0, 1, 0)
      const none = new Float64Array(0)
      const box = new Float64Array(4)
      shapeBounds(box, code, Float64Array.of(1, 2), 0, rotation, 0, size, 0, none, 0)
      expect(Array.from(box)).toEqual([0.5, 1.5, 1.5, 2.5])
      const distance = new GjkResult()
      gjkDistance(distance, code, CIRCLE, rotation, 0, 2, size, 0, 4, null, null, 2, 0)
      expect(distance.distance).toBe(1.25)
      const extent = Float64Array.of(7)
      coreExtent(extent, 0, code, rotation, 0, size, 0, none, 0, Float64Array.of(1, 0), 0, 1)
      expect(extent[0]).toBe(0)
      const hit = new RayHit()
      expect(rayShape(hit, code, rotation, 0, new Float64Array(2), 0, size, 0, null, Float64Array.of(-3, 0, 1, 0, 9), 0)).toBe(true)
      expect(hit.t).toBe(2.5)
    } finally {
      list.pop()
    }
  })
})

MAKERS.forEach((maker, index) => {
  const { name, shape, check, options: makeOptions } = maker
  describe(`${name}${'radius' in makeOptions(createRandom(1), 1) && shape === polygonShape ? ', rounded' : ''}`, () => {
    const seed = 100 * index

    it('refuses what is no shape, and names the field', () => {
      for (const wrong of [undefined, null, 5, 'round']) expect(() => check(wrong)).toThrow(PhysicsError)
      const options = makeOptions(createRandom(seed), 1)
      expect(check(options).size).toHaveLength(4)
      for (const field of Object.keys(options)) {
        for (const wrong of [NaN, -1, Infinity, 'long', { x: 1, y: NaN }, [{ x: 1, y: 1 }]]) {
          let refused: unknown
          try {
            check({ ...options, [field]: wrong })
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
      const vertex = new Float64Array(3)
      for (let trial = 0; trial < 300; trial++) {
        const made = makeCase(maker, random)
        const { size, rotation, geometry: { polygon }, packed, at, vertices } = made
        const sign = trial % 2 === 0 ? 1 : -1
        // Every third direction is along an axis of the shape, where a box has two vertices that are as far.
        const isAlong = trial % 3 === 0
        const angle = isAlong ? 0 : made.angle
        rotation.set([Math.cos(angle), Math.sin(angle)], 2)
        const world: Vector = isAlong ? [0, sign] : scaled(direction(7 * random()), 3)
        const dir = Float64Array.from([5, ...world])
        const along = vertices.map((v) => sign * dot(turned(v, angle), world))
        const most = Math.max(...along)
        const found = shape.support(rotation, 2, size, 4, polygon, dir, 1, sign)
        expect(along[found]).toBeGreaterThan(most - 1e-14)
        if (isAlong) expect(found).toBe(along.indexOf(most))
        shape.coreExtent(out, 1, rotation, 2, size, 4, packed, at, dir, 1, sign)
        expect(Math.abs(out[1]! - most)).toBeLessThan(1e-14)
        // By name and through the table it is the same.
        expect(supportVertex(shape.code, rotation, 2, size, 4, polygon, dir, 1, sign)).toBe(found)
        coreExtent(out, 0, shape.code, rotation, 2, size, 4, packed, at, dir, 1, sign)
        expect(out[0]).toBe(out[1])
        shape.coreVertex(size, 4, polygon, found, vertex, 1)
        expect([vertex[1]!, vertex[2]!].map(Math.abs)).toEqual(vertices[found]!.map(Math.abs))
        coreVertex(shape.code, rotation, 2, size, 4, polygon, found, vertex, 1)
        turned(vertices[found]!, angle).forEach((x, k) => expect(Math.abs(vertex[1 + k]! - x)).toBeLessThan(1e-15))
      }
    })

    it('bounds hold all of it and no more', () => {
      const random = createRandom(seed + 2)
      const box = new Float64Array(4)
      const named = new Float64Array(4)
      const center = Float64Array.of(9, 0.3, -2)
      for (let trial = 0; trial < 100; trial++) {
        const made = makeCase(maker, random)
        const { size, rotation, angle, packed, at, vertices, radius } = made
        shape.bounds(box, center, 1, rotation, 2, size, 4, packed, at)
        for (let i = 0; i < 50; i++) {
          const p = turned(pointInside(made, random), angle)
          for (let k = 0; k < 2; k++) {
            expect(center[1 + k]! + p[k]!).toBeGreaterThan(box[k]! - 1e-14)
            expect(center[1 + k]! + p[k]!).toBeLessThan(box[2 + k]! + 1e-14)
          }
        }
        for (let k = 0; k < 2; k++) {
          const places = vertices.map((v) => turned(v, angle)[k]!)
          expect(Math.abs(box[k]! - (center[1 + k]! + Math.min(...places) - radius))).toBeLessThan(1e-14)
          expect(Math.abs(box[2 + k]! - (center[1 + k]! + Math.max(...places) + radius))).toBeLessThan(1e-14)
        }
        shapeBounds(named, shape.code, center, 1, rotation, 2, size, 4, packed, at)
        expect(named).toEqual(box)
      }
    })

    it('measures: reach is the farthest point, thickness what fits between the faces', () => {
      const random = createRandom(seed + 3)
      for (let trial = 0; trial < 50; trial++) {
        const { size, geometry: { polygon }, vertices, radius } = makeCase(maker, random)
        const far = Math.max(...vertices.map(length))
        expect(Math.abs(shape.coreReach(size, 4, polygon) - far)).toBeLessThan(1e-15)
        expect(Math.abs(shape.reach(size, 4, polygon) - far - radius)).toBeLessThan(1e-15)
        const middle = polygon === null ? [0, 0] as Vector : Array.from(polygon.center) as Vector
        const normal = new Float64Array(2)
        let least = Infinity
        for (let face = 0; face < shape.faceCount(polygon); face++) {
          shape.faceNormal(polygon, face, normal)
          const n = Array.from(normal) as Vector
          expect(Math.abs(length(n) - 1)).toBeLessThan(1e-14)
          const heights = vertices.map((v) => dot(n, v))
          const top = Math.max(...heights)
          expect(heights.filter((height) => height > top - 1e-9).length).toBe(2)
          least = Math.min(least, top - dot(n, middle))
        }
        expect(shape.cornered).toBe(shape.faceCount(polygon) > 0)
        // What has no inside is measured by its length.
        const fits = !shape.solid ? far : least === Infinity ? radius : least + radius
        expect(shape.thickness(size, 4, polygon)).toBeCloseTo(2 * fits, 14)
      }
    })

    it('closest point: as GJK finds it, and inside the point itself', () => {
      const random = createRandom(seed + 4)
      const result = new GjkResult()
      const out = new Float64Array(2)
      let [inside, outside] = [0, 0]
      for (let trial = 0; trial < 2000; trial++) {
        const scale = [1, 1e-3, 1e3][trial % 3]!
        const made = makeCase(maker, random, scale)
        const { size, geometry: { polygon } } = made
        const isInside = trial % 4 === 0
        const p = isInside ? pointInside(made, random) : scaled(direction(7 * random()), scale * 3 * random())
        shape.closestPoint(out, Float64Array.from(p), size, 4, polygon)
        // A circle without radius is a point.
        const pair = Float64Array.from([...size.subarray(4), 0, 0, 0, 0])
        gjkDistance(result, shape.code, CIRCLE, Float64Array.of(1, 0, 1, 0), 0, 2, pair, 0, 4, polygon, null, p[0], p[1])
        const away = Math.hypot(out[0]! - p[0], out[1]! - p[1])
        expect(Math.abs(away - result.distance)).toBeLessThan(4e-15 * scale)
        if (isInside || result.distance === 0) {
          inside++
          expect(away).toBeLessThan(2e-15 * scale)
          if (away === 0) expect(Array.from(out).map(Math.abs)).toEqual(p.map(Math.abs))
        } else {
          outside++
          // Where the gap is small, its direction is only as good as doubles can tell.
          expect(Math.hypot(out[0]! - result.ax, out[1]! - result.ay)).toBeLessThan(1e-13 * scale)
        }
      }
      expect(inside).toBeGreaterThan(400)
      expect(outside).toBeGreaterThan(400)
    })
  })
})

describe('chain', () => {
  const corner = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }]

  it('is segments that lie where the points are and know how the chain goes on', () => {
    const [first, second] = checkChain({ points: corner })
    // Tangent of half of 90 degrees to the left; −1 at the open ends.
    expect(first).toMatchObject({ size: [0.5, -1, 1, 1], x: 0.5, y: 0, angle: 0 })
    expect(second).toMatchObject({ size: [0.5, 1, -1, 2], x: 1, y: 0.5, angle: Math.PI / 2 })
    expect(checkChain({ points: corner, loop: true }).map(({ size }) => size[3])).toEqual([2, 2, 2])
  })

  it('refuses points that are none, equal, or lead straight back', () => {
    const wrong = [undefined, 5, [{ x: 0, y: 0 }], [...corner, { x: 1, y: 1 }], [...corner, { x: 1, y: 0 }], [{ x: 0, y: NaN }, { x: 1, y: 0 }]]
    for (const points of wrong) expect(() => checkChain({ points })).toThrow(PhysicsError)
    expect(() => checkChain({ points: corner.slice(0, 2), loop: true })).toThrow(PhysicsError)
    expect(() => checkChain({ points: corner, loop: 'yes' })).toThrow(PhysicsError)
  })
})
