import { describe, expect, it } from 'vitest'
import { GjkResult, gjkDistance, gjkDistanceFrom } from '../../../../src/d3/geometry/gjk.ts'
import { shapesOverlap } from '../../../../src/d3/geometry/overlap.ts'
import { BOX } from '../../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../../src/d3/geometry/shapes/capsule.ts'
import { HULL } from '../../../../src/d3/geometry/shapes/hull.ts'
import { SPHERE } from '../../../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../../common/random.ts'
import {
  add, bruteDistance, coreOf, dot, gapAlong, length, makeHull, makeShape, matrixOf, packPair, radiusOf, randomDirection, randomQuaternion,
  randomShape, rotated, scaled, subtract, type TestShape, type Vector,
} from './convex.ts'

const result = new GjkResult()

function measure(a: TestShape, b: TestShape): GjkResult {
  const { rotation, size, offset } = packPair(a, b)
  gjkDistance(result, a.kind, b.kind, rotation, 0, 9, size, 0, 4, a.hull, b.hull, offset[0], offset[1], offset[2])
  return result
}

function overlap(a: TestShape, b: TestShape): boolean {
  const { rotation, size, offset } = packPair(a, b)
  return shapesOverlap(a.kind, b.kind, rotation, 0, 9, size, 0, 4, a.hull, b.hull, offset[0], offset[1], offset[2])
}

const normalOf = (r: GjkResult): Vector => [r.nx, r.ny, r.nz]
const pointA = (r: GjkResult): Vector => [r.ax, r.ay, r.az]
const pointB = (r: GjkResult): Vector => [r.bx, r.by, r.bz]
const column = (m: readonly number[], i: number): Vector => [m[i], m[3 + i], m[6 + i]]
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

/** Largest gap along the 15 axes that can separate two boxes: positive iff they are apart. */
function boxSeparation(a: TestShape, b: TestShape): number {
  const coreA = coreOf(a)
  const coreB = coreOf(b).map((p) => add(p, subtract(b.center, a.center)))
  const axes: Vector[] = []
  for (let i = 0; i < 3; i++) axes.push(column(a.rotation, i), column(b.rotation, i))
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) axes.push(cross(column(a.rotation, i), column(b.rotation, j)))
  let best = -Infinity
  for (const axis of axes) {
    const n = length(axis)
    if (n < 1e-6) continue
    best = Math.max(best, gapAlong(scaled(axis, 1 / n), coreA, coreB), gapAlong(scaled(axis, -1 / n), coreA, coreB))
  }
  return best
}

/** Checks everything the result says against the brute-force core distance; returns the error relative to the extent. */
function checkAgainstBrute(a: TestShape, b: TestShape): number {
  const offset = subtract(b.center, a.center)
  const coreA = coreOf(a)
  const coreB = coreOf(b).map((p) => add(p, offset))
  const truth = bruteDistance(coreA, coreB)
  const r = measure(a, b)
  const radii = radiusOf(a) + radiusOf(b)
  const extent = Math.max(...coreA.map(length), ...coreB.map(length)) + radii
  let error = Math.abs(r.coreDistance - truth) / extent
  error = Math.max(error, Math.abs(length(normalOf(r)) - 1))
  if (r.coreDistance === 0) return error
  error = Math.max(error, Math.abs(r.distance - Math.max(0, truth - radii)) / extent)
  // The normal separates by the full distance, and the points lie that far apart along it.
  error = Math.max(error, Math.abs(gapAlong(normalOf(r), coreA, coreB) - truth) / extent)
  const between = subtract(pointB(r), pointA(r))
  error = Math.max(error, Math.abs(dot(between, normalOf(r)) - (truth - radii)) / extent)
  return error
}

