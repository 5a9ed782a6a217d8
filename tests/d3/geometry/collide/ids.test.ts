import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../common/random.ts'
import {
  add, box, boxCorners, capsule, contactOf, drum, hull, IDENTITY, idsOf, KIND_NAMES, length, matrixOf, product, randomDirection, randomShape,
  scaled, subtract, turn, type Contact, type TestShape, type Vector,
} from './truth.ts'

const UP: Vector = [0, 1, 0]
const CUBE: Vector = [0.5, 0.5, 0.5]

/** The same pair, shaken: B moved by up to `amount`, both turned by up to `amount` rad. */
function shaken(a: TestShape, b: TestShape, amount: number, random: () => number): [TestShape, TestShape] {
  const shake = (shape: TestShape): TestShape => ({
    ...shape,
    rotation: product(turn(randomDirection(random), amount * random()), shape.rotation),
    center: add(shape.center, scaled(randomDirection(random), amount * random())),
  })
  return [shake(a), shake(b)]
}

/** Every id of the first contact is in the second, at the same place, and the other way round. */
function expectSameNames(first: Contact, second: Contact, reach: number): void {
  expect(idsOf(second)).toEqual(idsOf(first))
  for (const p of first.points) {
    const q = second.points.find((point) => point.id === p.id)!
    expect(length(subtract(q.position, p.position))).toBeLessThan(reach)
  }
}

/** Layouts that stacks, walls and floors are made of: A below, B above, overlap 0.5 mm. */
function layouts(): Record<string, [TestShape, TestShape]> {
  const y = 0.9995
  const yaw = (angle: number): number[] => turn(UP, angle)
  const hexagon = drum(6, 0.5, 0.5)
  return {
    'cube on cube': [box(CUBE), box(CUBE, [0, y, 0])],
    'brick over half a brick': [box(CUBE), box(CUBE, [0.5, y, 0])],
    'brick over a quarter': [box(CUBE), box(CUBE, [0.5, y, 0.5])],
    'third of a brick': [box(CUBE), box(CUBE, [1 / 3, y, 0])],
    'cube in the corner of a slab': [box([2, 0.5, 2]), box(CUBE, [1.5, y, 1.5])],
    'cube flush with one side': [box([2, 0.5, 2]), box(CUBE, [1.5, y, 0])],
    'cube with a corner on the slab’s middle': [box([2, 0.5, 2]), box(CUBE, [0.5, y, 0.5])],
    'cube turned by 45 degrees': [box(CUBE), box(CUBE, [0, y, 0], yaw(Math.PI / 4))],
    'cube turned by 45 degrees on a floor': [box([9, 0.5, 9]), box(CUBE, [1, y, 2], yaw(Math.PI / 4))],
    'cube turned by 30 degrees on a floor': [box([9, 0.5, 9]), box(CUBE, [1, y, 2], yaw(Math.PI / 6))],
    'cube turned by 60 degrees on a floor': [box([9, 0.5, 9]), box(CUBE, [1, y, 2], yaw(Math.PI / 3))],
    'cube upside down': [box(CUBE), box(CUBE, [0, y, 0], turn([0, 0, 1], Math.PI))],
    'slab on cube': [box(CUBE), box([2, 0.5, 2], [0, y, 0])],
    'plank across': [box([2, 0.5, 0.25]), box([0.25, 0.5, 2], [0, y, 0])],
    'side by side': [box(CUBE), box(CUBE, [y, 0, 0])],
    'cube on its edge': [box([2, 0.5, 2]), box(CUBE, [0, 0.4995 + Math.SQRT1_2, 0], turn([0, 0, 1], Math.PI / 4))],
    'hull cube on cube': [box(CUBE), hull(boxCorners(CUBE), [0, y, 0])],
    'hull cube on hull cube, half a brick': [hull(boxCorners(CUBE)), hull(boxCorners(CUBE), [0.5, y, 0])],
    'hexagon on hexagon': [hull(hexagon), hull(hexagon, [0, y, 0])],
    'hexagon on hexagon, turned': [hull(hexagon), hull(hexagon, [0, y, 0], yaw(Math.PI / 6))],
    'hexagon on a floor': [box([9, 0.5, 9]), hull(hexagon, [1, y, 2])],
    'drum of sixteen on a floor': [box([9, 0.5, 9]), hull(drum(16, 0.5, 0.5), [1, y, 2])],
    'drum of sixteen on another': [hull(drum(16, 0.5, 0.5)), hull(drum(16, 0.5, 0.5), [0, y, 0])],
    'drum of seven on a floor': [box([9, 0.5, 9]), hull(drum(7, 0.5, 0.5), [1, y, 2])],
    'capsule on a floor': [capsule(0.5, 1, [0, 0, 0], turn([1, 0, 0], Math.PI / 2)), box([9, 0.5, 9], [1, -y, 2])],
    'capsule half over a cube': [capsule(0.5, 1, [0, 0, 0], turn([1, 0, 0], Math.PI / 2)), box(CUBE, [0, -y, 0.5])],
    'capsule on a capsule': [capsule(0.5, 1), capsule(0.5, 1, [y, 0, 0])],
    'capsule beside a longer one, head down': [capsule(0.5, 1), capsule(0.5, 2, [y, 1, 0], turn([1, 0, 0], Math.PI))],
    'capsule on a hull': [capsule(0.5, 1, [0, 0, 0], turn([1, 0, 0], Math.PI / 2)), hull(hexagon, [0, -y, 0.5])],
  }
}

