import { describe, expect, it } from 'vitest'
import {
  box, boxCorners, capsule, contactOf, drum, hull, idsOf, IDENTITY, matrixOf, length, product, randomQuaternion, rotated, smallest, sphere,
  subtract, turn, type Contact, type TestShape, type Vector,
} from './truth.ts'
import { createRandom } from '../../../common/random.ts'

const UP: Vector = [0, 1, 0]
const CUBE: Vector = [0.5, 0.5, 0.5]

function expectVector(actual: Vector, expected: Vector, digits = 12): void {
  for (let i = 0; i < 3; i++) expect(actual[i]).toBeCloseTo(expected[i], digits)
}

/** Positions as sorted text, to compare sets. */
function places(contact: Contact): string[] {
  return contact.points.map((p) => p.position.map((v) => (Math.abs(v) < 1e-9 ? 0 : v).toFixed(6)).join(' ')).sort()
}

function square(half: number, y: number): string[] {
  const text = (x: number, z: number): string => [x, y, z].map((v) => v.toFixed(6)).join(' ')
  return [text(-half, -half), text(-half, half), text(half, -half), text(half, half)].sort()
}

/** The same box as a box and as a hull. */
function bothKinds(half: Vector, center: Vector = [0, 0, 0], rotation: readonly number[] = IDENTITY): TestShape[] {
  return [box(half, center, rotation), hull(boxCorners(half), center, rotation)]
}

/** All pairs of kinds with kind A <= kind B. */
function boxPairs(a: [Vector, Vector?, number[]?], b: [Vector, Vector?, number[]?]): [TestShape, TestShape][] {
  const pairs: [TestShape, TestShape][] = []
  for (const p of bothKinds(...a)) for (const q of bothKinds(...b)) if (p.kind <= q.kind) pairs.push([p, q])
  return pairs
}

