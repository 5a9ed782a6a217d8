/** Joints of users' own: by error function with dual numbers, by hand, and what happens when their functions fail. */

import {
  box, defineJoint, DualMath, DualRotation, DualVec, lengthRow, pointRows, torqueRow, World, type Body, type ErrorFunction,
} from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

function add(world: World, x: number, y: number): Body {
  return world.createBody({ position: { x, y }, shapes: [box({ halfExtents: { x: 0.2, y: 0.1 } })] })
}

function run(world: World, seconds: number, each?: () => void): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    each?.()
  }
}

describe('by error function', () => {
  it('keeps a bead on a parabola, and its energy', () => {
    const world = new World({ sleeping: false })
    const bead = add(world, 1, 1)
    bead.lockedAxes = { rotation: true }
    const joint = world.createCustomJoint({ bodyB: bead, rows: 1, error: (_a, b, m) => m.sub(b.position.y, m.mul(b.position.x, b.position.x)) })
    const energy = 9.81
    run(world, 5, () => {
      const { x, y } = bead.position
      const v = bead.linearVelocity
      expect(Math.abs(y - x * x)).toBeLessThan(1e-6)
      expect(Math.abs((0.5 * (v.x * v.x + v.y * v.y) + 9.81 * y) / energy - 1)).toBeLessThan(2e-2)
    })
    expect(joint.derivativeError()).toBeLessThan(1e-8)
  })

  it('moves as the built-in hinge does', () => {
    const end = (make: (world: World, bodyA: Body, bodyB: Body) => unknown): number[] => {
      const world = new World({ sleeping: false })
      const a = add(world, 0, 0)
      const b = add(world, 1, 0)
      world.createHingeJoint({ bodyB: a, anchor: { x: -0.5, y: 0 } })
      make(world, a, b)
      run(world, 2)
      return [b.position.x, b.position.y, b.rotation]
    }
    const anchor = { x: 0.5, y: 0 }
    const own = end((world, bodyA, bodyB) => world.createCustomJoint({
      bodyA, bodyB, anchor, rows: 2, coordinates: ['turn'], error: (a, b, m) => m.sub(b.position, a.position), values: (a, b, m) => m.sub(b.angle, a.angle),
    }))
    const built = end((world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor }))
    // The error is rounded elsewhere; no more than that.
    own.forEach((value, i) => expect(value).toBeCloseTo(built[i], 11))
  })

  it('limits, drives and springs its coordinates', () => {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
    const body = add(world, 0, 0)
    const joint = world.createCustomJoint({
      bodyB: body, coordinates: ['length', 'turn'], values: (a, b, m) => m.list(m.dot(a.x, m.sub(b.position, a.position)), m.sub(b.angle, a.angle)),
      motors: [{ speed: 1, maxForce: 1e4 }], limits: [{ lower: -1, upper: 0.5 }], springs: [null, { target: 7, hertz: 2 }],
    })
    run(world, 3)
    expect(joint.coordinate(0)).toBeCloseTo(0.5, 6)
    expect(joint.coordinate(1)).toBeCloseTo(7, 4)
    expect(joint.getLimit(0)).toMatchObject({ lower: -1, upper: 0.5 })
    expect(() => joint.coordinate(2)).toThrow(/is no coordinate of it\. It has 2/)
  })

  it('one that fails in the step switches itself off and says why', () => {
    const world = new World()
    const body = add(world, 0, 0)
    let calls = 0
    const joint = world.createCustomJoint({
      bodyB: body, rows: 1, error: (_a, b, m) => {
        if (calls++ > 20) throw new Error('lost it')
        return m.sub(b.position.y, 0)
      },
    })
    run(world, 1)
    expect(joint.isBroken).toBe(true)
    expect(joint.failure).toBe('lost it')
    expect(body.position.y).toBeLessThan(-1)
  })

  it.each<[string, RegExp, ErrorFunction, object]>([
    ['the wrong count', /custom\.error \(2\) numbers returned, 1 expected/, (a, b, m) => m.sub(b.position, a.position), {}],
    ['a number that is not finite', /custom\.error \(NaN\) is what row 0 gives/, () => NaN, {}],
    ['too many rows', /custom\.rows \(4\) must lie between 0 and 3/, () => 0, { rows: 4 }],
    ['data that is no list', /custom\.data/, () => 0, { data: 3 }],
  ])('refuses %s, and leaves the world as it was', (_, says, error, more) => {
    const world = new World()
    const bodyB = add(world, 1, 0)
    const before = world.hash()
    expect(() => world.createCustomJoint({ bodyB, rows: 1, error, ...more })).toThrow(says)
    expect(world.hash()).toBe(before)
    expect(world.jointCount).toBe(0)
  })
})

describe('dual numbers', () => {
  it('agree with differences', () => {
    const m = new DualMath()
    const of = (x: number, y: number): number[] => {
      m.reset()
      const v = new DualVec()
      const r = new DualRotation()
      v.x.numbers.set([x, 1, 0])
      v.y.numbers.set([y, 0, 1])
      r.c.numbers.set([Math.cos(x), -Math.sin(x), 0])
      r.s.numbers.set([Math.sin(x), Math.cos(x), 0])
      const turned = m.rotateInverse(m.multiply(r, r), m.add(v, m.normalize(v)))
      const all = m.add(m.mul(m.length(turned), m.cross(v, turned)), m.angle(m.relative(r, m.conjugate(r))))
      return [...all.numbers.subarray(0, 3)]
    }
    const [, dx, dy] = of(0.7, 0.4)
    const h = 1e-5
    expect(dx).toBeCloseTo((of(0.7 + h, 0.4)[0] - of(0.7 - h, 0.4)[0]) / (2 * h), 8)
    expect(dy).toBeCloseTo((of(0.7, 0.4 + h)[0] - of(0.7, 0.4 - h)[0]) / (2 * h), 8)
  })
})

describe('by hand', () => {
  it('from building blocks, whose Jacobians are right', () => {
    const type = defineJoint({
      name: 'bits', rows: ['length', 'length', 'angle'], coordinates: ['length'],
      measure(frames, out) {
        pointRows(frames, out.rows, 0)
        torqueRow(out.rows, 2, 2 * (frames.angles[1] - frames.angles[0]), 2)
        lengthRow(frames, out.coordinates, 0)
      },
    })
    const world = new World({ gravity: { x: 0, y: 0 } })
    const a = add(world, 0, 0)
    const b = add(world, 1, 0)
    const joint = world.createJoint(type, { bodyA: a, bodyB: b, frameA: { position: { x: 0.3, y: 0.1 } }, frameB: { position: { x: -0.2, y: 0.4 } } })
    b.teleport({ x: 1.3, y: 0.4 }, 0.7)
    expect(joint.derivativeError()).toBeLessThan(1e-8)
    run(world, 3)
    expect(b.rotation - a.rotation).toBeCloseTo(0, 6)
  })
})
