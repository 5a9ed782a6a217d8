import { describe, expect, it } from 'vitest'
import { RayHit, rayShape } from '../../../src/d3/geometry/ray-shapes.ts'
import { BOX } from '../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../../src/d3/geometry/shapes/hull.ts'
import { SPHERE } from '../../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../common/random.ts'
import {
  add, bruteDistance, coreOf, dot, IDENTITY, length, makeHull, makeShape, matrixOf, radiusOf, randomDirection, randomQuaternion, randomShape,
  rotated, scaled, subtract, type TestShape, type Vector,
} from './distance/convex.ts'

const result = new RayHit()

function cast(shape: TestShape, origin: Vector, direction: Vector, most = Infinity): RayHit | null {
  const rotation = Float64Array.from(shape.rotation)
  const center = Float64Array.from(shape.center)
  const ray = Float64Array.from([...origin, ...direction, most])
  const hit = rayShape(result, shape.kind, rotation, 0, center, 0, Float64Array.from(shape.size), 0, shape.hull, ray, 0)
  return hit ? result : null
}

const normalOf = (hit: RayHit): Vector => [hit.nx, hit.ny, hit.nz]
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

/** Fills in the planes: every triangle of vertices that has all others behind it. */
function withPlanes(shape: TestShape): TestShape {
  const hull = shape.hull!
  const points: Vector[] = []
  for (let i = 0; i < hull.vertexCount; i++) points.push([hull.vertices[3 * i], hull.vertices[3 * i + 1], hull.vertices[3 * i + 2]])
  const planes: number[] = []
  for (let i = 0; i < points.length; i++) for (let j = i + 1; j < points.length; j++) for (let k = j + 1; k < points.length; k++) {
    const n = cross(subtract(points[j], points[i]), subtract(points[k], points[i]))
    const sides = points.map((p) => dot(n, subtract(p, points[i])) / (length(n) * hull.radius))
    for (const sign of [1, -1]) {
      if (sides.every((s) => sign * s < 1e-12)) {
        const unit = scaled(n, sign / length(n))
        planes.push(...unit, dot(unit, points[i]))
      }
    }
  }
  return { ...shape, hull: { ...hull, planes: Float64Array.from(planes), faceCount: planes.length / 4 } }
}

/** First t at which the ray meets the hull of the points, found on all triangles of vertices; −1 if none. */
function bruteEntry(points: readonly Vector[], origin: Vector, direction: Vector): number {
  let best = Infinity
  for (let i = 0; i < points.length; i++) for (let j = i + 1; j < points.length; j++) for (let k = j + 1; k < points.length; k++) {
    const e = subtract(points[j], points[i])
    const f = subtract(points[k], points[i])
    const n = cross(e, f)
    const facing = dot(n, direction)
    if (Math.abs(facing) < 1e-12 * length(n) * length(direction)) continue
    const t = dot(n, subtract(points[i], origin)) / facing
    if (t < 0 || t > best) continue
    const r = subtract(add(origin, scaled(direction, t)), points[i])
    const s = dot(cross(r, f), n) / dot(n, n)
    const u = dot(cross(e, r), n) / dot(n, n)
    if (s >= 0 && u >= 0 && s + u <= 1) best = t
  }
  return best === Infinity ? -1 : best
}

/** First t of a round shape by bisection on the distance from its core, which is convex along a ray; −1 if none. */
function roundEntry(shape: TestShape, origin: Vector, direction: Vector): number {
  const core = coreOf(shape).map((p) => add(p, shape.center))
  const gap = (t: number): number => bruteDistance(core, [add(origin, scaled(direction, t))]) - radiusOf(shape)
  let low = 0
  let high = 20
  for (let i = 0; i < 200; i++) {
    const a = low + (high - low) / 3
    const b = high - (high - low) / 3
    if (gap(a) < gap(b)) high = b
    else low = a
  }
  let inside = low
  if (gap(inside) > 0) return -1
  let outside = 0
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (inside + outside)
    if (gap(middle) > 0) outside = middle
    else inside = middle
  }
  return inside
}

