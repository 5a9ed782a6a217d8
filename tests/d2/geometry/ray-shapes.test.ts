// Rays against each kind of shape: closed forms, grazing, brute force.
import { describe, expect, it } from 'vitest'
import { RayHit, rayShape } from '../../../src/d2/geometry/ray-shapes.ts'
import type { Polygon } from '../../../src/d2/geometry/polygon/polygon.ts'
import { CAPSULE } from '../../../src/d2/geometry/shapes/capsule.ts'
import { CIRCLE } from '../../../src/d2/geometry/shapes/circle.ts'
import { POLYGON } from '../../../src/d2/geometry/shapes/polygon.ts'
import { SEGMENT } from '../../../src/d2/geometry/shapes/segment.ts'
import { createRandom } from '../../common/random.ts'

type Vector = [number, number]

interface TestShape {
  kind: number
  size: number[]
  polygon: Polygon | null
  angle: number
  center: Vector
}

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1]]
const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1]]
const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1]
const length = (a: Vector): number => Math.hypot(a[0], a[1])
const turned = (a: Vector, angle: number): Vector => [
  Math.cos(angle) * a[0] - Math.sin(angle) * a[1], Math.sin(angle) * a[0] + Math.cos(angle) * a[1],
]
const randomDirection = (random: () => number): Vector => turned([1, 0], random() * 2 * Math.PI)

/** Corners must be convex and counter-clockwise. */
function polygonOf(corners: readonly Vector[]): Polygon {
  const normals = corners.map((corner, i): Vector => {
    const edge = subtract(corners[(i + 1) % corners.length], corner)
    return scaled([edge[1], -edge[0]], 1 / length(edge))
  })
  return {
    vertexCount: corners.length, vertices: Float64Array.from(corners.flat()), normals: Float64Array.from(normals.flat()),
    center: new Float64Array(2), radius: Math.max(...corners.map(length)), innerRadius: 0,
  }
}

function makeShape(kind: number, size: number[], center: Vector = [0, 0], angle = 0): TestShape {
  return { kind, size, polygon: null, angle, center }
}

function makePolygon(corners: readonly Vector[], radius = 0, center: Vector = [0, 0], angle = 0): TestShape {
  return { kind: POLYGON, size: [radius], polygon: polygonOf(corners), angle, center }
}

const rectangle = (x: number, y: number): Vector[] => [[x, y], [-x, y], [-x, -y], [x, -y]]

/** Corners of the shape without its rounding, in the world. */
function coreOf(shape: TestShape): Vector[] {
  let points: Vector[] = [[0, 0]]
  if (shape.kind === CAPSULE) points = [[0, -shape.size[1]], [0, shape.size[1]]]
  else if (shape.kind === SEGMENT) points = [[-shape.size[0], 0], [shape.size[0], 0]]
  else if (shape.polygon) {
    const { vertices, vertexCount } = shape.polygon
    points = Array.from({ length: vertexCount }, (_, i) => [vertices[2 * i], vertices[2 * i + 1]])
  }
  return points.map((p) => add(turned(p, shape.angle), shape.center))
}

const radiusOf = (shape: TestShape): number => (shape.kind === SEGMENT ? 0 : shape.size[0])

/** Distance of a point from the convex hull of counter-clockwise points: 0 inside. */
function distance(points: readonly Vector[], p: Vector): number {
  let inside = points.length > 2
  let best = Infinity
  points.forEach((a, i) => {
    const edge = subtract(points[(i + 1) % points.length], a)
    const r = subtract(p, a)
    if (edge[0] * r[1] - edge[1] * r[0] < 0) inside = false
    const square = dot(edge, edge)
    const s = square === 0 ? 0 : Math.max(0, Math.min(1, dot(r, edge) / square))
    best = Math.min(best, length(subtract(r, scaled(edge, s))))
  })
  return inside ? 0 : best
}

