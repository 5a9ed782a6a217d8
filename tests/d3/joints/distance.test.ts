/** The distance joint as rod, rope, spring and winch, against closed forms. */

import { box, sphere, World, type Body, type DistanceJoint } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { distanceKind } from '../../../src/d3/joints/kinds/distance-joint.ts'
import { D } from '../../../src/d3/joints/joint-kind.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../../src/d3/store/joint-table.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck } from './derivative.ts'
import { oscillation, type Oscillation } from './oscillation.ts'

const DT = 1 / 60
const G = 9.81
const NO_GRAVITY = { x: 0, y: 0, z: 0 }

function weightless(): World {
  return new World({ gravity: NO_GRAVITY, sleeping: false })
}

function heavy(): World {
  return new World({ gravity: { x: 0, y: -G, z: 0 }, sleeping: false })
}

function ball(world: World, x: number, y: number, mass: number, vx = 0, vy = 0): Body {
  return world.createBody({ position: { x, y, z: 0 }, linearVelocity: { x: vx, y: vy, z: 0 }, mass, shapes: [sphere({ radius: 0.1 })] })
}

function run(world: World, count: number, watch?: (step: number) => void): void {
  for (let i = 1; i <= count; i++) {
    world.step(DT)
    watch?.(i)
  }
}

describe('distance: derivative', () => {
  it('agrees with differences at random poses, and is finite where the anchors meet', () => {
    const random = createRandom(5)
    const spread = (): number => 2 * random() - 1
    let worst = 0
    let checked = 0
    for (let i = 0; i < 300; i++) {
      const data = new Float64Array(DATA_SIZE)
      const poses = new Float64Array(14)
      for (const at of [ANCHOR_A, ANCHOR_B]) for (let k = 0; k < 3; k++) data[at + k] = spread()
      for (const [to, at] of [[data, FRAME_A], [data, FRAME_B], [poses, 3], [poses, 10]] as const) quaternion(to, at)
      for (let k = 0; k < 3; k++) {
        poses[k] = 2 * spread()
        poses[7 + k] = 2 * spread()
      }
      data[OWN] = 1
      data[OWN + 1] = i % 2
      const { pose, worst: off, measure } = numericCheck(distanceKind, data, poses)
      expect(measure.rigid).toBe(i % 2)
      if (Math.hypot(pose[D]!, pose[D + 1]!, pose[D + 2]!) < 0.05) continue
      checked++
      worst = Math.max(worst, off)
    }
    expect(checked).toBeGreaterThan(250)
    expect(worst).toBeLessThan(1e-6)
    const { measure } = numericCheck(distanceKind, unitFrames(), unitPoses())
    expect([...measure.gradient.subarray(0, 12)]).toEqual([-1, -0, -0, -0, 0, 0, 1, 0, 0, 0, 0, 0].map(x => expect.closeTo(x)))

    function quaternion(to: Float64Array, at: number): void {
      const q = [spread(), spread(), spread(), spread()]
      const length = Math.hypot(...q)
      q.forEach((x, k) => (to[at + k] = x / length))
    }
  })
})

function unitFrames(): Float64Array {
  const data = new Float64Array(DATA_SIZE)
  data[FRAME_A + 3] = 1
  data[FRAME_B + 3] = 1
  return data
}

function unitPoses(): Float64Array {
  const poses = new Float64Array(14)
  poses[6] = 1
  poses[13] = 1
  return poses
}

