import { describe, expect, it } from 'vitest'
import { FIXED, overlapsAt, separationAlong, timeOfSeparation } from '../../../../src/d2/geometry/axis-separation.ts'
import { Sweep } from '../../../../src/d2/geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT, TOI_OVERLAPPED, TOI_SEPARATED } from '../../../../src/d2/geometry/time-of-impact.ts'
import { CHAIN_LINK } from '../../../../src/d2/geometry/shapes/segment.ts'
import { createRandom } from '../../../common/random.ts'
import { add, box, capsule, circle, direction, MAKERS, NAMES, scaled, segment, truthOf, turned, type TestShape, type Vector } from './truth.ts'

interface Motion {
  shape: TestShape
  from: Vector
  to: Vector
  a0: number
  a1: number
  offset: Vector
}

function moving(shape: TestShape, from: Vector, to: Vector, a0 = 0, a1 = 0, offset: Vector = [0, 0]): Motion {
  return { shape, from, to, a0, a1, offset }
}

function sweepOf(m: Motion): Sweep {
  const sweep = new Sweep()
  sweep.c0.set(m.from)
  sweep.c1.set(m.to)
  sweep.a0 = m.a0
  sweep.a1 = m.a1
  sweep.localOffset.set(m.offset)
  sweep.localRotation = m.shape.angle
  return sweep
}

function poseAt(m: Motion, t: number): TestShape {
  const angle = m.a0 + t * (m.a1 - m.a0)
  const center = add(add(m.from, scaled([m.to[0] - m.from[0], m.to[1] - m.from[1]], t)), turned(m.offset, angle))
  return { ...m.shape, center, angle: angle + m.shape.angle }
}

function impactOf(a: Motion, b: Motion, target = 0): TimeOfImpact {
  const out = new TimeOfImpact()
  const size = Float64Array.from([...a.shape.size, ...b.shape.size])
  timeOfImpact(out, a.shape.kind, b.shape.kind, size, 0, 4, a.shape.polygon, b.shape.polygon, sweepOf(a), sweepOf(b), target)
  return out
}

describe('time of impact against closed forms', () => {
  it('two circles', () => {
    const hit = impactOf(moving(circle(1), [0, 0], [0, 0]), moving(circle(2), [10, 1.8], [0, 1.8]))
    // (10 − 10 t)² + 1.8² = 3²
    expect(hit.state).toBe(TOI_HIT)
    expect(hit.t).toBeCloseTo(1 - 2.4 / 10, 12)
    expect(hit.nx).toBeCloseTo(0.8, 9)
    expect(hit.ny).toBeCloseTo(0.6, 9)
    expect(impactOf(moving(circle(1), [0, 0], [0, 0]), moving(circle(2), [10, 3.001], [0, 3.001])).state).toBe(TOI_SEPARATED)
    expect(impactOf(moving(circle(1), [0, 0], [0, 0]), moving(circle(2), [1, 1], [9, 1])).state).toBe(TOI_OVERLAPPED)
  })

  it('a box on a wall', () => {
    const hit = impactOf(moving(box(0.5, 4), [0, 0], [0, 0]), moving(box(0.5, 0.5), [5, 0.3], [-5, 0.3]), 0.01)
    expect(hit.t).toBeCloseTo((5 - 1.01) / 10, 5)
    expect(hit.distance).toBeGreaterThan(0.01 - 1e-12)
    expect(hit.distance).toBeLessThan(0.0101)
    expect(hit.nx).toBeCloseTo(1, 12)
  })

  it('a spinning bar that strikes a floor', () => {
    // The lower end is L sin(angle) + r below the middle, which stays at 1.
    const bar = moving(capsule(0.1, 1.5, [0, 0], Math.PI / 2), [0, 1], [0, 1], 0, 2)
    const hit = impactOf(bar, moving(box(10, 1), [0, -1], [0, -1]))
    expect(hit.state).toBe(TOI_HIT)
    expect(hit.t).toBeCloseTo(Math.asin(0.9 / 1.5) / 2, 9)
    expect(hit.ny).toBeCloseTo(-1, 9)
  })

  it('a bar that makes several turns on its way down', () => {
    const bar = moving(segment(1), [0, 3], [0, -3], 0, 20)
    const floor = moving(box(10, 1), [0, -1], [0, -1])
    // 3 − 6 t = |sin 20 t|, first root by bisection on a fine grid.
    let first = 0
    while (3 - 6 * first > Math.abs(Math.sin(20 * first))) first += 1e-6
    const hit = impactOf(bar, floor)
    expect(hit.t).toBeGreaterThan(first - 1e-5)
    expect(hit.t).toBeLessThan(first + 1e-9)
  })

  it('a shape off the centre of mass', () => {
    // On a crank of 2 that turns from 0 to a right angle, the circle is at 2 sin(angle) high.
    const crank = moving(circle(0.25), [0, 0], [0, 0], 0, Math.PI / 2, [2, 0])
    const hit = impactOf(crank, moving(box(10, 1), [0, 2.25], [0, 2.25]))
    expect(hit.t).toBeCloseTo(Math.asin(0.5) / (Math.PI / 2), 9)
  })

  it('a segment of a chain is met from its left only', () => {
    const link = segment(5)
    link.size[3] = CHAIN_LINK
    const ball = (from: number, to: number): Motion => moving(circle(0.1), [0, from], [0, to])
    expect(impactOf(ball(1, -1), moving(link, [0, 0], [0, 0])).t).toBeCloseTo(0.45, 12)
    expect(impactOf(ball(-1, 1), moving(link, [0, 0], [0, 0])).state).toBe(TOI_SEPARATED)
    expect(impactOf(moving(link, [0, 0], [0, 0]), ball(-1, 1)).state).toBe(TOI_SEPARATED)
    expect(impactOf(ball(-1, 1), moving(segment(5), [0, 0], [0, 0])).t).toBeCloseTo(0.45, 12)
  })
})