describe('closed forms', () => {
  it('sphere: head on, off centre, behind, too short', () => {
    const ball = makeShape(SPHERE, [2], [10, 0, 0])
    expect(cast(ball, [0, 0, 0], [1, 0, 0])!.t).toBe(8)
    expect(normalOf(result)).toEqual([-1, 0, 0])
    expect(cast(ball, [0, 0, 0], [4, 0, 0])!.t).toBe(2)
    expect(cast(ball, [0, 1, 0], [1, 0, 0])!.t).toBeCloseTo(10 - Math.sqrt(3), 14)
    expect(cast(ball, [0, 0, 0], [-1, 0, 0])).toBeNull()
    expect(cast(ball, [0, 0, 0], [1, 0, 0], 7.999)).toBeNull()
    expect(cast(ball, [0, 0, 0], [1, 0, 0], 8)).not.toBeNull()
  })

  it('capsule: side, both caps, along and beside the axis', () => {
    const capsule = makeShape(CAPSULE, [0.5, 2])
    expect(cast(capsule, [5, 1, 0], [-1, 0, 0])!.t).toBe(4.5)
    expect(normalOf(result)).toEqual([1, 0, 0])
    expect(cast(capsule, [0, 9, 0], [0, -1, 0])!.t).toBe(6.5)
    expect(normalOf(result)).toEqual([0, 1, 0])
    expect(cast(capsule, [0.3, -9, 0], [0, 1, 0])!.t).toBeCloseTo(9 - 2 - 0.4, 14)
    expect(result.nx).toBeCloseTo(0.6, 14)
    expect(result.ny).toBeCloseTo(-0.8, 14)
    expect(cast(capsule, [0.5, -9, 0], [0, 1, 0])!.t).toBeCloseTo(7, 7)
    expect(cast(capsule, [0.5000001, -9, 0], [0, 1, 0])).toBeNull()
    expect(cast(capsule, [5, 2.3, 0], [-1, 0, 0])!.t).toBeCloseTo(5 - 0.4, 14)
    expect(cast(capsule, [5, 2.6, 0], [-1, 0, 0])).toBeNull()
    // Comes in through the endless cylinder above the cap and still meets the cap.
    const slant = scaled([-1, -1, 0], Math.SQRT1_2)
    expect(cast(capsule, [1, 2 + Math.SQRT1_2 + 0.8, 0], slant)).not.toBeNull()
    expect(Math.abs(length(subtract(add([1, 2 + Math.SQRT1_2 + 0.8, 0], scaled(slant, result.t)), [0, 2, 0])) - 0.5)).toBeLessThan(1e-14)
  })

  it('box: faces, parallel rays inside and outside a slab, through edges and corners', () => {
    const box = makeShape(BOX, [1, 2, 3])
    for (let axis = 0; axis < 3; axis++) for (const side of [1, -1]) {
      const origin: Vector = [0.1, 0.2, 0.3]
      const direction: Vector = [0, 0, 0]
      origin[axis] = 10 * side
      direction[axis] = -side
      const expected: Vector = [0, 0, 0]
      expected[axis] = side
      expect(cast(box, origin, direction)!.t).toBe(10 - [1, 2, 3][axis])
      expect(normalOf(result)).toEqual(expected)
    }
    expect(cast(box, [5, 2.0000001, 0], [-1, 0, 0])).toBeNull()
    expect(cast(box, [5, 2, 0], [-1, 0, 0])!.t).toBe(4)
    expect(cast(box, [5, 2, 3], [-1, 0, 0])!.t).toBe(4)
    expect(cast(box, [2, 3, 4], [-1, -1, -1])!.t).toBe(1)
    expect(cast(box, [3, 0, 0], [-1, 1, 0])!.t).toBe(2)
    expect(cast(box, [3.0001, 0, 0], [-1, 1, 0])).toBeNull()
  })

  it('a hull of a cube answers like the box', () => {
    const corners: Vector[] = []
    for (let i = 0; i < 8; i++) corners.push([i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3])
    const random = createRandom(1)
    for (let i = 0; i < 300; i++) {
      const rotation = matrixOf(randomQuaternion(random))
      const hull = withPlanes(makeHull(corners, [1, 1, 1], rotation))
      const box = makeShape(BOX, [1, 2, 3], [1, 1, 1], rotation)
      const origin = scaled(randomDirection(random), 8)
      const direction = subtract(scaled(randomDirection(random), 3), origin)
      const expected = cast(box, origin, direction)
      const t = expected === null ? -1 : expected.t
      const normal = normalOf(result)
      const found = cast(hull, origin, direction)
      expect(Math.abs((found === null ? -1 : found.t) - t)).toBeLessThan(1e-14)
      if (found !== null) expect(dot(normal, normalOf(found))).toBeCloseTo(1, 12)
    }
  })

  it('starting inside or on the surface: a hit at once, normal against the ray', () => {
    const cube = withPlanes(makeHull([[1, 1, 1], [1, 1, -1], [1, -1, 1], [1, -1, -1], [-1, 1, 1], [-1, 1, -1], [-1, -1, 1], [-1, -1, -1]]))
    const shapes = [makeShape(SPHERE, [1]), makeShape(CAPSULE, [1, 1]), makeShape(BOX, [1, 1, 1]), cube]
    for (const shape of shapes) for (const origin of [[0, 0, 0], [0.2, -0.3, 0.4], [1, 0, 0]] as Vector[]) {
      expect(cast(shape, origin, [3, 0, 4])!.t).toBe(0)
      expect(length(subtract(normalOf(result), [-0.6, 0, -0.8]))).toBeLessThan(1e-15)
    }
  })

  it('a ray without length is a point test', () => {
    expect(cast(makeShape(BOX, [1, 1, 1]), [0.5, 0, 0], [0, 0, 0])).not.toBeNull()
    for (const shape of [makeShape(SPHERE, [1]), makeShape(CAPSULE, [1, 1]), makeShape(BOX, [1, 1, 1])]) {
      expect(cast(shape, [3, 0, 0], [0, 0, 0])).toBeNull()
      expect(cast(shape, [0, 5, 0], [0, 0, 0])).toBeNull()
    }
  })
})

