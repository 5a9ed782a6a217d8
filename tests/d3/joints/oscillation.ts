/** Period and decay of a sampled oscillation, to far better than its sampling. */

export interface Oscillation {
  /** s. */
  period: number
  /** Logarithm of how much smaller it is after one period. */
  decrement: number
}

/** From up to five whole periods between upward passages through 0. Samples are `dt` apart. */
export function oscillation(samples: readonly number[], dt: number): Oscillation {
  const crossings: number[] = []
  for (let i = 2; i < samples.length - 1; i++) if (samples[i - 1]! < 0 && samples[i]! >= 0) crossings.push(root(samples, i))
  const count = Math.min(5, crossings.length - 1)
  // After whole periods the motion repeats, only smaller: compare the speeds at the passages.
  const [first, last] = [crossings[0]!, crossings[count]!].map(t => slope(samples, t)) as [number, number]
  return { period: ((crossings[count]! - crossings[0]!) / count) * dt, decrement: Math.log(first / last) / count }
}

/** The cubic through the four samples around the interval that ends at i. */
function cubic(samples: readonly number[], i: number): (t: number) => number {
  return (t) => {
    let sum = 0
    for (let k = 0; k < 4; k++) {
      let part = samples[i - 2 + k]!
      for (let m = 0; m < 4; m++) if (m !== k) part *= (t - (i - 2 + m)) / (k - m)
      sum += part
    }
    return sum
  }
}

function root(samples: readonly number[], i: number): number {
  const f = cubic(samples, i)
  let low = i - 1
  let high = i
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2
    if (f(middle) < 0) low = middle
    else high = middle
  }
  return low
}

function slope(samples: readonly number[], t: number): number {
  const f = cubic(samples, Math.ceil(t))
  return (f(t + 1e-4) - f(t - 1e-4)) / 2e-4
}