describe('boxes and box-shaped hulls', () => {
  it('a cube resting flat has four points with the exact depth', () => {
    for (const [a, b] of boxPairs([CUBE], [CUBE, [0, 0.99, 0]])) {
      const c = contactOf(a, b, 0.02)
      expectVector(c.normal, UP)
      expect(places(c)).toEqual(square(0.5, 0.495))
      for (const p of c.points) expect(p.separation).toBeCloseTo(-0.01, 14)
      expect(new Set(idsOf(c)).size).toBe(4)
    }
  })

  it('reports a gap below the margin and nothing above it', () => {
    for (const [a, b] of boxPairs([CUBE], [CUBE, [0.25, 1.01, 0]])) {
      const c = contactOf(a, b, 0.02)
      expect(c.points.length).toBe(4)
      for (const p of c.points) expect(p.separation).toBeCloseTo(0.01, 14)
      expect(contactOf(a, b, 0.009).points.length).toBe(0)
    }
  })

  it('a small cube on a large slab keeps its own corners', () => {
    for (const [a, b] of boxPairs([[50, 0.5, 50]], [[0.1, 0.1, 0.1], [17.3, 0.599, -8.1]])) {
      const c = contactOf(a, b, 0.01)
      expect(c.points.length).toBe(4)
      for (const p of c.points) {
        expect(Math.abs(p.position[0] - 17.3)).toBeCloseTo(0.1, 12)
        expect(Math.abs(p.position[2] + 8.1)).toBeCloseTo(0.1, 12)
        expect(p.position[1]).toBeCloseTo(0.4995, 12)
        expect(p.separation).toBeCloseTo(-0.001, 12)
      }
    }
  })

  it('a cube turned by 45 degrees has four points of the octagon that span most of it', () => {
    for (const [a, b] of boxPairs([CUBE], [CUBE, [0, 0.99, 0], turn(UP, Math.PI / 4)])) {
      const c = contactOf(a, b, 0.02)
      expect(c.points.length).toBe(4)
      // Corners of the octagon: one coordinate 0.5, the other (√2 − 1)/2.
      const corner = (Math.SQRT2 - 1) / 2
      for (const p of c.points) {
        const x = Math.abs(p.position[0])
        const z = Math.abs(p.position[2])
        expect(Math.max(x, z)).toBeCloseTo(0.5, 12)
        expect(Math.min(x, z)).toBeCloseTo(corner, 12)
      }
      // Four of its corners span at most a square of this area.
      const [p0, p1, p2, p3] = c.points.map((p) => p.position)
      const d = subtract(p2, p0)
      const e = subtract(p3, p1)
      expect(Math.abs(d[0] * e[2] - d[2] * e[0]) / 2).toBeGreaterThan(0.95 * 2 * (0.25 + corner * corner))
    }
  })

  it('a cube on its edge has the two ends of the edge', () => {
    const tilt = turn([0, 0, 1], Math.PI / 4)
    for (const [a, b] of boxPairs([[5, 0.5, 5]], [CUBE, [0, 0.5 + Math.SQRT1_2 - 0.01, 0], tilt])) {
      const c = contactOf(a, b, 0.02)
      expectVector(c.normal, UP)
      expect(c.points.length).toBe(2)
      for (const p of c.points) {
        expect(p.position[0]).toBeCloseTo(0, 12)
        expect(Math.abs(p.position[2])).toBeCloseTo(0.5, 12)
        expect(p.separation).toBeCloseTo(-0.01, 12)
      }
    }
  })

  it('a cube on its corner has one point', () => {
    const diagonal = Math.sqrt(3) / 2
    const onCorner = turn([1, 0, -1], -Math.acos(1 / Math.sqrt(3)))
    for (const [a, b] of boxPairs([[5, 0.5, 5]], [CUBE, [0, 0.5 + diagonal - 0.01, 0], onCorner])) {
      const c = contactOf(a, b, 0.02)
      expectVector(c.normal, UP)
      expect(c.points.length).toBe(1)
      expect(c.points[0].separation).toBeCloseTo(-0.01, 10)
      expectVector(c.points[0].position, [0, 0.495, 0], 9)
    }
  })

  it('two crossed bars on edge touch in one point', () => {
    const bar: Vector = [0.1, 0.1, 2]
    const onEdge = turn([0, 0, 1], Math.PI / 4)
    const across = product(turn(UP, Math.PI / 2), onEdge)
    const height = 2 * 0.1 * Math.SQRT2
    for (const gap of [-0.01, 0.01]) {
      for (const [a, b] of boxPairs([bar, [0, 0, 0], onEdge], [bar, [0.3, height + gap, 0.2], across])) {
        const c = contactOf(a, b, 0.02)
        expect(c.points.length).toBe(1)
        expectVector(c.normal, UP)
        expect(c.points[0].separation).toBeCloseTo(gap, 12)
        expectVector(c.points[0].position, [0, height / 2 + gap / 2, 0.2])
      }
    }
  })

  it('an overhanging box gets the points of the shared rectangle', () => {
    for (const [a, b] of boxPairs([CUBE], [CUBE, [0.7, 0.999, 0.2]])) {
      const c = contactOf(a, b, 0.02)
      const text = (x: number, z: number): string => [x, 0.4995, z].map((v) => v.toFixed(6)).join(' ')
      expect(places(c)).toEqual([text(0.2, -0.3), text(0.2, 0.5), text(0.5, -0.3), text(0.5, 0.5)].sort())
    }
  })

  it('a drum of sixteen corners rests on four far apart points', () => {
    const a = box([5, 0.5, 5])
    const b = hull(drum(16, 1, 0.25), [0, 0.749, 0])
    const c = contactOf(a, b, 0.02)
    expect(c.points.length).toBe(4)
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(-0.001, 9)
      expect(length([p.position[0], 0, p.position[2]])).toBeCloseTo(1, 9)
    }
    const [p0, p1, p2, p3] = c.points.map((p) => p.position)
    const d = subtract(p2, p0)
    const e = subtract(p3, p1)
    expect(Math.abs(d[0] * e[2] - d[2] * e[0]) / 2).toBeGreaterThan(1.9)
  })

  it('a deep overlap leaves by the short way', () => {
    for (const [a, b] of boxPairs([[5, 0.5, 5]], [CUBE, [0.3, 0.2, 0.1]])) {
      const c = contactOf(a, b, 0.02)
      expectVector(c.normal, UP)
      expect(smallest(c)).toBeCloseTo(-0.8, 12)
    }
  })

  it('the largest hull there is gives sound points', () => {
    const a = hull(drum(127, 1, 0.5))
    const b = hull(drum(127, 1, 0.5), [0.3, 0.99, 0.1], turn(UP, 0.01))
    const c = contactOf(a, b, 0.02)
    expect(c.points.length).toBe(4)
    for (const p of c.points) {
      expect(p.separation).toBeCloseTo(-0.01, 6)
      expect(length([p.position[0], 0, p.position[2]])).toBeLessThan(1 + 1e-6)
      expect(length([p.position[0] - 0.3, 0, p.position[2] - 0.1])).toBeLessThan(1 + 1e-6)
    }
    expect(new Set(idsOf(c)).size).toBe(4)
  })
})

