/**
 * Two builds side by side: both run the same scene in one process, a step of one, then the same step of the other, each on processor time. What
 * disturbs the machine for longer than a step disturbs both.
 */

import { quantile } from './statistics.ts'

/** Quartiles of a list of ratios. */
export interface RatioSummary {
  lower: number
  median: number
  upper: number
}

/** Times of two builds, milliseconds per step, in the order of the steps. */
export interface PairedTimes {
  here: number[]
  other: number[]
}

/**
 * Times every step of both. Who goes first alternates: the first after a change of builds finds the caches filled with the other's world.
 * `time` is asked before and after each step, in milliseconds. The first `warmUp` steps are not counted.
 */
export function interleave(here: (step: number) => void, other: (step: number) => void, steps: number, warmUp: number, time: () => number): PairedTimes {
  const times: PairedTimes = { here: [], other: [] }
  const timed = (run: (step: number) => void, step: number, list: number[]): void => {
    const before = time()
    run(step)
    const after = time()
    if (step >= warmUp) list.push(after - before)
  }
  for (let step = 0; step < steps; step++) {
    if (step % 2 === 0) timed(here, step, times.here)
    timed(other, step, times.other)
    if (step % 2 === 1) timed(here, step, times.here)
  }
  return times
}

/** Quartiles of here / other, step by step. Steps too short for the clock do not count. */
export function summarizeRatios({ here, other }: PairedTimes): RatioSummary {
  const ratios = here.flatMap((time, i) => (other[i]! > 0 ? [time / other[i]!] : [])).sort((a, b) => a - b)
  if (ratios.length === 0) return { lower: NaN, median: NaN, upper: NaN }
  return { lower: quantile(ratios, 0.25), median: quantile(ratios, 0.5), upper: quantile(ratios, 0.75) }
}
