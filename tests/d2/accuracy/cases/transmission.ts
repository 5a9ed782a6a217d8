/** What passes on a turn or a pull: gears, pulleys, ratchets, motors between bodies, grooves, against closed forms. */

import { box, circle, type Body, type Vec2, type World } from 'fulcrum-physics/2d'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { momentumOf } from '../../joints/lab.ts'
import { boxInertia, createWorld, DT, GHOST, GRAVITY, ORIGIN, steps, TURN, WEIGHTLESS } from '../setup.ts'

const X: Vec2 = { x: 1, y: 0 }
/** rad/s where turns are counted: 600 a minute. */
const FAST = 10 * TURN
const WHEEL = { x: 0.3, y: 0.3 }

function addWheel(world: World, position: Vec2, half: Vec2 = WHEEL): Body {
  return world.createBody({ position, shapes: [box({ halfExtents: half, density: 100, filter: GHOST })] })
}

/** ratio φ_B − φ_A stays as it was: 7 turns of A against 3 of B. */
function gear(turns: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X)
  const ratio = -7 / 3
  const first = world.createHingeJoint({ bodyB: a, anchor: ORIGIN, motor: { speed: FAST, maxTorque: 1e5 } })
  const second = world.createHingeJoint({ bodyB: b, anchor: X })
  world.createGearJoint({ bodyA: a, bodyB: b, ratio })
  let worst = 0
  while (first.angle < turns * TURN) {
    world.step(DT)
    worst = Math.max(worst, Math.abs(ratio * second.angle - first.angle))
  }
  // What the bodies themselves say, without counting: 7 θ_B + 3 θ_A is a whole number of turns.
  const sum = (3 * (a.rotation % TURN) + 7 * (b.rotation % TURN)) / TURN
  const test = `gear 7 : 3, ${turns} turns`
  return [
    atMost(test, 'phase, rad', '', 1e-6, worst),
    atMost(test, 'phase at the end by the poses, rad', '', 1e-6, (Math.abs(sum - Math.round(sum)) * TURN) / 7),
  ]
}

/** A torque on A turns both: ω_B = ω_A / ratio, so α_A = T / (I_A + I_B / ratio²); the bearings take what the two torques do not balance. */
function gearTorque(): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const a = addWheel(world, ORIGIN)
  const half = { x: 0.5, y: 0.5 }
  const b = addWheel(world, X, half)
  const ratio = -0.4
  const first = world.createHingeJoint({ bodyB: a, anchor: ORIGIN })
  world.createHingeJoint({ bodyB: b, anchor: X })
  const mesh = world.createGearJoint({ bodyA: a, bodyB: b, ratio })
  const torque = 40
  const inertiaB = boxInertia(b.mass, half)
  const alpha = torque / (boxInertia(a.mass, WHEEL) + inertiaB / (ratio * ratio))
  for (let i = 0; i < 120; i++) {
    a.applyTorque(torque)
    world.step(DT)
  }
  const onB = (inertiaB * alpha) / ratio
  const test = 'gear −0.4 under 40 N m, 2 s'
  return [
    atMost(test, 'acceleration, relative error', '', 1e-6, Math.abs(first.speed / (2 * alpha) - 1)),
    atMost(test, 'torque on B, relative error', '', 1e-6, Math.abs(mesh.reactionTorque / onB - 1)),
  ]
}

/** Wheels on a frame that floats free, one driven against the frame: all of it together may not begin to turn. */
function gearOnFreeFrame(): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const frame = addWheel(world, { x: 0.5, y: 0 }, { x: 1, y: 0.3 })
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X)
  world.createHingeJoint({ bodyA: frame, bodyB: a, anchor: ORIGIN, motor: { speed: 10, maxTorque: 20 } })
  world.createHingeJoint({ bodyA: frame, bodyB: b, anchor: X })
  world.createGearJoint({ bodyA: a, bodyB: b, ratio: -1, frame: 'axles' })
  steps(world, 120)
  const { angular, angularScale } = momentumOf(world)
  return [atMost('gear on a frame that floats free, 2 s', 'drift of L, relative', '', 1e-10, Math.abs(angular) / angularScale)]
}

