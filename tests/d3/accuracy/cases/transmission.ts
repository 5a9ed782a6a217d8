/** What passes on a turn: Cardan and constant-velocity joints, gears, racks, pulleys, screws, against closed forms. */

import { box, sphere, type Body, type HingeJoint, type SliderJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { boxMoments, createWorld, distance, DT, GRAVITY, length, steps, subtract, WEIGHTLESS } from '../setup.ts'
import { addPair, addShaft, joinByCross, joinEvenly, Z } from '../shafts.ts'

const ORIGIN: Vec3 = { x: 0, y: 0, z: 0 }
const X: Vec3 = { x: 1, y: 0, z: 0 }
const Y: Vec3 = { x: 0, y: 1, z: 0 }
const TURN = 2 * Math.PI
const DEGREE = Math.PI / 180
const GHOST = { category: 1, mask: 0 }
/** rad/s of driving shafts. */
const SPEED = 4
/** N m that brake the driven shaft. */
const BRAKE = 50

/** rad/s where turns are counted: 600 a minute. */
const FAST = 10 * TURN

/** Steps after which a motor is at its speed and the joints hold what they carry. */
const RUN_UP = 30

/** tan φ₁ = cos β tan φ₂, φ₁ counted from where the driver's arm lies in the plane of the shafts. */
function cardan(degrees: number, seconds: number): Row[] {
  const angle = degrees * DEGREE
  const world = createWorld({ gravity: WEIGHTLESS })
  const { driver, driven } = addPair(world, angle, SPEED)
  joinByCross(world, driver, driven, ORIGIN)
  const cosine = Math.cos(angle)
  let off = 0
  let ratioOff = 0
  let torqueOff = 0
  let middleOff = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    driven.body.applyTorque({ x: -BRAKE * driven.along.x, y: -BRAKE * driven.along.y, z: 0 })
    world.step(DT)
    const phi = driver.bearing.angle
    const expected = TURN * Math.round(phi / TURN) + Math.atan2(Math.sin(phi), cosine * Math.cos(phi))
    off = Math.max(off, Math.abs(driven.bearing.angle - expected))
    if (i < RUN_UP) continue
    const ratio = cosine / (1 - (1 - cosine * cosine) * Math.cos(phi) ** 2)
    ratioOff = Math.max(ratioOff, Math.abs(driven.bearing.speed / driver.bearing.speed / ratio - 1))
    const torque = driver.bearing.motorTorque
    torqueOff = Math.max(torqueOff, Math.abs(torque - driveTorque(phi, cosine, driven.inertia)) / BRAKE)
    // What is read is the impulse of the last of four substeps, half a substep old.
    middleOff = Math.max(middleOff, Math.abs(torque - driveTorque(phi - (SPEED * DT) / 8, cosine, driven.inertia)) / BRAKE)
  }
  const test = `universal joint at ${degrees}°, ${seconds} s`
  return [
    atMost(test, 'angle passed on, rad', '', 1e-3, off),
    atMost(test, 'ratio of speeds, relative error', '', 5e-3, ratioOff),
    atMost(test, 'torque at the end of the step, relative error', '', 5e-3, torqueOff),
    reported(test, 'same, against the middle of the last substep', '', middleOff),
  ]
}

/** What turns the driver: ratio times the brake and what speeds the driven shaft up and slows it down, d ratio / dφ · ω². */
function driveTorque(phi: number, cosine: number, inertia: number): number {
  const below = 1 - (1 - cosine * cosine) * Math.cos(phi) ** 2
  const swing = ((-cosine * (1 - cosine * cosine) * Math.sin(2 * phi)) / (below * below)) * SPEED * SPEED
  return (cosine / below) * (BRAKE + inertia * swing)
}

