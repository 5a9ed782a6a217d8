/** Springs, motors and limits of joints against closed forms; loads that joints report against statics. */

import { box, sphere, type Vec3 } from 'fulcrum-physics/3d'
import { atMost, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { boxMoments, createWorld, DT, GRAVITY, length, steps, subtract, WEIGHTLESS } from '../setup.ts'

const ORIGIN: Vec3 = { x: 0, y: 0, z: 0 }
const Z: Vec3 = { x: 0, y: 0, z: 1 }
const DEGREE = Math.PI / 180

/** Peaks of a signal by the parabola through three samples: time and height. */
function peaks(samples: readonly number[]): { time: number; height: number }[] {
  const found: { time: number; height: number }[] = []
  for (let i = 1; i + 1 < samples.length; i++) {
    const [a, b, c] = [samples[i - 1]!, samples[i]!, samples[i + 1]!]
    if (!(b > a && b >= c)) continue
    const at = (0.5 * (a - c)) / (a - 2 * b + c)
    found.push({ time: (i + at) * DT, height: b - 0.25 * (a - c) * at })
  }
  return found
}

/** A mass on a slider with a spring: what a soft constraint usually loses. */
function springMass(hertz: number, dampingRatio: number, seconds: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = world.createBody({ position: { x: 1, y: 0, z: 0 }, shapes: [sphere({ radius: 0.2, density: 1000 })] })
  const slider = world.createSliderJoint({ bodyB: body, anchor: { x: 1, y: 0, z: 0 }, axis: { x: 1, y: 0, z: 0 }, spring: { hertz, dampingRatio, target: -0.5 } })
  const samples = [slider.position + 0.5]
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    samples.push(slider.position + 0.5)
  }
  const found = peaks(samples)
  const test = `spring and mass, ${hertz} Hz, ζ ${dampingRatio}, ${seconds} s`
  const first = found[0]!
  const last = found.at(-1)!
  const rounds = found.length - 1
  const damped = hertz * Math.sqrt(1 - dampingRatio * dampingRatio)
  const decrement = Math.log(first.height / last.height) / rounds
  const zeta = decrement / Math.sqrt(4 * Math.PI * Math.PI + decrement * decrement)
  return [
    atMost(test, 'frequency, relative error', 'soft constraints: worse with h', 5e-3, Math.abs(rounds / (last.time - first.time) / damped - 1)),
    atMost(test, 'damping ratio, error', 'soft constraints add ω₀h/2', 2e-3, Math.abs(zeta - dampingRatio)),
    ...(dampingRatio === 0 ? [atMost(test, 'amplitude lost', 'half in 8 s', 0.01, 1 - last.height / 0.5)] : []),
  ]
}

/** A motor too weak for the lever stops where the weight balances it; a free one accelerates by torque over inertia. */
function motor(length: RunLength): Row[] {
  const world = createWorld()
  const half = { x: 0.5, y: 0.05, z: 0.05 }
  const lever = world.createBody({ position: { x: 0, y: -0.5, z: 0 }, rotation: { x: 0, y: 0, z: -Math.SQRT1_2, w: Math.SQRT1_2 }, shapes: [box({ halfExtents: half, density: 200 })] })
  const weight = lever.mass * GRAVITY * 0.5
  lever.angularDamping = 4
  const hinge = world.createHingeJoint({ bodyB: lever, anchor: ORIGIN, axis: Z, motor: { speed: 5, maxTorque: 0.6 * weight } })
  steps(world, length === 'full' ? 1800 : 900)
  const free = createWorld({ gravity: WEIGHTLESS })
  const wheel = free.createBody({ shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.1 }, density: 100 })] })
  const inertia = boxMoments(wheel.mass, { x: 0.5, y: 0.5, z: 0.1 }).z
  const axle = free.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, axis: Z, motor: { speed: 1000, maxTorque: 30 } })
  steps(free, 120)
  return [
    atMost('motor of 0.6 m g l on a lever', 'angle of the stall, °', '', 0.1, Math.abs(hinge.angle - Math.asin(0.6)) / DEGREE),
    atMost('motor of 30 N m on a free wheel, 2 s', 'acceleration, relative error', '', 1e-3, Math.abs(axle.speed / ((30 / inertia) * 2) - 1)),
    atMost('motor of 30 N m on a free wheel, 2 s', 'angle, relative error', '', 1e-3, Math.abs(axle.angle / ((15 / inertia) * 4) - 1)),
  ]
}