describe('ids', () => {
  const all = layouts()
  for (const name of Object.keys(all)) {
    it(`stay when it trembles: ${name}`, () => {
      const [a, b] = all[name]
      const random = createRandom(3)
      const still = contactOf(a, b, 0.02)
      expect(still.points.length).toBeGreaterThanOrEqual(2)
      for (const amount of [1e-12, 1e-9, 1e-7, 1e-5]) {
        for (let i = 0; i < 12; i++) {
          const [p, q] = shaken(a, b, amount, random)
          expectSameNames(still, contactOf(p, q, 0.02), 1e-3 + 10 * amount)
        }
      }
    })
  }

  it('stay while a box slides across the middle lines of a floor', () => {
    const floor = box([9, 0.5, 9])
    const first = idsOf(contactOf(floor, box(CUBE, [-3, 0.9995, 1], turn(UP, 0.1)), 0.02))
    for (let x = -3; x < 3; x += 0.01) expect(idsOf(contactOf(floor, box(CUBE, [x, 0.9995, 1 - x / 2], turn(UP, 0.1)), 0.02))).toEqual(first)
  })

  it('stay while a box slides off a ledge', () => {
    const ledge = box(CUBE)
    const first = idsOf(contactOf(ledge, box(CUBE, [0.002, 0.9995, 0.003]), 0.02))
    for (let x = 0; x < 0.99; x += 0.01) expect(idsOf(contactOf(ledge, box(CUBE, [x, 0.9995, 0.5 * x]), 0.02))).toEqual(first)
  })

  it('stay while a box turns or tilts a little on another', () => {
    const below = box(CUBE)
    const still = idsOf(contactOf(below, box(CUBE, [0.1, 0.9995, 0.2]), 0.02))
    for (let yaw = -0.5; yaw < 0.5; yaw += 0.0007) {
      const ids = idsOf(contactOf(below, box(CUBE, [0.1, 0.9995, 0.2], turn(UP, yaw)), 0.02))
      expect(ids.filter((id) => still.includes(id)).length).toBeGreaterThanOrEqual(3)
    }
    for (let tilt = -0.008; tilt < 0.008; tilt += 1.1e-4) {
      expect(idsOf(contactOf(below, box(CUBE, [0.1, 0.9995, 0.2], turn([0.6, 0, 0.8], tilt)), 0.02))).toEqual(still)
    }
  })

  it('stay when the reference face changes from one shape to the other', () => {
    // Rocking about x: A's face is the better one on one side, B's on the other.
    for (const make of [(c: Vector, r: readonly number[]) => box(CUBE, c, r), (c: Vector, r: readonly number[]) => hull(boxCorners(CUBE), c, r)]) {
      const first = idsOf(contactOf(make([0, 0, 0], IDENTITY), make([0.1, 0.9995, 0.2], turn([1, 0, 0.3], 1e-4)), 0.02))
      for (let angle = -1e-3; angle < 1e-3; angle += 1e-4) {
        const a = make([0, 0, 0], turn([1, 0, 0.3], -angle))
        const b = make([0.1, 0.9995, 0.2], turn([1, 0, 0.3], 1e-4))
        expect(idsOf(contactOf(a, b, 0.02))).toEqual(first)
      }
    }
  })

  for (let kindA = 0; kindA < 4; kindA++) for (let kindB = kindA; kindB < 4; kindB++) {
    it(`stay for ${KIND_NAMES[kindA]} and ${KIND_NAMES[kindB]} in any pose shaken by 1e-9`, () => {
      const random = createRandom(17 * kindA + kindB)
      let compared = 0
      for (let i = 0; i < 150; i++) {
        const a = randomShape(kindA, random, 1, 4)
        const b = randomShape(kindB, random, 1, 4)
        b.center = scaled(randomDirection(random), 0.3 + random())
        const still = contactOf(a, b, 0.05)
        if (still.points.length === 0) continue
        const [p, q] = shaken(a, b, 1e-9, random)
        expectSameNames(still, contactOf(p, q, 0.05), 1e-5)
        compared++
      }
      expect(compared).toBeGreaterThan(40)
    })
  }
})

