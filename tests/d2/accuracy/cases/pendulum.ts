/** Row 2 of the accuracy list: a hinge pendulum for a minute; a double pendulum against MuJoCo. */

import { box, type Body } from 'fulcrum-physics/2d'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { addDoublePendulum, doublePendulumTruth } from '../pendulums.ts'
import { createWorld, DEGREE, DT, GRAVITY, length, ORIGIN, worse } from '../setup.ts'

/** Complete elliptic period of a pendulum, by the arithmetic–geometric mean. */
function exactPeriod(smallPeriod: number, amplitude: number): number {
  let a = 1
  let g = Math.cos(amplitude / 2)
  for (let i = 0; i < 40; i++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)]
  return smallPeriod / a
}

const BOB = { x: 0.05, y: 0.3 }

function energyOf(body: Body): number {
  return body.kineticEnergy + body.mass * GRAVITY * body.position.y
}

function swing(degrees: number, seconds: number): Row[] {
  const amplitude = degrees * DEGREE
  const world = createWorld()
  const body = world.createBody({
    position: { x: Math.sin(amplitude), y: -Math.cos(amplitude) },
    rotation: amplitude,
    shapes: [box({ halfExtents: BOB, density: 1000 })],
  })
  const hinge = world.createHingeJoint({ bodyB: body, anchor: ORIGIN })
  const start = energyOf(body)
  const weight = body.mass * GRAVITY
  let energy = 0
  let gap = 0
  let reach = 0
  let before = body.position.x
  const crossings: number[] = []
  const count = Math.round(seconds / DT)
  for (let i = 1; i <= count; i++) {
    world.step(DT)
    const { x, y } = body.position
    energy = worse(energy, Math.abs(energyOf(body) - start) / weight)
    gap = worse(gap, length(hinge.anchorB))
    if (before < 0 && x >= 0) crossings.push((i - 1 - before / (x - before)) * DT)
    before = x
    // The last swing or so.
    if (i > count - 300) reach = Math.max(reach, Math.abs(Math.atan2(x, -y)))
  }
  const period = (crossings.at(-1)! - crossings[0]) / (crossings.length - 1)
  const truth = exactPeriod(2 * Math.PI * Math.sqrt((body.getInertia() + body.mass) / weight), amplitude)
  const test = `hinge pendulum, ${degrees}°, ${seconds} s`
  return [
    atMost(test, 'period, relative error', PERIOD_PEERS[degrees], 5e-4, Math.abs(period / truth - 1)),
    atMost(test, 'amplitude lost, °', 'Box2D v3 90° → 89.27°, Rapier → 51.9°', 0.05, Math.abs(reach / DEGREE - degrees)),
    atMost(test, 'energy error / mgL', 'Box2D v3 9.6e-2 at 170°', 2e-3, energy),
    atMost(test, 'gap at the hinge, m', '', 1e-6, gap),
  ]
}

const PERIOD_PEERS: Record<number, string> = { 10: '1e-6 (Box2D v3)', 90: '1.2e-3 (Box2D v3)', 170: '9.6e-2 (Box2D v3)' }

function double(runLength: RunLength): Row[] {
  const seconds = runLength === 'full' ? 60 : 6
  const world = createWorld()
  const { links, hinges } = addDoublePendulum(world)
  const truth = doublePendulumTruth(3)
  const total = (): number => links.reduce((sum, link) => sum + energyOf(link), 0)
  const start = total()
  const range = 4 * links[0].mass * GRAVITY
  let worst = 0
  let energy = 0
  let gained = 0
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    const off = (total() - start) / range
    energy = worse(energy, Math.abs(off))
    gained = Math.max(gained, off)
    const angles = truth[i]
    if (!angles) continue
    const first = hinges[0].angle
    worst = worse(worst, Math.abs(first - angles[0]))
    worst = worse(worst, Math.abs(first + hinges[1].angle - angles[0] - angles[1]))
  }
  return [
    atMost('double pendulum, first 3 s', 'angle against MuJoCo RK4, °', '', 0.5, worst / DEGREE),
    atMost(`double pendulum, ${seconds} s`, 'energy error / range', '', 1e-3, energy),
    reported(`double pendulum, ${seconds} s`, 'energy gained / range', '', gained),
  ]
}

export const pendulum: AccuracyCase = {
  name: 'pendulum',
  run: runLength => [...[10, 90, 170].flatMap(degrees => swing(degrees, runLength === 'full' ? 60 : 15)), ...double(runLength)],
}