describe('distance against closed forms', () => {
  it('sphere to box in random frames, sizes 1e-6 to 1e6', () => {
    const random = createRandom(1)
    let distanceError = 0
    let normalError = 0
    let pointError = 0
    for (let i = 0; i < 5000; i++) {
      const scale = Math.pow(10, 12 * random() - 6)
      const rotation = matrixOf(randomQuaternion(random))
      const half: Vector = [scale * random(), scale * random(), scale * random()]
      const r = scale * (0.01 + random())
      const local: Vector = [4 * scale * (random() - 0.5), 4 * scale * (random() - 0.5), 4 * scale * (random() - 0.5)]
      const nearest = local.map((c, k) => Math.min(half[k], Math.max(-half[k], c))) as Vector
      const away = subtract(local, nearest)
      const found = measure(makeShape(BOX, half, [0, 0, 0], rotation), makeShape(SPHERE, [r], rotated(rotation, local)))
      distanceError = Math.max(distanceError, Math.abs(found.distance - Math.max(0, length(away) - r)) / scale)
      if (length(away) > 1e-3 * scale) {
        const outward = scaled(away, 1 / length(away))
        normalError = Math.max(normalError, length(subtract(normalOf(found), rotated(rotation, outward))))
        const onSphere = rotated(rotation, subtract(local, scaled(outward, r)))
        const onBox = rotated(rotation, nearest)
        pointError = Math.max(pointError, length(subtract(pointA(found), onBox)) / scale, length(subtract(pointB(found), onSphere)) / scale)
      }
    }
    expect(distanceError).toBeLessThan(1e-14)
    expect(normalError).toBeLessThan(1e-12)
    expect(pointError).toBeLessThan(1e-12)
  })

  it('axis-aligned boxes: face, edge and corner regions', () => {
    const random = createRandom(2)
    let distanceError = 0
    let normalError = 0
    let wrong = 0
    for (let i = 0; i < 5000; i++) {
      const a: Vector = [random() + 0.01, random() + 0.01, random() + 0.01]
      const b: Vector = [random() + 0.01, random() + 0.01, random() + 0.01]
      const offset: Vector = [5 * (random() - 0.5), 5 * (random() - 0.5), 5 * (random() - 0.5)]
      const gap = offset.map((c, k) => Math.max(0, Math.abs(c) - a[k] - b[k])) as Vector
      const found = measure(makeShape(BOX, a), makeShape(BOX, b, offset))
      distanceError = Math.max(distanceError, Math.abs(found.distance - length(gap)))
      if (overlap(makeShape(BOX, a), makeShape(BOX, b, offset)) !== (length(gap) === 0)) wrong++
      if (length(gap) > 0) {
        const n = gap.map((c, k) => Math.sign(offset[k]) * c / length(gap)) as Vector
        normalError = Math.max(normalError, length(subtract(normalOf(found), n)) * length(gap))
      }
    }
    expect(distanceError).toBeLessThan(5e-15)
    expect(normalError).toBeLessThan(5e-15)
    expect(wrong).toBe(0)
  })

  it('spheres and capsules, also crossed, parallel and end to end', () => {
    const pair = (a: TestShape, b: TestShape): number => measure(a, b).distance
    expect(pair(makeShape(SPHERE, [0.5]), makeShape(SPHERE, [0.25], [3, 4, 0]))).toBeCloseTo(4.25, 14)
    const alongX = [0, 1, 0, -1, 0, 0, 0, 0, 1]
    const upright = makeShape(CAPSULE, [0.1, 1])
    expect(pair(upright, makeShape(CAPSULE, [0.2, 1], [0, 0, 2], alongX))).toBeCloseTo(1.7, 14)
    expect(pair(upright, makeShape(CAPSULE, [0.2, 1], [0.9, 0.3, 0]))).toBeCloseTo(0.6, 14)
    expect(pair(upright, makeShape(CAPSULE, [0.2, 1], [0, 5, 0]))).toBeCloseTo(2.7, 14)
    expect(pair(upright, makeShape(SPHERE, [0.2], [0, -3, 0]))).toBeCloseTo(1.7, 14)
    expect(pair(upright, makeShape(CAPSULE, [0.2, 1], [0, 0, 0.2], alongX))).toBe(0)
  })
})