describe('distance: rod', () => {
  it('is a pendulum of exactly its length, with the period of a pendulum', () => {
    const world = heavy()
    const start = 0.5
    const bob = ball(world, 2 * Math.sin(start), -2 * Math.cos(start), 1)
    // A point: turning of the ball itself must not count, so it hangs by its centre.
    const joint = world.createDistanceJoint({ bodyB: bob })
    expect(joint.isRod).toBe(true)
    expect(joint.length).toBeCloseTo(2, 12)
    let worst = 0
    const crossings: number[] = []
    let before = bob.position.x
    run(world, 1200, (step) => {
      worst = Math.max(worst, Math.abs(joint.currentLength - 2))
      const now = bob.position.x
      if (before > 0 && now <= 0) crossings.push((step - 1 + before / (before - now)) * DT)
      before = now
    })
    expect(worst).toBeLessThan(1e-6)
    // T = T₀ (1 + θ²/16 + 11 θ⁴/3072 + 173 θ⁶/737280).
    const period = 2 * Math.PI * Math.sqrt(2 / G) * (1 + start ** 2 / 16 + (11 * start ** 4) / 3072 + (173 * start ** 6) / 737280)
    const measured = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)
    expect(Math.abs(measured / period - 1)).toBeLessThan(2e-4)
  })

  it('reports weight and centripetal force', () => {
    const world = heavy()
    const bob = ball(world, 0, -2, 3)
    const joint = world.createDistanceJoint({ bodyB: bob })
    run(world, 60)
    expect(joint.reactionForce.y).toBeCloseTo(3 * G, 6)
    expect(joint.reactionForce.x).toBeCloseTo(0, 9)
    const space = weightless()
    const stone = ball(space, 2, 0, 3, 0, 4)
    const string = space.createDistanceJoint({ bodyB: stone })
    run(space, 120)
    const f = string.reactionForce
    expect(Math.hypot(f.x, f.y, f.z) / ((3 * 16) / 2)).toBeCloseTo(1, 3)
  })

  it('two free ends turn about their common centre', () => {
    const world = weightless()
    const a = ball(world, 0, 0, 1, 0, -3)
    const b = ball(world, 1, 0, 3, 0, 1)
    const joint = world.createDistanceJoint({ bodyA: a, bodyB: b })
    run(world, 300)
    expect(Math.abs(joint.currentLength - 1)).toBeLessThan(1e-6)
    expect((a.position.x + 3 * b.position.x) / 4).toBeCloseTo(0.75, 9)
    expect(a.linearVelocity.x + 3 * b.linearVelocity.x).toBeCloseTo(0, 9)
    const energy = (v: { x: number; y: number }): number => v.x * v.x + v.y * v.y
    expect((energy(a.linearVelocity) + 3 * energy(b.linearVelocity)) / 12).toBeCloseTo(1, 4)
  })

  it('follows a change of its length and parts anchors that coincide', () => {
    const world = weightless()
    const a = ball(world, 0, 0, 1)
    const b = ball(world, 1, 0, 1)
    const joint = world.createDistanceJoint({ bodyA: a, bodyB: b })
    joint.length = 2
    run(world, 200)
    expect(joint.currentLength).toBeCloseTo(2, 6)
    b.teleport(a.position)
    run(world, 300)
    expect(joint.currentLength).toBeCloseTo(2, 6)
  })
})

describe('distance: rope', () => {
  it('lets fall freely, goes taut at its length, and never gives', () => {
    const world = heavy()
    const bob = ball(world, 0, 0, 2)
    const joint = world.createDistanceJoint({ bodyB: bob, maxLength: 1.5 })
    expect(joint.isRod).toBe(false)
    const fall = Math.floor(Math.sqrt((2 * 1.5) / G) / DT)
    let worst = 0
    run(world, 180, (step) => {
      if (step < fall) {
        expect(bob.position.y).toBeCloseTo(-0.5 * G * (step * DT) ** 2, 9)
        expect(joint.reactionForce.y).toBe(0)
      }
      worst = Math.max(worst, joint.currentLength - 1.5)
    })
    expect(worst).toBeLessThan(1e-4)
    expect(joint.currentLength).toBeCloseTo(1.5, 6)
    expect(joint.reactionForce.y / (2 * G)).toBeCloseTo(1, 6)
    expect(joint.speed).toBeCloseTo(0, 9)
  })

  it('holds a fast stone that flies across it', () => {
    const world = heavy()
    const bob = ball(world, 0.3, 0, 1, 20, 5)
    const joint = world.createDistanceJoint({ bodyB: bob, maxLength: 2 })
    let worst = 0
    run(world, 600, () => (worst = Math.max(worst, joint.currentLength - 2)))
    expect(worst).toBeLessThan(1e-4)
  })

  it('bounces at its ends as told, and stays within its range', () => {
    const world = weightless()
    const bob = ball(world, 1.5, 0, 1, 2, 0)
    const joint = world.createDistanceJoint({ bodyB: bob, minLength: 1, maxLength: 2, restitution: 1 })
    let low = 2
    let high = 1
    run(world, 600, () => {
      low = Math.min(low, joint.currentLength)
      high = Math.max(high, joint.currentLength)
    })
    expect(Math.abs(bob.linearVelocity.x)).toBeCloseTo(2, 6)
    expect(low).toBeGreaterThan(1 - 1e-4)
    expect(low).toBeLessThan(1.05)
    expect(high).toBeLessThan(2 + 1e-4)
    expect(high).toBeGreaterThan(1.95)
  })

  it('a minimum only pushes, a maximum only pulls', () => {
    const world = weightless()
    const bob = ball(world, 1.5, 0, 1, -3, 0)
    const joint = world.createDistanceJoint({ bodyB: bob, minLength: 1 })
    run(world, 60)
    expect(bob.position.x).toBeCloseTo(1, 6)
    bob.linearVelocity = { x: 5, y: 0, z: 0 }
    run(world, 60)
    expect(bob.linearVelocity.x).toBeCloseTo(5, 9)
    expect(joint.maxLength).toBe(Infinity)
  })
})

