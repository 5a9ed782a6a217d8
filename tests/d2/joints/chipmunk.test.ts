/** The joints that are named as in Chipmunk: their numbers mean what Chipmunk's users expect, and signs are right. */

import { box, circle, World, type Body, type BodyDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60
const G = 10

function still(): World {
  return new World({ gravity: { x: 0, y: 0 }, sleeping: false })
}

function falling(): World {
  return new World({ gravity: { x: 0, y: -G }, sleeping: false })
}

/** 2 kg, 0.5 kg m² about its centre. */
function add(world: World, x: number, y: number, more: BodyDefinition = {}): Body {
  const body = world.createBody({ position: { x, y }, mass: 2, shapes: [box({ halfExtents: { x: 0.2, y: 0.2 } })], ...more })
  body.setInertia(0.5)
  return body
}

function run(world: World, seconds: number, each?: () => void): void {
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    each?.()
  }
}

describe('what all of them have', () => {
  it('lets the bodies collide unless told not to', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 0.3, 0)
    const pivot = world.createPivotJoint({ bodyA: a, bodyB: b, pivot: { x: 0, y: 0 } })
    expect([pivot.collideBodies, pivot.collideConnected]).toEqual([true, true])
    world.step(1e-6)
    expect(world.stats.contacts).toBe(1)
    pivot.collideBodies = false
    world.step(1e-6)
    expect(world.stats.contacts).toBe(0)
  })

  it('maxForce bounds the impulse per second: what is too heavy falls with the rest', () => {
    const world = falling()
    const bodies = [0, 1, 2, 3].map((x) => add(world, 3 * x, 0))
    const pivot = world.createPivotJoint({ bodyB: bodies[0], maxForce: 12 })
    world.createPinJoint({ bodyB: bodies[1], anchorA: { x: 3, y: 1 }, maxForce: 12 })
    world.createSlideJoint({ bodyB: bodies[2], anchorA: { x: 6, y: 1 }, max: 1, maxForce: 12 })
    world.createPivotJoint({ bodyB: bodies[3], maxForce: 21 })
    run(world, 0.5)
    for (const body of bodies.slice(0, 3)) expect(body.linearVelocity.y).toBeCloseTo(-(G - 6) * 0.5, 3)
    expect(pivot.reactionForce.y).toBeCloseTo(12, 6)
    expect(bodies[3].position.y).toBeCloseTo(0, 9)
  })

  it('errorBias is what is left of an error after a second', () => {
    const world = still()
    const body = add(world, 1, 0)
    const pivot = world.createPivotJoint({ bodyB: body, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: 0 }, errorBias: 0.25 })
    run(world, 1)
    expect(body.position.x).toBeCloseTo(0.25, 9)
    run(world, 1)
    expect(body.position.x).toBeCloseTo(0.0625, 9)
    expect(body.linearVelocity).toEqual({ x: 0, y: 0 })
    pivot.errorBias = null
    run(world, 1)
    expect(Math.abs(body.position.x)).toBeLessThan(1e-6)
  })

  it('maxBias is the speed at which it is taken back at most', () => {
    const world = still()
    const body = add(world, 1, 0)
    const far = add(world, 0, 5, { rotation: 1 })
    world.createPivotJoint({ bodyB: body, anchorA: { x: 0, y: 0 }, anchorB: { x: 0, y: 0 }, errorBias: 0, maxBias: 0.3 })
    world.createRotaryLimitJoint({ bodyB: far, min: -0.2, max: 0.2, maxBias: 0.3 })
    run(world, 1)
    expect(body.position.x).toBeCloseTo(0.7, 9)
    expect(far.rotation).toBeCloseTo(0.7, 9)
  })

  it('reads back as it was made', () => {
    const world = still()
    const body = add(world, 1, 0)
    const pin = world.createPinJoint({ bodyB: body, maxForce: 3, errorBias: 0.5, maxBias: 4, dist: 2 })
    expect([pin.maxForce, pin.errorBias, pin.maxBias, pin.dist, pin.collideBodies]).toEqual([3, 0.5, 4, 2, true])
    pin.maxForce = Infinity
    pin.maxBias = 1
    pin.dist = 1
    expect([pin.maxForce, pin.maxBias, pin.dist]).toEqual([Infinity, 1, 1])
    expect(() => (pin.errorBias = -1)).toThrow(/pin\.errorBias \(-1\)/)
    expect(pin.softness).toBe(null)
  })
})

