/** Motors and limits of joints against closed forms; loads that joints report against statics. */

import { box, circle } from 'fulcrum-physics/2d'
import { atMost, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, DEGREE, DT, GHOST, GRAVITY, length, ORIGIN, steps, subtract, WEIGHTLESS } from '../setup.ts'

/** A motor too weak for the lever stops where the weight balances it; a free one accelerates by torque over inertia. */
function motor(runLength: RunLength): Row[] {
  const world = createWorld()
  const shapes = [box({ halfExtents: { x: 0.5, y: 0.05 }, density: 200 })]
  const lever = world.createBody({ position: { x: 0, y: -0.5 }, rotation: -Math.PI / 2, shapes })
  const weight = lever.mass * GRAVITY * 0.5
  lever.angularDamping = 4
  const hinge = world.createHingeJoint({ bodyB: lever, anchor: ORIGIN, motor: { speed: 5, maxTorque: 0.6 * weight } })
  steps(world, runLength === 'full' ? 1800 : 900)
  const free = createWorld({ gravity: WEIGHTLESS })
  const wheel = free.createBody({ shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, density: 20 })] })
  const inertia = wheel.getInertia()
  const axle = free.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, motor: { speed: 1000, maxTorque: 30 } })
  steps(free, 120)
  return [
    atMost('motor of 0.6 m g l on a lever', 'angle of the stall, °', '', 0.1, Math.abs(hinge.angle - Math.asin(0.6)) / DEGREE),
    atMost('motor of 0.6 m g l on a lever', 'torque, relative error', '', 1e-3, Math.abs(hinge.motorTorque / (0.6 * weight) - 1)),
    atMost('motor of 30 N m on a free wheel, 2 s', 'acceleration, relative error', '', 1e-3, Math.abs(axle.speed / ((30 / inertia) * 2) - 1)),
    atMost('motor of 30 N m on a free wheel, 2 s', 'angle, relative error', '', 1e-3, Math.abs(axle.angle / ((15 / inertia) * 4) - 1)),
  ]
}

/** A lift on a slider and a winch on a rope: a motor that is weaker than the weight lets it down at the difference. */
function lift(): Row[] {
  const world = createWorld()
  const cabin = world.createBody({ shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, filter: GHOST })] })
  const weight = cabin.mass * GRAVITY
  const slider = world.createSliderJoint({ bodyB: cabin, axis: { x: 0, y: 1 }, motor: { speed: 3, maxForce: 0.75 * weight } })
  const hook = world.createBody({ position: { x: 5, y: 0 }, shapes: [circle({ radius: 0.2, filter: GHOST })] })
  const motor = { speed: -1, maxForce: 4 * hook.mass * GRAVITY }
  const winch = world.createDistanceJoint({ bodyB: hook, anchorA: { x: 5, y: 9 }, maxLength: 20, motor })
  steps(world, 60)
  return [
    atMost('lift with a motor of 3/4 of its weight, 1 s', 'speed, relative error', '', 1e-3, Math.abs(slider.speed / (-GRAVITY / 4) - 1)),
    atMost('winch, 1 m/s, 1 s', 'speed, relative error', '', 1e-3, Math.abs(winch.speed + 1)),
    atMost('winch, 1 m/s, 1 s', 'force, relative error', '', 1e-3, Math.abs(winch.motorForce / -(hook.mass * GRAVITY) - 1)),
  ]
}

function limit(): Row[] {
  const world = createWorld()
  const lever = world.createBody({ position: { x: 1, y: 0 }, shapes: [circle({ radius: 0.2 })] })
  const hinge = world.createHingeJoint({ bodyB: lever, anchor: ORIGIN, limit: { lower: -0.7, upper: 9 } })
  let past = 0
  for (let i = 0; i < 300; i++) {
    world.step(DT)
    past = Math.max(past, -0.7 - hinge.angle)
  }
  const rest = Math.abs(hinge.angle + 0.7)
  const turns = createWorld({ gravity: WEIGHTLESS })
  const wheel = turns.createBody({ shapes: [circle({ radius: 0.5, density: 10 })] })
  const axle = turns.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, limit: { lower: 0, upper: 10.5 * Math.PI } })
  wheel.angularVelocity = 20
  let beyond = 0
  for (let i = 0; i < 240; i++) {
    turns.step(DT)
    beyond = Math.max(beyond, axle.angle - 10.5 * Math.PI)
  }
  const bounce = createWorld({ gravity: WEIGHTLESS })
  const ball = bounce.createBody({ shapes: [circle({ radius: 0.5, density: 10 })] })
  bounce.createHingeJoint({ bodyB: ball, anchor: ORIGIN, limit: { lower: -1, upper: 1, restitution: 0.8 } })
  ball.angularVelocity = 5
  steps(bounce, 15)
  return [
    atMost('lever falls onto its limit', 'past the limit on impact, °', '', 0.5, past / DEGREE),
    atMost('lever rests on its limit', 'angle, error, °', '', 0.05, rest / DEGREE),
    atMost('wheel at 20 rad/s, limit at 5.25 turns', 'past the limit, °', '', 0.5, beyond / DEGREE),
    atMost('wheel at 20 rad/s, limit at 5.25 turns', 'where it stops, °', '', 0.05, Math.abs(axle.angle - 10.5 * Math.PI) / DEGREE),
    atMost('wheel hits a limit with e 0.8', 'speed after, relative error', '', 1e-3, Math.abs(-ball.angularVelocity / 4 - 1)),
  ]
}

