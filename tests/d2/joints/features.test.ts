/** Limits, motors, springs, friction, softness and breaking against closed forms, kind by kind. */

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

function run(world: World, seconds: number, each?: (t: number) => void): void {
  const steps = Math.round(seconds / DT)
  for (let i = 0; i < steps; i++) {
    world.step(DT)
    each?.((i + 1) * DT)
  }
}

describe('hinge', () => {
  it('counts turns both ways, and through a snapshot', () => {
    const world = still()
    const body = add(world, 0, 0)
    const hinge = world.createHingeJoint({ bodyB: body })
    body.angularVelocity = 9
    run(world, 5)
    expect(hinge.angle).toBeCloseTo(45, 9)
    const saved = world.snapshot()
    body.angularVelocity = -9
    run(world, 10)
    expect(hinge.angle).toBeCloseTo(-45, 9)
    world.restore(saved)
    expect(hinge.angle).toBeCloseTo(45, 9)
    expect(hinge.speed).toBeCloseTo(9, 9)
  })

  it('goes on counting when a body is put back by whole turns', () => {
    const world = still()
    const body = add(world, 0, 0)
    const hinge = world.createHingeJoint({ bodyB: body })
    body.angularVelocity = 10
    run(world, 2)
    const angle = hinge.angle
    body.rotation -= 6 * Math.PI
    world.step(DT)
    expect(hinge.angle).toBeCloseTo(angle + 10 * DT, 9)
  })

  it('starts within half a turn where frames are given', () => {
    const world = still()
    const body = add(world, 0, 0, { rotation: 4 * Math.PI + 0.3 })
    const hinge = world.createHingeJoint({ bodyB: body, frameA: {}, frameB: { rotation: 0.1 } })
    expect(hinge.angle).toBeCloseTo(0.4, 12)
  })

  it('motor: torque over inertia until the speed is reached, then what the load takes', () => {
    const world = falling()
    const body = add(world, 1, 0)
    const hinge = world.createHingeJoint({ bodyB: body, anchor: { x: 0, y: 0 }, motor: { speed: 0, maxTorque: 100 } })
    run(world, 1)
    expect(Math.abs(hinge.angle)).toBeLessThan(1e-9)
    expect(hinge.motorTorque).toBeCloseTo(20, 6)
    world.gravity = { x: 0, y: 0 }
    hinge.motor = { speed: 4, maxTorque: 5 }
    run(world, 1)
    // 0.5 + 2 · 1² kg m² about the anchor.
    expect(hinge.speed).toBeCloseTo(2, 6)
    run(world, 2)
    expect(hinge.speed).toBeCloseTo(4, 9)
  })

  it('limit: stops after seven turns, bounces with its restitution', () => {
    const world = still()
    const body = add(world, 0, 0)
    const hinge = world.createHingeJoint({ bodyB: body, limit: { lower: -1, upper: 14 * Math.PI, restitution: 0.5 } })
    body.angularVelocity = 20
    let top = 0
    run(world, 2.5, () => (top = Math.max(top, hinge.angle)))
    expect(top).toBeLessThan(14 * Math.PI + 1e-6)
    expect(top).toBeGreaterThan(14 * Math.PI - 20 * DT)
    expect(hinge.speed).toBeCloseTo(-10, 6)
  })

  it('breaks by torque, and is mended', () => {
    const world = falling()
    const body = add(world, 0.5, 0)
    const hinge = world.createHingeJoint({
      bodyB: body, anchor: { x: 0, y: 0 }, limit: { lower: 0, upper: 0 }, breakTorque: 9.99,
    })
    world.step(DT)
    expect(world.events.jointBroken[0]?.torque).toBeCloseTo(10, 6)
    expect(hinge.isBroken).toBe(true)
    hinge.breakTorque = Infinity
    hinge.enabled = true
    run(world, 3)
    expect(Math.hypot(hinge.anchorB.x, hinge.anchorB.y)).toBeLessThan(1e-3)
  })
})