function even(degrees: number, formulation: 'bisector' | 'quaternion', seconds: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const { driver, driven } = addPair(world, degrees * DEGREE, SPEED)
  joinEvenly(world, driver, driven, formulation)
  let ripple = 0
  let phase = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    driven.body.applyTorque({ x: -BRAKE * driven.along.x, y: -BRAKE * driven.along.y, z: 0 })
    world.step(DT)
    phase = Math.max(phase, Math.abs(driven.bearing.angle - driver.bearing.angle))
    if (i >= RUN_UP) ripple = Math.max(ripple, Math.abs(driven.bearing.speed / driver.bearing.speed - 1))
  }
  const test = `constant velocity, ${formulation}, ${degrees}°, ${seconds} s`
  return [atMost(test, 'ripple of the speed', '', 1e-4, ripple), reported(test, 'phase, rad', '', phase)]
}

/** Two Cardans that undo each other: the third shaft is parallel to the first, and the forks of the middle one lie in one plane. */
function opposed(degrees: number, seconds: number): Row[] {
  const angle = degrees * DEGREE
  const world = createWorld({ gravity: WEIGHTLESS })
  const { driver, driven: middle } = addPair(world, angle, SPEED)
  const end = { x: 1.2 * Math.cos(angle), y: 1.2 * Math.sin(angle), z: 0 }
  const last = addShaft(world, { x: end.x + 0.6, y: end.y, z: 0 }, 0)
  joinByCross(world, driver, middle, ORIGIN)
  joinByCross(world, last, middle, end)
  let ripple = 0
  let phase = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    last.body.applyTorque({ x: -BRAKE, y: 0, z: 0 })
    world.step(DT)
    phase = Math.max(phase, Math.abs(last.bearing.angle - driver.bearing.angle))
    if (i >= RUN_UP) ripple = Math.max(ripple, Math.abs(last.bearing.speed / driver.bearing.speed - 1))
  }
  const test = `two opposed Cardans at ${degrees}°, ${seconds} s`
  return [atMost(test, 'ripple of the speed', '', 1e-4, ripple), reported(test, 'phase, rad', '', phase)]
}

const WHEEL = { x: 0.3, y: 0.3, z: 0.05 }

function addWheel(world: World, position: Vec3, half: Vec3 = WHEEL): Body {
  return world.createBody({ position, shapes: [box({ halfExtents: half, density: 1000, filter: GHOST })] })
}

function gear(turns: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X)
  const ratio = 3 / 7
  const first = world.createHingeJoint({ bodyB: a, anchor: ORIGIN, axis: Z, motor: { speed: FAST, maxTorque: 1e5 } })
  const second = world.createHingeJoint({ bodyB: b, anchor: X, axis: Z })
  world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio })
  let worst = 0
  while (first.angle < turns * TURN) {
    world.step(DT)
    worst = Math.max(worst, Math.abs(ratio * first.angle + second.angle))
  }
  // What the bodies themselves say, without counting: 3 θ_A + 7 θ_B is a whole number of turns.
  const { z: za, w: wa } = a.rotation
  const { z: zb, w: wb } = b.rotation
  const sum = (3 * 2 * Math.atan2(za, wa) + 7 * 2 * Math.atan2(zb, wb)) / TURN
  const test = `gear 3 : 7, ${turns} turns`
  return [
    atMost(test, 'phase, rad', '', 1e-6, worst),
    atMost(test, 'phase at the end by the poses, rad', '', 1e-6, (Math.abs(sum - Math.round(sum)) * TURN) / 7),
  ]
}

