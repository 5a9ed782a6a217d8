/**
 * Families of random cases: a seeded generator, hundreds of cases, figures judged by percentile and worst. The suite runs a short part of
 * each family; `npm run families` runs all of it and prints the table. A case is made from its own seed, so a bad one can be run alone:
 * `FULCRUM_FAMILY_SEED=17 npx vitest run tests/families/...`. Seeds nobody has looked at yet: `FULCRUM_FAMILY_FROM=500000`, and
 * `FULCRUM_FAMILY_COUNT` for more or fewer of them.
 */

import { appendFileSync, mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { createRandom } from '../common/random.ts'

/** Uniform numbers in [0, 1), and what cases are mostly made of. */
export interface Random {
  (): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** Uniform in the logarithm: sizes and masses over decades. */
  scale(low: number, high: number): number
  /** A whole number in [low, high]. */
  integer(low: number, high: number): number
  pick<T>(values: readonly T[]): T
}

/** Bounds of one figure. Figures are misses: 0 is perfect, larger is worse. */
export interface Bounds {
  readonly p50?: number
  readonly p99?: number
  readonly worst?: number
}

export interface Family<Figure extends string> {
  /** What the cases are, in a few words: `elastic pairs, 2D`. */
  readonly name: string
  /** How many cases run with the suite, and how many with `npm run families`. */
  readonly short: number
  readonly long: number
  readonly figures: Readonly<Record<Figure, Bounds>>
  /** One case: its misses by figure. A figure that a case does not have is left out. */
  run(random: Random, seed: number): Partial<Record<Figure, number>>
}

export function randomOf(seed: number): Random {
  const next = createRandom(Math.imul(seed + 1, 0x9e3779b1))
  const random = next as Random
  random.between = (low, high) => low + (high - low) * next()
  random.scale = (low, high) => low * Math.exp(next() * Math.log(high / low))
  random.integer = (low, high) => low + Math.floor(next() * (high - low + 1))
  random.pick = values => values[Math.floor(next() * values.length)]!
  return random
}

/** The value below which the given share of the sorted values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}

const LONG = process.env['FULCRUM_FAMILIES'] === 'long'
const ONLY = process.env['FULCRUM_FAMILY_SEED']
const FROM = Number(process.env['FULCRUM_FAMILY_FROM'] ?? 0)
const COUNT = process.env['FULCRUM_FAMILY_COUNT']

function show(value: number): string {
  return value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5) ? String(Number(value.toPrecision(4))) : value.toExponential(2)
}

/** Runs a family as one test per figure, and prints and stores its table when asked for all of it. */
export function testFamily<Figure extends string>(family: Family<Figure>): void {
  const names = Object.keys(family.figures) as Figure[]
  const misses = new Map<Figure, { value: number; seed: number }[]>(names.map(name => [name, []]))
  const count = COUNT !== undefined ? Number(COUNT) : LONG ? family.long : family.short
  it(`${family.name}: ${count} random cases run`, { timeout: LONG || COUNT !== undefined ? 3_600_000 : 120_000 }, () => {
    const seeds = ONLY === undefined ? Array.from({ length: count }, (_, i) => FROM + i) : [Number(ONLY)]
    for (const seed of seeds) {
      const figures = family.run(randomOf(seed), seed)
      for (const name of names) if (figures[name] !== undefined) misses.get(name)!.push({ value: figures[name], seed })
    }
    for (const name of names) expect(misses.get(name)!.length, `cases with ${name}`).toBeGreaterThan(0)
  })
  for (const name of names) {
    it(`${family.name}: ${name} stays within its bounds`, () => {
      // A miss that is no number is the worst there can be.
      const rows = misses.get(name)!.map(({ value, seed }) => ({ value: Number.isFinite(value) ? value : Infinity, seed }))
      rows.sort((a, b) => a.value - b.value || a.seed - b.seed)
      const values = rows.map(({ value }) => value)
      const table = { p50: percentile(values, 0.5), p99: percentile(values, 0.99), worst: percentile(values, 1) }
      const line = `${family.name} · ${name}: ${values.length} cases, p50 ${show(table.p50)}, p99 ${show(table.p99)}, worst ${show(table.worst)}`
      const worst = `${line} (seed ${rows.at(-1)!.seed})`
      if (LONG || COUNT !== undefined || ONLY !== undefined) {
        console.log(worst)
        mkdirSync(`${PROJECT_ROOT}out`, { recursive: true })
        appendFileSync(`${PROJECT_ROOT}out/families.jsonl`, `${JSON.stringify({ family: family.name, figure: name, cases: values.length, ...table })}\n`)
      }
      const bounds = family.figures[name]
      expect(Object.keys(bounds).length, 'bounds of a figure').toBeGreaterThan(0)
      for (const key of ['p50', 'p99', 'worst'] as const) {
        const bound = bounds[key]
        if (bound !== undefined) expect(table[key], `${worst}; ${key}`).toBeLessThanOrEqual(bound)
      }
    })
  }
}
