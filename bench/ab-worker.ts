/**
 * One interleaved run of two builds: `node ab-worker.mjs here.mjs other.mjs scene steps warmUp`. Prints an AbRun as JSON.
 * Is run as a bundle only; see bundle.ts.
 */

import { pathToFileURL } from 'node:url'
import type { startBenchScene } from './bench-scenes.ts'
import { interleave, type PairedTimes } from './interleave.ts'

const DT = 1 / 60

export interface AbRun {
  scene: string
  times: PairedTimes
  /** Mean milliseconds per step by stage, of the wall clock, warm-up left out. */
  stages: { here: Record<string, number>; other: Record<string, number> }
  /** Do both builds give the same bits? */
  same: boolean
}

interface Side {
  readonly stages: Record<string, number>
  step(step: number): void
  hash(): string
}

async function open(file: string, scene: string, steps: number, warmUp: number): Promise<Side> {
  const module = (await import(pathToFileURL(file).href)) as { startBenchScene: typeof startBenchScene }
  const { world, update } = module.startBenchScene(scene, () => performance.now())
  const stages: Record<string, number> = {}
  return {
    stages,
    step(step) {
      update(step)
      world.step(DT)
      if (step < warmUp) return
      for (const [stage, time] of Object.entries(world.profile)) stages[stage] = (stages[stage] ?? 0) + time / (steps - warmUp)
    },
    hash: () => world.hash(),
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const [hereFile, otherFile, scene, stepsText, warmUpText] = process.argv.slice(2) as [string, string, string, string, string]
const steps = Number(stepsText)
const warmUp = Number(warmUpText)
const here = await open(hereFile, scene, steps, warmUp)
const other = await open(otherFile, scene, steps, warmUp)
const times = interleave(here.step, other.step, steps, warmUp, processorMs)
const run: AbRun = { scene, times, stages: { here: here.stages, other: other.stages }, same: here.hash() === other.hash() }
console.log(JSON.stringify(run))