/** First t in [0, 20] by thirds and halves: the distance from a convex shape is convex along a ray; −1 if none. */
function bruteEntry(shape: TestShape, origin: Vector, direction: Vector): number {
  const core = coreOf(shape)
  const gap = (t: number): number => distance(core, add(origin, scaled(direction, t))) - radiusOf(shape)
  let low = 0
  let high = 20
  for (let i = 0; i < 200; i++) {
    const a = low + (high - low) / 3
    const b = high - (high - low) / 3
    if (gap(a) <= gap(b)) high = b
    else low = a
  }
  let inside = low
  if (gap(inside) > 1e-9) return -1
  if (gap(0) <= 0) return 0
  let outside = 0
  for (let i = 0; i < 100; i++) {
    const middle = 0.5 * (inside + outside)
    if (gap(middle) > 0) outside = middle
    else inside = middle
  }
  return inside
}

const result = new RayHit()
const normalOf = (hit: RayHit): Vector => [hit.nx, hit.ny]

function cast(shape: TestShape, origin: Vector, direction: Vector, most = Infinity): RayHit | null {
  const rotation = Float64Array.of(Math.cos(shape.angle), Math.sin(shape.angle))
  const center = Float64Array.from(shape.center)
  const ray = Float64Array.from([...origin, ...direction, most])
  return rayShape(result, shape.kind, rotation, 0, center, 0, Float64Array.from(shape.size), 0, shape.polygon, ray, 0) ? result : null
}

