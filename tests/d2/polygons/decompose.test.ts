// Outlines cut into pieces: areas add up, pieces are convex, do not overlap, fill what is inside and leave holes empty.
import { describe, expect, it } from 'vitest'
import { PhysicsError } from '../../../src/common/errors.ts'
import { decompose } from '../../../src/polygons/decompose.ts'
import type { Outline } from '../../../src/polygons/outline.ts'
import { triangulate } from '../../../src/polygons/triangulate.ts'
import { createRandom } from '../../common/random.ts'
import { areaOf, areaOfOutline, commonArea, isInside, moved, OUTLINES, rectangle, star, type Point, type TestOutline } from './outlines.ts'

const sum = (pieces: readonly Point[][]): number => pieces.reduce((total, piece) => total + areaOf(piece), 0)

function extentOf({ outer }: TestOutline): number {
  return Math.max(...outer.map((p) => Math.abs(p.x - outer[0].x)), ...outer.map((p) => Math.abs(p.y - outer[0].y)))
}

/** Smallest turn at a corner, as twice the area of the corner's triangle. */
function leastTurn(piece: readonly Point[]): number {
  return Math.min(...piece.map((a, i) => 2 * areaOf([a, piece[(i + 1) % piece.length], piece[(i + 2) % piece.length]])))
}

/** Corners at which an outline bends inwards. */
function reflexCount({ outer, holes = [] }: TestOutline): number {
  const inward = (ring: Point[], isHole: boolean): number => {
    const sign = areaOf(ring) > 0 !== isHole ? 1 : -1
    return ring.filter((a, i) => sign * areaOf([a, ring[(i + 1) % ring.length], ring[(i + 2) % ring.length]]) < 0).length
  }
  return inward(outer, false) + holes.reduce((total, hole) => total + inward(hole, true), 0)
}

describe.each(Object.entries(OUTLINES))('%s', (_, outline) => {
  const size = extentOf(outline)
  const area = areaOfOutline(outline)
  const cuts: [string, Point[][]][] = [['triangles', triangulate(outline)], ['pieces', decompose(outline)]]

  it.each(cuts)('%s add up to the area', (_, pieces) => {
    expect(Math.abs(sum(pieces) / area - 1)).toBeLessThan(1e-9)
  })

  it.each(cuts)('%s are convex and counter-clockwise', (_, pieces) => {
    for (const piece of pieces) {
      expect(areaOf(piece)).toBeGreaterThan(0)
      expect(leastTurn(piece) / size ** 2).toBeGreaterThan(-1e-12)
    }
  })

  it.each(cuts)('%s do not overlap', (_, pieces) => {
    let worst = 0
    for (let i = 0; i < pieces.length; i++) for (let j = i + 1; j < pieces.length; j++) worst = Math.max(worst, commonArea(pieces[i], pieces[j]))
    expect(worst / area).toBeLessThan(1e-9)
  })

  it.each(cuts)('%s hold what is inside, and nothing of holes', (_, pieces) => {
    const random = createRandom(7)
    const { outer, holes = [] } = outline
    for (let i = 0; i < 300; i++) {
      const p = { x: outer[0].x + (2 * random() - 1) * size, y: outer[0].y + (2 * random() - 1) * size }
      const inside = isInside(outer, p) && !holes.some((hole) => isInside(hole, p))
      expect(pieces.filter((piece) => isInside(piece, p)).length).toBe(inside ? 1 : 0)
    }
    for (const hole of holes) {
      const middle = { x: sumOf(hole, 'x') / hole.length, y: sumOf(hole, 'y') / hole.length }
      expect(pieces.some((piece) => isInside(piece, middle))).toBe(false)
    }
  })

  it('pieces have at most 16 points, all of them the outline’s own, and are few', () => {
    const [[, triangles], [, pieces]] = cuts
    const given = new Set([outline.outer, ...(outline.holes ?? [])].flat().map((p) => `${p.x} ${p.y}`))
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(16)
      for (const p of piece) expect(given.has(`${p.x} ${p.y}`)).toBe(true)
    }
    expect(pieces.length).toBeLessThanOrEqual(triangles.length)
    // Hertel and Mehlhorn: at most two diagonals stay per inward corner; and one per 14 points because of the limit.
    const points = given.size
    expect(pieces.length).toBeLessThanOrEqual(2 * reflexCount(outline) + 1 + points / 7)
  })
})

function sumOf(ring: readonly Point[], axis: 'x' | 'y'): number {
  return ring.reduce((total, p) => total + p[axis], 0)
}

it('convex outlines stay whole', () => {
  for (const count of [3, 4, 9, 16]) {
    const pieces = decompose({ outer: star(count, () => 2) })
    expect(pieces.length).toBe(1)
    expect(pieces[0].length).toBe(count)
  }
})

