import { describe, expect, it } from 'vitest'
import { SEGMENT } from '../../../../src/d2/geometry/shapes/segment.ts'
import { createRandom } from '../../../common/random.ts'
import {
  add, box, contactOf, coreOf, direction, dot, gapAlong, innerOf, length, MAKERS, NAMES, pointDistance, radiusOf, scaled, smallest, subtract,
  truthOf, type Contact, type TestShape, type Truth, type Vector,
} from './truth.ts'

/** Width per inner radius of contacts that are refused as slivers, doubled. */
const SLIVER = 0.008

function expectSound(a: TestShape, b: TestShape, contact: Contact, margin: number, scale: number): void {
  expect(contact.points.length).toBeLessThanOrEqual(2)
  expect(new Set(contact.points.map((p) => p.id)).size).toBe(contact.points.length)
  if (contact.points.length === 0) return
  const n = contact.normal
  expect(Math.abs(length(n) - 1)).toBeLessThan(1e-13)
  const offset = subtract(b.center, a.center)
  const gap = gapAlong(n, coreOf(a), coreOf(b).map((v) => add(v, offset))) - radiusOf(a) - radiusOf(b)
  // No point overlaps more than the shapes do along that normal: true only if it points from A to B.
  expect(smallest(contact)).toBeGreaterThan(gap - 1e-12 * scale)
  const truth = truthOf(a, b)
  const round = radiusOf(a) + radiusOf(b) > 0
  for (const p of contact.points) {
    expect(p.separation).toBeLessThan(margin)
    expect(p.id).toBeGreaterThanOrEqual(0)
    expect(p.id).toBeLessThan(65536)
    // Half the separation either way lies on the surfaces. A rounded corner may lie beside a face by 2 % of its height above it; of two points
    // on rounded faces that are tilted, the farther one is not where the roundness is.
    const onA = Math.abs(pointDistance(a, subtract(p.position, scaled(n, p.separation / 2))))
    const onB = Math.abs(pointDistance(b, subtract(add(p.position, scaled(n, p.separation / 2)), offset)))
    const deepest = p.separation === smallest(contact)
    if (deepest && truth.coreDistance > 0) expect(Math.max(onA, onB)).toBeLessThan((round ? 0.0201 * truth.coreDistance : 0) + 1e-12 * scale)
    if (!round) expect(Math.max(onA, onB)).toBeLessThan(1e-12 * scale)
  }
}

/** Is the contact so close to a corner that shifting B by a sliver's width either way changes what touches? */
function isFragile(a: TestShape, b: TestShape, truth: Truth): boolean {
  const side: Vector = [-truth.axis[1], truth.axis[0]]
  const step = SLIVER * Math.min(innerOf(a), innerOf(b))
  return [step, -step].some((s) => {
    const moved = truthOf(a, { ...b, center: add(b.center, scaled(side, s)) })
    return moved.corner || dot(moved.axis, truth.axis) < 0.999
  })
}

interface Count {
  overlapping: number
  apart: number
  corners: number
  fragile: number
}

function check(a: TestShape, b: TestShape, margin: number, scale: number, count: Count): void {
  const contact = contactOf(a, b, margin)
  expectSound(a, b, contact, margin, scale)
  const truth = truthOf(a, b)
  if (truth.distance >= margin) {
    expect(contact.points.length).toBe(0)
    return
  }
  const radii = radiusOf(a) + radiusOf(b)
  const exact = contact.points.length > 0 && Math.abs(smallest(contact) - truth.distance) <= 1e-6 * Math.abs(truth.distance) + 1e-12 * scale
  if (truth.distance < 0) count.overlapping++
  else count.apart++
  if (exact) {
    // A corner that lies beside a face by 2 % of the radius still counts as above it.
    const tied = truth.coreDistance === 0 || contact.points.length > 1
    expect(dot(contact.normal, truth.axis)).toBeGreaterThan(tied && truth.coreDistance === 0 ? -1 : 1 - 1e-3)
    return
  }
  if (radii > 0 && truth.coreDistance > 0) {
    expect(contact.points.length).toBeGreaterThan(0)
    expect(Math.abs(smallest(contact) - truth.distance)).toBeLessThan(2.01e-4 * truth.coreDistance)
    return
  }
  // Nothing may be stopped before it touches.
  if (truth.distance > 0 && contact.points.length > 0) expect(smallest(contact)).toBeGreaterThan(truth.distance - 1e-12 * scale)
  if (truth.corner) {
    count.corners++
    return
  }
  expect(isFragile(a, b, truth)).toBe(true)
  count.fragile++
}