describe('slider', () => {
  it('spring: frequency and decay of the true oscillator', () => {
    for (const [hertz, dampingRatio] of [[1, 0], [3, 0.2], [7, 0]]) {
      const world = still()
      const body = add(world, 0, 0)
      const slider = world.createSliderJoint({ bodyB: body, spring: { hertz, dampingRatio } })
      body.teleport({ x: 0.1, y: 0 })
      const omega = 2 * Math.PI * hertz
      const wave = omega * Math.sqrt(1 - dampingRatio * dampingRatio)
      run(world, 2, (t) => {
        const away = 0.1 * Math.exp(-dampingRatio * omega * t) * (Math.cos(wave * t) + ((dampingRatio * omega) / wave) * Math.sin(wave * t))
        expect(Math.abs(slider.position - away)).toBeLessThan(2e-3)
      })
    }
  })

  it('friction: stops after m v² / 2F', () => {
    const world = still()
    const body = add(world, 0, 0)
    const slider = world.createSliderJoint({ bodyB: body, friction: 4 })
    body.linearVelocity = { x: 3, y: 0 }
    run(world, 3)
    expect(slider.position).toBeCloseTo((2 * 9) / 8, 3)
    expect(slider.speed).toBe(0)
  })

  it('motor lifts a weight along a slope', () => {
    const world = falling()
    const body = add(world, 0, 0)
    const slider = world.createSliderJoint({ bodyB: body, axis: { x: 3, y: 4 }, motor: { speed: 0.5, maxForce: 100 } })
    run(world, 2)
    expect(slider.position).toBeCloseTo(1, 1)
    expect(slider.motorForce).toBeCloseTo(2 * G * 0.8, 6)
    expect(body.rotation).toBeCloseTo(0, 9)
  })

  it('soft limit gives by load over stiffness', () => {
    const world = falling()
    const body = add(world, 0, 0)
    const slider = world.createSliderJoint({ bodyB: body, axis: { x: 0, y: 1 }, limit: { lower: 0, upper: 1, stiffness: 400, damping: 40 } })
    run(world, 5)
    expect(slider.position).toBeCloseTo(-0.05, 6)
  })
})

describe('fixed', () => {
  it('soft by stiffness sags by load over stiffness', () => {
    const world = falling()
    const body = add(world, 0, 0)
    world.createFixedJoint({ bodyB: body, softness: { stiffness: 1000, damping: 50 } })
    run(world, 6)
    expect(body.position.y).toBeCloseTo(-0.02, 5)
  })

  it('carries a beam: force and torque', () => {
    const world = falling()
    const body = add(world, 1, 0)
    const fixed = world.createFixedJoint({ bodyB: body, anchor: { x: 0, y: 0 } })
    run(world, 1)
    expect(fixed.reactionForce.y).toBeCloseTo(20, 8)
    expect(fixed.reactionTorque).toBeCloseTo(20, 8)
  })
})

describe('distance', () => {
  it('rope: free fall, then it holds; a range keeps apart', () => {
    const world = falling()
    const body = add(world, 0, -1)
    const rope = world.createDistanceJoint({ bodyB: body, maxLength: 2 })
    run(world, 0.4)
    expect(rope.currentLength).toBeCloseTo(1 + 0.5 * G * 0.16, 9)
    run(world, 3)
    expect(rope.currentLength).toBeCloseTo(2, 6)
    expect(rope.reactionForce.y).toBeCloseTo(20, 4)
    rope.setLengthRange(2.5, 3)
    run(world, 3)
    expect(rope.currentLength).toBeCloseTo(3, 6)
  })

  it('spring hangs by m g / k below its length', () => {
    const world = falling()
    const body = add(world, 0, -1)
    const spring = world.createDistanceJoint({ bodyB: body, length: 1, spring: { stiffness: 100, damping: 20 } })
    run(world, 6)
    expect(spring.currentLength).toBeCloseTo(1.2, 6)
  })
})

describe('wheel', () => {
  it('suspension carries a quarter of a cart', () => {
    const world = falling()
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 10, y: 0.5 } })], position: { x: 0, y: -0.5 } })
    const chassis = add(world, 0, 1, { lockedAxes: { rotation: true } })
    const wheel = world.createBody({ position: { x: 0, y: 0.5 }, mass: 1, shapes: [circle({ radius: 0.5 })] })
    const joint = world.createWheelJoint({ bodyA: chassis, bodyB: wheel, suspension: { stiffness: 400, damping: 40 } })
    run(world, 5)
    // The wheel is pressed in by the chassis' weight over the stiffness.
    expect(joint.travel).toBeCloseTo(20 / 400, 3)
    joint.motor = { speed: -4, maxTorque: 50 }
    run(world, 3)
    expect(chassis.linearVelocity.x).toBeCloseTo(2, 2)
  })
})

describe('pulley', () => {
  it("is Atwood's machine", () => {
    const world = falling()
    const a = add(world, -1, 0, { lockedAxes: { rotation: true } })
    const b = add(world, 1, 0, { lockedAxes: { rotation: true } })
    b.mass = 3
    const pulley = world.createPulleyJoint({ bodyA: a, bodyB: b, groundA: { x: -1, y: 4 }, groundB: { x: 1, y: 4 } })
    run(world, 0.5)
    expect(b.linearVelocity.y).toBeCloseTo((-G * 0.5) / 5, 6)
    expect(pulley.tension).toBeCloseTo((2 * 2 * 3 * G) / 5, 5)
    expect(pulley.currentLength).toBeCloseTo(8, 9)
  })

  it('ends where a stop of the other side leaves no more rope', () => {
    const world = falling()
    const a = add(world, -1, 0, { mass: 0.02 })
    const b = add(world, 1, 0)
    const pulley = world.createPulleyJoint({
      bodyA: a, bodyB: b, groundA: { x: -1, y: 2 }, groundB: { x: 1, y: 2 }, limitA: { lower: 0.5, upper: 9 },
    })
    expect(pulley.limitA).toEqual({ lower: 0.5, upper: 9, restitution: 0 })
    expect(pulley.limitB).toBe(null)
    run(world, 4)
    expect(pulley.lengthA).toBeCloseTo(0.5, 3)
    expect(pulley.lengthB).toBeCloseTo(3.5, 3)
  })
})

