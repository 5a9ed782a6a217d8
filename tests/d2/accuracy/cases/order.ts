/** Order of convergence: halving the step must quarter the error of smooth motion under joints. */

import { box } from 'fulcrum-physics/2d'
import { atLeast, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, GRAVITY, ORIGIN } from '../setup.ts'
import { addDoublePendulum, doublePendulumTruth } from '../pendulums.ts'

const SECONDS = 1
const RATES = [60, 120, 240, 480]
const HALF = { x: 0.05, y: 0.3 }

/** θ″ = −k sin θ from rest at θ₀, by fourth-order Runge–Kutta with steps far below anything measured. */
function pendulumTruth(k: number, start: number, time: number): number {
  const count = 20_000
  const h = time / count
  let angle = start
  let speed = 0
  const pull = (at: number): number => -k * Math.sin(at)
  for (let i = 0; i < count; i++) {
    const v2 = speed + (h / 2) * pull(angle)
    const a2 = pull(angle + (h / 2) * speed)
    const v3 = speed + (h / 2) * a2
    const a3 = pull(angle + (h / 2) * v2)
    const v4 = speed + h * a3
    const a4 = pull(angle + h * v3)
    const a1 = pull(angle)
    angle += (h / 6) * (speed + 2 * v2 + 2 * v3 + v4)
    speed += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4)
  }
  return angle
}

/** A pendulum let go level. */
function pendulumError(rate: number): number {
  const world = createWorld()
  const body = world.createBody({ position: { x: 1, y: 0 }, rotation: Math.PI / 2, shapes: [box({ halfExtents: HALF })] })
  const hinge = world.createHingeJoint({ bodyB: body, anchor: ORIGIN })
  for (let i = 0; i < rate * SECONDS; i++) world.step(1 / rate)
  const k = (body.mass * GRAVITY) / (body.getInertia() + body.mass)
  return Math.abs(Math.PI / 2 + hinge.angle - pendulumTruth(k, Math.PI / 2, SECONDS))
}

function doubleError(rate: number): number {
  const world = createWorld()
  const { hinges } = addDoublePendulum(world)
  for (let i = 0; i < rate * SECONDS; i++) world.step(1 / rate)
  const [first, second] = doublePendulumTruth(SECONDS).at(-1)!
  return Math.max(Math.abs(hinges[0].angle - first), Math.abs(hinges[1].angle - second))
}

function rowsOf(test: string, errorAt: (rate: number) => number): Row[] {
  const errors = RATES.map(errorAt)
  const slopes = errors.slice(1).map((error, i) => Math.log2(errors[i] / error))
  return [
    atLeast(`order, ${test}, h … h/8`, 'slope of the error', '1 in game engines', 1.9, Math.min(...slopes)),
    reported(`order, ${test}, 1 s`, 'angle error at 60 Hz, rad', '', errors[0]),
  ]
}

export const order: AccuracyCase = {
  name: 'order',
  run: (): Row[] => [...rowsOf('hinge pendulum from 90°', pendulumError), ...rowsOf('double pendulum', doubleError)],
}
