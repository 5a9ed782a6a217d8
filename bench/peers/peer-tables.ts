/** The tables and the plot of the comparison. A time counts only if the scene did its work: neither collapsed nor cut short. */

import type { PlotSeries } from '../plot.ts'
import { markdownTable, short } from '../report.ts'
import { median } from '../statistics.ts'
import { ENGINES, isOurs } from './engines.ts'
import { missedGates, type PeerScene } from './peer-scene.ts'
import type { PeerRun } from './worker.ts'

/** All runs of one scene in one engine. */
export interface EngineResult {
  readonly scene: string
  readonly engine: string
  readonly runs: PeerRun[]
  error: string | null
  longestMs: number
}

interface Times {
  readonly median: number
  readonly best: number
  readonly p95: number
  readonly min: number
  readonly cpu: number
}

function timesOf(runs: readonly PeerRun[]): Times {
  const medians = runs.map(({ times }) => times.median)
  return {
    median: median(medians),
    best: Math.min(...medians),
    p95: median(runs.map(({ times }) => times.p95)),
    min: Math.min(...runs.map(({ times }) => times.min)),
    cpu: median(runs.map(({ cpuMs }) => cpuMs)),
  }
}

const titleOf = (name: string): string => ENGINES[name]!.title

function counts({ runs, error }: EngineResult): boolean {
  return error === null && runs.length > 0 && runs.every(({ isCollapsed, isCut }) => !isCollapsed && !isCut)
}

function verdict(scene: PeerScene, { runs, error }: EngineResult): string {
  if (error !== null) return 'failed, see below'
  const cut = runs.find(({ isCut }) => isCut)
  if (runs.some(({ isCollapsed }) => isCollapsed)) return cut ? `collapsed, and stopped after ${cut.steps} steps` : 'collapsed'
  if (cut) return `stopped after ${cut.steps} steps`
  if (runs.some(({ isFull }) => !isFull)) return 'shortened, not judged'
  const missed = [...new Set(runs.flatMap(({ figures }) => missedGates(scene, figures)))]
  return missed.length === 0 ? 'held' : `misses ${missed.join(', ')}`
}

/** The worst of the repeats: engines that are not deterministic do not get to choose. */
function worstFigure(runs: readonly PeerRun[], name: string): number {
  return Math.max(...runs.map(({ figures }) => figures[name]!))
}

function headOf(name: string, gate: number | null): string {
  return gate === null ? name : `${name} ≤ ${gate}`
}

export function sceneTable(scene: PeerScene, results: readonly EngineResult[]): string {
  const gates = Object.entries(scene.gates)
  const head = ['engine', 'version', 'runs', 'median ms', 'best ms', 'p95 ms', 'min ms', 'cpu ms', ...gates.map(([name, gate]) => headOf(name, gate)), 'quality']
  const rows = results.map(result => {
    const { engine, runs } = result
    const times = counts(result) ? timesOf(runs) : null
    const cells = times ? [times.median, times.best, times.p95, times.min, times.cpu].map(short) : ['–', '–', '–', '–', '–']
    const figures = gates.map(([name]) => (runs.length === 0 ? '–' : short(worstFigure(runs, name))))
    return [titleOf(engine), runs[0]?.version ?? '–', String(runs.length), ...cells, ...figures, verdict(scene, result)]
  })
  return markdownTable(head, rows, ['version', 'quality'])
}

function ratio(ours: number, theirs: number): string {
  if (theirs === 0) return ours === 0 ? '=' : '∞'
  return (ours / theirs).toPrecision(2)
}

export function ratioTable(scene: PeerScene, results: readonly EngineResult[]): string {
  const own = results.find(({ engine }) => isOurs(engine))
  const others = results.filter(({ engine }) => !isOurs(engine))
  if (!own || own.runs.length === 0 || others.length === 0) return 'Nothing to compare.'
  const figures = Object.keys(scene.gates)
  const ownTimes = counts(own) ? timesOf(own.runs) : null
  const rows = others.map(result => {
    const theirs = counts(result) ? timesOf(result.runs) : null
    const times =
      ownTimes && theirs
        ? [ratio(ownTimes.median, theirs.median), ratio(ownTimes.best, theirs.best), ratio(ownTimes.cpu, theirs.cpu)]
        : [verdict(scene, ownTimes ? result : own), '–', '–']
    const quality = figures.map(name => (result.runs.length === 0 ? '–' : ratio(worstFigure(own.runs, name), worstFigure(result.runs, name))))
    return [titleOf(result.engine), ...times, ...quality]
  })
  return markdownTable(['against', 'median time', 'best time', 'cpu time', ...figures], rows)
}

export function settingsTable(results: readonly EngineResult[]): string {
  const rows: string[][] = []
  for (const name of Object.keys(ENGINES)) {
    const run = results.find(({ engine, runs }) => engine === name && runs.length > 0)?.runs[0]
    if (!run) continue
    const settings = Object.entries(run.settings).map(([key, value]) => `${key} ${typeof value === 'number' ? Number(value.toPrecision(4)) : value}`)
    rows.push([titleOf(name), run.version, settings.join(', ')])
  }
  return markdownTable(['engine', 'version', 'settings'], rows, ['version', 'settings'])
}

/** Median time by size, from the scenes that did their work. */
export function plotSeries(scenes: readonly PeerScene[], results: readonly EngineResult[]): PlotSeries[] {
  return Object.keys(ENGINES).flatMap(name => {
    const points = scenes.flatMap(scene => {
      const result = results.find(({ engine, scene: sceneName }) => engine === name && sceneName === scene.name)
      return result && counts(result) ? [[scene.bodies, timesOf(result.runs).median] as const] : []
    })
    return points.length === 0 ? [] : [{ name: titleOf(name), points: points.sort((a, b) => a[0] - b[0]), main: isOurs(name) }]
  })
}
