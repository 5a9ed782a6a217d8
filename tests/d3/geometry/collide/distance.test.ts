import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../common/random.ts'
import { coreOf, gapAlong, radiusOf } from '../distance/convex.ts'
import {
  add, box, contactOf, cross, dot, innerOf, KIND_NAMES, length, matrixOf, pointDistance, randomDirection, randomQuaternion, randomShape, scaled,
  smallest, subtract, truthOf, type Contact, type TestShape, type Truth, type Vector,
} from './truth.ts'

/** Angle, rad, within which the engine may take a face's normal for an edge axis, so that resting boxes do not flicker. */
const SAME_AXIS = 0.0101

/** Depth per inner radius below which it does so even when the shapes overlap. */
const SHALLOW = 0.0201

/** Width per inner radius of contacts that are refused as slivers. */
const SLIVER = 0.008

/** Least overlap over directions spread evenly, then refined around the best. Knows nothing of faces and edges. */
function sampledDepth(a: TestShape, b: TestShape): number {
  const offset = subtract(b.center, a.center)
  const coreA = coreOf(a)
  const coreB = coreOf(b).map((v) => add(v, offset))
  const radii = radiusOf(a) + radiusOf(b)
  const found: { gap: number; n: Vector }[] = []
  for (let i = 0; i < 2000; i++) {
    const y = 1 - (2 * i + 1) / 2000
    const r = Math.sqrt(1 - y * y)
    const n: Vector = [r * Math.cos(i * 2.399963229728653), y, r * Math.sin(i * 2.399963229728653)]
    found.push({ gap: gapAlong(n, coreA, coreB), n })
  }
  found.sort((p, q) => q.gap - p.gap)
  let best = -Infinity
  for (let start = 0; start < 24; start++) {
    let { gap, n } = found[start]
    const random = createRandom(start)
    for (let step = 0.05; step > 1e-10; ) {
      let better = false
      for (let k = 0; k < 16; k++) {
        const trial = add(n, scaled(randomDirection(random), step))
        const u = scaled(trial, 1 / length(trial))
        const g = gapAlong(u, coreA, coreB)
        if (g > gap) {
          gap = g
          n = u
          better = true
        }
      }
      if (!better) step *= 0.6
    }
    best = Math.max(best, gap)
  }
  return best - radii
}

/** Is the contact so close to a corner that shifting B sideways by a sliver's width changes what touches? */
function isFragile(a: TestShape, b: TestShape, truth: Truth): boolean {
  const n = truth.axis
  const side = cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0])
  const u = scaled(side, 1 / length(side))
  const v = cross(n, u)
  const step = SLIVER * Math.min(innerOf(a), innerOf(b))
  for (let k = 0; k < 16; k++) {
    const angle = (k * Math.PI) / 8
    const shift = add(scaled(u, step * Math.cos(angle)), scaled(v, step * Math.sin(angle)))
    const moved = truthOf(a, { ...b, center: add(b.center, shift) })
    if (moved.corner || dot(moved.axis, n) < 0.999) return true
  }
  return false
}

function expectSound(a: TestShape, b: TestShape, contact: Contact, margin: number, scale: number): void {
  expect(contact.points.length).toBeLessThanOrEqual(4)
  expect(new Set(contact.points.map((p) => p.id)).size).toBe(contact.points.length)
  if (contact.points.length === 0) return
  const n = contact.normal
  expect(Math.abs(length(n) - 1)).toBeLessThan(1e-13)
  const offset = subtract(b.center, a.center)
  const gap = gapAlong(n, coreOf(a), coreOf(b).map((v) => add(v, offset))) - radiusOf(a) - radiusOf(b)
  // No point overlaps more than the shapes do along that normal: true only if it points from A to B.
  expect(smallest(contact)).toBeGreaterThan(gap - 1e-12 * scale)
  for (const p of contact.points) {
    expect(p.separation).toBeLessThan(margin)
    expect(p.id).toBeGreaterThanOrEqual(0)
    expect(p.id).toBeLessThan(65536)
    // Half the separation either way lies on the surfaces. Capsules lying askew on a face: 2 % of the radius.
    const onA = pointDistance(a, subtract(p.position, scaled(n, p.separation / 2)))
    const onB = pointDistance(b, subtract(add(p.position, scaled(n, p.separation / 2)), offset))
    const slack = 1e-12 * scale + 0.021 * (contact.points.length > 1 ? radiusOf(a) + radiusOf(b) : 0)
    expect(Math.abs(onA)).toBeLessThan(slack)
    expect(Math.abs(onB)).toBeLessThan(slack)
  }
}

interface Count {
  overlapping: number
  apart: number
  corners: number
  likeFace: number
}

