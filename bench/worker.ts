/**
 * One run of one scene in a process of its own: `node worker.mjs scene steps warmUp`. Prints a SceneRun or an IdleRun as JSON.
 * Is run as a bundle only; see bundle.ts.
 */

import type { WorldStats } from 'fulcrum-physics/3d'
import { isIdleScene, startBenchScene } from './bench-scenes.ts'
import { summarize, type TimeSummary } from './statistics.ts'

const DT = 1 / 60

/** Steps after which everything that can sleep does. */
const SETTLE_STEPS = 600
/** One timed block lasts long enough for the clock's resolution to vanish in it. */
const IDLE_BLOCK = 1000
const IDLE_BLOCKS = 200
const IDLE_WARM_UP_BLOCKS = 20

export interface SceneRun {
  scene: string
  steps: number
  warmUp: number
  buildMs: number
  /** Per step, warm-up left out. */
  times: TimeSummary
  /** Mean processor time per step: what a busy machine disturbs least. Includes the compiler's and collector's threads. */
  cpuMs: number
  /** Mean milliseconds per step by stage, warm-up left out. */
  stages: Record<string, number>
  stats: WorldStats
  /** How often each guard acted, warm-up included; those that never did are left out. */
  guards: Record<string, number>
  figures: Record<string, number>
  hash: string
}

export interface IdleRun {
  scene: string
  /** Per step, from blocks of steps. */
  times: TimeSummary
  stats: WorldStats
  figures: Record<string, number>
  hash: string
}

function runSteps(name: string, steps: number, warmUp: number): SceneRun {
  const clock = (): number => performance.now()
  const started = clock()
  const scene = startBenchScene(name, clock)
  const { world } = scene
  const buildMs = clock() - started
  const times: number[] = []
  const stages: Record<string, number> = {}
  const guards: Record<string, number> = {}
  let usage = process.cpuUsage()
  for (let step = 0; step < steps; step++) {
    if (step === warmUp) usage = process.cpuUsage()
    scene.update(step)
    const before = clock()
    world.step(DT)
    const after = clock()
    for (const [guard, count] of Object.entries(world.stats.guards)) if (count > 0) guards[guard] = (guards[guard] ?? 0) + count
    if (step < warmUp) continue
    times.push(after - before)
    for (const [stage, time] of Object.entries(world.profile)) stages[stage] = (stages[stage] ?? 0) + time / (steps - warmUp)
  }
  const { user, system } = process.cpuUsage(usage)
  const cpuMs = (user + system) / 1000 / (steps - warmUp)
  const figures = scene.measure()
  return { scene: name, steps, warmUp, buildMs, times: summarize(times), cpuMs, stages, stats: world.stats, guards, figures, hash: world.hash() }
}

function runIdle(name: string): IdleRun {
  const scene = startBenchScene(name)
  const { world } = scene
  for (let step = 0; step < SETTLE_STEPS && world.awakeBodyCount > 0; step++) world.step(DT)
  const times: number[] = []
  for (let block = 0; block < IDLE_WARM_UP_BLOCKS + IDLE_BLOCKS; block++) {
    const before = performance.now()
    for (let step = 0; step < IDLE_BLOCK; step++) world.step(DT)
    if (block >= IDLE_WARM_UP_BLOCKS) times.push((performance.now() - before) / IDLE_BLOCK)
  }
  return { scene: name, times: summarize(times), stats: world.stats, figures: scene.measure(), hash: world.hash() }
}

const [scene, steps, warmUp] = process.argv.slice(2)
console.log(JSON.stringify(isIdleScene(scene!) ? runIdle(scene!) : runSteps(scene!, Number(steps), Number(warmUp))))
