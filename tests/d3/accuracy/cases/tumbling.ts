/** The Dzhanibekov box: angular momentum and energy over a long time, and the moments at which it flips. */

import { box, capsule, type ShapeDefinition } from 'fulcrum-physics/3d'
import { addTumblingBox, spinAboutMiddleAxis, TUMBLING_HALF_EXTENTS, TUMBLING_SPIN } from '../../../../scenes/d3/tumbling-box.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { tumble } from '../free-rotation.ts'
import { boxMoments, createWorld, distance, DT, length, spinEnergy, spinMomentum, WEIGHTLESS } from '../setup.ts'

/** Reference steps per second; at 10 rad/s the error of the reference is below 1e-12. */
const REFERENCE_RATE = 5000

/** Times at which a signal sampled at even steps crosses zero, by linear interpolation. */
function crossings(samples: readonly number[], step: number): number[] {
  const times: number[] = []
  for (let i = 1; i < samples.length; i++) {
    const before = samples[i - 1]!
    const after = samples[i]!
    if (before > 0 !== after > 0) times.push((i - 1 + before / (before - after)) * step)
  }
  return times
}

interface Tumble {
  momentumDrift: number
  energyError: number
  spins: number[]
}

function simulate(seconds: number): Tumble {
  const world = createWorld({ gravity: WEIGHTLESS })
  const body = addTumblingBox(world, { x: 0, y: 0, z: 0 })
  const moments = boxMoments(body.mass, TUMBLING_HALF_EXTENTS)
  const momentum = spinMomentum(body, moments)
  const energy = spinEnergy(body, moments)
  const result: Tumble = { momentumDrift: 0, energyError: 0, spins: [spinAboutMiddleAxis(body)] }
  for (let i = 0; i < Math.round(seconds / DT); i++) {
    world.step(DT)
    result.momentumDrift = Math.max(result.momentumDrift, distance(spinMomentum(body, moments), momentum) / length(momentum))
    result.energyError = Math.max(result.energyError, Math.abs(spinEnergy(body, moments) / energy - 1))
    result.spins.push(spinAboutMiddleAxis(body))
  }
  return result
}

/** Largest relative error of the flip times in the first 10 s; infinite if the number of flips is wrong. */
function flipError(spins: readonly number[]): number {
  const reference = [TUMBLING_SPIN.y]
  const start = { rotation: { x: 0, y: 0, z: 0, w: 1 }, spin: TUMBLING_SPIN }
  tumble(start, boxMoments(1, TUMBLING_HALF_EXTENTS), 10, 10 * REFERENCE_RATE, state => reference.push(state.spin.y))
  const truth = crossings(reference, 1 / REFERENCE_RATE)
  const ours = crossings(spins.slice(0, 601), DT)
  if (ours.length !== truth.length) return Infinity
  return Math.max(...truth.map((time, i) => Math.abs(ours[i]! / time - 1)))
}

interface Slender {
  name: string
  shape: ShapeDefinition
  /** rad/s */
  spin: number
}

/** Shapes whose moments lie far apart, at everyday and at high spins. */
const SLENDER: readonly Slender[] = [
  { name: 'rod 4 × 64 cm', shape: capsule({ radius: 0.02, halfLength: 0.3 }), spin: 20 },
  { name: 'rod 4 × 64 cm', shape: capsule({ radius: 0.02, halfLength: 0.3 }), spin: 100 },
  { name: 'plate 1 m × 2 cm', shape: box({ halfExtents: { x: 0.5, y: 0.01, z: 0.5 } }), spin: 20 },
  { name: 'needle 0.002 × 0.003 × 0.09 m', shape: box({ halfExtents: { x: 0.001, y: 0.0015, z: 0.045 } }), spin: 50 },
]

/** A free slender body: L and energy over 10 s. */
function slender({ name, shape, spin }: Slender): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  const angularVelocity = { x: 0.5 * spin, y: 0.3 * spin, z: 0.8 * spin }
  const body = world.createBody({ angularVelocity, shapes: [shape] })
  const { xx, yy, zz } = body.getInertia()
  const moments = { x: xx, y: yy, z: zz }
  const momentum = spinMomentum(body, moments)
  const energy = spinEnergy(body, moments)
  let drift = 0
  let error = 0
  for (let i = 0; i < 600; i++) {
    world.step(DT)
    drift = Math.max(drift, distance(spinMomentum(body, moments), momentum) / length(momentum))
    error = Math.max(error, Math.abs(spinEnergy(body, moments) / energy - 1))
  }
  const test = `free ${name}, ${spin} rad/s, 10 s`
  return [atMost(test, 'drift of L, relative', '', 1e-10, drift), atMost(test, 'energy error', '', 3e-4, error)]
}

export const tumbling: AccuracyCase = {
  name: 'tumbling',
  run(runLength): Row[] {
    const seconds = runLength === 'full' ? 600 : 20
    const test = `tumbling box 1:4:9, ${seconds} s`
    const { momentumDrift, energyError, spins } = simulate(seconds)
    return [
      atMost(test, 'drift of L, relative', '4.5e-4 in 10 s (MuJoCo RK4)', 1e-10, momentumDrift),
      atMost(test, 'energy error', '1e-4 (MuJoCo RK4)', 3e-4, energyError),
      atMost('Dzhanibekov, 10 s', 'flip times, relative', '', 0.01, flipError(spins)),
      ...SLENDER.flatMap(slender),
    ]
  },
}
