/** The tables of `npm run bench`, each from the repeats of its scenes. Times are medians over the repeats' own medians. */

import { STAGES as STAGES_2D } from 'fulcrum-physics/2d'
import { STAGES } from 'fulcrum-physics/3d'
import { figuresText, markdownTable, short } from './report.ts'
import { median } from './statistics.ts'
import type { StartupRun } from './startup.ts'
import type { IdleRun, SceneRun } from './worker.ts'

/** Under this share of the step a stage is not worth a second look, and shown as a dot. */
const NEGLIGIBLE_SHARE = 0.0005

const medianTime = (runs: readonly (SceneRun | IdleRun)[]): number => median(runs.map(({ times }) => times.median))

export function sceneTable(scenes: readonly (readonly SceneRun[])[]): string {
  const head = ['scene', 'bodies', 'steps', 'median ms', 'best ms', 'p95 ms', 'min ms', 'cpu ms', 'contacts', 'pairs', 'islands', 'sweeps', 'guards', 'quality', 'hash']
  const rows = scenes.map(runs => {
    const { scene, steps, stats, guards, figures, hash } = runs[0]!
    return [
      scene,
      String(stats.bodies),
      String(steps),
      short(medianTime(runs)),
      short(Math.min(...runs.map(({ times }) => times.median))),
      short(median(runs.map(({ times }) => times.p95))),
      short(Math.min(...runs.map(({ times }) => times.min))),
      short(median(runs.map(({ cpuMs }) => cpuMs))),
      String(stats.contacts),
      String(stats.awakePairs),
      String(stats.islands),
      String(stats.sweeps),
      figuresText(guards),
      figuresText(figures),
      hash,
    ]
  })
  return markdownTable(head, rows, ['guards', 'quality', 'hash'])
}

/** The run whose time is the middle one: its stages add up, which medians of stages would not. */
function typicalRun(runs: readonly SceneRun[]): SceneRun {
  const sorted = [...runs].sort((a, b) => a.times.mean - b.times.mean)
  return sorted[Math.floor(sorted.length / 2)]!
}

export function stageTable(scenes: readonly (readonly SceneRun[])[]): string {
  const typical = scenes.map(typicalRun)
  const cell = (run: SceneRun, time = 0): string => {
    const share = time / run.times.mean
    return share < NEGLIGIBLE_SHARE ? '·' : `${time.toFixed(3)} (${(100 * share).toFixed(1)} %)`
  }
  const names = new Set([...STAGES, ...STAGES_2D])
  const rows = [...names].map(stage => [stage, ...typical.map(run => cell(run, run.stages[stage]))])
  rows.push(['whole step', ...typical.map(run => run.times.mean.toFixed(3))])
  return markdownTable(['stage', ...typical.map(({ scene }) => scene)], rows)
}

/** Dynamic bodies and median time, by size: all bodies but the bin. */
export function scalingPoints(scenes: readonly (readonly SceneRun[])[]): [number, number][] {
  const points = scenes.map(runs => [runs[0]!.stats.bodies - 1, medianTime(runs)] as [number, number])
  return points.sort((a, b) => a[0] - b[0])
}

export function scalingTable(scenes: readonly (readonly SceneRun[])[]): string {
  const points = scalingPoints(scenes)
  const first = points[0]![1] / points[0]![0]
  const rows = points.map(([bodies, time]) => {
    const each = time / bodies
    return [String(bodies), short(time), (1000 * each).toFixed(2), (each / first).toFixed(2)]
  })
  return markdownTable(['bodies', 'median ms', 'µs per body', `against ${points[0]![0]}`], rows)
}

/** Rays per second, of the wall clock and of processor time; each step of the runs cast `count` rays. */
export function rayTable(runs: readonly SceneRun[], count: number): string {
  const { scene, stats, figures, hash } = runs[0]!
  const rate = (ms: number): string => String(Math.round((1000 * count) / ms))
  const best = Math.min(...runs.map(({ times }) => times.min))
  const row = [
    scene, String(stats.bodies), String(count), rate(medianTime(runs)), rate(best), rate(median(runs.map(({ cpuMs }) => cpuMs))),
    figuresText(figures), hash,
  ]
  return markdownTable(['scene', 'bodies', 'rays', 'median rays/s', 'best rays/s', 'cpu rays/s', 'quality', 'hash'], [row], ['quality', 'hash'])
}

/** A row per scene, from its repeats. */
export function idleTable(scenes: readonly (readonly IdleRun[])[]): string {
  const micro = (ms: number): string => short(1000 * ms)
  const rows = scenes.map(runs => {
    const { scene, stats, figures, hash } = runs[0]!
    const p95 = median(runs.map(({ times }) => times.p95))
    const best = Math.min(...runs.map(({ times }) => times.min))
    return [scene, String(stats.bodies), String(stats.awakeBodies), micro(medianTime(runs)), micro(p95), micro(best), figuresText(figures), hash]
  })
  return markdownTable(['scene', 'bodies', 'awake', 'median µs', 'p95 µs', 'min µs', 'quality', 'hash'], rows, ['quality', 'hash'])
}

/** By build of the engine. */
export function startupTable(builds: Readonly<Record<string, readonly StartupRun[]>>): string {
  const rows = Object.entries(builds).flatMap(([build, runs]) => {
    const row = (name: string, pick: (run: StartupRun) => number): string[] => {
      const values = runs.map(pick)
      return [`${build}: ${name}`, short(median(values)), short(Math.min(...values)), short(Math.max(...values))]
    }
    return [row('import', run => run.importMs), row('new World()', run => run.worldMs), row('both', run => run.totalMs)]
  })
  return markdownTable(['in a fresh process', 'median ms', 'min ms', 'max ms'], rows)
}