/** A sun of 20 teeth, three planets of 10 on an arm, a ring of 40 that stands still: the arm turns a third as fast as the sun. */
function planets(turns: number, speed: number): number {
  const world = createWorld({ gravity: WEIGHTLESS })
  const sun = addWheel(world, ORIGIN, { x: 0.4, y: 0.4 })
  const arm = addWheel(world, ORIGIN, { x: 0.6, y: 0.1 })
  const drive = world.createHingeJoint({ bodyB: sun, anchor: ORIGIN, motor: { speed, maxTorque: 1e5 } })
  const bearing = world.createHingeJoint({ bodyB: arm, anchor: ORIGIN })
  for (let i = 0; i < 3; i++) {
    const place = { x: 0.6 * Math.cos((i * TURN) / 3), y: 0.6 * Math.sin((i * TURN) / 3) }
    const planet = addWheel(world, place, { x: 0.2, y: 0.2 })
    world.createHingeJoint({ bodyA: arm, bodyB: planet, anchor: place })
    world.createGearJoint({ bodyA: sun, bodyB: planet, ratio: -10 / 20, frame: 'axles' })
    world.createGearJoint({ bodyB: planet, ratio: 10 / 40, frame: 'axles' })
  }
  let worst = 0
  while (drive.angle < turns * TURN) {
    world.step(DT)
    worst = Math.max(worst, Math.abs(drive.angle - 3 * bearing.angle))
  }
  return worst
}

function planetRows(turns: number): Row[] {
  const test = `planetary gear 20 : 10 : 40, ${turns} turns`
  return [
    atMost(`${test} at 3 a second`, 'phase, rad', '', 1e-6, planets(turns, 3 * TURN)),
    // A planet goes round by 5° in a substep, which two Newton steps leave a trace of: always the same, it does not add up.
    reported(`${test} at 10 a second`, 'phase, rad', '', planets(turns, FAST)),
  ]
}

/** Atwood's machine: m_A a_A = T − m_A g, m_B a_B = n T − m_B g, a_A + n a_B = 0. */
function atwood(massA: number, massB: number, ratio: number): Row[] {
  const world = createWorld()
  const shapes = [circle({ radius: 0.1 })]
  const a = world.createBody({ position: { x: -1, y: -20 }, mass: massA, shapes })
  const b = world.createBody({ position: { x: 1, y: -20 }, mass: massB, shapes })
  const rope = world.createPulleyJoint({ bodyA: a, bodyB: b, groundA: { x: -1, y: 0 }, groundB: { x: 1, y: 0 }, ratio })
  steps(world, 60)
  const tension = (GRAVITY * (1 + ratio)) / (1 / massA + (ratio * ratio) / massB)
  const up = tension / massA - GRAVITY
  const test = `pulley ${massA} kg : ${massB} kg, ratio ${ratio}, 1 s`
  return [
    atMost(test, 'acceleration, relative error', '', 1e-6, Math.abs(a.linearVelocity.y / up - 1)),
    atMost(test, 'tension, relative error', '', 1e-6, Math.abs(rope.tension / tension - 1)),
    atMost(test, 'length of rope, relative error', '', 1e-6, Math.abs((rope.lengthA + ratio * rope.lengthB) / (20 * (1 + ratio)) - 1)),
  ]
}