describe('distance against brute force', () => {
  const cases: [string, number, number][] = [
    ['rounded shapes', 1, 1], ['slender shapes', 30, 1], ['slivers 1 : 1000', 1e3, 1e-2], ['sheets and needles 1 : 1e6', 1e6, 1e-2],
    ['nearly touching', 10, 1e-9], ['far apart', 10, 1e4],
  ]
  for (const [name, aspect, gap] of cases) {
    it(`${name}, all kinds, scales 1e-6 to 1e6`, () => {
      const random = createRandom(aspect + gap)
      let worst = 0
      for (let i = 0; i < 600; i++) {
        const scale = Math.pow(10, 12 * random() - 6)
        const a = randomShape(i & 3, random, scale, aspect)
        const b = randomShape((i >> 2) & 3, random, scale, aspect)
        const along = randomDirection(random)
        const shift = scaled(randomDirection(random), 0.3 * scale * random())
        const start = gapAlong(along, coreOf(a), coreOf(b).map((p) => add(p, shift)))
        b.center = add(shift, scaled(along, gap * scale * random() + radiusOf(a) + radiusOf(b) - start))
        worst = Math.max(worst, checkAgainstBrute(a, b))
      }
      expect(worst).toBeLessThan(2e-14)
    })
  }

  it('features in line: faces, edges and corners that stay parallel', () => {
    const random = createRandom(3)
    let worst = 0
    for (let i = 0; i < 800; i++) {
      const scale = Math.pow(10, 6 * random() - 3)
      const gap = scale * Math.pow(10, -9 * random())
      const a = randomShape(BOX, random, scale, 100)
      const b = randomShape(BOX, random, scale, 100)
      // Half a turn about one of its own axes, quarter turns, or a free turn about the stacking axis only.
      const free = random() < 0.5
      const angle = free ? 6 * random() : Math.PI / 4 * Math.floor(8 * random())
      const spin = matrixOf([0, Math.sin(angle / 2), 0, Math.cos(angle / 2)])
      b.rotation = [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) =>
        a.rotation[3 * r] * spin[c] + a.rotation[3 * r + 1] * spin[3 + c] + a.rotation[3 * r + 2] * spin[6 + c]))
      const up = column(a.rotation, 1)
      const slide = rotated(a.rotation, [scale * (random() - 0.5), 0, scale * (random() - 0.5)])
      b.center = add(scaled(up, a.size[1] + b.size[1] + gap), slide)
      worst = Math.max(worst, checkAgainstBrute(a, b))
    }
    // Between two edges 1e-9 apart rounding of the inputs alone turns the normal by 1e-7, and the gap along it by the square.
    expect(worst).toBeLessThan(1e-12)
  })

  it('a grain of 1e-6 m on a slab of 1 m keeps its own precision', () => {
    const random = createRandom(4)
    const slab = makeShape(BOX, [1, 1, 1])
    for (let i = 0; i < 300; i++) {
      const grain = randomShape(BOX, random, 1e-6, 2)
      const low = Math.min(...coreOf(grain).map((p) => p[1]))
      const gap = 1e-7 * random()
      grain.center = [random() - 0.5, 1 + gap - low, random() - 0.5]
      const found = measure(slab, grain)
      expect(Math.abs(found.distance - gap)).toBeLessThan(4e-16)
      expect(found.ny).toBeGreaterThan(1 - 1e-12)
    }
  })

  it('big round hulls: 254 vertices each', () => {
    const random = createRandom(5)
    for (let i = 0; i < 200; i++) {
      const points = (): Vector[] => Array.from({ length: 254 }, () => randomDirection(random))
      const a = makeHull(points())
      const b = makeHull(points(), scaled(randomDirection(random), 2 + random()))
      const found = measure(a, b)
      const truth = gapAlong(normalOf(found), coreOf(a), coreOf(b).map((p) => add(p, b.center)))
      expect(Math.abs(found.distance - truth)).toBeLessThan(2e-15)
      expect(length(subtract(subtract(pointB(found), pointA(found)), scaled(normalOf(found), found.distance)))).toBeLessThan(1e-13)
      expect(found.iterations).toBeLessThan(40)
    }
  })
})

