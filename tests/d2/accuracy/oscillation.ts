/** Frequency and damping of a signal that swings about zero, from its peaks. */

import { atMost, type Row } from '../../common/accuracy/case.ts'
import { DT } from './setup.ts'

interface Peak {
  time: number
  height: number
}

/** Peaks by the parabola through three samples. */
function peaks(samples: readonly number[]): Peak[] {
  const found: Peak[] = []
  for (let i = 1; i + 1 < samples.length; i++) {
    const [a, b, c] = [samples[i - 1], samples[i], samples[i + 1]]
    if (!(b > a && b >= c)) continue
    const at = (0.5 * (a - c)) / (a - 2 * b + c)
    found.push({ time: (i + at) * DT, height: b - 0.25 * (a - c) * at })
  }
  return found
}

/** The gates of a spring and a mass: 0.5 % in frequency, 0.002 in damping ratio, 1 % of an undamped amplitude. Samples from t = 0, every step. */
export function oscillationRows(test: string, samples: readonly number[], hertz: number, dampingRatio: number): Row[] {
  const found = peaks(samples)
  const first = found[0]
  const last = found.at(-1)!
  const rounds = found.length - 1
  const damped = hertz * Math.sqrt(1 - dampingRatio * dampingRatio)
  const decrement = Math.log(first.height / last.height) / rounds
  const zeta = decrement / Math.sqrt(4 * Math.PI * Math.PI + decrement * decrement)
  return [
    atMost(test, 'frequency, relative error', 'soft constraints: worse with h', 5e-3, Math.abs(rounds / (last.time - first.time) / damped - 1)),
    atMost(test, 'damping ratio, error', 'soft constraints add ω₀h/2', 2e-3, Math.abs(zeta - dampingRatio)),
    ...(dampingRatio === 0 ? [atMost(test, 'amplitude lost', 'half in 8 s', 0.01, 1 - last.height / samples[0])] : []),
  ]
}