describe('closed forms', () => {
  it('circle: head on, off centre, behind, too short', () => {
    const ball = makeShape(CIRCLE, [2], [10, 0])
    expect(cast(ball, [0, 0], [1, 0])!.t).toBe(8)
    expect(normalOf(result)).toEqual([-1, 0])
    expect(cast(ball, [0, 0], [4, 0])!.t).toBe(2)
    expect(cast(ball, [0, 1], [1, 0])!.t).toBeCloseTo(10 - Math.sqrt(3), 14)
    expect(normalOf(result)[1]).toBeCloseTo(0.5, 14)
    expect(cast(ball, [0, 0], [-1, 0])).toBeNull()
    expect(cast(ball, [0, 0], [1, 0], 7.999)).toBeNull()
    expect(cast(ball, [0, 0], [1, 0], 8)).not.toBeNull()
  })

  it('capsule: side, both caps, along and beside the axis', () => {
    const capsule = makeShape(CAPSULE, [0.5, 2])
    expect(cast(capsule, [5, 1], [-1, 0])!.t).toBe(4.5)
    expect(normalOf(result)).toEqual([1, 0])
    expect(cast(capsule, [-5, 1], [1, 0])!.t).toBe(4.5)
    expect(normalOf(result)).toEqual([-1, 0])
    expect(cast(capsule, [0, 9], [0, -1])!.t).toBe(6.5)
    expect(normalOf(result)).toEqual([0, 1])
    expect(cast(capsule, [0.3, -9], [0, 1])!.t).toBeCloseTo(9 - 2 - 0.4, 14)
    expect(result.nx).toBeCloseTo(0.6, 14)
    expect(result.ny).toBeCloseTo(-0.8, 14)
    expect(cast(capsule, [0.5, -9], [0, 1])!.t).toBeCloseTo(7, 7)
    expect(cast(capsule, [0.5000001, -9], [0, 1])).toBeNull()
    expect(cast(capsule, [5, 2.3], [-1, 0])!.t).toBeCloseTo(5 - 0.4, 14)
    expect(cast(capsule, [5, 2.6], [-1, 0])).toBeNull()
  })

  it('segment: both sides, ends, along it, behind', () => {
    const segment = makeShape(SEGMENT, [2])
    expect(cast(segment, [1, 3], [0, -1])!.t).toBe(3)
    expect(normalOf(result)).toEqual([0, 1])
    expect(cast(segment, [1, -3], [0, 2])!.t).toBe(1.5)
    expect(normalOf(result)).toEqual([0, -1])
    expect(cast(segment, [2, 1], [0, -1])).not.toBeNull()
    expect(cast(segment, [2.0000001, 1], [0, -1])).toBeNull()
    expect(cast(segment, [1, 3], [0, 1])).toBeNull()
    expect(cast(segment, [5, 0], [-1, 0])!.t).toBe(3)
    expect(normalOf(result)).toEqual([1, 0])
    expect(cast(segment, [5, 0], [1, 0])).toBeNull()
    expect(cast(segment, [5, 1e-9], [-1, 0])).toBeNull()
    expect(cast(segment, [1, 0], [0, 1])!.t).toBe(0)
  })

  it('polygon: sides, parallel rays inside and outside, through corners', () => {
    const box = makePolygon(rectangle(1, 2))
    for (let axis = 0; axis < 2; axis++) for (const side of [1, -1]) {
      const origin: Vector = [0.1, 0.2]
      const direction: Vector = [0, 0]
      origin[axis] = 10 * side
      direction[axis] = -side
      const expected: Vector = [0, 0]
      expected[axis] = side
      expect(cast(box, origin, direction)!.t).toBe(10 - [1, 2][axis])
      expect(length(subtract(normalOf(result), expected))).toBe(0)
    }
    expect(cast(box, [5, 2.0000001], [-1, 0])).toBeNull()
    expect(cast(box, [5, 2], [-1, 0])!.t).toBe(4)
    expect(cast(box, [2, 3], [-1, -1])!.t).toBe(1)
    expect(cast(box, [3, 0], [-1, 1])!.t).toBe(2)
    expect(cast(box, [3.0001, 0], [-1, 1])).toBeNull()
  })

  it('rounded polygon: sides moved out, corners of the radius', () => {
    const box = makePolygon(rectangle(1, 2), 0.5)
    expect(cast(box, [10, 1], [-1, 0])!.t).toBe(8.5)
    expect(normalOf(result)).toEqual([1, 0])
    expect(cast(box, [10, 2.3], [-1, 0])!.t).toBeCloseTo(9 - 0.4, 14)
    expect(result.nx).toBeCloseTo(0.8, 14)
    expect(result.ny).toBeCloseTo(0.6, 14)
    // Through what would be the corner of a larger box, past the rounding, from outside and from there.
    const tip: Vector = [1.5, 2.5]
    expect(cast(box, add(tip, [1, -1.1]), [-1, 1])).toBeNull()
    expect(cast(box, add(tip, [-0.05, -0.05]), [1, -1])).toBeNull()
    expect(cast(box, add(tip, [-0.05, -0.05]), [-1, -1])!.t).toBeCloseTo((Math.sqrt(2) * 0.45 - 0.5) / Math.sqrt(2), 14)
    expect(result.nx).toBeCloseTo(Math.SQRT1_2, 14)
  })

  it('starting inside or on the surface: a hit at once, normal against the ray', () => {
    const shapes = [
      makeShape(CIRCLE, [1]), makeShape(CAPSULE, [1, 1]), makePolygon(rectangle(1, 1)), makePolygon(rectangle(0.5, 0.5), 0.5),
      makePolygon(rectangle(0.9, 0.1), 0.4),
    ]
    for (const shape of shapes) for (const origin of [[0, 0], [0.2, -0.3], [1, 0]] as Vector[]) {
      expect(cast(shape, origin, [3, 4])!.t).toBe(0)
      expect(length(subtract(normalOf(result), [-0.6, -0.8]))).toBeLessThan(1e-15)
    }
  })

  it('a ray without length is a point test', () => {
    expect(cast(makePolygon(rectangle(1, 1)), [0.5, 0], [0, 0])).not.toBeNull()
    expect(cast(makePolygon(rectangle(1, 1), 0.2), [1.1, 1.1], [0, 0])).not.toBeNull()
    expect(cast(makePolygon(rectangle(1, 1), 0.2), [1.19, 1.19], [0, 0])).toBeNull()
    for (const shape of [makeShape(CIRCLE, [1]), makeShape(CAPSULE, [1, 1]), makePolygon(rectangle(1, 1)), makeShape(SEGMENT, [1])]) {
      expect(cast(shape, [3, 0], [0, 0])).toBeNull()
      expect(cast(shape, [0, 5], [0, 0])).toBeNull()
    }
  })
})