describe('touching and just missing', () => {
  it('a sphere at face, edge and vertex of a box, ± 1e-9 of its size', () => {
    const random = createRandom(6)
    for (const scale of [1e-6, 1, 1e6]) for (let frame = 0; frame < 10; frame++) {
      const rotation = matrixOf(randomQuaternion(random))
      const half: Vector = [1 * scale, 1.5 * scale, 0.5 * scale]
      const places: [Vector, Vector][] = [
        [[1, 0.2, 0.1], [1, 0, 0]], [[1, 1.5, 0.1], [Math.SQRT1_2, Math.SQRT1_2, 0]],
        [[1, 1.5, 0.5], [1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3)]],
      ]
      for (const [at, outward] of places) for (const gap of [1e-9, -1e-9, 0.01, -0.01]) {
        const local = scaled(add(at, scaled(outward, 2 + gap)), scale)
        const box = makeShape(BOX, half, [0, 0, 0], rotation)
        const ball = makeShape(SPHERE, [2 * scale], rotated(rotation, local))
        expect(overlap(box, ball)).toBe(gap < 0)
        expect(overlap(ball, box)).toBe(gap < 0)
        const found = measure(box, ball)
        expect(Math.abs(found.distance - Math.max(0, gap) * scale)).toBeLessThan(3e-15 * scale)
        expect(length(subtract(normalOf(found), rotated(rotation, outward)))).toBeLessThan(1e-13)
      }
    }
  })

  it('boxes and hulls brought to ± 1e-9 of their size along the axis that separates them best', () => {
    const random = createRandom(7)
    for (let i = 0; i < 1500; i++) {
      const scale = Math.pow(10, 12 * random() - 6)
      const a = randomShape(BOX, random, scale, 20)
      const b = randomShape(BOX, random, scale, 20)
      b.center = scaled(randomDirection(random), 3 * scale)
      const apart = measure(a, b)
      if (apart.distance === 0) continue
      const n = normalOf(apart)
      const { distance } = apart
      for (const gap of [1e-9, -1e-9]) {
        const moved: TestShape = { ...b, center: add(b.center, scaled(n, gap * scale - distance)) }
        expect(boxSeparation(a, moved) > 0).toBe(gap > 0)
        expect(overlap(a, moved)).toBe(gap < 0)
        const found = measure(a, moved)
        expect(Math.abs(found.distance - Math.max(0, gap) * scale)).toBeLessThan(1e-14 * scale)
      }
    }
  })

  it('agrees with the 15 separating axes on random boxes', () => {
    const random = createRandom(8)
    let apart = 0
    for (let i = 0; i < 4000; i++) {
      const a = randomShape(BOX, random, 1, 50)
      const b = randomShape(BOX, random, 1, 50)
      b.center = scaled(randomDirection(random), 2 * random())
      const separation = boxSeparation(a, b)
      if (Math.abs(separation) < 1e-14) continue
      expect(overlap(a, b)).toBe(separation < 0)
      expect(measure(a, b).distance > 0).toBe(separation > 0)
      if (separation > 0) apart++
    }
    expect(apart).toBeGreaterThan(500)
  })
})