describe('time of impact against small steps', () => {
  for (const first of NAMES) {
    it(first, () => {
      const random = createRandom(NAMES.indexOf(first))
      let hits = 0
      let most = 0
      for (let i = 0; i < 120; i++) {
        const a = MAKERS[first](random, 1, 5)
        const b = MAKERS[NAMES[i % NAMES.length]](random, 1, 5)
        const spread = (): Vector => scaled(direction(7 * random()), 4 * random())
        const one = moving(a, spread(), spread(), 7 * random(), 7 * random(), scaled(spread(), 0.1))
        const two = moving(b, spread(), spread(), 7 * random(), 7 * random(), scaled(spread(), 0.1))
        const target = 0.01
        const hit = impactOf(one, two, target)
        most = Math.max(most, hit.iterations)
        const start = truthOf(poseAt(one, 0), poseAt(two, 0)).distance
        if (hit.state === TOI_OVERLAPPED) {
          expect(start).toBeLessThan(1e-12)
          continue
        }
        if (start <= 1.001 * target) {
          expect(hit.state).toBe(TOI_HIT)
          expect(hit.t).toBe(0)
          continue
        }
        // Never within the target before; at the target when it says so.
        let nearest = Infinity
        for (let k = 0; k <= 40; k++) nearest = Math.min(nearest, truthOf(poseAt(one, (hit.t * k) / 40), poseAt(two, (hit.t * k) / 40)).distance)
        expect(nearest).toBeGreaterThan(target - 1e-9)
        if (hit.state === TOI_SEPARATED) continue
        hits++
        const distance = truthOf(poseAt(one, hit.t), poseAt(two, hit.t)).distance
        expect(distance).toBeGreaterThan(target - 1e-9)
        expect(distance).toBeLessThan(1.0011 * target)
      }
      expect(hits).toBeGreaterThan(15)
      expect(most).toBeLessThan(40)
    })
  }
})

describe('separation along a normal', () => {
  it('is that of the support points, and its time is found', () => {
    const a = moving(box(1, 1), [0, 0], [0, 0])
    const b = moving(box(0.5, 0.5), [0, 3], [0, 1], 0, Math.PI / 4)
    const size = Float64Array.from([...a.shape.size, ...b.shape.size])
    const up = Float64Array.of(0, 1)
    const at = (t: number): number =>
      separationAlong(a.shape.kind, b.shape.kind, size, 0, 4, a.shape.polygon, b.shape.polygon, sweepOf(a), sweepOf(b), up, t)
    const low = (t: number): number => 3 - 2 * t - Math.SQRT1_2 * Math.sin(Math.PI / 4 + (t * Math.PI) / 4) - 1
    for (const t of [0, 0.3, 1]) expect(at(t)).toBeCloseTo(low(t), 12)
    const t = timeOfSeparation(a.shape.kind, b.shape.kind, size, 0, 4, a.shape.polygon, b.shape.polygon, sweepOf(a), sweepOf(b), up, FIXED, 0, 1)
    expect(Math.abs(low(t))).toBeLessThan(4e-6)
    const overlap = (time: number): boolean =>
      overlapsAt(a.shape.kind, b.shape.kind, size, 0, 4, a.shape.polygon, b.shape.polygon, sweepOf(a), sweepOf(b), 0, time)
    expect(overlap(t - 0.01)).toBe(false)
    expect(overlap(t + 0.01)).toBe(true)
  })
})