describe('grazing', () => {
  it('a sphere passed at 1 ± 1e-12 radii, from near and far, any size', () => {
    const random = createRandom(2)
    for (const scale of [1e-6, 1, 1e6]) for (let i = 0; i < 200; i++) {
      const rotation = matrixOf(randomQuaternion(random))
      const along = rotated(rotation, [1, 0, 0])
      const aside = rotated(rotation, [0, 1, 0])
      const ball = makeShape(SPHERE, [scale])
      const back = 3 * scale * (1 + random())
      const from = (miss: number): Vector => add(scaled(along, -back), scaled(aside, miss * scale))
      expect(cast(ball, from(1 + 1e-12), along)).toBeNull()
      const hit = cast(ball, from(1 - 1e-12), along)
      expect(hit).not.toBeNull()
      expect(Math.abs(hit!.t - back) / scale).toBeLessThan(2e-6)
      expect(dot(normalOf(hit!), aside)).toBeGreaterThan(1 - 1e-11)
    }
  })

  it('a ball of 1 cm met from 10 km away', () => {
    const ball = makeShape(SPHERE, [0.01], [0.3, 0.2, 0.1])
    const direction = scaled([3, 2, 1], 1 / Math.sqrt(14))
    const origin = subtract([0.3, 0.2, 0.1], scaled(direction, 1e4))
    expect(Math.abs(cast(ball, origin, direction)!.t - 9999.99)).toBeLessThan(1e-11)
  })

  it('never NaN: axis-parallel, nearly parallel and denormal directions', () => {
    const shapes = [
      makeShape(SPHERE, [1]), makeShape(CAPSULE, [1, 1]), makeShape(BOX, [1, 1, 1]),
      withPlanes(makeHull([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])),
    ]
    const small = [0, -0, 1e-320, 1e-160, 1e-17, 1, -1e-17, -1]
    const places = [0, 1, -1, 2, -2, 1e-300]
    let bad = 0
    for (const shape of shapes) for (const dx of small) for (const dy of small) for (const dz of small) {
      for (const x of places) for (const y of places) {
        const hit = cast(shape, [x, y, 2], [dx, dy, dz])
        if (hit !== null && !(Number.isFinite(hit.t) && hit.t >= 0 && normalOf(hit).every(Number.isFinite))) bad++
      }
    }
    expect(bad).toBe(0)
  })
})

