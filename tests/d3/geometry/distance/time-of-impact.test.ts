import { describe, expect, it } from 'vitest'
import { GjkResult, gjkDistance } from '../../../../src/d3/geometry/gjk.ts'
import { Sweep } from '../../../../src/d3/geometry/sweep.ts'
import { TimeOfImpact, timeOfImpact, TOI_HIT, TOI_OVERLAPPED, TOI_SEPARATED } from '../../../../src/d3/geometry/time-of-impact.ts'
import { BOX } from '../../../../src/d3/geometry/shapes/box.ts'
import { CAPSULE } from '../../../../src/d3/geometry/shapes/capsule.ts'
import { SPHERE } from '../../../../src/d3/geometry/shapes/sphere.ts'
import { createRandom } from '../../../common/random.ts'
import {
  add, dot, length, makeShape, matrixOf, randomDirection, randomQuaternion, randomShape, rotated, scaled, subtract, type TestShape, type Vector,
} from './convex.ts'

type Quaternion = [number, number, number, number]
const STILL: Quaternion = [0, 0, 0, 1]

const about = (axis: Vector, angle: number): Quaternion => [
  axis[0] * Math.sin(angle / 2), axis[1] * Math.sin(angle / 2), axis[2] * Math.sin(angle / 2), Math.cos(angle / 2),
]

function makeSweep(
  from: Vector, to: Vector, q0: Quaternion = STILL, q1: Quaternion = q0, offset: Vector = [0, 0, 0], turned = STILL,
): Sweep {
  const sweep = new Sweep()
  sweep.c0.set(from)
  sweep.c1.set(to)
  sweep.q0.set(q0)
  sweep.q1.set(q1)
  sweep.localOffset.set(offset)
  sweep.localRotation.set(turned)
  return sweep
}

const result = new TimeOfImpact()
const nearest = new GjkResult()

function impact(a: TestShape, sweepA: Sweep, b: TestShape, sweepB: Sweep, target: number): TimeOfImpact {
  const size = Float64Array.from([...a.size, ...b.size])
  timeOfImpact(result, a.kind, b.kind, size, 0, 4, a.hull, b.hull, sweepA, sweepB, target)
  return result
}

const rotations = new Float64Array(18)
const sizes = new Float64Array(8)

/** Pose of a swept shape, written from the definition in `sweep.ts` without using it. */
function poseAt(sweep: Sweep, t: number, ro: number): Vector {
  const { c0, c1, q0, q1, localOffset, localRotation } = sweep
  const same = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3] < 0 ? -t : t
  const q = [0, 0, 0, 0]
  for (let i = 0; i < 4; i++) q[i] = (1 - t) * q0[i] + same * q1[i]
  const n = Math.hypot(q[0], q[1], q[2], q[3])
  for (let i = 0; i < 4; i++) q[i] /= n
  const body = matrixOf(q)
  const local = matrixOf([localRotation[0], localRotation[1], localRotation[2], localRotation[3]])
  for (let r = 0; r < 9; r += 3) {
    for (let c = 0; c < 3; c++) rotations[ro + r + c] = body[r] * local[c] + body[r + 1] * local[3 + c] + body[r + 2] * local[6 + c]
  }
  const center = rotated(body, [localOffset[0], localOffset[1], localOffset[2]])
  for (let i = 0; i < 3; i++) center[i] += c0[i] + t * (c1[i] - c0[i])
  return center
}

function distanceAt(a: TestShape, sweepA: Sweep, b: TestShape, sweepB: Sweep, t: number): number {
  const d = subtract(poseAt(sweepB, t, 9), poseAt(sweepA, t, 0))
  sizes.set(a.size)
  sizes.set(b.size, 4)
  gjkDistance(nearest, a.kind, b.kind, rotations, 0, 9, sizes, 0, 4, a.hull, b.hull, d[0], d[1], d[2])
  return nearest.distance
}

