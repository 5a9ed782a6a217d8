/** What a cell of the geometry fuzz finds: misses by name, with the case that has the worst; for percentiles a sample that is spread evenly. */

/** Misses that are kept for percentiles. */
const KEPT = 20_000

export class Figure {
  count = 0
  worst = 0
  worstSeed = -1
  private readonly kept: number[] = []

  add(value: number, seed: number): void {
    const miss = Number.isFinite(value) ? Math.max(0, value) : Infinity
    if (this.kept.length < KEPT) this.kept.push(miss)
    else this.kept[this.count % KEPT] = miss
    this.count++
    if (miss > this.worst || this.worstSeed < 0) {
      this.worst = miss
      this.worstSeed = seed
    }
  }

  percentile(share: number): number {
    const sorted = this.kept.toSorted((p, q) => p - q)
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  }
}

export class CellFigures {
  readonly figures = new Map<string, Figure>()
  readonly errors: { message: string; seed: number }[] = []

  add(name: string, value: number, seed: number): void {
    let figure = this.figures.get(name)
    if (figure === undefined) this.figures.set(name, (figure = new Figure()))
    figure.add(value, seed)
  }

  fail(error: unknown, seed: number): void {
    this.errors.push({ message: String(error), seed })
  }

  /** 0 where there was none. */
  worst(name: string): number {
    return this.figures.get(name)?.worst ?? 0
  }

  percentile(name: string, share: number): number {
    return this.figures.get(name)?.percentile(share) ?? 0
  }
}