describe('grazing', () => {
  it('a circle passed at 1 ± 1e-12 radii, from near and far, any size', () => {
    const random = createRandom(2)
    for (const scale of [1e-6, 1, 1e6]) for (let i = 0; i < 200; i++) {
      const along = randomDirection(random)
      const aside: Vector = [-along[1], along[0]]
      const ball = makeShape(CIRCLE, [scale])
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
    const ball = makeShape(CIRCLE, [0.01], [0.3, 0.2])
    const direction = scaled([3, 2], 1 / Math.sqrt(13))
    const origin = subtract([0.3, 0.2], scaled(direction, 1e4))
    expect(Math.abs(cast(ball, origin, direction)!.t - 9999.99)).toBeLessThan(1e-11)
  })

  it('never NaN: axis-parallel, nearly parallel and denormal directions', () => {
    const diamond: Vector[] = [[1, 0], [0, 1], [-1, 0], [0, -1]]
    const shapes = [
      makeShape(CIRCLE, [1]), makeShape(CAPSULE, [1, 1]), makeShape(SEGMENT, [1]), makePolygon(diamond), makePolygon(rectangle(1, 1)),
      makePolygon(diamond, 0.5), makePolygon(rectangle(1, 1), 1e-3),
    ]
    const small = [0, -0, 1e-320, 1e-160, 1e-17, 1, -1e-17, -1]
    const places = [0, 1, -1, 2, -2, 1e-300, 1.0007, 1.25]
    let bad = 0
    for (const shape of shapes) for (const dx of small) for (const dy of small) for (const x of places) for (const y of places) {
      const hit = cast(shape, [x, y], [dx, dy])
      if (hit !== null && !(Number.isFinite(hit.t) && hit.t >= 0 && normalOf(hit).every(Number.isFinite))) bad++
    }
    expect(bad).toBe(0)
  })
})

describe('random rays against brute force', () => {
  /** Points on an ellipse, counter-clockwise. */
  function randomCorners(random: () => number): Vector[] {
    const count = 3 + Math.floor(random() * 8)
    const [a, b] = [0.3 + random(), 0.3 + random()]
    return Array.from({ length: count }, (_, i): Vector => {
      const angle = ((i + 0.8 * random()) / count) * 2 * Math.PI
      return [a * Math.cos(angle), b * Math.sin(angle)]
    })
  }

  function randomRay(random: () => number): [Vector, Vector] {
    const origin = scaled(randomDirection(random), random() < 0.1 ? 2 * random() : 4 + 4 * random())
    const aim = scaled(randomDirection(random), 1.6 * random())
    return [origin, scaled(subtract(aim, origin), 0.5 + random())]
  }

  const makers: [string, (random: () => number) => TestShape][] = [
    ['circles', (random) => makeShape(CIRCLE, [0.1 + random()])],
    ['capsules', (random) => makeShape(CAPSULE, [0.1 + 0.5 * random(), random()])],
    ['segments', (random) => makeShape(SEGMENT, [0.2 + 1.5 * random()])],
    ['polygons', (random) => makePolygon(randomCorners(random))],
    ['rounded polygons', (random) => makePolygon(randomCorners(random), 0.02 + random() * random())],
  ]

  it.each(makers)('%s', (_, make) => {
    const random = createRandom(20)
    let hits = 0
    for (let i = 0; i < 2000; i++) {
      const shape = make(random)
      shape.center = scaled(randomDirection(random), random())
      shape.angle = random() * 7
      const [origin, direction] = randomRay(random)
      const truth = bruteEntry(shape, origin, direction)
      const found = cast(shape, origin, direction)
      expect(Math.abs((found === null ? -1 : found.t) - truth)).toBeLessThan(1e-6)
      if (found === null) continue
      hits++
      if (found.t === 0) continue
      // The normal faces the ray, the point is on the surface, and going out along the normal is going straight away from it.
      const at = add(origin, scaled(direction, found.t))
      const core = coreOf(shape)
      expect(dot(normalOf(found), direction)).toBeLessThan(0)
      expect(Math.abs(distance(core, at) - radiusOf(shape))).toBeLessThan(1e-13)
      expect(Math.abs(distance(core, add(at, scaled(normalOf(found), 0.5))) - radiusOf(shape) - 0.5)).toBeLessThan(1e-12)
    }
    expect(hits).toBeGreaterThan(400)
  })
})