/** A torque on A turns both: α = T / (I_A + ratio² I_B); the bearings take what the two torques of the gear do not balance. */
function gearTorque(): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X, { x: 0.5, y: 0.5, z: 0.05 })
  const ratio = 2.5
  const first = world.createHingeJoint({ bodyB: a, anchor: ORIGIN, axis: Z })
  world.createHingeJoint({ bodyB: b, anchor: X, axis: Z })
  const mesh = world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio })
  const torque = 40
  const inertiaB = boxMoments(b.mass, { x: 0.5, y: 0.5, z: 0.05 }).z
  const alpha = torque / (boxMoments(a.mass, WHEEL).z + ratio * ratio * inertiaB)
  for (let i = 0; i < 120; i++) {
    a.applyTorque({ x: 0, y: 0, z: torque })
    world.step(DT)
  }
  const onB = -ratio * inertiaB * alpha
  const test = 'gear 2.5 : 1 under 40 N m, 2 s'
  return [
    atMost(test, 'acceleration, relative error', '', 1e-6, Math.abs(first.speed / (2 * alpha) - 1)),
    atMost(test, 'torque on B, relative error', '', 1e-6, Math.abs(mesh.reactionTorque.z / onB - 1)),
  ]
}

/** Wheels on a frame that floats free, one driven against the frame: all of it together may not begin to turn. */
function gearOnFreeFrame(): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const half = { x: 1, y: 0.3, z: 0.1 }
  const frame = addWheel(world, { x: 0.5, y: 0, z: 0 }, half)
  const a = addWheel(world, ORIGIN)
  const b = addWheel(world, X)
  world.createHingeJoint({ bodyA: frame, bodyB: a, anchor: ORIGIN, axis: Z, motor: { speed: 10, maxTorque: 20 } })
  world.createHingeJoint({ bodyA: frame, bodyB: b, anchor: X, axis: Z })
  world.createGearJoint({ bodyA: a, bodyB: b, axisA: Z, ratio: 1, frame: 'axles', anchorA: ORIGIN, anchorB: X })
  steps(world, 120)
  let sum = 0
  let sizes = 0
  for (const body of [frame, a, b]) {
    const spin = boxMoments(body.mass, body === frame ? half : WHEEL).z * body.angularVelocity.z
    const { x, y } = body.position
    const v = body.linearVelocity
    const own = spin + body.mass * (x * v.y - y * v.x)
    sum += own
    sizes += Math.abs(own)
  }
  return [atMost('gear on a frame that floats free, 2 s', 'drift of L, relative', '', 1e-10, Math.abs(sum) / sizes)]
}

/** A rack hangs on a pinion: it falls with m g / (m + I / r²), and is where the turns say. */
function rack(turns: number): Row[] {
  const radius = 0.1
  const world = createWorld({ gravity: WEIGHTLESS })
  const { pinion, slide } = rackRig(world, radius, FAST)
  let worst = 0
  while (pinion.angle < turns * TURN) {
    world.step(DT)
    worst = Math.max(worst, Math.abs(Math.abs(slide.position) / radius - pinion.angle))
  }
  const falling = createWorld()
  const { body, wheel, slide: way } = rackRig(falling, radius)
  steps(falling, 60)
  const a = GRAVITY / (1 + boxMoments(wheel.mass, WHEEL).z / (radius * radius * body.mass))
  return [
    atMost(`rack and pinion, ${turns} turns`, 'phase, rad', '', 1e-6, worst),
    atMost('rack falls and turns a pinion, 1 s', 'acceleration, relative error', '', 1e-6, Math.abs(-way.speed / a - 1)),
  ]
}

interface RackRig {
  pinion: HingeJoint
  slide: SliderJoint
  body: Body
  wheel: Body
}

function rackRig(world: World, radius: number, speed?: number): RackRig {
  const wheel = addWheel(world, ORIGIN)
  const body = addWheel(world, X)
  const motor = speed === undefined ? null : { speed, maxTorque: 1e5 }
  const pinion = world.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, axis: Z, motor })
  const slide = world.createSliderJoint({ bodyB: body, anchor: X, axis: Y })
  world.createRackAndPinionJoint({ bodyA: wheel, bodyB: body, axis: Z, direction: Y, radius })
  return { pinion, slide, body, wheel }
}

