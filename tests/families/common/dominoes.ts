/** Rows of dominoes of any size: the wave, with sleeping dominoes and without sleep, and against a run of finer steps. */

import type { Family, Random } from '../family.ts'
import type { Dimension } from './dimensions.ts'

const COUNT = 16
const GRAVITY = 9.81
/** A tilt at which a domino has been struck, rad. */
const STRUCK = 0.1

interface Row {
  readonly length: number
  readonly thickness: number
  readonly gap: number
  readonly friction: number
}

/** Speed of the wave, in √(g L); 0 if it stops. */
function wave(dimension: Dimension, { length: L, thickness, gap, friction }: Row, dt: number, sleeping: boolean): number {
  const world = dimension.world({ sleeping })
  const surface = { friction, density: 600 }
  world.body({ type: 'static', at: { x: 0, y: -L, z: 0 }, box: { x: 40 * L, y: L, z: 4 * L }, surface })
  const pitch = thickness + gap
  const box = { x: thickness / 2, y: L / 2, z: L / 4 }
  const dominoes = Array.from({ length: COUNT }, (_, i) => world.body({ at: { x: i * pitch, y: L / 2, z: 0 }, box, surface }))
  for (let t = 0; t < 0.7; t += dt) world.step(dt)
  if (sleeping && dominoes.some(({ isAwake }) => isAwake)) return 0
  const w = Math.sqrt(GRAVITY / L)
  dominoes[0]!.setMotion({ x: (w * L) / 2, y: 0, z: 0 }, { x: 0, y: 0, z: -w })
  const struck = dominoes.map(() => Infinity)
  const before = dominoes.map((domino) => domino.tilt())
  for (let t = dt; t < (COUNT * pitch) / (0.1 * w * L) + 4 / w && struck[COUNT - 1] === Infinity; t += dt) {
    world.step(dt)
    dominoes.forEach((domino, i) => {
      const tilt = domino.tilt()
      // Between two steps: the moments of a dozen dominoes lie few steps apart, and whole steps would be a tenth of the speed.
      if (struck[i] === Infinity && tilt > STRUCK) struck[i] = t - (dt * (tilt - STRUCK)) / (tilt - before[i]!)
      before[i] = tilt
    })
  }
  const first = COUNT >> 2
  const seconds = struck[COUNT - 1]! - struck[first]!
  return seconds > 0 && seconds < Infinity ? ((COUNT - 1 - first) * pitch) / (seconds * w * L) : 0
}

function randomRow(random: Random): Row {
  const length = random.scale(0.01, 10)
  return { length, thickness: length * random.between(0.1, 0.25), gap: length * random.between(0.2, 0.5), friction: random.between(0.2, 0.6) }
}

export function dominoFamily(dimension: Dimension): Family<'asleep' | 'stopped' | 'coarse'> {
  return {
    name: `rows of dominoes, ${dimension.name}`,
    short: 5,
    long: 100,
    figures: {
      // Share by which the wave differs where dominoes sleep, and by which it is slower at the step of the case.
      asleep: { p50: 0.001, p99: 0.05, worst: 0.08 },
      stopped: { worst: 0 },
      coarse: { p50: 0.02, p99: 0.1, worst: 0.2 },
    },
    run(random) {
      const row = randomRow(random)
      // A fall takes √(L / g) or more, and four steps at least: what falls in fewer cannot be followed.
      const dt = Math.min(random.pick([1 / 30, 1 / 60, 1 / 120, 1 / 240]), 0.25 * Math.sqrt(row.length / GRAVITY))
      const slept = wave(dimension, row, dt, true)
      const awake = wave(dimension, row, dt, false)
      const fine = wave(dimension, row, Math.min(dt, 0.02 * Math.sqrt(row.length / GRAVITY)), false)
      const stopped = slept > 0 && awake > 0 ? 0 : 1
      return { asleep: stopped === 1 ? 1 : Math.abs(slept / awake - 1), stopped, coarse: Math.abs(awake / fine - 1) }
    },
  }
}