function check(a: TestShape, b: TestShape, margin: number, scale: number, count: Count): void {
  const contact = contactOf(a, b, margin)
  expectSound(a, b, contact, margin, scale)
  const truth = truthOf(a, b, margin)
  const inner = Math.min(innerOf(a), innerOf(b))
  if (truth.distance >= margin) {
    expect(contact.points.length).toBe(0)
    return
  }
  const exact = contact.points.length > 0 && Math.abs(smallest(contact) - truth.distance) <= 1e-6 * Math.abs(truth.distance) + 1e-12 * scale
  const polytopes = a.kind >= 2
  if (truth.distance < 0) {
    count.overlapping++
    if (exact) return
    // Capsules side by side or askew on a face are taken at the ends of what they share: 4e-4 radii.
    if (!polytopes) {
      expect(Math.abs(smallest(contact) - truth.distance)).toBeLessThan(4e-4 * (radiusOf(a) + radiusOf(b)))
      return
    }
  } else {
    count.apart++
    if (!polytopes) {
      expect(contact.points.length).toBeGreaterThan(0)
      if (!exact) expect(Math.abs(smallest(contact) - truth.distance)).toBeLessThan(4e-4 * (radiusOf(a) + radiusOf(b)))
      return
    }
    // Nothing may be stopped before it touches.
    if (contact.points.length > 0) expect(smallest(contact)).toBeGreaterThan(truth.distance - 1e-12 * scale)
    if (truth.corner) {
      count.corners++
      return
    }
    if (exact) return
  }
  // What is left must be a resting contact taken at a face of nearly the same normal, or hardly a contact at all.
  if (truth.distance > -SHALLOW * inner && contact.points.length > 0 && dot(contact.normal, truth.axis) > Math.cos(SAME_AXIS)) {
    count.likeFace++
    return
  }
  expect(isFragile(a, b, truth)).toBe(true)
}

describe('the truth itself', () => {
  it('agrees with sampling of directions', () => {
    const random = createRandom(77)
    let compared = 0
    while (compared < 6) {
      const a = randomShape(2 + (compared & 1), random, 1, 3)
      const b = randomShape(2 + ((compared >> 1) & 1), random, 1, 3)
      b.center = scaled(randomDirection(random), 0.4)
      const truth = truthOf(a, b)
      if (truth.distance > -0.05) continue
      const sampled = sampledDepth(a, b)
      expect(sampled).toBeLessThan(truth.distance + 1e-12)
      expect(sampled).toBeGreaterThan(truth.distance - 1e-5)
      compared++
    }
  })
})

describe('depth and distance against brute force', () => {
  for (let kindA = 0; kindA < 4; kindA++) for (let kindB = kindA; kindB < 4; kindB++) {
    it(`${KIND_NAMES[kindA]} and ${KIND_NAMES[kindB]}`, () => {
      const random = createRandom(31 * kindA + kindB)
      const count = { overlapping: 0, apart: 0, corners: 0, likeFace: 0 }
      const rounds = kindA === 3 ? 120 : 200
      for (let i = 0; i < rounds; i++) {
        const aspect = i % 2 === 0 ? 3 : 20
        const a = randomShape(kindA, random, 1, aspect)
        const b = randomShape(kindB, random, 1, aspect)
        b.center = scaled(randomDirection(random), 0.1 + random() * 1.9)
        check(a, b, 0.3, 1, count)
      }
      expect(count.overlapping).toBeGreaterThan(rounds / 10)
      expect(count.apart).toBeGreaterThan(rounds / 20)
      expect(count.likeFace).toBeLessThan(rounds / 20)
    })
  }
})

describe('shallow overlaps and small gaps', () => {
  for (let kindA = 0; kindA < 4; kindA++) for (let kindB = Math.max(kindA, 2); kindB < 4; kindB++) {
    it(`${KIND_NAMES[kindA]} and ${KIND_NAMES[kindB]}`, () => {
      const random = createRandom(131 * kindA + kindB)
      const count = { overlapping: 0, apart: 0, corners: 0, likeFace: 0 }
      for (let i = 0; i < 30; i++) {
        const a = randomShape(kindA, random, 1, 3)
        const b = randomShape(kindB, random, 1, 3)
        // Nearer and nearer to where they should be.
        const way = randomDirection(random)
        const goal = (random() - 0.5) * 0.02
        let near = 0
        let far = 4
        for (let k = 0; k < 12; k++) {
          b.center = scaled(way, (near + far) / 2)
          if (truthOf(a, b, goal).distance < goal) near = (near + far) / 2
          else far = (near + far) / 2
        }
        check(a, b, 0.02, 1, count)
      }
      expect(count.overlapping + count.apart).toBeGreaterThan(24)
    })
  }
})

describe('thin and long boxes', () => {
  const sizes: Vector[] = [
    [0.05, 0.05, 0.05], [0.013, 0.013, 0.013], [0.08, 0.08, 0.004], [0.002, 0.002, 0.09], [0.018, 0.038, 0.047], [0.026, 0.0014, 0.008],
    [10, 10, 10], [0.01, 0.01, 0.01], [10, 1e-3, 1e-3], [5, 1e-3, 5],
  ]
  it('have the right depth to 1e-6', () => {
    const random = createRandom(99)
    for (const scale of [1, 1e-4, 1e4]) {
      const count = { overlapping: 0, apart: 0, corners: 0, likeFace: 0 }
      for (let i = 0; i < sizes.length; i++) for (let j = 0; j < sizes.length; j++) for (let k = 0; k < 3; k++) {
        const a = box(scaled(sizes[i], scale), [0, 0, 0], matrixOf(randomQuaternion(random)))
        const b = box(scaled(sizes[j], scale), [0, 0, 0], matrixOf(randomQuaternion(random)))
        const reach = Math.min(Math.max(...a.size), Math.max(...b.size))
        b.center = scaled(randomDirection(random), random() * reach)
        check(a, b, 0.01 * scale, scale * Math.max(...sizes[i], ...sizes[j]), count)
      }
      expect(count.overlapping).toBeGreaterThan(100)
    }
  })
})
