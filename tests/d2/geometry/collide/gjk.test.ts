import { describe, expect, it } from 'vitest'
import { GjkResult, gjkDistance, gjkDistanceFrom, gjkWithin } from '../../../../src/d2/geometry/gjk.ts'
import { shapesOverlap } from '../../../../src/d2/geometry/overlap.ts'
import { createRandom } from '../../../common/random.ts'
import { add, direction, dot, length, MAKERS, NAMES, pointDistance, radiusOf, scaled, subtract, truthOf, type TestShape } from './truth.ts'

function distanceOf(out: GjkResult, a: TestShape, b: TestShape, from = false): void {
  const rot = Float64Array.of(Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle))
  const size = Float64Array.from([...a.size, ...b.size])
  const d = subtract(b.center, a.center)
  const call = from ? gjkDistanceFrom : gjkDistance
  call(out, a.kind, b.kind, rot, 0, 2, size, 0, 4, a.polygon, b.polygon, d[0], d[1])
}

const within = (a: TestShape, b: TestShape, reach: number): boolean => {
  const rot = Float64Array.of(Math.cos(a.angle), Math.sin(a.angle), Math.cos(b.angle), Math.sin(b.angle))
  const size = Float64Array.from([...a.size, ...b.size])
  const d = subtract(b.center, a.center)
  if (reach === 0) return shapesOverlap(a.kind, b.kind, rot, 0, 2, size, 0, 4, a.polygon, b.polygon, d[0], d[1])
  return gjkWithin(new GjkResult(), a.kind, b.kind, rot, 0, 2, size, 0, 4, a.polygon, b.polygon, d[0], d[1], reach)
}

describe('distance against brute force', () => {
  const out = new GjkResult()
  for (const first of NAMES) for (const second of NAMES) {
    it(`${first} and ${second}`, () => {
      const random = createRandom(7 * NAMES.indexOf(first) + NAMES.indexOf(second))
      let overlapping = 0
      let apart = 0
      for (let i = 0; i < 200; i++) {
        const scale = [1, 1e-6, 1e6][i % 3]
        const a = MAKERS[first](random, scale, i % 2 === 0 ? 3 : 100)
        const b = MAKERS[second](random, scale * [1, 1, 1e-3][i % 5 % 3], i % 2 === 0 ? 3 : 100)
        b.center = scaled(direction(7 * random()), scale * 3 * random())
        const truth = truthOf(a, b)
        distanceOf(out, a, b)
        const tolerance = 2e-15 * (scale * 4)
        expect(Math.abs(out.coreDistance - truth.coreDistance)).toBeLessThan(tolerance)
        expect(Math.abs(out.distance - Math.max(0, truth.coreDistance - radiusOf(a) - radiusOf(b)))).toBeLessThan(tolerance)
        expect(out.iterations).toBeLessThan(16)
        expect(Math.abs(Math.hypot(out.nx, out.ny) - 1)).toBeLessThan(1e-14)
        if (truth.coreDistance > 1e-6 * scale) {
          apart++
          expect(dot([out.nx, out.ny], truth.axis)).toBeGreaterThan(1 - 1e-9)
          // The points are on the surfaces, and as far apart as said.
          expect(Math.abs(pointDistance(a, [out.ax, out.ay]))).toBeLessThan(tolerance)
          expect(Math.abs(pointDistance(b, subtract([out.bx, out.by], subtract(b.center, a.center))))).toBeLessThan(tolerance)
          const between = dot(subtract([out.bx, out.by], [out.ax, out.ay]), truth.axis)
          expect(Math.abs(between - truth.distance)).toBeLessThan(tolerance)
        } else overlapping++
        if (Math.abs(truth.distance) > tolerance) expect(within(a, b, 0)).toBe(truth.distance < 0)
        for (const factor of [0.5, 0.999999, 1.000001, 2]) {
          if (truth.distance > 1e-3 * scale) expect(within(a, b, factor * truth.distance)).toBe(factor > 1)
        }
      }
      expect(apart).toBeGreaterThan(50)
      if (first !== 'circle' && second !== 'circle' && !(first === 'segment' && second === 'segment')) expect(overlapping).toBeGreaterThan(6)
    })
  }

  it('is the same when started from the simplex of a little earlier', () => {
    const random = createRandom(4)
    const warm = new GjkResult()
    let saved = 0
    for (let i = 0; i < 400; i++) {
      const a = MAKERS.polygon(random, 1, 3)
      const b = MAKERS.roundedPolygon(random, 1, 3)
      b.center = scaled(direction(7 * random()), 3)
      distanceOf(warm, a, b)
      b.center = add(b.center, scaled(direction(7 * random()), 0.02))
      b.angle += 0.01
      distanceOf(warm, a, b, true)
      distanceOf(out, a, b)
      expect(Math.abs(warm.distance - out.distance)).toBeLessThan(1e-14)
      saved += out.iterations - warm.iterations
    }
    expect(saved).toBeGreaterThan(200)
  })

  it('of segments in line is that of their ends', () => {
    const random = createRandom(3)
    for (let i = 0; i < 200; i++) {
      const a = MAKERS.segment(random, 1, 3)
      const b = { ...MAKERS.segment(random, 1, 3), angle: a.angle }
      const gap = random()
      b.center = scaled(direction(a.angle), a.size[0] + b.size[0] + gap)
      distanceOf(out, a, b)
      expect(Math.abs(out.distance - gap)).toBeLessThan(1e-14)
      expect(length(subtract([out.nx, out.ny], direction(a.angle)))).toBeLessThan(1e-7)
    }
  })
})