describe('mouse', () => {
  it('pulls to its target, with no more than its force', () => {
    const world = falling()
    const body = add(world, 0, 0)
    const mouse = world.createMouseJoint({ bodyB: body, target: { x: 1, y: 1 }, hertz: 5, maxForce: 200 })
    run(world, 3)
    // Stiffness m ω²: it hangs by g / ω² below the target.
    expect(body.position.x).toBeCloseTo(1, 6)
    expect(body.position.y).toBeCloseTo(1 - G / (10 * Math.PI) ** 2, 5)
    mouse.maxForce = 15
    run(world, 1)
    expect(body.linearVelocity.y).toBeLessThan(-1.5)
    expect(mouse.force.y).toBeCloseTo(15, 9)
  })
})

describe('motor joint', () => {
  it('goes to a pose, turns counted, and moves at a velocity', () => {
    const world = still()
    const body = add(world, 0, 0)
    const motor = world.createMotorJoint({ bodyB: body, target: { position: { x: 2, y: 1 }, rotation: 8, hertz: 2 } })
    run(world, 4)
    expect(body.position.x).toBeCloseTo(2, 4)
    expect(body.position.y).toBeCloseTo(1, 4)
    expect(motor.rotation).toBeCloseTo(8, 4)
    expect(motor.target).toMatchObject({ rotation: 8, hertz: 2, dampingRatio: 1, mode: 'force' })
    motor.target = null
    motor.linear = { velocity: { x: 1, y: 0 }, maxForce: 1 }
    motor.angular = { velocity: -3, maxTorque: 10 }
    run(world, 1)
    expect(motor.linearVelocity.x).toBeCloseTo(0.5, 4)
    expect(motor.angularVelocity).toBeCloseTo(-3, 6)
    expect(() => (motor.target = { position: { x: 0, y: 0 }, hertz: 1 })).toThrow(/both say where B goes/)
  })
})

describe('generic', () => {
  it('limits both axes to a disc, drives the angle', () => {
    const world = still()
    const body = add(world, 0, 0)
    const joint = world.createGenericJoint({
      bodyB: body, limits: [{ linearAxes: [0, 1], max: 0.5 }], drives: [{ type: 'angular', positionTarget: 1, hertz: 2 }],
    })
    body.linearVelocity = { x: 1, y: 0.3 }
    run(world, 3, () => expect(Math.hypot(body.position.x, body.position.y)).toBeLessThan(0.5 + 1e-6))
    expect(joint.angle).toBeCloseTo(1, 4)
    expect(joint.limits).toEqual([{ linearAxes: [0, 1], min: 0, max: 0.5, restitution: 0 }])
    expect(joint.drives[0]).toMatchObject({ type: 'angular', positionTarget: 1, hertz: 2 })
    joint.setLimits([{ linearAxes: [1], min: 0, max: 0 }, { linearAxes: [0], min: -1, max: 1 }])
    joint.setFriction({ linear: { x: 2, y: 0 } })
    run(world, 3)
    expect(joint.linearPosition(1)).toBeCloseTo(0, 5)
    expect(joint.friction).toEqual({ linear: { x: 2, y: 0 }, angular: 0 })
    expect(joint.limits).toHaveLength(2)
  })

  it('a refused change leaves it as it was', () => {
    const world = still()
    const joint = world.createGenericJoint({ bodyB: add(world, 0, 0), limits: [{ linearAxes: [0], min: -1, max: 1 }] })
    const before = world.hash()
    expect(() => joint.setDrives([{ type: 'linear', axis: 0, stiffness: -1 }])).toThrow(/stiffness \(-1\)/)
    expect(() => joint.setDrives([{ type: 'linear', axis: 2 as 0, hertz: 1 }])).toThrow(/must be 0 \(x\) or 1 \(y\)/)
    expect(world.hash()).toBe(before)
  })
})

it('a locked axis of a body is not moved by a joint', () => {
  const world = falling()
  const body = add(world, 1, 0, { lockedAxes: { x: true } })
  const hinge = world.createHingeJoint({ bodyB: body, anchor: { x: 1, y: 0.5 } })
  run(world, 2)
  expect(body.position.x).toBe(1)
  expect(hinge.reactionForce.y).toBeCloseTo(20, 6)
})

it('a kinematic body carries what is joined to it', () => {
  const world = still()
  const arm = world.createBody({ type: 'kinematic', angularVelocity: 2 })
  const body = add(world, 1, 0)
  const hinge = world.createHingeJoint({ bodyA: arm, bodyB: body, anchor: { x: 1, y: 0 } })
  run(world, 3, (t) => {
    expect(Math.hypot(body.position.x - Math.cos(2 * t), body.position.y - Math.sin(2 * t))).toBeLessThan(1e-3)
  })
  expect(hinge.speed).toBeCloseTo(-2, 2)
})
