import { describe, expect, it } from 'vitest'
import { BLOCK_COMPLIANCE } from '../../../src/common/tuning.ts'
import { Batches } from '../../../src/common/islands/batches.ts'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import {
  BIAS, CONTACT_ROW_SCHEMA, FRICTION, NEVER, NORMAL, POINT, SLIDE_A, SLIDE_B, TURN_A, TURN_B,
} from '../../../src/d2/contacts/contact-row.ts'
import { addWarmStart, buildBlocks } from '../../../src/d2/contacts/contact-row-build.ts'
import { solveContacts } from '../../../src/d2/contacts/solve-contacts.ts'
import { SOLVER_BODY_SCHEMA, VELOCITY_STRIDE } from '../../../src/d2/store/solver-bodies.ts'
import type { WorldState } from '../../../src/d2/store/world-state.ts'
import { createRandom } from '../../common/random.ts'

/** Two bodies in mid-air and one manifold, described by points and places only. */
class Pair {
  readonly state: WorldState
  readonly rows
  readonly velocity: Float64Array
  readonly random: () => number
  /** Positions of the bodies and of the contact points. */
  readonly x: number[][] = [[0, 0], [0, 0]]
  readonly points: number[][] = []
  readonly n: [number, number]

  constructor(seed: number, count: number, friction: number) {
    const random = (this.random = createRandom(seed))
    const memory = new WorldMemory()
    const solverBodies = memory.addTable('bodies', SOLVER_BODY_SCHEMA, 3)
    const contactRows = memory.addTable('rows', CONTACT_ROW_SCHEMA, 1)
    this.state = { solverBodies, contactRows, batches: new Batches() } as unknown as WorldState
    this.rows = contactRows.columns
    this.velocity = solverBodies.columns.velocity
    const angle = random() * 6.28
    this.n = [Math.cos(angle), Math.sin(angle)]
    const t = [this.n[1], -this.n[0]]
    this.x = [0, 1].map(() => [random() * 2 - 1, random() * 2 - 1])
    const base = [random() * 2 - 1, random() * 2 - 1]
    const along = [0, 0.3 + random()]
    for (let i = 0; i < count; i++) this.points.push([base[0]! + t[0]! * along[i]!, base[1]! + t[1]! * along[i]!])
    for (let body = 1; body < 3; body++) {
      const o = body * VELOCITY_STRIDE
      for (let k = 0; k < 3; k++) this.velocity[o + k] = random() * 2 - 1
      const mass = 0.1 + 3 * random()
      this.velocity[o + 3] = 1 / mass
      this.velocity[o + 4] = 1 / (0.1 + random())
      this.velocity[o + 5] = mass
    }
    const { hot } = this.rows
    this.rows.bodyA[0] = 1
    this.rows.bodyB[0] = 2
    this.rows.count[0] = count
    hot[NORMAL] = this.n[0]
    hot[NORMAL + 1] = this.n[1]
    const cross = (body: number, d: number[]): number =>
      (base[0]! - this.x[body]![0]!) * d[1]! - (base[1]! - this.x[body]![1]!) * d[0]!
    hot[TURN_A] = cross(0, this.n)
    hot[TURN_B] = cross(1, this.n)
    hot[SLIDE_A] = cross(0, t)
    hot[SLIDE_B] = cross(1, t)
    hot[POINT] = 0
    hot[POINT + 1] = count > 1 ? along[1]! : 0
    hot[BIAS + 1] = count > 1 ? 0 : NEVER
    hot[FRICTION] = friction
    buildBlocks(this.state, 0)
  }

  /** Velocity of B against A at a point, along a direction. */
  speed(point: number[], d: readonly number[]): number {
    let sum = 0
    for (let body = 0; body < 2; body++) {
      const o = (body + 1) * VELOCITY_STRIDE
      const rx = point[0]! - this.x[body]![0]!
      const ry = point[1]! - this.x[body]![1]!
      const vx = this.velocity[o]! - this.velocity[o + 2]! * ry
      const vy = this.velocity[o + 1]! + this.velocity[o + 2]! * rx
      sum += (body === 0 ? -1 : 1) * (vx * d[0]! + vy * d[1]!)
    }
    return sum
  }

  /** Momentum in x, in y and about the origin. */
  momentum(): number[] {
    const sum = [0, 0, 0]
    for (let body = 0; body < 2; body++) {
      const o = (body + 1) * VELOCITY_STRIDE
      const px = this.velocity[o]! * this.velocity[o + 5]!
      const py = this.velocity[o + 1]! * this.velocity[o + 5]!
      sum[0]! += px
      sum[1]! += py
      sum[2]! += this.x[body]![0]! * py - this.x[body]![1]! * px + this.velocity[o + 2]! / this.velocity[o + 4]!
    }
    return sum
  }
}