describe('spheres', () => {
  it('touch boxes and hulls at face, edge and corner to 1e-9 of their size', () => {
    const random = createRandom(5)
    const radius = 2
    for (let frame = 0; frame < 10; frame++) {
      const rotation = matrixOf(randomQuaternion(random))
      for (const way of [[0, 1, 0], [1, 1, 0], [1, -1, 1]] as Vector[]) {
        for (const gap of [1e-9, -1e-9, 0.01, -0.01]) {
          const size = length(way)
          const local: Vector = [0, 0, 0]
          for (let i = 0; i < 3; i++) local[i] = way[i] * 1.5 + (way[i] / size) * (radius + gap)
          const center = rotated(rotation, local)
          for (const target of bothKinds([1.5, 1.5, 1.5], [0, 0, 0], rotation)) {
            const ball = sphere(radius, center)
            const c = contactOf(ball, target, 0.02)
            expect(c.points.length).toBe(1)
            expect(Math.abs(c.points[0].separation - gap)).toBeLessThan(1e-14)
            expectVector(c.normal, rotated(rotation, way.map((v) => -v / size) as Vector))
            // Just inside the margin it is there, just outside not.
            if (gap > 0) expect(contactOf(ball, target, gap - 1e-12).points.length).toBe(0)
          }
        }
      }
    }
  })

  it('with the centre inside leave by the nearest face', () => {
    for (const target of bothKinds([1, 2, 3])) {
      const c = contactOf(sphere(0.5, [0.8, 0.3, -0.2]), target, 0)
      expectVector(c.normal, [-1, 0, 0])
      expect(c.points[0].separation).toBeCloseTo(-0.7, 12)
      // Middle of the sphere's deepest point (0.3) and the face (1), from the sphere's centre at 0.8.
      expectVector(c.points[0].position, [0.65 - 0.8, 0, 0])
    }
  })

  it('touch spheres and capsules', () => {
    const c = contactOf(sphere(1), sphere(2, [0, 0, 2.9]), 0)
    expectVector(c.normal, [0, 0, 1])
    expect(c.points[0].separation).toBeCloseTo(-0.1, 14)
    expectVector(c.points[0].position, [0, 0, 0.95])
    const lying = capsule(0.5, 1, [1.4, 0.7, 0])
    const side = contactOf(sphere(1), lying, 0)
    expectVector(side.normal, [1, 0, 0])
    expect(side.points[0].separation).toBeCloseTo(-0.1, 14)
    const cap = contactOf(sphere(1), capsule(0.5, 1, [0, 2.55, 0]), 0.1)
    expectVector(cap.normal, UP)
    expect(cap.points[0].separation).toBeCloseTo(0.05, 14)
  })
})