describe('straight flight', () => {
  it('balls at 50 to 800 m/s against a 2 cm wall, at every angle of attack', () => {
    const random = createRandom(1)
    const wall = makeShape(BOX, [0.01, 2, 2])
    const ball = makeShape(SPHERE, [0.05])
    const target = 1e-5
    let worst = 0
    for (let i = 0; i < 2000; i++) {
      const travel = (50 + 750 * random()) / 60
      const slope = 0.9 * (random() - 0.5)
      const aim: Vector = [0, random() - 0.5, random() - 0.5]
      const along = scaled([1, slope, -slope], 1 / length([1, slope, -slope]))
      const back = travel * random() + 0.07
      const from = subtract(aim, scaled(along, back))
      const spin = random() < 0.5 ? STILL : randomQuaternion(random)
      const flight = makeSweep(from, add(from, scaled(along, travel)), STILL, spin)
      const hit = impact(wall, makeSweep([0, 0, 0], [0, 0, 0]), ball, flight, target)
      const truth = (-from[0] - 0.06 - target) / (along[0] * travel)
      if (truth > 1) {
        expect(hit.state).toBe(TOI_SEPARATED)
        continue
      }
      expect(hit.state).toBe(TOI_HIT)
      worst = Math.max(worst, Math.abs(hit.t - truth) * travel)
      expect(hit.nx).toBeCloseTo(-1, 12)
    }
    // Metres of path: a thousandth of the target.
    expect(worst).toBeLessThan(2e-3 * target)
  })

  it('two bullets head on, and passing by a hair', () => {
    const bullet = makeShape(SPHERE, [0.01])
    const travel = 800 / 60
    const target = 1e-6
    const left = makeSweep([-10, 0, 0], [-10 + travel, 0, 0])
    const meet = (y: number): TimeOfImpact => impact(bullet, left, bullet, makeSweep([10, y, 0], [10 - travel, y, 0]), target)
    expect(meet(0).state).toBe(TOI_HIT)
    expect(result.t).toBeCloseTo((20 - 0.02 - target) / (2 * travel), 9)
    expect(result.nx).toBeCloseTo(1, 12)
    const reach = 0.02 + target
    for (const y of [0.5, 0.99, 0.999999]) {
      expect(meet(y * reach).state).toBe(TOI_HIT)
      const along = Math.sqrt(reach * reach - y * y * reach * reach)
      expect(Math.abs(result.t - (20 - along) / (2 * travel)) * travel).toBeLessThan(1e-5)
    }
    for (const y of [1.0001, 1.01, 2]) expect(meet(y * reach).state).toBe(TOI_SEPARATED)
  })

  it('boxes corner to face, edge to edge, moving both', () => {
    const cube = makeShape(BOX, [0.5, 0.5, 0.5])
    const corner = about(scaled([1, 0, -1], Math.SQRT1_2), Math.acos(1 / Math.sqrt(3)))
    const down = impact(cube, makeSweep([0, 0, 0], [0, 1, 0]), cube, makeSweep([0.1, 4, 0.2], [0.1, 1, 0.2], corner), 0)
    expect(down.state).toBe(TOI_HIT)
    expect(down.t).toBeCloseTo((4 - 0.5 - Math.sqrt(3) / 2) / 4, 10)
    expect(down.ny).toBeCloseTo(1, 12)
    const edgeX = about([1, 0, 0], Math.PI / 4)
    const edgeZ = about([0, 0, 1], Math.PI / 4)
    const edges = impact(cube, makeSweep([0, 0, 0], [0, 0, 0], edgeX), cube, makeSweep([0, 3, 0], [0, 0, 0], edgeZ), 1e-6)
    expect(edges.t).toBeCloseTo((3 - Math.SQRT2 - 1e-6) / 3, 8)
    expect(edges.ny).toBeCloseTo(1, 12)
  })

  it('sliding past at a small distance is no hit', () => {
    const slab = makeShape(BOX, [50, 0.5, 50])
    const cube = makeShape(BOX, [0.5, 0.5, 0.5])
    const slide = impact(slab, makeSweep([0, 0, 0], [0, 0, 0]), cube, makeSweep([-40, 1.0011, 0], [40, 1.0011, 0]), 1e-3)
    expect(slide.state).toBe(TOI_SEPARATED)
    const spinning = makeSweep([-40, 1.0011, 0], [40, 1.0011, 0], STILL, about([0, 1, 0], 3))
    expect(impact(slab, makeSweep([0, 0, 0], [0, 0, 0]), cube, spinning, 1e-3).state).toBe(TOI_SEPARATED)
    expect(result.iterations).toBeLessThan(4)
  })

  it('far from the origin: 200 m/s at a 0.1 m wall 1e7 m out', () => {
    const far = 12345678.3
    const wall = makeShape(BOX, [0.05, 1, 1])
    const ball = makeShape(SPHERE, [0.1])
    const shot = impact(
      wall, makeSweep([far, 0.3, far], [far, 0.3, far]), ball, makeSweep([far - 1.7, 0.2, far], [far - 1.7 + 200 / 60, 0.2, far]), 1e-4)
    expect(shot.state).toBe(TOI_HIT)
    expect(Math.abs(shot.t * 200 / 60 - (1.7 - 0.15 - 1e-4))).toBeLessThan(1e-6)
  })
})