describe('distance: spring', () => {
  function oscillate(ratio: number): Oscillation {
    const world = weightless()
    const bob = ball(world, 2.5, 0, 2)
    world.createDistanceJoint({ bodyB: bob, length: 2, spring: { hertz: 1.5, dampingRatio: ratio } })
    const samples = [0.5]
    run(world, 600, () => samples.push(bob.position.x - 2))
    return oscillation(samples, DT)
  }

  it.each([0, 0.02, 0.1])('has the frequency and the decay of the closed form, damping ratio %f', (ratio) => {
    const { period, decrement } = oscillate(ratio)
    const exact = 1 / (1.5 * Math.sqrt(1 - ratio * ratio))
    expect(Math.abs(period / exact - 1)).toBeLessThan(1e-4)
    const expected = (2 * Math.PI * ratio) / Math.sqrt(1 - ratio * ratio)
    expect(Math.abs(decrement - expected)).toBeLessThan(1e-4)
  })

  it('rests where it is stretched by weight over stiffness, also after a change of length', () => {
    const world = heavy()
    const stretch = (2 * G) / 200
    const bob = ball(world, 0, -1 - stretch, 2)
    const joint = world.createDistanceJoint({ bodyB: bob, length: 1, spring: { stiffness: 200 } })
    run(world, 600, () => {
      expect(Math.abs(joint.currentLength - 1 - stretch)).toBeLessThan(5e-5)
      expect(Math.abs(joint.reactionForce.y / (2 * G) - 1)).toBeLessThan(1e-3)
    })
    // Let go 0.2 m from rest it swings that far to either side of it.
    joint.length = 1.2
    let low = 2
    let high = 0
    run(world, 600, () => {
      low = Math.min(low, joint.currentLength)
      high = Math.max(high, joint.currentLength)
    })
    expect((low + high) / 2).toBeCloseTo(1.2 + stretch, 3)
  })

  it('stops at the ends of the range', () => {
    const world = heavy()
    const bob = ball(world, 0, -1, 2)
    const joint = world.createDistanceJoint({ bodyB: bob, spring: { stiffness: 20, damping: 4 }, maxLength: 1.3 })
    let worst = 0
    run(world, 300, () => (worst = Math.max(worst, joint.currentLength)))
    expect(worst).toBeLessThan(1.3001)
    expect(joint.currentLength).toBeCloseTo(1.3, 6)
    expect(joint.reactionForce.y / (2 * G)).toBeCloseTo(1, 5)
  })

  it('of length 0 swings through the anchor like any other', () => {
    const world = weightless()
    const bob = ball(world, 1, 0, 1)
    world.createDistanceJoint({ bodyB: bob, length: 0, spring: { hertz: 1, dampingRatio: 0 } })
    let low = 0
    run(world, 30, () => (low = Math.min(low, bob.position.x)))
    expect(low).toBeCloseTo(-1, 3)
    run(world, 30)
    expect(bob.position.x).toBeCloseTo(1, 3)
  })
})

describe('distance: winch', () => {
  it('hauls in at its speed and stalls at its greatest force', () => {
    const world = heavy()
    const bob = ball(world, 0, -3, 2)
    const joint = world.createDistanceJoint({ bodyB: bob, motor: { speed: -0.5, maxForce: 100 } })
    run(world, 120)
    // Getting up to speed v with a = F/m − g costs v²/2a of the way.
    expect(joint.currentLength).toBeCloseTo(2 + 0.25 / (2 * (50 - G)), 5)
    expect(joint.speed).toBeCloseTo(-0.5, 6)
    expect(joint.motorForce / (-2 * G)).toBeCloseTo(1, 5)
    joint.motor = { speed: -0.5, maxForce: 10 }
    bob.linearVelocity = { x: 0, y: 0, z: 0 }
    const from = bob.position.y
    run(world, 30)
    // Too weak: it falls with g − F/m.
    expect(bob.position.y - from).toBeCloseTo(-0.5 * (G - 5) * 0.25, 6)
    expect(joint.motorForce).toBeCloseTo(-10, 9)
  })

  it('rubs: friction holds up to its force', () => {
    const world = heavy()
    const bob = ball(world, 0, -1, 1)
    const joint = world.createDistanceJoint({ bodyB: bob, friction: 12 })
    run(world, 60)
    expect(joint.currentLength).toBeCloseTo(1, 6)
    joint.friction = 5
    run(world, 30)
    expect(joint.currentLength - 1).toBeCloseTo(0.5 * (G - 5) * 0.25, 6)
  })
})