/** A wrench pushed to and fro, harder back than forth: it never gives up a tooth and holds the full torque at it. */
function ratchet(seconds: number, sense: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const b = addWheel(world, ORIGIN)
  const tooth = Math.PI / 12
  world.createHingeJoint({ bodyB: b, anchor: ORIGIN })
  const joint = world.createRatchetJoint({ bodyB: b, ratchet: sense * tooth })
  const inertia = b.getInertia()
  let back = 0
  let lost = 0
  let highest = 0
  let torqueOff = 0
  const cycle = 90
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    const forth = i % cycle < 20
    const torque = sense * inertia * (forth ? 30 : -60)
    b.applyTorque(torque)
    world.step(DT)
    // Behind the tooth that holds it.
    back = Math.max(back, sense * (joint.angle - b.rotation))
    highest = Math.max(highest, sense * b.rotation)
    lost = Math.max(lost, highest - sense * b.rotation)
    // The end of the push back: it lies at the tooth and nothing moves.
    if (i % cycle === cycle - 1) torqueOff = Math.max(torqueOff, Math.abs(joint.reactionTorque / -torque - 1))
  }
  const test = `ratchet, ${sense > 0 ? 'counter-clockwise' : 'clockwise'}, pushed to and fro ${seconds} s`
  return [
    atMost(test, 'behind its tooth, rad', '', 1e-3, back),
    atMost(test, 'backed beyond one tooth, rad', '', 1e-3, Math.max(0, lost - tooth)),
    atMost(test, 'torque it holds, relative error', '', 1e-3, torqueOff),
    reported(test, 'teeth passed', '', (sense * joint.angle) / tooth),
  ]
}

/** ω_A − ω_B = rate, with the torque that a brake asks for. */
function simpleMotor(): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X, { x: 0.5, y: 0.5 })
  world.createHingeJoint({ bodyB: a, anchor: ORIGIN })
  world.createHingeJoint({ bodyB: b, anchor: X })
  world.createSimpleMotor({ bodyA: a, bodyB: b, rate: 6 })
  steps(world, 60)
  // Free, both turn from rest by opposite moments: I_A ω_A + I_B ω_B = 0.
  const whole = a.getInertia() + b.getInertia()
  const test = 'simple motor between two wheels, 1 s'
  return [
    atMost(test, 'rate, relative error', '', 1e-6, Math.abs((a.angularVelocity - b.angularVelocity) / 6 - 1)),
    atMost(test, 'share of A, relative error', '', 1e-6, Math.abs(a.angularVelocity / ((6 * b.getInertia()) / whole) - 1)),
  ]
}

/** A bead slides down a straight groove at 30° and comes to rest at its end. */
function groove(): Row[] {
  const world = createWorld()
  const bead = world.createBody({ position: ORIGIN, shapes: [circle({ radius: 0.1, filter: GHOST })] })
  const end = { x: 4 * Math.cos(Math.PI / 6), y: -4 * Math.sin(Math.PI / 6) }
  world.createGrooveJoint({ bodyB: bead, grooveA: ORIGIN, grooveB: end })
  let off = 0
  let past = 0
  let speedOff = 0
  for (let i = 1; i <= 240; i++) {
    world.step(DT)
    const { x, y } = bead.position
    off = Math.max(off, Math.abs((x * end.y - y * end.x) / 4))
    past = Math.max(past, (x * end.x + y * end.y) / 4 - 4)
    if (i === 60) speedOff = Math.abs(Math.hypot(bead.linearVelocity.x, bead.linearVelocity.y) / (GRAVITY / 2) - 1)
  }
  return [
    atMost('bead in a groove at 30°, 1 s', 'speed, relative error', '', 1e-6, speedOff),
    atMost('bead in a groove at 30°, 4 s', 'off the groove, m', '', 1e-6, off),
    atMost('bead at the end of its groove', 'past the end, mm', '', 1, past * 1000),
  ]
}

export const transmission: AccuracyCase = {
  name: 'transmission',
  run(runLength: RunLength): Row[] {
    const full = runLength === 'full'
    return [
      ...gear(full ? 10_000 : 1000),
      ...gearTorque(),
      ...gearOnFreeFrame(),
      ...planetRows(full ? 1000 : 100),
      ...atwood(1, 2, 1),
      ...atwood(1, 1000, 1),
      ...atwood(3, 2, 2),
      ...ratchet(full ? 600 : 30, 1),
      ...ratchet(full ? 600 : 30, -1),
      ...simpleMotor(),
      ...groove(),
    ]
  },
}
