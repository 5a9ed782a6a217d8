import { describe, expect, it } from 'vitest'
import { SEGMENT } from '../../../../src/d2/geometry/shapes/segment.ts'
import { createRandom } from '../../../common/random.ts'
import {
  add, box, capsule, contactOf, direction, idsOf, length, MAKERS, NAMES, plainBox, polygon, regular, scaled, segment, subtract, truthOf,
  type Contact, type TestShape,
} from './truth.ts'

/** The same pair, shaken: B moved by up to `amount`, both turned by up to `amount` rad. */
function shaken(a: TestShape, b: TestShape, amount: number, random: () => number): [TestShape, TestShape] {
  const shake = (shape: TestShape): TestShape => ({
    ...shape,
    angle: shape.angle + amount * (2 * random() - 1),
    center: add(shape.center, scaled(direction(7 * random()), amount * random())),
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

/** Layouts that stacks, walls and floors are made of: overlap 0.5 mm. */
function layouts(): Record<string, [TestShape, TestShape]> {
  const y = 0.9995
  const right = Math.PI / 2
  const hexagon = regular(6, 1 / Math.sqrt(3))
  const lying = (x: number): TestShape => capsule(0.5, 1, [x, 0], right)
  return {
    'box on box': [box(0.5, 0.5), box(0.5, 0.5, [0, y])],
    'brick over half a brick': [box(0.5, 0.5), box(0.5, 0.5, [0.5, y])],
    'third of a brick': [box(0.5, 0.5), box(0.5, 0.5, [1 / 3, y])],
    'box flush with the end of a slab': [box(2, 0.5), box(0.5, 0.5, [1.5, y])],
    'box upside down': [box(0.5, 0.5), box(0.5, 0.5, [0, y], Math.PI)],
    'box on its side': [box(0.5, 0.5), box(0.5, 0.5, [0.2, y], right)],
    'slab on box': [box(0.5, 0.5), box(2, 0.5, [0, y])],
    'side by side': [box(0.5, 0.5), box(0.5, 0.5, [y, 0])],
    'rounded box on rounded box': [box(0.4, 0.4, [0, 0], 0, 0.1), box(0.4, 0.4, [0, y], 0, 0.1)],
    'rounded box on a floor': [box(9, 0.5), box(0.4, 0.4, [0, y], 0, 0.1)],
    'rounded box under a slab': [box(0.4, 0.4, [0, 0], 0, 0.1), box(9, 0.5, [0, y])],
    'rounded polygon under a slab': [plainBox(0.4, 0.4, [0, 0], 0, 0.1), plainBox(9, 0.5, [0, y])],
    'polygon box on box': [box(0.5, 0.5), plainBox(0.5, 0.5, [0.1, y])],
    'polygon box on polygon box': [plainBox(0.5, 0.5), plainBox(0.5, 0.5, [0, y])],
    'hexagon on hexagon': [polygon(hexagon), polygon(hexagon, [0, y])],
    'hexagon on a floor': [box(9, 0.5), polygon(hexagon, [1, y])],
    'capsule on a floor': [lying(0), box(9, 0.5, [1, -y])],
    'capsule half over a box': [lying(0), box(0.5, 0.5, [1, -y])],
    'capsule on a capsule': [lying(0), capsule(0.5, 1, [0, y], right)],
    'capsule beside a longer one, head down': [lying(0), capsule(0.5, 2, [1, y], -right)],
    'capsule on a segment': [lying(0), segment(5, [1, -0.4995])],
    'box on a segment': [segment(5), box(0.5, 0.5, [1, 0.4995])],
    'hexagon over the end of a segment': [segment(1), polygon(hexagon, [1, 0.4995])],
  }
}

describe('ids', () => {
  const all = layouts()
  for (const name of Object.keys(all)) {
    it(`two that stay when it trembles: ${name}`, () => {
      const [a, b] = all[name]
      const random = createRandom(3)
      const still = contactOf(a, b, 0.02)
      expect(still.points.length).toBe(2)
      for (const p of still.points) expect(p.separation).toBeCloseTo(-0.0005, 9)
      for (const amount of [1e-12, 1e-9, 1e-7, 1e-5, 1e-4]) {
        for (let i = 0; i < 12; i++) {
          const [p, q] = shaken(a, b, amount, random)
          expectSameNames(still, contactOf(p, q, 0.02), 1e-3 + 10 * amount)
        }
      }
    })
  }

  it('one that stays when it trembles: standing capsule, box on its corner, spike', () => {
    const random = createRandom(9)
    const cases: [TestShape, TestShape][] = [
      [capsule(0.5, 1, [0, 0]), box(9, 0.5, [1, -1.9995])],
      [box(9, 0.5), box(0.5, 0.5, [1, 0.4995 + Math.SQRT1_2], Math.PI / 4)],
      [box(9, 0.5), plainBox(0.5, 0.5, [1, 0.4995 + Math.SQRT1_2], Math.PI / 4)],
      [box(9, 0.5), polygon([[0, 0], [0.02, 1], [-0.02, 1]], [1, 0.4995])],
      [box(9, 0.5), polygon([[0, 0], [0, 1], [-0.02, 1]], [1, 0.4995])],
    ]
    for (const [a, b] of cases) {
      const still = contactOf(a, b, 0.02)
      expect(still.points.length).toBe(1)
      expect(still.points[0].separation).toBeCloseTo(-0.0005, 9)
      for (const amount of [1e-12, 1e-9, 1e-7, 1e-5]) for (let i = 0; i < 30; i++) {
        const [p, q] = shaken(a, b, amount, random)
        expectSameNames(still, contactOf(p, q, 0.02), 1e-3)
      }
    }
  })

  it('stay while a box slides off a ledge', () => {
    const first = idsOf(contactOf(box(0.5, 0.5), box(0.5, 0.5, [0.002, 0.9995]), 0.02))
    for (let x = 0; x < 0.99; x += 0.01) expect(idsOf(contactOf(box(0.5, 0.5), box(0.5, 0.5, [x, 0.9995]), 0.02))).toEqual(first)
  })

  it('stay when the reference face changes from one shape to the other', () => {
    for (const make of [box, plainBox]) {
      const first = idsOf(contactOf(make(0.5, 0.5), make(0.5, 0.5, [0.1, 0.9995], 1e-4), 0.02))
      for (let angle = -1e-3; angle < 1e-3; angle += 1e-4) {
        expect(idsOf(contactOf(make(0.5, 0.5, [0, 0], angle), make(0.5, 0.5, [0.1, 0.9995], 1e-4), 0.02))).toEqual(first)
      }
    }
  })

  for (const first of NAMES) for (const second of NAMES) {
    const kindA = MAKERS[first](createRandom(1), 1, 1).kind
    const kindB = MAKERS[second](createRandom(1), 1, 1).kind
    if (kindA > kindB || (kindA === SEGMENT && kindB === SEGMENT)) continue
    it(`stay for ${first} and ${second} in any pose shaken by 1e-9`, () => {
      const random = createRandom(17 * NAMES.indexOf(first) + NAMES.indexOf(second))
      let compared = 0
      for (let i = 0; i < 250; i++) {
        const a = MAKERS[first](random, 1, 4)
        const b = MAKERS[second](random, 1, 4)
        b.center = scaled(direction(7 * random()), 0.3 + 1.5 * random())
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
  for (const name of NAMES) {
    if (name === 'segment') continue
    it(`swapping two of kind ${name} turns the normal round and nothing else`, () => {
      const random = createRandom(NAMES.indexOf(name) + 1)
      let compared = 0
      for (let i = 0; i < 300; i++) {
        const a = MAKERS[name](random, 1, 4)
        const b = MAKERS[name](random, 1, 4)
        b.center = scaled(direction(7 * random()), 0.3 + 1.5 * random())
        const one = contactOf(a, b, 0.05)
        const two = contactOf(b, a, 0.05)
        expect(two.points.length).toBe(one.points.length)
        if (one.points.length === 0) continue
        compared++
        expect(length(add(one.normal, two.normal))).toBeLessThan(1e-12)
        const swap = (id: number): number => ((id & 255) << 8) | (id >> 8)
        for (const p of one.points) {
          const q = two.points.find((point) => swap(point.id) === p.id)!
          expect(q).toBeDefined()
          expect(Math.abs(p.separation - q.separation)).toBeLessThan(1e-12)
          expect(length(subtract(add(q.position, b.center), add(p.position, a.center)))).toBeLessThan(1e-12)
        }
      }
      expect(compared).toBeGreaterThan(100)
    })
  }

  it('turning and moving the whole pair changes nothing', () => {
    const random = createRandom(12)
    for (let i = 0; i < 500; i++) {
      const a = MAKERS[NAMES[3 + i % 4]](random, 1, 4)
      const b = MAKERS[NAMES[3 + (i >> 2) % 4]](random, 1, 4)
      b.center = scaled(direction(7 * random()), 0.3 + 1.5 * random())
      if (truthOf(a, b).distance > 0.05) continue
      const one = contactOf(a, b, 0.05)
      const turn = 7 * random()
      const c = Math.cos(turn)
      const s = Math.sin(turn)
      const moved = (shape: TestShape): TestShape => ({
        ...shape, angle: shape.angle + turn,
        center: [c * shape.center[0] - s * shape.center[1] + 100, s * shape.center[0] + c * shape.center[1] - 50],
      })
      const two = contactOf(moved(a), moved(b), 0.05)
      expect(two.points.map((p) => p.id)).toEqual(one.points.map((p) => p.id))
      for (let k = 0; k < one.points.length; k++) expect(two.points[k].separation).toBeCloseTo(one.points[k].separation, 11)
    }
  })
})