function limit(): Row[] {
  const world = createWorld()
  const lever = world.createBody({ position: { x: 1, y: 0, z: 0 }, shapes: [sphere({ radius: 0.2, density: 1000 })] })
  const hinge = world.createHingeJoint({ bodyB: lever, anchor: ORIGIN, axis: Z, limit: { lower: -0.7, upper: 9 } })
  let past = 0
  for (let i = 0; i < 300; i++) {
    world.step(DT)
    past = Math.max(past, -0.7 - hinge.angle)
  }
  const rest = Math.abs(hinge.angle + 0.7)
  const turns = createWorld({ gravity: WEIGHTLESS })
  const wheel = turns.createBody({ shapes: [sphere({ radius: 0.5, density: 10 })] })
  const axle = turns.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, axis: Z, limit: { lower: 0, upper: 10.5 * Math.PI } })
  wheel.angularVelocity = { x: 0, y: 0, z: 20 }
  let beyond = 0
  for (let i = 0; i < 240; i++) {
    turns.step(DT)
    beyond = Math.max(beyond, axle.angle - 10.5 * Math.PI)
  }
  const bounce = createWorld({ gravity: WEIGHTLESS })
  const ball = bounce.createBody({ shapes: [sphere({ radius: 0.5, density: 10 })] })
  bounce.createHingeJoint({ bodyB: ball, anchor: ORIGIN, axis: Z, limit: { lower: -1, upper: 1, restitution: 0.8 } })
  ball.angularVelocity = { x: 0, y: 0, z: 5 }
  steps(bounce, 15)
  return [
    atMost('lever falls onto its limit', 'past the limit on impact, °', '', 0.5, past / DEGREE),
    atMost('lever rests on its limit', 'angle, error, °', '', 0.05, rest / DEGREE),
    atMost('wheel at 20 rad/s, limit at 5.25 turns', 'past the limit, °', 'wraps at half a turn', 0.5, beyond / DEGREE),
    atMost('wheel at 20 rad/s, limit at 5.25 turns', 'where it stops, °', 'wraps at half a turn', 0.05, Math.abs(axle.angle - 10.5 * Math.PI) / DEGREE),
    atMost('wheel hits a limit with e 0.8', 'speed after, relative error', '', 1e-3, Math.abs(-ball.angularVelocity.z / 4 - 1)),
  ]
}

/** A beam on a fixed joint and a bracket on two hinges: forces and torques by the laws of the lever. */
function statics(): Row[] {
  const world = createWorld()
  const half = { x: 1, y: 0.1, z: 0.1 }
  const beam = world.createBody({ position: { x: 1, y: 0, z: 0 }, shapes: [box({ halfExtents: half, density: 500 })] })
  const weld = world.createFixedJoint({ bodyB: beam, anchor: ORIGIN })
  const plank = world.createBody({ position: { x: 0, y: 5, z: 0 }, shapes: [box({ halfExtents: half, density: 500 })] })
  const load = world.createBody({ position: { x: 0.5, y: 5.4, z: 0 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.2, z: 0.2 }, density: 2000 })] })
  const lashing = world.createFixedJoint({ bodyA: plank, bodyB: load, anchor: { x: 0.5, y: 5.1, z: 0 } })
  const left = world.createBallJoint({ bodyB: plank, anchor: { x: -1, y: 5, z: 0 } })
  const right = world.createDistanceJoint({ bodyB: plank, anchorA: { x: 1, y: 8, z: 0 }, anchorB: { x: 1, y: 5, z: 0 } })
  steps(world, 120)
  const weight = beam.mass * GRAVITY
  const heavy = load.mass * GRAVITY
  const onRight = weight / 2 + (heavy * 1.5) / 2
  const force = subtract(weld.reactionForce, { x: 0, y: weight, z: 0 })
  const torque = subtract(weld.reactionTorque, { x: 0, y: 0, z: weight })
  return [
    atMost('beam welded to a wall', 'force, relative error', '', 1e-3, length(force) / weight),
    atMost('beam welded to a wall', 'torque, relative error', '', 1e-3, length(torque) / weight),
    atMost('plank on a ball joint and a rod', 'force of the rod, relative error', '', 1e-3, Math.abs(right.reactionForce.y / onRight - 1)),
    atMost('plank on a ball joint and a rod', 'force of the ball, relative error', '', 1e-3, Math.abs(left.reactionForce.y / (weight + heavy - onRight) - 1)),
    atMost('load lashed to the plank', 'force, relative error', '', 1e-3, Math.abs(lashing.reactionForce.y / heavy - 1)),
  ]
}

export const drives: AccuracyCase = {
  name: 'drives',
  run: length => [
    ...springMass(1, 0, 10),
    ...springMass(1, 0.1, 6),
    ...springMass(8, 0.05, 4),
    ...motor(length),
    ...limit(),
    ...statics(),
  ],
}
