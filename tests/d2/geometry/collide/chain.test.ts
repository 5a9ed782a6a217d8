import { describe, expect, it } from 'vitest'
import { chain } from '../../../../src/d2/api/shape-definition.ts'
import { POLYGON } from '../../../../src/d2/geometry/shapes/polygon.ts'
import { SEGMENT } from '../../../../src/d2/geometry/shapes/segment.ts'
import { createRandom } from '../../../common/random.ts'
import {
  add, box, capsule, circle, contactOf, dot, length, polygon, radiusOf, regular, scaled, segment, smallest, truthOf, turned, type Contact,
  type TestShape, type Vector,
} from './truth.ts'

interface Link {
  shape: TestShape
  contact: Contact
  /** From the segment to the body. */
  normal: Vector
}

function linksOf(points: readonly Vector[], loop = false): TestShape[] {
  return chain({ points: points.map(([x, y]) => ({ x, y })), loop }).map((d) => ({
    kind: SEGMENT, size: [...d.size] as TestShape['size'], polygon: null, angle: d.rotation, center: [d.position.x, d.position.y] as Vector,
  }))
}

/** Contacts of a body with all segments of a chain. */
function meet(links: readonly TestShape[], body: TestShape, margin: number): Link[] {
  return links.map((shape) => {
    const contact = body.kind === POLYGON ? contactOf(shape, body, margin) : contactOf(body, shape, margin)
    return { shape, contact, normal: scaled(contact.normal, body.kind === POLYGON ? 1 : -1) }
  }).filter((link) => link.contact.points.length > 0)
}

const deepest = (links: readonly Link[]): number => Math.min(...links.map((link) => smallest(link.contact)))

/** Bodies whose lowest point is at 0 when they stand at the height they come with. */
const sliders: Record<string, (x: number, y: number, tilt: number) => TestShape> = {
  circle: (x, y) => circle(0.5, [x, 0.5 + y]),
  box: (x, y, tilt) => box(0.5, 0.5, [x, 0.5 + y], tilt),
  'rounded box': (x, y, tilt) => box(0.4, 0.4, [x, 0.5 + y], tilt, 0.1),
  capsule: (x, y, tilt) => capsule(0.25, 0.5, [x, 0.25 + y], Math.PI / 2 + tilt),
  'standing capsule': (x, y, tilt) => capsule(0.25, 0.5, [x, 0.75 + y], tilt),
  hexagon: (x, y, tilt) => polygon(regular(6, 1 / Math.sqrt(3)), [x, 0.5 + y], tilt),
  spike: (x, y, tilt) => polygon([[0, 0], [0.3, 1], [-0.3, 1]], [x, y], tilt),
}

describe('a flat chain', () => {
  // Lengths from far smaller than the body to larger.
  const at = [-6, -4, -3.3, -3, -2.9, -2.85, -2, -1.5, -1.45, -1.4, -1.3, -1, -0.5, 0, 0.1, 0.2, 1, 2, 2.5, 3, 4, 6]
  for (const name of Object.keys(sliders)) for (const slope of [0, 2.3]) {
    it(`gives ${name} its own normal everywhere, slope ${slope}`, () => {
      const c = Math.cos(slope)
      const s = Math.sin(slope)
      const links = linksOf(at.map((x): Vector => [c * x, s * x]))
      const wrong: string[] = []
      for (const gap of [0, 1e-9, -1e-9, -1e-4, -5e-4, -2e-3, 1e-4, 5e-3]) for (const tilt of [0, 1e-9, -1e-5, 2e-4, -1e-3]) {
        for (let x = -3; x < 3; x += 0.1373) for (const margin of [0.02, 0.5]) {
          const body = sliders[name](x, gap, tilt)
          const leaning: TestShape = {
            ...body, angle: body.angle + slope, center: [c * body.center[0] - s * body.center[1], s * body.center[0] + c * body.center[1]],
          }
          const met = meet(links, leaning, margin)
          for (const link of met) if (dot(link.normal, [-s, c]) < 1 - 1e-12) wrong.push(`x ${x} gap ${gap} tilt ${tilt} margin ${margin}`)
          if (met.length === 0) wrong.push(`nothing at x ${x} gap ${gap} tilt ${tilt} margin ${margin}`)
          else if (tilt === 0 && Math.abs(deepest(met) - gap) > 1e-9) wrong.push(`depth ${deepest(met)} at x ${x} gap ${gap}`)
        }
      }
      expect(wrong).toEqual([])
    })
  }

  it('lets bodies through from behind', () => {
    const links = linksOf([[-5, 0], [-1, 0], [0, 0], [5, 0]])
    for (const name of Object.keys(sliders)) for (let y = -2; y < -1.1; y += 0.05) expect(meet(links, sliders[name](0.3, y, 0.1), 2)).toEqual([])
  })
})