it('random outlines with random holes, turned and scaled', () => {
  const random = createRandom(11)
  for (let run = 0; run < 150; run++) {
    const count = 3 + Math.floor(random() * 40)
    const radii = Array.from({ length: count }, () => 3 + 4 * random())
    const angle = random() * 7
    const scale = 10 ** (random() * 8 - 4)
    const place = (p: Point): Point => ({
      x: scale * (Math.cos(angle) * p.x - Math.sin(angle) * p.y), y: scale * (Math.sin(angle) * p.x + Math.cos(angle) * p.y),
    })
    const holes: Point[][] = []
    // All inside the circle of radius 0.7, which even a triangle of radius 3 holds.
    for (let x = -1; x <= 1; x++) {
      if (random() < 0.6) holes.push(moved(star(3 + Math.floor(random() * 6), () => 0.1 + 0.1 * random()), 0.45 * x, 0.2 * random()))
    }
    const outline = { outer: star(count, (i) => radii[i]).map(place), holes: holes.map((hole) => hole.map(place)) }
    const pieces = decompose(outline)
    expect(Math.abs(sum(pieces) / areaOfOutline(outline) - 1)).toBeLessThan(1e-9)
    for (const piece of pieces) expect(leastTurn(piece)).toBeGreaterThan(-1e-12 * scale * scale)
    const again = decompose({ outer: outline.outer.toReversed(), holes: outline.holes.map((hole) => hole.toReversed()) })
    expect(Math.abs(sum(again) / sum(pieces) - 1)).toBeLessThan(1e-12)
  }
})

it('slivers are left out of pieces', () => {
  const outer = [...rectangle(0, 0, 1, 1), { x: 0, y: 0.5 }, { x: -1e-9, y: 0.25 }]
  const pieces = decompose({ outer })
  for (const piece of pieces) expect(areaOf(piece)).toBeGreaterThan(1e-3)
  expect(sum(pieces)).toBeCloseTo(1, 8)
})

describe('refuses', () => {
  const square = rectangle(0, 0, 4, 4)
  const small = rectangle(1, 1, 2, 2)
  const refused: [string, unknown, string, string][] = [
    ['nothing', undefined, 'wrong-type', 'outline'],
    ['no ring', { outer: 5 }, 'wrong-type', 'outline.outer'],
    ['holes that are no array', { outer: square, holes: {} }, 'wrong-type', 'outline.holes'],
    ['a hole that is no ring', { outer: square, holes: [null] }, 'wrong-type', 'outline.holes[0]'],
    ['a point that is none', { outer: [...square.slice(0, 3), 7] }, 'wrong-type', 'outline.outer[3]'],
    ['NaN', { outer: [...square.slice(0, 3), { x: NaN, y: 4 }] }, 'not-finite', 'outline.outer[3].x'],
    ['Infinity in a hole', { outer: square, holes: [small, [...small.slice(1), { x: 0, y: -Infinity }]] }, 'not-finite', 'outline.holes[1][3].y'],
    ['two points', { outer: square.slice(0, 2) }, 'degenerate', 'outline.outer'],
    ['two points and the first again', { outer: [square[0], square[1], square[0]] }, 'degenerate', 'outline.outer'],
    ['an empty hole', { outer: square, holes: [[]] }, 'degenerate', 'outline.holes[0]'],
    ['a point twice', { outer: [square[0], square[1], square[1], square[2]] }, 'degenerate', 'outline.outer[2]'],
    ['an eight', { outer: [square[0], square[2], square[1], square[3]] }, 'degenerate', 'outline.outer[2]'],
    ['points on one line', { outer: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 3, y: 3 }] }, 'degenerate', 'outline.outer[0]'],
    ['a spike', { outer: [...square, { x: 0, y: 2 }, { x: -3, y: 2 }, { x: 0, y: 2 }] }, 'degenerate', 'outline.outer[5]'],
    ['a corner on an edge', { outer: [...square, { x: 2, y: 0 }] }, 'degenerate', 'outline.outer[3]'],
    ['a hole across the outer ring', { outer: square, holes: [moved(small, 2.5, 0)] }, 'degenerate', 'outline.holes[0][0]'],
    ['a hole that touches the outer ring', { outer: square, holes: [moved(small, 2, 0)] }, 'degenerate', 'outline.holes[0][0]'],
    ['holes that cross', { outer: square, holes: [small, moved(small, 0.5, 0.5)] }, 'degenerate', 'outline.holes[1][3]'],
    ['a hole outside', { outer: square, holes: [small, moved(small, 9, 0)] }, 'out-of-range', 'outline.holes[1]'],
    ['a hole in a hole', { outer: square, holes: [rectangle(1, 1, 3, 3), rectangle(1.5, 1.5, 2, 2)] }, 'out-of-range', 'outline.holes[1]'],
    ['too many points', { outer: star(10001, () => 5) }, 'limit-exceeded', 'outline.outer'],
  ]

  it.each(refused)('%s', (_, outline, code, field) => {
    for (const cut of [triangulate, decompose]) {
      let error: unknown
      try {
        cut(outline as Outline)
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(PhysicsError)
      expect([(error as PhysicsError).code, (error as PhysicsError).field]).toEqual([code, field])
    }
  })

  it('every way in which two edges of a large outline can cross', () => {
    const random = createRandom(13)
    for (let i = 0; i < 100; i++) {
      const ring = star(60, () => 5)
      const a = Math.floor(random() * 60)
      const b = (a + 2 + Math.floor(random() * 57)) % 60
      ;[ring[a], ring[b]] = [ring[b], ring[a]]
      expect(() => decompose({ outer: ring })).toThrow(/crosses or touches/)
    }
  })
})