describe('turning', () => {
  /** Time at which the blend of a turn by `total` has turned by `angle`. */
  const timeOfAngle = (angle: number, total: number): number =>
    Math.tan(angle / 2) / (Math.sin(total / 2) + Math.tan(angle / 2) * (1 - Math.cos(total / 2)))

  it('a rod spinning about one end into a post', () => {
    const rod = makeShape(CAPSULE, [0.02, 1])
    const post = makeShape(CAPSULE, [0.05, 2])
    const flat = about([0, 0, 1], -Math.PI / 2)
    const upright = about([1, 0, 0], Math.PI / 2)
    const target = 1e-5
    let most = 0
    for (const total of [0.3, 1.2, 2.5, 3.1]) for (const share of [0.3, 0.6, 0.9]) for (const radius of [0.15, 0.5, 1.9]) {
      const direction = total * share
      const at: Vector = [radius * Math.cos(direction), radius * Math.sin(direction), 0]
      const angle = direction - Math.asin((0.07 + target) / radius)
      const spin = makeSweep([0, 0, 0], [0, 0, 0], STILL, about([0, 0, 1], total), [1, 0, 0], flat)
      const hit = impact(rod, spin, post, makeSweep(at, at, upright), target)
      if (angle < 0) {
        expect(hit.state).toBe(TOI_OVERLAPPED)
        continue
      }
      expect(hit.state).toBe(TOI_HIT)
      expect(Math.abs(hit.t - timeOfAngle(angle, total)) * total * radius).toBeLessThan(3e-3 * target)
      const normal: Vector = [-Math.sin(angle), Math.cos(angle), 0]
      expect(dot(normal, [hit.nx, hit.ny, hit.nz])).toBeCloseTo(1, 9)
      most = Math.max(most, hit.iterations)
    }
    expect(most).toBeLessThan(32)
  })

  it('a rod whose centre does not move, a post it just misses or just meets', () => {
    const rod = makeShape(CAPSULE, [0.02, 1])
    const peg = makeShape(SPHERE, [0.05])
    const flat = about([0, 0, 1], -Math.PI / 2)
    const spin = makeSweep([0, 0, 0], [0, 0, 0], STILL, about([0, 0, 1], 3), [0, 0, 0], flat)
    const target = 1e-4
    const state = (radius: number): number => {
      const at: Vector = [0, radius, 0]
      return impact(rod, spin, peg, makeSweep(at, at), target).state
    }
    expect(state(1.07 + target * 1.01)).toBe(TOI_SEPARATED)
    expect(state(1.07 + target * 0.99)).toBe(TOI_HIT)
  })

  it('half a turn and back again looks the same at both ends and is still found', () => {
    const blade = makeShape(BOX, [1, 0.01, 0.01])
    const post = makeShape(BOX, [0.02, 0.02, 1])
    const spin = makeSweep([0, 0, 0], [0, 0, 0], STILL, about([0, 0, 1], Math.PI))
    const hit = impact(blade, spin, post, makeSweep([0, 0.8, 0], [0, 0.8, 0]), 1e-5)
    expect(hit.state).toBe(TOI_HIT)
    expect(distanceAt(blade, spin, post, makeSweep([0, 0.8, 0], [0, 0.8, 0]), hit.t)).toBeLessThan(1.1e-5)
    expect(hit.t).toBeGreaterThan(0.4)
    expect(hit.t).toBeLessThan(0.5)
  })

  it('a shape off the centre of its body swings along', () => {
    const ball = makeShape(SPHERE, [0.1])
    const wall = makeShape(BOX, [5, 0.5, 5])
    // The ball hangs 2 m beside the axis and comes down on the wall half a metre below.
    const swing = makeSweep([0, 2, 0], [0, 2, 0], STILL, about([0, 0, 1], -2), [2, 0, 0])
    const hit = impact(wall, makeSweep([0, 0, 0], [0, 0, 0]), ball, swing, 1e-6)
    const angle = Math.asin((1.4 - 1e-6) / 2)
    expect(hit.state).toBe(TOI_HIT)
    expect(hit.t).toBeCloseTo(timeOfAngle(angle, 2), 8)
    expect(hit.ny).toBeCloseTo(1, 12)
  })
})