/** Atwood's machine: m_A a_A = T − m_A g, m_B a_B = n T − m_B g, a_A + n a_B = 0. */
function atwood(massA: number, massB: number, ratio: number): Row[] {
  const world = createWorld()
  const low = { x: -1, y: -20, z: 0 }
  const a = world.createBody({ position: low, mass: massA, shapes: [sphere({ radius: 0.1 })] })
  const b = world.createBody({ position: { x: 1, y: -20, z: 0 }, mass: massB, shapes: [sphere({ radius: 0.1 })] })
  const rope = world.createPulleyJoint({ bodyA: a, bodyB: b, groundA: { x: -1, y: 0, z: 0 }, groundB: { x: 1, y: 0, z: 0 }, ratio })
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

function screw(turns: number): Row[] {
  const pitch = 0.05
  const world = createWorld({ gravity: WEIGHTLESS })
  const nut = addWheel(world, ORIGIN)
  const thread = world.createScrewJoint({ bodyB: nut, anchor: ORIGIN, axis: Z, pitch, angleMotor: { speed: FAST, maxTorque: 1e5 } })
  let worst = 0
  while (thread.angle < turns * TURN) {
    world.step(DT)
    worst = Math.max(worst, Math.abs((nut.position.z / pitch) * TURN - thread.angle))
  }
  const falling = createWorld({ gravity: { x: 0, y: 0, z: -GRAVITY } })
  const loose = addWheel(falling, ORIGIN)
  const way = falling.createScrewJoint({ bodyB: loose, anchor: ORIGIN, axis: Z, pitch: 0.5 })
  steps(falling, 60)
  const perMetre = TURN / 0.5
  const a = GRAVITY / (1 + (boxMoments(loose.mass, WHEEL).z * perMetre * perMetre) / loose.mass)
  const thrust = subtract(way.reactionForce, { x: 0, y: 0, z: loose.mass * (GRAVITY - a) })
  return [
    atMost(`screw, ${turns} turns`, 'phase of the travel, rad', '', 1e-6, worst),
    atMost(`screw, ${turns} turns`, 'off the axis, m', '', 1e-6, distance(nut.position, { x: 0, y: 0, z: nut.position.z })),
    atMost('nut runs down a thread, 1 s', 'acceleration, relative error', '', 1e-6, Math.abs(-way.travelSpeed / a - 1)),
    atMost('nut runs down a thread, 1 s', 'thrust, relative error', '', 1e-6, length(thrust) / (loose.mass * (GRAVITY - a))),
  ]
}

/** A flat wheel on a hinge, faster and faster: its axle must not wobble. */
function spin(turnsPerSecond: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const wheel = addWheel(world, ORIGIN)
  world.createHingeJoint({ bodyB: wheel, anchor: ORIGIN, axis: Z, motor: { speed: turnsPerSecond * TURN, maxTorque: 1e5 } })
  let tilt = 0
  for (let i = 0; i < 600; i++) {
    world.step(DT)
    tilt = Math.max(tilt, 2 * Math.hypot(wheel.rotation.x, wheel.rotation.y))
  }
  return [atMost(`flat wheel on a hinge, ${turnsPerSecond} turns/s, 10 s`, 'tilt of the axle, rad', '', 1e-3, tilt)]
}

export const transmission: AccuracyCase = {
  name: 'transmission',
  run(runLength: RunLength): Row[] {
    const seconds = runLength === 'full' ? 60 : 4
    const turns = runLength === 'full' ? 10_000 : 1000
    const fewer = runLength === 'full' ? 10_000 : 300
    return [
      ...cardan(30, seconds),
      ...cardan(60, seconds),
      ...even(30, 'bisector', seconds),
      ...even(60, 'bisector', seconds),
      ...even(60, 'quaternion', seconds),
      ...opposed(30, seconds),
      ...opposed(60, seconds),
      ...gear(turns),
      ...gearTorque(),
      ...gearOnFreeFrame(),
      ...rack(fewer),
      ...atwood(1, 2, 1),
      ...atwood(1, 1000, 1),
      ...atwood(3, 2, 2),
      ...screw(fewer),
      ...spin(10),
      ...spin(15),
      ...spin(25),
    ]
  },
}