describe('distance: handle', () => {
  function pair(): { world: World; a: Body; b: Body; joint: DistanceJoint } {
    const world = weightless()
    const a = ball(world, 0, 0, 1)
    const b = ball(world, 2, 0, 1)
    return { world, a, b, joint: world.createDistanceJoint({ bodyA: a, bodyB: b }) }
  }

  it('reads back what was set', () => {
    const { joint } = pair()
    expect(joint.type).toBe('distance')
    expect([joint.length, joint.currentLength, joint.minLength, joint.maxLength, joint.restitution, joint.friction]).toEqual([2, 2, 0, Infinity, 0, 0])
    expect([joint.spring, joint.motor]).toEqual([null, null])
    joint.spring = { stiffness: 10 }
    expect(joint.spring).toEqual({ stiffness: 10, damping: 0, targetSpeed: 0, mode: 'force', maxForce: Infinity })
    const { spring } = joint
    joint.spring = spring
    expect(joint.spring).toEqual(spring)
    expect(joint.isRod).toBe(false)
    joint.setLengthRange(1, 3)
    joint.restitution = 0.5
    joint.minLength = 1.5
    joint.maxLength = 2.5
    expect([joint.minLength, joint.maxLength, joint.restitution]).toEqual([1.5, 2.5, 0.5])
    joint.motor = { speed: 1, maxForce: 2 }
    expect(joint.motor).toEqual({ speed: 1, maxForce: 2 })
    joint.friction = 3
    expect(joint.friction).toBe(3)
    joint.isRod = true
    expect([joint.isRod, joint.spring, joint.motor, joint.friction, joint.minLength, joint.maxLength]).toEqual([true, null, null, 0, 0, Infinity])
  })

  it('takes anchors as frames on the bodies', () => {
    const { world, a, b } = pair()
    const joint = world.createDistanceJoint({ bodyA: a, bodyB: b, frameA: { position: { x: 0.5, y: 0, z: 0 } }, frameB: { position: { x: 0, y: 2, z: 0 } } })
    expect(joint.length).toBeCloseTo(2.5, 12)
    expect(joint.anchorB).toEqual({ x: 2, y: 2, z: 0 })
  })

  it('a rod becomes a free end, then a rod again', () => {
    const { world, b, joint } = pair()
    b.linearVelocity = { x: 1, y: 0, z: 0 }
    joint.isRod = false
    run(world, 60)
    expect(joint.currentLength).toBeCloseTo(3, 9)
    joint.length = joint.currentLength
    joint.isRod = true
    run(world, 60)
    expect(joint.currentLength).toBeCloseTo(3, 6)
  })

  it('refuses what makes no sense and changes nothing', () => {
    const { world, a, b, joint } = pair()
    const count = world.jointCount
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, anchorA: { x: 2, y: 0, z: 0 } })).toThrow(/distance\.length \(0\) is no rod.*createBallJoint/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, maxLength: 0 })).toThrow(/distance\.maxLength \(0\) would hold.*createBallJoint/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, length: -1 })).toThrow(/distance\.length \(-1\) must not be negative/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, length: NaN })).toThrow(/distance\.length \(NaN\) is not finite/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, spring: {} })).toThrow(/distance\.spring .*has no strength/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, maxLength: 2, restitution: 2 })).toThrow(/distance\.restitution \(2\) must lie between 0 and 1/)
    expect(() => world.createDistanceJoint({ bodyA: a, bodyB: b, motor: { speed: 1, maxForce: -1 } })).toThrow(/distance\.motor\.maxForce \(-1\)/)
    expect(world.jointCount).toBe(count)
    expect(() => (joint.length = 0)).toThrow(/is no rod/)
    expect(() => (joint.minLength = Infinity)).toThrow(/distance\.minLength \(Infinity\) is not finite/)
    expect(joint.isRod).toBe(true)
    expect(joint.length).toBe(2)
  })

  it('works off the centre, on a box', () => {
    const world = heavy()
    const plate = world.createBody({ position: { x: 0, y: -2, z: 0 }, mass: 4, shapes: [box({ halfExtents: { x: 1, y: 0.1, z: 0.5 } })] })
    const left = world.createDistanceJoint({ bodyB: plate, anchorA: { x: -1, y: 0, z: 0 }, anchorB: { x: -1, y: -2, z: 0 } })
    const right = world.createDistanceJoint({ bodyB: plate, anchorA: { x: 1, y: 0, z: 0 }, anchorB: { x: 1, y: -2, z: 0 } })
    run(world, 300)
    expect(left.reactionForce.y / (2 * G)).toBeCloseTo(1, 3)
    expect(right.reactionForce.y / (2 * G)).toBeCloseTo(1, 3)
    expect(Math.abs(left.currentLength - 2)).toBeLessThan(1e-6)
  })
})