describe('one sweep over one manifold', () => {
  it('leaves normal velocities and impulses that satisfy the contact conditions', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const count = 1 + (seed & 1)
      const pair = new Pair(seed, count, 0)
      const before = pair.points.map((p) => pair.speed(p, pair.n))
      const momentum = pair.momentum()
      solveContacts(pair.state, 0, 1, false)
      for (let i = 0; i < count; i++) {
        const after = pair.speed(pair.points[i]!, pair.n)
        const lambda = pair.rows.impulse[i]!
        expect(lambda).toBeGreaterThanOrEqual(0)
        // What the raised diagonal leaves: K λ of the point times the compliance.
        const left = BLOCK_COMPLIANCE * Math.max(...before.map(Math.abs)) * 40
        expect(after).toBeGreaterThan(-left)
        if (lambda > 0) expect(Math.abs(after)).toBeLessThan(left)
      }
      if (before.every((u) => u >= 0)) expect(pair.rows.impulse[0]! + pair.rows.impulse[1]!).toBe(0)
      const now = pair.momentum()
      for (let k = 0; k < 3; k++) expect(now[k]).toBeCloseTo(momentum[k]!, 12)
    }
  })

  it('lets friction stop the slip, or act with all it has against it', () => {
    let stuck = 0
    let slid = 0
    for (let seed = 1; seed <= 2000; seed++) {
      const friction = 0.5
      const pair = new Pair(seed, 1 + (seed & 1), friction)
      const t = [pair.n[1], -pair.n[0]]
      solveContacts(pair.state, 0, 1, false)
      const normal = pair.rows.impulse[0]! + pair.rows.impulse[1]!
      const rub = pair.rows.impulse[2]!
      const slip = pair.speed(pair.points[0]!, t)
      expect(Math.abs(rub)).toBeLessThanOrEqual(friction * normal * (1 + 1e-12))
      if (normal === 0) continue
      if (Math.abs(rub) < friction * normal * (1 - 1e-9)) {
        expect(slip).toBeCloseTo(0, 11)
        stuck++
      } else {
        expect(slip * rub).toBeLessThan(1e-12)
        slid++
      }
    }
    expect(stuck).toBeGreaterThan(100)
    expect(slid).toBeGreaterThan(100)
  })

  it('goes back as the mirror image of going forth: one is the adjoint of the other', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const pair = new Pair(seed, 1 + (seed & 1), 1e6)
      const masses = [1, 2].flatMap((body) => {
        const o = body * VELOCITY_STRIDE
        return [pair.velocity[o + 5]!, pair.velocity[o + 5]!, 1 / pair.velocity[o + 4]!]
      })
      // Far from all bounds a visit is linear in the velocities.
      const visit = (v: readonly number[], back: boolean): number[] => {
        for (let k = 0; k < 6; k++) pair.velocity[(1 + Math.floor(k / 3)) * VELOCITY_STRIDE + (k % 3)] = v[k]!
        pair.rows.impulse.fill(1e3)
        solveContacts(pair.state, 0, 1, back)
        return v.map((_, k) => pair.velocity[(1 + Math.floor(k / 3)) * VELOCITY_STRIDE + (k % 3)]!)
      }
      const [x, y] = [0, 1].map(() => Array.from({ length: 6 }, () => pair.random() * 2 - 1)) as [number[], number[]]
      const product = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, value, k) => sum + value * masses[k]! * q[k]!, 0)
      const forth = visit(y, false)
      expect(product(x, forth)).toBeCloseTo(product(visit(x, true), y), 9)
      expect(product(x, visit(y, true))).toBeCloseTo(product(visit(x, false), y), 9)
      expect(Math.abs(product(forth, forth) - product(y, y))).toBeGreaterThan(1e-9)
    }
  })

  it('says in the warm start what its impulses did', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const pair = new Pair(seed, 2, 0.7)
      const before = Float64Array.from(pair.velocity)
      solveContacts(pair.state, 0, 1, false)
      addWarmStart(pair.state, 0, 1)
      const { warm } = pair.state.solverBodies.columns
      for (let body = 1; body < 3; body++) {
        for (let k = 0; k < 3; k++) {
          const o = body * VELOCITY_STRIDE + k
          expect(warm[body * 3 + k]).toBeCloseTo(pair.velocity[o]! - before[o]!, 12)
        }
      }
    }
  })
})
