/** Row 2 of the accuracy list: a hinge pendulum for a minute; a double pendulum against MuJoCo; a heavy top in steady precession. */

import { box, type Body, type HingeJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { mujocoAngles } from '../../../common/accuracy/mujoco.ts'
import { boxMoments, createWorld, DT, spinEnergy } from '../setup.ts'

const G = 9.81
const Z: Vec3 = { x: 0, y: 0, z: 1 }
const ORIGIN: Vec3 = { x: 0, y: 0, z: 0 }
/** Swings alone: links of a double pendulum pass through each other. */
const GHOST = { category: 1, mask: 0 }

/** Complete elliptic period of a pendulum, by the arithmetic–geometric mean. */
function exactPeriod(smallPeriod: number, amplitude: number): number {
  let a = 1
  let g = Math.cos(amplitude / 2)
  for (let i = 0; i < 40; i++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)]
  return smallPeriod / a
}

const BOB = { x: 0.05, y: 0.3, z: 0.08 }

function swing(degrees: number, seconds: number): Row[] {
  const amplitude = (degrees * Math.PI) / 180
  const world = createWorld()
  const body = world.createBody({
    position: { x: Math.sin(amplitude), y: -Math.cos(amplitude), z: 0 },
    rotation: { x: 0, y: 0, z: Math.sin(amplitude / 2), w: Math.cos(amplitude / 2) },
    shapes: [box({ halfExtents: BOB, density: 1000 })],
  })
  const hinge = world.createHingeJoint({ bodyB: body, anchor: ORIGIN, axis: Z })
  const inertia = boxMoments(body.mass, BOB)
  const total = (): number => energyOf(body, boxMoments(body.mass, BOB))
  const start = total()
  const scale = body.mass * G
  let energy = 0
  let gap = 0
  let reach = 0
  let before = body.position.x
  const crossings: number[] = []
  const steps = Math.round(seconds / DT)
  for (let i = 1; i <= steps; i++) {
    world.step(DT)
    const { x, y } = body.position
    energy = Math.max(energy, Math.abs(total() - start) / scale)
    gap = Math.max(gap, length(hinge.anchorB))
    if (before < 0 && x >= 0) crossings.push((i - 1 - before / (x - before)) * DT)
    before = x
    // The last swing or so.
    if (i > steps - 300) reach = Math.max(reach, Math.abs(Math.atan2(x, -y)))
  }
  const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)
  const truth = exactPeriod(2 * Math.PI * Math.sqrt((inertia.z + body.mass) / (body.mass * G)), amplitude)
  const test = `hinge pendulum, ${degrees}°, ${seconds} s`
  return [
    atMost(test, 'period, relative error', 'Rapier 90° → 51.9°, Jolt → 29.5°', 5e-4, Math.abs(period / truth - 1)),
    atMost(test, 'amplitude lost, °', 'MuJoCo RK4 ~0', 0.05, Math.abs((reach * 180) / Math.PI - degrees)),
    atMost(test, 'energy error / mgL', 'Box2D v3 9.6e-2 at 170°', 2e-3, energy),
    atMost(test, 'gap at the hinge, m', '', 1e-6, gap),
  ]
}

function length({ x, y, z }: Vec3): number {
  return Math.sqrt(x * x + y * y + z * z)
}

function energyOf(body: Body, moments: Vec3): number {
  const v = body.linearVelocity
  return body.mass * (G * body.position.y + 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z)) + spinEnergy(body, moments)
}

const LINK = { x: 0.5, y: 0.05, z: 0.05 }
/** Released from the horizontal. */
const START = [0, 0]

function doublePendulum(world: World): { links: Body[]; hinges: HingeJoint[] } {
  const links: Body[] = []
  const hinges: HingeJoint[] = []
  let at = ORIGIN
  let angle = 0
  for (let i = 0; i < 2; i++) {
    angle += START[i]!
    const along = { x: Math.cos(angle), y: Math.sin(angle), z: 0 }
    const link = world.createBody({
      position: { x: at.x + 0.5 * along.x, y: at.y + 0.5 * along.y, z: 0 },
      rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) },
      shapes: [box({ halfExtents: LINK, density: 100, filter: GHOST })],
    })
    hinges.push(world.createHingeJoint({ bodyA: links[i - 1] ?? null, bodyB: link, anchor: at, axis: Z }))
    links.push(link)
    at = { x: at.x + along.x, y: at.y + along.y, z: 0 }
  }
  return { links, hinges }
}

