/**
 * `npm run simulate [-- --scene name] [--steps n]`: runs the scenes without a picture, prints what became of them and whether their
 * expectations hold. Expectations are about the end of a scene: with other `--steps` they are not asked.
 *
 * The exit code is 1 if an expectation fails, or if one that is listed as not reached is met. Progress goes to the error stream and only
 * when that is a terminal, so the table can be piped into a file.
 */

import { World as World2d, type GuardCounts } from 'fulcrum-physics/2d'
import { World } from 'fulcrum-physics/3d'
import { scenes as scenes2d } from '../scenes/d2/index.ts'
import { sleepingCount as sleepingCount2d } from '../scenes/d2/measure.ts'
import { scenes as scenes3d } from '../scenes/d3/index.ts'
import { sleepingCount } from '../scenes/d3/measure.ts'
import type { Expectations, Figures } from '../scenes/expectation.ts'
import { judgeScene, type Verdict } from '../scenes/judge.ts'

const DT = 1 / 60
const BAR_WIDTH = 30
/** Milliseconds between two drawings of the bar. */
const REDRAW_MS = 100

interface Options {
  scene: string | null
  steps: number | null
}

/** A scene in a world of its own. */
interface Run {
  readonly world: { step(dt: number): void; hash(): string; readonly bodyCount: number; readonly stats: { readonly guards: GuardCounts } }
  update(step: number): void
  measure(): Figures
  asleep(): number
}

/** A scene of either dimension. */
interface Entry {
  readonly name: string
  readonly title: string
  readonly steps: number
  readonly expect: Expectations
  start(): Run
}

const entries: readonly Entry[] = [
  ...scenes3d.map(({ name, title, steps, expect, worldOptions, build }) => ({
    name,
    title,
    steps,
    expect,
    start(): Run {
      const world = new World(worldOptions)
      const instance = build(world)
      return {
        world,
        update: step => instance.update?.(world, step),
        measure: () => instance.measure(world),
        asleep: () => sleepingCount(world),
      }
    },
  })),
  ...scenes2d.map(({ name, title, steps, expect, worldOptions, build }) => ({
    name,
    title: `${title} (2D)`,
    steps,
    expect,
    start(): Run {
      const world = new World2d(worldOptions)
      const instance = build(world)
      return {
        world,
        update: step => instance.update?.(world, step),
        measure: () => instance.measure(world),
        asleep: () => sleepingCount2d(world),
      }
    },
  })),
]

interface Result {
  name: string
  bodies: number
  steps: number
  medianMs: number
  sleeping: number
  figures: Figures
  /** How often each guard acted; those that never did are left out. */
  guards: Figures
  hash: string
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readOptions(words: readonly string[]): Options {
  const options: Options = { scene: null, steps: null }
  for (let i = 0; i < words.length; i += 2) {
    const value = words[i + 1]
    if (value === undefined) fail(`${words[i]} needs a value. Usage: npm run simulate -- [--scene name] [--steps n]`)
    // Names are also known as others write them, with underscores.
    if (words[i] === '--scene') options.scene = value.replaceAll('_', '-')
    else if (words[i] === '--steps') {
      options.steps = Number(value)
      if (!Number.isInteger(options.steps) || options.steps < 1) fail(`--steps ${value}: give a whole number above 0.`)
    } else fail(`${words[i]} is not an option. Usage: npm run simulate -- [--scene name] [--steps n]`)
  }
  return options
}

/** Draws the bar of one scene over the one before; does nothing when nobody looks. */
function drawProgress(label: string, share: number): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round(share * BAR_WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  process.stderr.write(`\r\u001B[2K${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${label}`)
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K')
}

function figure(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(4)))
}

function simulate(entry: Entry, steps: number, label: string): Result {
  const { world, update, measure, asleep } = entry.start()
  const times: number[] = []
  const guards: Record<string, number> = {}
  let drawn = 0
  for (let step = 0; step < steps; step++) {
    update(step)
    const start = performance.now()
    world.step(DT)
    const now = performance.now()
    times.push(now - start)
    for (const [guard, count] of Object.entries(world.stats.guards)) if (count > 0) guards[guard] = (guards[guard] ?? 0) + count
    if (now - drawn > REDRAW_MS) {
      drawn = now
      drawProgress(label, step / steps)
    }
  }
  times.sort((a, b) => a - b)
  return {
    name: entry.name,
    bodies: world.bodyCount,
    steps,
    medianMs: times[Math.floor(times.length / 2)]!,
    sleeping: asleep(),
    figures: measure(),
    guards,
    hash: world.hash(),
  }
}

const options = readOptions(process.argv.slice(2))
const chosen = entries.filter(({ name }) => options.scene === null || name === options.scene)
if (chosen.length === 0) fail(`There is no scene ${options.scene}. There are: ${entries.map(({ name }) => name).join(', ')}.`)

/** For the table: `ok`, `known` where only known misses are left, `FAIL`. */
function wordOf({ known, complaints }: Verdict): string {
  if (complaints.length > 0) return 'FAIL'
  return known > 0 ? 'known' : 'ok'
}

const WIDTHS = [24, -6, -5, -8, -6, 6, 16, 0]

/** Cells below each other; a negative width aligns to the right. */
function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (WIDTHS[i]! < 0 ? cell.padStart(-WIDTHS[i]!) : cell.padEnd(WIDTHS[i]!))).join('  '))
}

const complaints: string[] = []
printRow(['scene', 'bodies', 'steps', 'ms/step', 'asleep', 'expect', 'hash', 'figures · guards that acted'])
chosen.forEach((entry, i) => {
  const label = `${i + 1}/${chosen.length} ${entry.title}`
  const { name, bodies, steps, medianMs, sleeping, hash, figures, guards } = simulate(entry, options.steps ?? entry.steps, label)
  const verdict = steps === entry.steps ? judgeScene(entry, figures) : null
  if (verdict) complaints.push(...verdict.complaints)
  clearProgress()
  const list = (numbers: Figures): string => Object.entries(numbers).map(([key, value]) => `${key} ${figure(value)}`).join(', ')
  const shown = Object.keys(guards).length === 0 ? list(figures) : `${list(figures)} · guards: ${list(guards)}`
  const word = verdict ? wordOf(verdict) : '-'
  printRow([name, String(bodies), String(steps), medianMs.toFixed(3), String(sleeping), word, hash, shown])
})
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
