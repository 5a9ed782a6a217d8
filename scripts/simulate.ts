/**
 * `npm run simulate [-- --scene name] [--steps n]`: runs the scenes without a picture and prints what became of them.
 *
 * Progress goes to the error stream and only when that is a terminal, so the table can be piped into a file.
 */

import { World as World2d } from 'fulcrum-physics/2d'
import { World } from 'fulcrum-physics/3d'
import { scenes as scenes2d } from '../scenes/d2/index.ts'
import { sleepingCount as sleepingCount2d } from '../scenes/d2/measure.ts'
import { scenes as scenes3d } from '../scenes/d3/index.ts'
import { sleepingCount } from '../scenes/d3/measure.ts'

const DT = 1 / 60
const DEFAULT_STEPS = 300
const BAR_WIDTH = 30
/** Milliseconds between two drawings of the bar. */
const REDRAW_MS = 100

interface Options {
  scene: string | null
  steps: number | null
}

/** A scene in a world of its own. */
interface Run {
  readonly world: { step(dt: number): void; hash(): string; readonly bodyCount: number }
  update(step: number): void
  measure(): Record<string, number>
  asleep(): number
}

/** A scene of either dimension. */
interface Entry {
  readonly name: string
  readonly title: string
  readonly steps: number | undefined
  start(): Run
}

const entries: readonly Entry[] = [
  ...scenes3d.map(({ name, title, steps, worldOptions, build }) => ({
    name,
    title,
    steps,
    start(): Run {
      const world = new World(worldOptions)
      const instance = build(world)
      return {
        world,
        update: step => instance?.update?.(world, step),
        measure: () => instance?.measure?.(world) ?? {},
        asleep: () => sleepingCount(world),
      }
    },
  })),
  ...scenes2d.map(({ name, title, steps, worldOptions, build }) => ({
    name,
    title: `${title} (2D)`,
    steps,
    start(): Run {
      const world = new World2d(worldOptions)
      const instance = build(world)
      return {
        world,
        update: step => instance?.update?.(world, step),
        measure: () => instance?.measure?.(world) ?? {},
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
  metrics: string
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
  let drawn = 0
  for (let step = 0; step < steps; step++) {
    update(step)
    const start = performance.now()
    world.step(DT)
    const now = performance.now()
    times.push(now - start)
    if (now - drawn > REDRAW_MS) {
      drawn = now
      drawProgress(label, step / steps)
    }
  }
  times.sort((a, b) => a - b)
  const metrics = Object.entries(measure())
  return {
    name: entry.name,
    bodies: world.bodyCount,
    steps,
    medianMs: times[Math.floor(times.length / 2)]!,
    sleeping: asleep(),
    metrics: metrics.map(([key, value]) => `${key} ${figure(value)}`).join(', '),
    hash: world.hash(),
  }
}

const options = readOptions(process.argv.slice(2))
const chosen = entries.filter(({ name }) => options.scene === null || name === options.scene)
if (chosen.length === 0) fail(`There is no scene ${options.scene}. There are: ${entries.map(({ name }) => name).join(', ')}.`)

function printRow(cells: readonly string[]): void {
  const [name, bodies, steps, ms, asleep, hash, figures] = cells as [string, string, string, string, string, string, string]
  const numbers = [bodies.padStart(6), steps.padStart(5), ms.padStart(8), asleep.padStart(6)]
  console.log(`${name.padEnd(20)} ${numbers.join(' ')}  ${hash.padEnd(16)}  ${figures}`)
}

printRow(['scene', 'bodies', 'steps', 'ms/step', 'asleep', 'hash', 'figures'])
chosen.forEach((entry, i) => {
  const label = `${i + 1}/${chosen.length} ${entry.title}`
  const { name, bodies, steps, medianMs, sleeping, hash, metrics } = simulate(entry, options.steps ?? entry.steps ?? DEFAULT_STEPS, label)
  clearProgress()
  printRow([name, String(bodies), String(steps), medianMs.toFixed(3), String(sleeping), hash, metrics])
})