describe('capsules', () => {
  const flat = turn([0, 0, 1], Math.PI / 2)

  it('lying on a face have two points, also where the face ends', () => {
    for (const target of bothKinds([5, 0.5, 5], [0, -0.5 - 0.3 + 0.001, 0])) {
      const c = contactOf(capsule(0.3, 1, [0, 0, 0], flat), target, 0.02)
      expectVector(c.normal, [0, -1, 0])
      expect(places(c)).toEqual(['-1.000000 -0.299500 0.000000', '1.000000 -0.299500 0.000000'])
      for (const p of c.points) expect(p.separation).toBeCloseTo(-0.001, 12)
      expect(new Set(idsOf(c)).size).toBe(2)
    }
    for (const target of bothKinds([5, 0.5, 5], [-4.6, -0.5 - 0.3 + 0.001, 0])) {
      const c = contactOf(capsule(0.3, 1, [0, 0, 0], flat), target, 0.02)
      expect(places(c)).toEqual(['-1.000000 -0.299500 0.000000', '0.400000 -0.299500 0.000000'])
    }
  })

  it('standing on a face have one point', () => {
    for (const target of bothKinds([5, 0.5, 5], [0, -0.5 - 1.3 + 0.001, 0])) {
      const c = contactOf(capsule(0.3, 1), target, 0.02)
      expect(places(c)).toEqual(['0.000000 -1.299500 0.000000'])
      expect(c.points[0].separation).toBeCloseTo(-0.001, 12)
    }
  })

  it('across an edge have one point, along an edge two', () => {
    // The edge x = 1, y = 1 of the box is met at 45 degrees by a capsule that runs across it or along it.
    const away = 1 + (0.3 - 0.01) * Math.SQRT1_2
    const n: Vector = [-Math.SQRT1_2, -Math.SQRT1_2, 0]
    for (const target of bothKinds([1, 1, 1], [-away, -away, 0])) {
      const across = contactOf(capsule(0.3, 1, [0, 0, 0], turn([0, 0, 1], Math.PI / 4)), target, 0.02)
      expectVector(across.normal, n)
      expect(across.points.length).toBe(1)
      expect(across.points[0].separation).toBeCloseTo(-0.01, 12)
      const along = contactOf(capsule(0.3, 0.7, [0, 0, 0], turn([1, 0, 0], Math.PI / 2)), target, 0.02)
      expectVector(along.normal, n)
      expect(along.points.length).toBe(2)
      for (const p of along.points) {
        expect(Math.abs(p.position[2])).toBeCloseTo(0.7, 12)
        expect(p.separation).toBeCloseTo(-0.01, 12)
      }
    }
  })

  it('through a box leave by the short way', () => {
    for (const target of bothKinds([1, 1, 1], [0.2, 0.7, 0])) {
      const c = contactOf(capsule(0.3, 5, [0, 0, 0], flat), target, 0)
      // The axis runs along x, 0.7 below the middle: out at the lower face, 0.3 away, plus the radius.
      expectVector(c.normal, UP)
      expect(smallest(c)).toBeCloseTo(-0.6, 12)
      expect(c.points.length).toBe(2)
    }
  })

  it('side by side have two points, crossed one', () => {
    const beside = contactOf(capsule(0.3, 1), capsule(0.2, 1, [0.49, 0.5, 0]), 0.02)
    expectVector(beside.normal, [1, 0, 0])
    expect(places(beside)).toEqual(['0.295000 -0.500000 0.000000', '0.295000 1.000000 0.000000'])
    const turned = contactOf(capsule(0.3, 1), capsule(0.2, 1, [0.49, 0.5, 0], turn([1, 0, 0], Math.PI)), 0.02)
    expect(places(turned)).toEqual(places(beside))
    const crossed = contactOf(capsule(0.3, 1), capsule(0.2, 1, [0.49, 0.5, 0], turn([1, 0, 0], 1)), 0.02)
    expect(places(crossed)).toEqual(['0.295000 0.500000 0.000000'])
    expect(crossed.points[0].separation).toBeCloseTo(-0.01, 14)
    const inLine = contactOf(capsule(0.3, 1), capsule(0.2, 1, [0, 2.49, 0]), 0.02)
    expect(places(inLine)).toEqual(['0.000000 1.295000 0.000000'])
  })
})

describe('shapes in the same place', () => {
  it('give finite points, a unit normal and overlap', () => {
    const shapes = [
      sphere(1), capsule(0.5, 1), capsule(0.5, 0), box([1, 1, 1]), box([1, 0.01, 1]), hull(boxCorners([1, 2, 3])), hull(drum(12, 1, 1)),
    ]
    for (const a of shapes) for (const b of shapes) {
      if (a.kind > b.kind) continue
      const c = contactOf(a, b, 0.01)
      expect(c.points.length).toBeGreaterThan(0)
      expect(length(c.normal)).toBeCloseTo(1, 12)
      for (const p of c.points) {
        expect(p.separation).toBeLessThan(0)
        for (const v of p.position) expect(Number.isFinite(v)).toBe(true)
      }
      expect(new Set(idsOf(c)).size).toBe(c.points.length)
    }
  })
})