/** Hilly ground from left to right, no turn sharper than about 60 degrees either way. */
function terrain(random: () => number): Vector[] {
  const points: Vector[] = []
  let x = -6
  while (x < 6) {
    points.push([x, 0.5 * (random() - 0.5) * Math.min(1, 6 - Math.abs(x))])
    x += 0.3 + random()
  }
  return points
}

function heightAt(points: readonly Vector[], x: number): number {
  const i = points.findIndex((p) => p[0] > x)
  const [a, b] = [points[i - 1], points[i]]
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
}

describe('hills', () => {
  it('a circle has exactly its distance, and the normal there, once', () => {
    const random = createRandom(21)
    let corners = 0
    for (let round = 0; round < 40; round++) {
      const points = terrain(random)
      const links = linksOf(points)
      const plain = links.map((l) => segment(l.size[0], l.center, l.angle))
      for (let k = 0; k < 60; k++) {
        const x = 8 * (random() - 0.5)
        const ball = circle(0.2 + 0.3 * random(), [x, heightAt(points, x) + 0.05 + 0.6 * random()])
        const margin = 0.2
        const met = meet(links, ball, margin)
        const truths = plain.map((l) => truthOf(ball, l))
        const least = Math.min(...truths.map((t) => t.distance))
        expect(met.length > 0).toBe(least < margin)
        if (met.length === 0) continue
        expect(deepest(met)).toBeCloseTo(least, 9)
        const nearest = truths.findIndex((t) => t.distance === least)
        const best = met.filter((link) => smallest(link.contact) < least + 1e-9)
        expect(best.length).toBe(1)
        expect(dot(best[0].normal, truths[nearest].axis)).toBeCloseTo(-1, 9)
        if (truths[nearest].corner) corners++
      }
    }
    expect(corners).toBeGreaterThan(50)
  })

  it('all normals lie between those of the neighbours at corners that stick out, else they are the segment’s', () => {
    const random = createRandom(22)
    let met = 0
    let tilted = 0
    for (let round = 0; round < 60; round++) {
      const points = terrain(random)
      const links = linksOf(points)
      for (let k = 0; k < 80; k++) {
        const x = 8 * (random() - 0.5)
        const name = Object.keys(sliders)[1 + k % 6]
        const body = sliders[name](x, heightAt(points, x) + 0.3 * (random() - 0.2), 3 * random())
        for (const link of meet(links, body, 0.2)) {
          met++
          const i = links.indexOf(link.shape)
          const own: Vector = [-Math.sin(link.shape.angle), Math.cos(link.shape.angle)]
          const along = own[1] * link.normal[0] - own[0] * link.normal[1]
          if (Math.abs(along) < 1e-6) continue
          tilted++
          const other = links[along > 0 ? i + 1 : i - 1]
          const turn = (other.angle - link.shape.angle) * Math.sign(along)
          expect(turn).toBeLessThan(0)
          expect(Math.asin(Math.abs(along))).toBeLessThan(-turn + 1e-5)
        }
      }
    }
    expect(met).toBeGreaterThan(3000)
    expect(tilted).toBeGreaterThan(200)
  })

  it('bodies just above or touching have their distance', () => {
    const random = createRandom(23)
    let compared = 0
    for (let round = 0; round < 60; round++) {
      const points = terrain(random)
      const links = linksOf(points)
      const plain = links.map((l) => segment(l.size[0], l.center, l.angle))
      for (const name of Object.keys(sliders)) {
        const x = 6 * (random() - 0.5)
        const tilt = 3 * random()
        // Down until it is a little above the ground.
        const goal = 0.005 * random()
        const start = sliders[name](x, 0, tilt)
        const middle = add(start.center, turned([start.polygon?.center[0] ?? 0, start.polygon?.center[1] ?? 0], start.angle))
        let low = heightAt(points, middle[0]) + 0.05 - middle[1]
        let high = 3
        for (let k = 0; k < 40; k++) {
          const y = (low + high) / 2
          if (Math.min(...plain.map((l) => truthOf(l, sliders[name](x, y, tilt)).distance)) > goal) high = y
          else low = y
        }
        const body = sliders[name](x, high, tilt)
        const truths = plain.map((l) => truthOf(l, body))
        const least = Math.min(...truths.map((t) => t.distance))
        const nearest = truths.find((t) => t.distance === least)!
        if (radiusOf(body) === 0 && nearest.corner) continue
        const met = meet(links, body, 0.02)
        expect(met.length).toBeGreaterThan(0)
        expect(Math.abs(deepest(met) - least)).toBeLessThan(3e-4 * radiusOf(body) + 1e-9)
        const best = met.find((link) => smallest(link.contact) === deepest(met))!
        expect(length(add(best.normal, scaled(nearest.axis, -1)))).toBeLessThan(0.021)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(300)
  })
})

describe('corners', () => {
  it('a box in a valley touches both sides', () => {
    const links = linksOf([[-3, 3], [0, 0], [3, 3]])
    const met = meet(links, box(0.5, 0.5, [0, Math.SQRT1_2 - 1e-4], Math.PI / 4), 0.02)
    expect(met.length).toBe(2)
    expect(met.map((link) => link.contact.points.length)).toEqual([2, 2])
    for (const link of met) {
      expect(smallest(link.contact)).toBeCloseTo(-1e-4 * Math.SQRT1_2, 9)
      expect(Math.abs(link.normal[0])).toBeCloseTo(Math.SQRT1_2, 9)
    }
  })

  it('a box that slides into a wall meets it squarely, and the ground below', () => {
    const links = linksOf([[-5, 0], [0, 0], [1, 0], [1, 5]])
    const met = meet(links, box(0.5, 0.5, [0.5005, 0.4995]), 0.02)
    const normals = met.map((link) => link.normal.map((x) => Math.round(x) + 0).join())
    expect(normals).toContain('0,1')
    expect(normals).toContain('-1,0')
    for (const link of met) expect(Math.max(...link.normal.map(Math.abs))).toBeCloseTo(1, 12)
  })

  it('a box balances on a peak, and a ball rolls off the end of the ground', () => {
    const peak = linksOf([[-3, -1], [0, 0], [3, -1]])
    const met = meet(peak, box(1, 0.5, [0.2, 0.4999]), 0.02)
    expect(deepest(met)).toBeCloseTo(-1e-4, 9)
    for (const link of met) expect(link.normal[1]).toBeCloseTo(1, 9)
    const ground = linksOf([[-3, 0], [-1, 0], [0, 0]])
    for (const angle of [0.1, 0.7, 1.5]) {
      const met = meet(ground, circle(0.5, [0.5 * Math.sin(angle), 0.5 * Math.cos(angle)]), 0.02)
      expect(met.length).toBe(1)
      expect(met[0].normal[0]).toBeCloseTo(Math.sin(angle), 9)
      expect(smallest(met[0].contact)).toBeCloseTo(0, 12)
    }
    const start = linksOf([[0, 0], [1, 0], [3, 0]])
    expect(meet(start, circle(0.5, [-0.3, 0.4]), 0.02)[0].normal[0]).toBeCloseTo(-0.6, 9)
  })

  it('a loop is closed: no corner of a room or an island lets a ball through', () => {
    const room = linksOf([[-2, -2], [2, -2], [3, 0], [2, 2], [-2, 2]], true)
    const island = linksOf([[-2, 2], [2, 2], [3, 0], [2, -2], [-2, -2]], true)
    for (let angle = 0; angle < 6.3; angle += 0.05) {
      let inside = 0
      let outside = 0
      for (let way = 0.2; way < 5; way += 0.05) {
        inside += meet(room, circle(0.3, [way * Math.cos(angle), way * Math.sin(angle)]), 0).length > 0 ? 1 : 0
        outside += meet(island, circle(0.3, [way * Math.cos(angle), way * Math.sin(angle)]), 0).length > 0 ? 1 : 0
      }
      // Half a diameter on the solid side, at most twice as much across a slanted wall.
      expect(inside).toBeGreaterThanOrEqual(5)
      expect(outside).toBeGreaterThanOrEqual(5)
    }
  })
})
