/**
 * Soft rows by β and γ: a weight on a soft joint against the spring β / (γ Δt) and the damper 1 / γ that the row stands for, whatever the step
 * is cut into.
 */

import type { Family, Random } from '../family.ts'

/** A weight of `mass` on a soft joint in a world of its own: lets it go `start` above its rest, and tells its height after every step. */
export type SoftWeight = (options: {
  mass: number; beta: number; gamma: number; start: number; gravity: number; substeps: number; dt: number; steps: number
}) => number[]

/** The height after time t of a weight on a spring k with a damper c, by many small steps of Runge and Kutta. */
function follow(mass: number, k: number, c: number, gravity: number, start: number, t: number): number {
  const parts = 4000
  const h = t / parts
  let x = start
  let v = 0
  const pull = (at: number, speed: number): number => -gravity - (k * at + c * speed) / mass
  for (let i = 0; i < parts; i++) {
    const a1 = pull(x, v)
    const a2 = pull(x + 0.5 * h * v, v + 0.5 * h * a1)
    const a3 = pull(x + 0.5 * h * (v + 0.5 * h * a1), v + 0.5 * h * a2)
    const a4 = pull(x + h * (v + 0.5 * h * a2), v + h * a3)
    x += h * (v + (h / 6) * (a1 + a2 + a3))
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4)
  }
  return x
}

export function softRows(dimension: string, hang: SoftWeight): Family<'sag' | 'motion'> {
  return {
    name: `soft rows, ${dimension}`,
    short: 30,
    long: 400,
    figures: { sag: { worst: 1e-6 }, motion: { p50: 0.005, worst: 0.02 } },
    run(random: Random) {
      const mass = random.scale(0.1, 100)
      const dt = random.pick([1 / 60, 1 / 120, 1 / 240])
      const substeps = random.pick([1, 2, 4, 8])
      // So soft that steps follow the swing: ω Δt up to 0.15, damping from a tenth of critical to three times.
      const omega = random.between(0.02, 0.15) / dt
      const ratio = random.scale(0.1, 3)
      const gamma = 1 / (2 * ratio * omega * mass)
      const beta = mass * omega * omega * gamma * dt
      const gravity = random.pick([0, 9.81])
      const seconds = 2 / omega
      const steps = Math.max(1, Math.round(seconds / dt))
      const start = random.between(-0.1, 0.1)
      const heights = hang({ mass, beta, gamma, start, gravity, substeps, dt, steps })
      const exact = follow(mass, beta / (gamma * dt), 1 / gamma, gravity, start, steps * dt)
      const sag = gravity / (omega * omega)
      const size = Math.abs(start) + sag
      const settle = Math.ceil((30 * Math.max(1, ratio, 1 / ratio)) / (omega * dt))
      const rest = hang({ mass, beta, gamma, start, gravity, substeps, dt, steps: settle }).at(-1)!
      return { sag: Math.abs(rest + sag) / size, motion: Math.abs(heights.at(-1)! - exact) / size }
    },
  }
}