describe('start of the sweep', () => {
  const cube = makeShape(BOX, [0.5, 0.5, 0.5])
  const still = makeSweep([0, 0, 0], [0, 0, 0])

  it('overlapping and touching shapes are reported as overlapped', () => {
    expect(impact(cube, still, cube, makeSweep([0.7, 0.2, 0], [5, 0, 0]), 1e-3).state).toBe(TOI_OVERLAPPED)
    expect(result.t).toBe(0)
    expect(impact(cube, still, cube, makeSweep([1, 0, 0], [5, 0, 0]), 1e-3).state).toBe(TOI_OVERLAPPED)
    const ball = makeShape(SPHERE, [0.5])
    expect(impact(ball, still, ball, makeSweep([0, 0.9, 0], [5, 0, 0]), 1e-3).state).toBe(TOI_OVERLAPPED)
    expect(result.ny).toBeCloseTo(1, 12)
  })

  it('shapes within the target but apart are a hit at once', () => {
    expect(impact(cube, still, cube, makeSweep([1.0005, 0, 0], [0, 0, 0]), 1e-3).state).toBe(TOI_HIT)
    expect(result.t).toBe(0)
    expect(result.nx).toBeCloseTo(1, 12)
  })

  it('no motion is no hit', () => {
    expect(impact(cube, still, cube, makeSweep([1.1, 0, 0], [1.1, 0, 0]), 1e-3).state).toBe(TOI_SEPARATED)
    expect(result.t).toBe(1)
    expect(result.iterations).toBe(1)
  })
})

describe('random sweeps against dense sampling', () => {
  const cases: [string, number, number, number][] = [
    ['round shapes', 1.5, 0.3, 1e-3], ['tumbling boxes and hulls', 5, 1, 1e-3], ['thin and fast', 100, 0.5, 1e-3],
    ['tiny target', 10, 1, 1e-6],
  ]
  for (const [name, aspect, turning, share] of cases) {
    it(`${name}: nothing missed, nothing early, nothing late (2500 sweeps)`, () => {
      const random = createRandom(Math.round(aspect * 100 + turning))
      const turnFrom = (q: Quaternion): Quaternion => {
        const toward = randomQuaternion(random)
        const mix = turning * random()
        const blended = q.map((v, i) => v + mix * (toward[i] - v))
        const n = Math.hypot(...blended)
        return blended.map((v) => v / n) as Quaternion
      }
      let hits = 0
      let free = 0
      let missed = 0
      let notThere = 0
      for (let i = 0; i < 2500; i++) {
        const scale = Math.pow(10, 6 * random() - 3)
        const a = randomShape(i & 3, random, scale, aspect)
        const b = randomShape((i >> 2) & 3, random, scale, aspect)
        const qa = randomQuaternion(random)
        const qb = randomQuaternion(random)
        const start = scaled(randomDirection(random), scale * (1.5 + 2 * random()))
        const aim = add(scaled(randomDirection(random), 0.7 * scale), scaled(start, -1))
        const travel = random() < 0.3 ? 20 * random() : 1.5 * random()
        const end = add(start, scaled(aim, travel))
        const push = scaled(randomDirection(random), scale * random())
        const offset = (): Vector => scaled(randomDirection(random), 0.4 * scale * random())
        const sweepA = makeSweep([0, 0, 0], push, qa, turnFrom(qa), offset(), randomQuaternion(random))
        const sweepB = makeSweep(start, end, qb, turnFrom(qb), offset(), randomQuaternion(random))
        const target = share * scale
        const { state, t } = impact(a, sweepA, b, sweepB, target)
        if (state === TOI_OVERLAPPED || (state === TOI_HIT && t === 0)) continue
        const samples = 32
        const last = state === TOI_HIT ? samples - 1 : samples
        for (let k = 0; k <= last; k++) {
          if (distanceAt(a, sweepA, b, sweepB, t * k / samples) < target - 1e-12 * scale) {
            missed++
            break
          }
        }
        if (state === TOI_HIT) {
          hits++
          if (distanceAt(a, sweepA, b, sweepB, t) > 1.001 * target + 1e-10 * scale) notThere++
        } else free++
      }
      expect(missed).toBe(0)
      expect(notThere).toBe(0)
      expect(hits).toBeGreaterThan(300)
      expect(free).toBeGreaterThan(300)
    })
  }
})
