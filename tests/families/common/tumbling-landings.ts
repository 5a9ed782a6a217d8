/**
 * Boxes that tumble onto a floor with friction and stay, e = 0: the velocities at the end of the step of the first touch at 60 Hz, against a run at
 * 2000 Hz, as a share of what the blow changed. Where a second corner strikes so soon that one run has it and the other has not, both are right:
 * the median and the mean of ten neighbours judge, not the worst.
 */

import type { Family, Random } from '../family.ts'

const DT = 1 / 60
const FINE = 1 / 2000
const GRAVITY = 9.81

export interface TumblingBox {
  step(dt: number): void
  /** Linear and angular velocity. */
  velocity(): number[]
}

/** Ten cases make one figure. */
const CASES = 10

export function tumblingLandings(name: '2D' | '3D', p50: number, build: (random: Random) => () => TumblingBox): Family<'miss'> {
  const land = (random: Random): number => {
    const make = build(random)
    const fine = make()
    let before = fine.velocity()
    let after = before
    let steps = 0
    // Vertical speed is the second of both dimensions.
    for (let touched = false; !touched && steps < 4000; steps++) {
      before = after
      fine.step(FINE)
      after = fine.velocity()
      touched = Math.abs(after[1]! - before[1]! + GRAVITY * FINE) > 1e-3
    }
    const whole = Math.ceil(((steps + 1) * FINE) / DT - 1e-9)
    for (const end = Math.round((whole * DT) / FINE); steps < end; steps++) fine.step(FINE)
    const coarse = make()
    for (let i = 0; i < whole; i++) coarse.step(DT)
    const right = fine.velocity()
    const norm = (a: number[], b: number[]): number => Math.hypot(...a.map((value, i) => value - b[i]!))
    return norm(coarse.velocity(), right) / norm(right, before)
  }
  return {
    name: `boxes that tumble onto a floor with friction, ${name}`,
    short: 12,
    long: 60,
    figures: { miss: { p50 } },
    run(random) {
      let sum = 0
      for (let i = 0; i < CASES; i++) sum += land(random)
      return { miss: sum / CASES }
    },
  }
}