const DOUBLE_XML = `<mujoco><option gravity="0 -9.81 0" integrator="RK4"><flag contact="disable"/></option><worldbody>
<body><joint type="hinge" axis="0 0 1"/><geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" density="100"/>
<body pos="1 0 0"><joint type="hinge" axis="0 0 1"/><geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" density="100"/></body></body></worldbody></mujoco>`

function double(length: RunLength): Row[] {
  const seconds = length === 'full' ? 60 : 6
  const world = createWorld()
  const { links, hinges } = doublePendulum(world)
  const truth = mujocoAngles(DOUBLE_XML, START, DT, Math.round(3 / DT))
  const moments = boxMoments(links[0]!.mass, LINK)
  const total = (): number => links.reduce((sum, link) => sum + energyOf(link, moments), 0)
  const start = total()
  const scale = 4 * links[0]!.mass * G
  let worst = 0
  let energy = 0
  let gained = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    const off = (total() - start) / scale
    energy = Math.max(energy, Math.abs(off))
    gained = Math.max(gained, off)
    const angles = truth[i]
    if (!angles) continue
    const first = START[0]! + hinges[0]!.angle
    const second = START[1]! + hinges[1]!.angle
    worst = Math.max(worst, Math.abs(first - angles[0]!), Math.abs(first + second - angles[0]! - angles[1]!))
  }
  return [
    atMost('double pendulum, first 3 s', 'angle against MuJoCo RK4, °', '', 0.5, (worst * 180) / Math.PI),
    atMost(`double pendulum, ${seconds} s`, 'energy error / range', '', 1e-3, energy),
    reported(`double pendulum, ${seconds} s`, 'energy gained / range', '', gained),
  ]
}

const DISC = { x: 0.4, y: 0.05, z: 0.4 }

/** Slow root of I₁ cosθ Ω² − I₃ω₃ Ω + m g l = 0 for the inertia about the pivot. */
function top(length: RunLength): Row[] {
  const tilt = 0.6
  const arm = 0.5
  const world = createWorld()
  const up = { x: Math.sin(tilt), y: Math.cos(tilt), z: 0 }
  const body = world.createBody({
    position: { x: arm * up.x, y: arm * up.y, z: 0 },
    rotation: { x: 0, y: 0, z: -Math.sin(tilt / 2), w: Math.cos(tilt / 2) },
    shapes: [box({ halfExtents: DISC, density: 500 })],
  })
  const moments = boxMoments(body.mass, DISC)
  const across = moments.x + body.mass * arm * arm
  const spin = 40
  const a = (across - moments.y) * Math.cos(tilt)
  const b = moments.y * spin
  const load = body.mass * G * arm
  // ω₃ = spin + Ω cosθ counts the precession too: (I₁ − I₃) cosθ Ω² − I₃ s Ω + mgl = 0.
  const rate = (b - Math.sqrt(b * b - 4 * a * load)) / (2 * a)
  body.angularVelocity = { x: spin * up.x, y: spin * up.y + rate, z: 0 }
  const speed = rate * arm * Math.sin(tilt)
  body.linearVelocity = { x: 0, y: 0, z: -speed }
  world.createBallJoint({ bodyB: body, anchor: ORIGIN })
  const seconds = length === 'full' ? 20 : 5
  let turned = 0
  let before = 0
  let nod = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    const { x, y, z } = body.position
    const now = Math.atan2(-z, x)
    turned += now - before - 2 * Math.PI * Math.round((now - before) / (2 * Math.PI))
    before = now
    nod = Math.max(nod, Math.abs(Math.atan2(Math.sqrt(x * x + z * z), y) - tilt))
  }
  return [
    atMost(`heavy top, ${seconds} s`, 'rate of precession, relative error', '', 5e-3, Math.abs(turned / seconds / rate - 1)),
    atMost(`heavy top, ${seconds} s`, 'nodding, rad', '', 1e-2, nod),
  ]
}

export const pendulum: AccuracyCase = {
  name: 'pendulum',
  run: length => [...[10, 90, 170].flatMap(degrees => swing(degrees, length === 'full' ? 60 : 15)), ...double(length), ...top(length)],
}