describe('names for one mathematics', () => {
  /** Two worlds that differ by the joint's name alone move alike to the bit. */
  function alike(one: (world: World, body: Body) => unknown, other: (world: World, body: Body) => unknown): void {
    const poses = [one, other].map((join) => {
      const world = falling()
      const body = add(world, 1, 0.3)
      join(world, body)
      body.angularVelocity = 2
      run(world, 2)
      return [body.position.x, body.position.y, body.rotation]
    })
    expect(poses[0]).toEqual(poses[1])
  }

  it('pivot and hinge', () => {
    const point = { x: 0, y: 0.5 }
    alike((world, bodyB) => world.createPivotJoint({ bodyB, pivot: point }), (world, bodyB) => world.createHingeJoint({ bodyB, anchor: point }))
  })

  it('pin and rod', () => {
    alike((world, bodyB) => world.createPinJoint({ bodyB }), (world, bodyB) => world.createDistanceJoint({ bodyB }))
  })

  it('slide and rope', () => {
    alike((world, bodyB) => world.createSlideJoint({ bodyB, max: 2 }), (world, bodyB) => world.createDistanceJoint({ bodyB, maxLength: 2 }))
  })

  it('damped spring and distance spring', () => {
    const spring = { stiffness: 50, damping: 2 }
    alike((world, bodyB) => world.createDampedSpring({ bodyB, ...spring }), (world, bodyB) => world.createDistanceJoint({ bodyB, spring }))
  })
})