/** A rope that goes taut, and a stop of a slider: the body must not be found beyond. */
function stops(): Row[] {
  const world = createWorld()
  const weight = world.createBody({ shapes: [circle({ radius: 0.2, filter: GHOST })] })
  const rope = world.createDistanceJoint({ bodyB: weight, anchorA: ORIGIN, maxLength: 2 })
  const drawer = world.createBody({ position: { x: 5, y: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.1 }, filter: GHOST })] })
  const slider = world.createSliderJoint({ bodyB: drawer, axis: { x: 0, y: 1 }, limit: { lower: -2, upper: 1 } })
  let tooLong = 0
  let past = 0
  for (let i = 0; i < 180; i++) {
    world.step(DT)
    tooLong = Math.max(tooLong, rope.currentLength - 2)
    past = Math.max(past, -2 - slider.position)
  }
  return [
    atMost('weight falls 2 m into a rope', 'rope too long, mm', '', 1, tooLong * 1000),
    atMost('weight hangs on a rope', 'force, relative error', '', 1e-3, Math.abs(rope.reactionForce.y / (weight.mass * GRAVITY) - 1)),
    atMost('drawer falls 2 m onto its stop', 'past the stop, mm', '', 1, past * 1000),
    atMost('drawer rests on its stop', 'place, error, mm', '', 0.1, Math.abs(slider.position + 2) * 1000),
  ]
}

/** A beam on a fixed joint and a plank on a hinge and a rod: forces and torques by the laws of the lever. */
function statics(): Row[] {
  const world = createWorld()
  const half = { x: 1, y: 0.1 }
  const beam = world.createBody({ position: { x: 1, y: 0 }, shapes: [box({ halfExtents: half, density: 500 })] })
  const weld = world.createFixedJoint({ bodyB: beam, anchor: ORIGIN })
  const plank = world.createBody({ position: { x: 0, y: 5 }, shapes: [box({ halfExtents: half, density: 500 })] })
  const load = world.createBody({ position: { x: 0.5, y: 5.4 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.2 }, density: 2000 })] })
  const lashing = world.createFixedJoint({ bodyA: plank, bodyB: load, anchor: { x: 0.5, y: 5.1 } })
  const left = world.createHingeJoint({ bodyB: plank, anchor: { x: -1, y: 5 } })
  const right = world.createDistanceJoint({ bodyB: plank, anchorA: { x: 1, y: 8 }, anchorB: { x: 1, y: 5 } })
  steps(world, 120)
  const weight = beam.mass * GRAVITY
  const heavy = load.mass * GRAVITY
  const onRight = weight / 2 + (heavy * 1.5) / 2
  const onLeft = weight + heavy - onRight
  const force = subtract(weld.reactionForce, { x: 0, y: weight })
  return [
    atMost('beam welded to a wall', 'force, relative error', '', 1e-3, length(force) / weight),
    atMost('beam welded to a wall', 'torque, relative error', '', 1e-3, Math.abs(weld.reactionTorque / weight - 1)),
    atMost('plank on a hinge and a rod', 'force of the rod, relative error', '', 1e-3, Math.abs(right.reactionForce.y / onRight - 1)),
    atMost('plank on a hinge and a rod', 'force of the hinge, relative error', '', 1e-3, Math.abs(left.reactionForce.y / onLeft - 1)),
    atMost('load lashed to the plank', 'force, relative error', '', 1e-3, Math.abs(lashing.reactionForce.y / heavy - 1)),
  ]
}

/** Two bars lean on each other, feet on hinges 2 m apart, a hinge 1 m above between them: each foot takes one weight and a thrust of half of it. */
function frame(): Row[] {
  const world = createWorld()
  const bar = (x: number, rotation: number): ReturnType<typeof world.createBody> =>
    world.createBody({ position: { x, y: 0.5 }, rotation, shapes: [box({ halfExtents: { x: Math.SQRT1_2, y: 0.05 }, density: 300, filter: GHOST })] })
  const one = bar(-0.5, Math.PI / 4)
  const two = bar(0.5, -Math.PI / 4)
  const foot = world.createHingeJoint({ bodyB: one, anchor: { x: -1, y: 0 } })
  world.createHingeJoint({ bodyB: two, anchor: { x: 1, y: 0 } })
  const ridge = world.createHingeJoint({ bodyA: one, bodyB: two, anchor: { x: 0, y: 1 } })
  steps(world, 120)
  const weight = one.mass * GRAVITY
  const atFoot = length(subtract(foot.reactionForce, { x: weight / 2, y: weight }))
  const atRidge = length(subtract(ridge.reactionForce, { x: weight / 2, y: 0 }))
  return [
    atMost('two bars lean on each other', 'force at a foot, relative error', '', 1e-3, atFoot / weight),
    atMost('two bars lean on each other', 'force at the ridge, relative error', '', 1e-3, atRidge / weight),
  ]
}

export const drives: AccuracyCase = {
  name: 'drives',
  run: runLength => [...motor(runLength), ...lift(), ...limit(), ...stops(), ...statics(), ...frame()],
}