describe('symmetry', () => {
  for (let kind = 0; kind < 4; kind++) {
    it(`swapping two shapes of kind ${KIND_NAMES[kind]} turns the normal round and nothing else`, () => {
      const random = createRandom(kind + 1)
      let compared = 0
      let thinned = 0
      for (let i = 0; i < 150; i++) {
        const a = randomShape(kind, random, 1, 4)
        const b = randomShape(kind, random, 1, 4)
        b.center = scaled(randomDirection(random), 0.3 + random())
        const one = contactOf(a, b, 0.05)
        const two = contactOf(b, a, 0.05)
        expect(two.points.length).toBe(one.points.length)
        if (one.points.length === 0) continue
        expect(length(add(one.normal, two.normal))).toBeLessThan(1e-12)
        const matched = one.points.map((p) => two.points.find((q) => length(subtract(add(q.position, b.center), p.position)) < 1e-11))
        // More than four points are thinned out to three or four in a frame of A's, so that the choice may differ, if rarely.
        if (one.points.length >= 3 && matched.includes(undefined)) {
          thinned++
          continue
        }
        compared++
        one.points.forEach((p, k) => expect(matched[k]!.separation).toBeCloseTo(p.separation, 12))
      }
      expect(compared).toBeGreaterThan(40)
      expect(thinned).toBeLessThan(compared / 10)
    })
  }

  const cases: [number, number][] = []
  for (let kindA = 0; kindA < 4; kindA++) for (let kindB = kindA; kindB < 4; kindB++) cases.push([kindA, kindB])

  it('turning the world turns the contact', () => {
    const random = createRandom(8)
    for (const [kindA, kindB] of cases) for (let i = 0; i < 30; i++) {
      const a = randomShape(kindA, random, 1, 4)
      const b = randomShape(kindB, random, 1, 4)
      b.center = scaled(randomDirection(random), 0.3 + random())
      const world = matrixOf(unitQuaternion(random))
      const one = contactOf(a, b, 0.05)
      const moved = (s: TestShape): TestShape => ({ ...s, rotation: product(world, s.rotation), center: times(world, s.center) })
      const two = contactOf(moved(a), moved(b), 0.05)
      expect(idsOf(two)).toEqual(idsOf(one))
      if (one.points.length === 0) continue
      expect(length(subtract(times(world, one.normal), two.normal))).toBeLessThan(1e-9)
      for (const p of one.points) {
        const q = two.points.find((point) => point.id === p.id)!
        expect(length(subtract(times(world, p.position), q.position))).toBeLessThan(1e-9)
      }
    }
  })

  it('the same at every scale', () => {
    for (const [kindA, kindB] of cases) for (const scale of [1e-6, 1e-3, 1e3, 1e6]) {
      for (let i = 0; i < 8; i++) {
        const pair = (size: number): [TestShape, TestShape] => {
          const random = createRandom(100 * i + 10 * kindA + kindB)
          const a = randomShape(kindA, random, size, 4)
          const b = randomShape(kindB, random, size, 4)
          b.center = scaled(randomDirection(random), size * (0.3 + random()))
          return [a, b]
        }
        const one = contactOf(...pair(1), 0.05)
        const two = contactOf(...pair(scale), 0.05 * scale)
        expect(idsOf(two)).toEqual(idsOf(one))
        for (const p of one.points) {
          const q = two.points.find((point) => point.id === p.id)!
          expect(Math.abs(q.separation / scale - p.separation)).toBeLessThan(1e-9)
        }
      }
    }
  })
})

function times(m: readonly number[], v: Vector): Vector {
  return [m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2], m[6] * v[0] + m[7] * v[1] + m[8] * v[2]]
}

function unitQuaternion(random: () => number): [number, number, number, number] {
  const u = randomDirection(random)
  const angle = Math.PI * random()
  return [u[0] * Math.sin(angle), u[1] * Math.sin(angle), u[2] * Math.sin(angle), Math.cos(angle)]
}