describe('each of them', () => {
  it('slide pushes outwards at its least length and inwards at its greatest', () => {
    const world = still()
    const body = add(world, 1, 0)
    const slide = world.createSlideJoint({ bodyB: body, min: 0.5, max: 1.5 })
    body.linearVelocity = { x: -2, y: 0 }
    let least = 9
    run(world, 1, () => (least = Math.min(least, slide.currentLength)))
    expect(least).toBeCloseTo(0.5, 6)
    body.linearVelocity = { x: 2, y: 0 }
    run(world, 1)
    expect(slide.currentLength).toBeCloseTo(1.5, 6)
    expect([slide.min, slide.max]).toEqual([0.5, 1.5])
  })

  it('groove: B runs along it and stops at its ends', () => {
    const world = falling()
    const rail = world.createBody({ type: 'static', position: { x: 0, y: 2 }, rotation: -Math.PI / 2 })
    const body = add(world, 0.5, 1.5)
    // Along x of the rail, which hangs straight down from (0.5, 2).
    const groove = world.createGrooveJoint({ bodyA: rail, bodyB: body, grooveA: { x: 0, y: 0.5 }, grooveB: { x: 2, y: 0.5 } })
    expect(groove.position).toBeCloseTo(0.5, 12)
    run(world, 0.3)
    expect(groove.position).toBeCloseTo(0.5 + 0.5 * G * 0.09, 6)
    run(world, 2)
    expect(groove.position).toBeCloseTo(2, 6)
    expect(body.position.x).toBeCloseTo(0.5, 9)
    expect(groove.reactionForce.y).toBeCloseTo(20, 4)
  })

  it('damped spring pulls together what is too long, and damps', () => {
    const world = still()
    const body = add(world, 2, 0)
    const spring = world.createDampedSpring({ bodyB: body, restLength: 1, stiffness: 200, damping: 4 })
    // m = 2, ω = 10, ζ = 0.1.
    const wave = 10 * Math.sqrt(0.99)
    let t = 0
    run(world, 2, () => {
      t += DT
      const away = Math.exp(-t) * (Math.cos(wave * t) + Math.sin(wave * t) / wave)
      expect(Math.abs(spring.currentLength - 1 - away)).toBeLessThan(1e-2)
    })
    spring.restLength = 1.5
    spring.damping = 40
    run(world, 3)
    expect(spring.currentLength).toBeCloseTo(1.5, 6)
    expect([spring.restLength, spring.stiffness, spring.damping]).toEqual([1.5, 200, 40])
  })

  it('damped rotary spring turns B to restAngle against A, several turns away too', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 3, 0)
    const spring = world.createDampedRotarySpring({ bodyA: a, bodyB: b, restAngle: 9, stiffness: 5, damping: 2 })
    world.step(DT)
    expect(b.angularVelocity).toBeGreaterThan(0)
    run(world, 10)
    expect(b.rotation - a.rotation).toBeCloseTo(9, 5)
    expect(spring.angle).toBeCloseTo(9, 5)
    expect(a.angularVelocity + b.angularVelocity).toBeCloseTo(0, 12)
  })

  it('rotary limit holds after three turns, from either side', () => {
    const world = still()
    const b = add(world, 0, 0)
    const limit = world.createRotaryLimitJoint({ bodyB: b, min: -1, max: 6 * Math.PI })
    b.angularVelocity = 10
    run(world, 3)
    expect(b.rotation).toBeCloseTo(6 * Math.PI, 6)
    b.angularVelocity = -10
    run(world, 3)
    expect(b.rotation).toBeCloseTo(-1, 6)
    limit.max = 0
    limit.min = 0
    run(world, 1)
    expect(limit.angle).toBeCloseTo(0, 6)
  })

  for (const sign of [1, -1]) {
    it(`ratchet turns ${sign > 0 ? 'counter-clockwise' : 'clockwise'} only, and holds at its teeth`, () => {
      const world = still()
      const b = add(world, 0, 0)
      const ratchet = world.createRatchetJoint({ bodyB: b, ratchet: 0.5 * sign, phase: 0.1 })
      b.angularVelocity = 3 * sign
      run(world, 2)
      expect(b.rotation).toBeCloseTo(6 * sign, 9)
      const tooth = ratchet.angle
      // Multiples of 0.5 from the phase, the last one passed.
      expect((tooth - 0.1) / 0.5).toBeCloseTo(Math.round((tooth - 0.1) / 0.5), 9)
      expect((b.rotation - tooth) * sign).toBeGreaterThanOrEqual(0)
      expect((b.rotation - tooth) * sign).toBeLessThan(0.5)
      b.angularVelocity = -3 * sign
      run(world, 1)
      expect(b.rotation).toBeCloseTo(tooth, 6)
      expect(b.angularVelocity).toBeCloseTo(0, 9)
      b.angularVelocity = sign
      run(world, 1)
      expect(b.rotation).toBeCloseTo(tooth + sign, 6)
    })
  }

  it('gear: ratio φ_B − φ_A stays at its phase through hundreds of turns', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 3, 0)
    world.createHingeJoint({ bodyB: a })
    world.createHingeJoint({ bodyB: b })
    const gear = world.createGearJoint({ bodyA: a, bodyB: b, ratio: -2.5 })
    world.createSimpleMotor({ bodyA: a, rate: 50, bodyB: world.createBody({ position: { x: 0, y: 9 }, mass: 1e6, shapes: [box({ halfExtents: { x: 1, y: 1 } })] }) })
    run(world, 20)
    expect(a.rotation).toBeGreaterThan(300)
    expect(-2.5 * b.rotation - a.rotation).toBeCloseTo(gear.phase, 6)
    expect(a.angularVelocity / b.angularVelocity).toBeCloseTo(-2.5, 9)
  })

  it('gear passes torque on by its ratio', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 3, 0)
    world.createGearJoint({ bodyA: a, bodyB: b, ratio: 4 })
    b.applyAngularImpulse(3)
    world.step(DT)
    // ω_A = 4 ω_B; energy form: (I_B + 16 I_A) ω_B = 3.
    expect(b.angularVelocity).toBeCloseTo(3 / (0.5 + 8), 9)
    expect(a.angularVelocity).toBeCloseTo(12 / 8.5, 9)
  })

  it('gear: must be told its frame where a wheel is known to hang on a body that may turn', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const shapes = [circle({ radius: 0.3, filter: { mask: 0 } })]
    const [carrier, a, b] = [0, 1, 2].map(x => world.createBody({ position: { x, y: 0 }, shapes })) as [Body, Body, Body]
    expect(world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2 }).frame).toBe('world')
    world.createHingeJoint({ bodyA: carrier, bodyB: a })
    world.createHingeJoint({ bodyA: carrier, bodyB: b })
    const hash = world.hash()
    expect(() => world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2 })).toThrow(/gear\.frame is missing: an axle hangs on a dynamic body.*frame: 'axles'/)
    expect(world.hash()).toBe(hash)
    expect(world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2, frame: 'world' }).frame).toBe('world')
    // A belt of 1 : 1 does not care what turns both, nor does a gear on something that cannot turn.
    expect(world.createGearJoint({ bodyA: a, bodyB: b, ratio: 1 }).frame).toBe('world')
    carrier.lockedAxes = { rotation: true }
    expect(world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2 }).frame).toBe('world')
  })

  it('gear on axles: what carries both wheels may turn as often as it likes', () => {
    const world = still()
    const frame = world.createBody({ type: 'kinematic', angularVelocity: 4, position: { x: 1, y: 1 } })
    const a = add(world, 1, 1)
    const b = add(world, 4, 1)
    world.createHingeJoint({ bodyA: frame, bodyB: a, anchor: { x: 1, y: 1 } })
    world.createHingeJoint({ bodyA: frame, bodyB: b, anchor: { x: 4, y: 1 } })
    const gear = world.createGearJoint({ bodyA: a, bodyB: b, ratio: -2.5, frame: 'axles', collideBodies: false })
    for (let i = 0; i < 600; i++) {
      a.applyTorque(1)
      world.step(DT)
      // As seen from the frame.
      expect(-2.5 * (b.rotation - frame.rotation) - (a.rotation - frame.rotation)).toBeCloseTo(0, 6)
    }
    expect(frame.rotation).toBeGreaterThan(6 * 2 * Math.PI)
    expect(a.rotation - frame.rotation).toBeGreaterThan(10)
    expect(gear.frame).toBe('axles')
    // From here on as the world sees it.
    gear.frame = 'world'
    const phase = -2.5 * b.rotation - a.rotation
    expect(gear.phase).toBeCloseTo(phase, 9)
    run(world, 1)
    expect(-2.5 * b.rotation - a.rotation).toBeCloseTo(phase, 6)
  })

  it('gear: a frame that cannot be is refused, and the gear stays as it was', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 0, 0)
    const gear = world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2, collideBodies: false })
    expect(() => (gear.frame = 'axles')).toThrow(/gear\.frame \("axles"\) needs axles that are apart/)
    expect(() => (gear.frame = 'sun' as never)).toThrow(/must be 'world' or 'axles'/)
    expect(gear.frame).toBe('world')
    expect(() => world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2, frame: 'axles' })).toThrow(/needs axles that are apart/)
    expect([...world.joints]).toHaveLength(1)
    const apart = world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2, frame: 'axles', anchorB: { x: 0.1, y: 0 } })
    expect(apart.frame).toBe('axles')
  })

  it('simple motor: ω_A − ω_B = rate, with at most maxForce', () => {
    const world = still()
    const a = add(world, 0, 0)
    const b = add(world, 3, 0)
    const motor = world.createSimpleMotor({ bodyA: a, bodyB: b, rate: 6, maxForce: 1 })
    run(world, 1)
    expect(a.angularVelocity).toBeCloseTo(2, 6)
    expect(b.angularVelocity).toBeCloseTo(-2, 6)
    expect(motor.motorTorque).toBeCloseTo(-1, 9)
    run(world, 2)
    expect(a.angularVelocity - b.angularVelocity).toBeCloseTo(6, 9)
    motor.rate = 0
    motor.maxForce = Infinity
    run(world, 1)
    expect(a.angularVelocity).toBeCloseTo(b.angularVelocity, 9)
  })
})