describe('degenerate pairs', () => {
  function expectSane(a: TestShape, b: TestShape): GjkResult {
    const r = measure(a, b)
    for (const value of [r.distance, r.coreDistance, ...normalOf(r), ...pointA(r), ...pointB(r)]) expect(Number.isFinite(value)).toBe(true)
    expect(Math.abs(length(normalOf(r)) - 1)).toBeLessThan(1e-14)
    return r
  }

  it('the same centre, the same shape', () => {
    const random = createRandom(9)
    for (let kind = 0; kind < 4; kind++) {
      const shape = randomShape(kind, random, 1, 2)
      expect(expectSane(shape, shape).distance).toBe(0)
      expect(overlap(shape, shape)).toBe(true)
    }
  })

  it('a capsule of no length is a sphere', () => {
    const box = makeShape(BOX, [1, 1, 1])
    expect(expectSane(makeShape(CAPSULE, [0.5, 0]), makeShape(CAPSULE, [0.25, 0], [0, 2, 0])).distance).toBeCloseTo(1.25, 15)
    expect(expectSane(box, makeShape(CAPSULE, [0.5, 0], [3, 0, 0])).distance).toBeCloseTo(1.5, 15)
  })

  it('hulls with repeated, collinear and coplanar points', () => {
    const flat = makeHull([[0, 0, 0], [1, 0, 0], [1, 0, 0], [0.5, 0, 0], [0, 0, 1], [1, 0, 1], [0.25, 0, 0.5]])
    const needle = makeHull([[-1, 0, 0], [0, 0, 0], [1, 0, 0], [0.5, 0, 0]], [0.3, 2, 0.4])
    expect(expectSane(flat, needle).distance).toBeCloseTo(2, 15)
    expect(expectSane(flat, makeHull([[0, 0, 0], [0, 0, 0]], [0.5, -0.5, 0.5])).distance).toBeCloseTo(0.5, 15)
    expect(expectSane(flat, makeShape(BOX, [0.1, 0.1, 0.1], [0.5, 0, 0.5])).distance).toBe(0)
    expect(expectSane(flat, flat).distance).toBe(0)
  })

  it('crossed segments that meet exactly', () => {
    const quarter = [0, 1, 0, -1, 0, 0, 0, 0, 1]
    expect(expectSane(makeShape(CAPSULE, [0.1, 1]), makeShape(CAPSULE, [0.1, 1], [0.5, 0, 0], quarter)).coreDistance).toBe(0)
  })

  it('points of overlapping cores are common to both', () => {
    const random = createRandom(10)
    for (let i = 0; i < 300; i++) {
      const a = randomShape(BOX, random, 1, 5)
      const b = randomShape(BOX, random, 1, 5)
      b.center = scaled(randomDirection(random), 0.5 * random())
      const r = measure(a, b)
      if (r.distance > 0) continue
      for (const [shape, p] of [[a, pointA(r)], [b, subtract(pointB(r), b.center)]] as const) {
        for (let k = 0; k < 3; k++) expect(Math.abs(dot(column(shape.rotation, k), p))).toBeLessThan(shape.size[k] + 1e-12)
      }
    }
  })

  it('starting from the last simplex changes nothing but the effort', () => {
    const random = createRandom(11)
    const warm = new GjkResult()
    for (let i = 0; i < 500; i++) {
      const a = randomShape(i & 3, random, 1, 10)
      const b = randomShape(HULL - (i >> 2 & 3), random, 1, 10)
      b.center = scaled(randomDirection(random), 3)
      const { rotation, size, offset } = packPair(a, b)
      warm.simplexCount = 0
      for (let step = 0; step < 5; step++) {
        gjkDistanceFrom(warm, a.kind, b.kind, rotation, 0, 9, size, 0, 4, a.hull, b.hull, offset[0], offset[1], offset[2])
        gjkDistance(result, a.kind, b.kind, rotation, 0, 9, size, 0, 4, a.hull, b.hull, offset[0], offset[1], offset[2])
        expect(Math.abs(warm.distance - result.distance)).toBeLessThan(1e-14)
        for (let k = 0; k < 3; k++) offset[k] *= 0.8
      }
    }
  })
})