describe('random rays against brute force', () => {
  function randomRay(random: () => number): [Vector, Vector] {
    const origin = scaled(randomDirection(random), 4 + 4 * random())
    const aim = scaled(randomDirection(random), 1.6 * random())
    return [origin, scaled(subtract(aim, origin), 0.5 + random())]
  }

  for (const [name, kind] of [['boxes', BOX], ['hulls', HULL]] as const) {
    it(name, () => {
      const random = createRandom(10 + kind)
      let hits = 0
      for (let i = 0; i < 1500; i++) {
        let shape = randomShape(kind, random, 1.5, 6)
        if (kind === HULL) shape = withPlanes(shape)
        shape.center = scaled(randomDirection(random), random())
        const [origin, direction] = randomRay(random)
        const points = coreOf(shape).map((p) => add(p, shape.center))
        const truth = bruteEntry(points, origin, direction)
        const found = cast(shape, origin, direction)
        expect(Math.abs((found === null ? -1 : found.t) - truth)).toBeLessThan(1e-11)
        if (found === null) continue
        hits++
        // The normal faces the ray, and the whole shape lies behind the plane it spans.
        const at = add(origin, scaled(direction, found.t))
        expect(dot(normalOf(found), direction)).toBeLessThan(0)
        expect(Math.max(...points.map((p) => dot(normalOf(found), subtract(p, at))))).toBeLessThan(1e-11)
      }
      expect(hits).toBeGreaterThan(200)
    })
  }

  for (const [name, kind] of [['spheres', SPHERE], ['capsules', CAPSULE]] as const) {
    it(name, () => {
      const random = createRandom(20 + kind)
      let hits = 0
      for (let i = 0; i < 400; i++) {
        const shape = randomShape(kind, random, 1, 8)
        shape.center = scaled(randomDirection(random), random())
        const [origin, direction] = randomRay(random)
        const truth = roundEntry(shape, origin, direction)
        const found = cast(shape, origin, direction)
        expect(Math.abs((found === null ? -1 : found.t) - truth)).toBeLessThan(1e-6)
        if (found === null) continue
        hits++
        const at = add(origin, scaled(direction, found.t))
        const core = coreOf(shape).map((p) => add(p, shape.center))
        expect(Math.abs(bruteDistance(core, [at]) - radiusOf(shape))).toBeLessThan(1e-13)
        expect(Math.abs(bruteDistance(core, [add(at, scaled(normalOf(found), 0.5))]) - radiusOf(shape) - 0.5)).toBeLessThan(1e-12)
      }
      expect(hits).toBeGreaterThan(80)
    })
  }

  it('does not depend on the frame', () => {
    const random = createRandom(30)
    for (let i = 0; i < 500; i++) {
      const plain = randomShape(CAPSULE, random, 1, 4)
      plain.rotation = [...IDENTITY]
      const rotation = matrixOf(randomQuaternion(random))
      const center = scaled(randomDirection(random), 5)
      const [origin, direction] = randomRay(random)
      const expected = cast(plain, origin, direction)
      const t = expected === null ? -1 : expected.t
      const found = cast({ ...plain, rotation, center }, add(rotated(rotation, origin), center), rotated(rotation, direction))
      expect(Math.abs((found === null ? -1 : found.t) - t)).toBeLessThan(1e-6)
    }
  })
})
