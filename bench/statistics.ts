/** Order statistics of times. */

export interface TimeSummary {
  /** Milliseconds, all of them. */
  median: number
  p95: number
  min: number
  mean: number
}

/** The value below which the given share of a sorted list lies; linear between neighbours. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const low = Math.floor(at)
  const high = Math.ceil(at)
  return sorted[low]! + (sorted[high]! - sorted[low]!) * (at - low)
}

export function median(values: readonly number[]): number {
  return quantile([...values].sort((a, b) => a - b), 0.5)
}

export function summarize(times: readonly number[]): TimeSummary {
  const sorted = [...times].sort((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    min: sorted[0]!,
    mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
  }
}