const pairs: [string, string][] = []
for (const first of NAMES) for (const second of NAMES) {
  const random = createRandom(1)
  const kindA = MAKERS[first](random, 1, 1).kind
  const kindB = MAKERS[second](random, 1, 1).kind
  if (kindA <= kindB && !(kindA === SEGMENT && kindB === SEGMENT)) pairs.push([first, second])
}

describe('depth and distance against brute force', () => {
  for (const [first, second] of pairs) {
    it(`${first} and ${second}`, () => {
      const random = createRandom(31 * NAMES.indexOf(first) + NAMES.indexOf(second))
      const count = { overlapping: 0, apart: 0, corners: 0, fragile: 0 }
      const rounds = 900
      for (let i = 0; i < rounds; i++) {
        const scale = [1, 1e-3, 1e4][i % 3]
        const aspect = i % 2 === 0 ? 3 : 20
        const a = MAKERS[first](random, scale, aspect)
        const b = MAKERS[second](random, scale, aspect)
        b.center = scaled(direction(7 * random()), scale * (0.1 + random() * 1.9))
        check(a, b, 0.3 * scale, scale, count)
      }
      expect(count.overlapping).toBeGreaterThan(rounds / 20)
      expect(count.apart).toBeGreaterThan(rounds / 20)
      expect(count.fragile).toBeLessThan(rounds / 20)
    })
  }
})

describe('boxes', () => {
  it('give the same contact whether they are known to be boxes or not', () => {
    const random = createRandom(5)
    let compared = 0
    for (let i = 0; i < 1500; i++) {
      const maker = MAKERS[i % 2 === 0 ? 'box' : 'roundedBox']
      const a = maker(random, 1, 4)
      const b = maker(random, 1, 4)
      b.center = scaled(direction(7 * random()), 2.2 * random())
      const plain = (shape: TestShape): TestShape => ({ ...shape, size: [shape.size[0], 0, 0, 0] })
      const one = contactOf(a, b, 0.1)
      const two = contactOf(plain(a), plain(b), 0.1)
      expect(two.points.map((p) => p.id)).toEqual(one.points.map((p) => p.id))
      if (one.points.length === 0) continue
      compared++
      expect(length(subtract(one.normal, two.normal))).toBeLessThan(1e-12)
      for (let k = 0; k < one.points.length; k++) {
        expect(length(subtract(one.points[k].position, two.points[k].position))).toBeLessThan(1e-12)
        expect(Math.abs(one.points[k].separation - two.points[k].separation)).toBeLessThan(1e-12)
      }
    }
    expect(compared).toBeGreaterThan(500)
  })

  it('that are long and thin have the right depth', () => {
    const random = createRandom(99)
    const sizes: Vector[] = [[0.05, 0.05], [0.013, 0.013], [0.08, 0.004], [0.002, 0.09], [10, 10], [10, 1e-3], [1e-3, 5]]
    const count = { overlapping: 0, apart: 0, corners: 0, fragile: 0 }
    for (const p of sizes) for (const q of sizes) for (let k = 0; k < 20; k++) {
      const a = box(p[0], p[1], [0, 0], 7 * random())
      const b = box(q[0], q[1], [0, 0], 7 * random())
      b.center = scaled(direction(7 * random()), random() * Math.min(Math.max(...p), Math.max(...q)))
      check(a, b, 0.01, Math.max(...p, ...q), count)
    }
    expect(count.overlapping).toBeGreaterThan(400)
  })
})
