/**
 * `npm run bench -- --ab <build folder>`: this source against another build of the package, as ratios of processor time. Writes out/bench/ab.md
 * and ab.json. The other build is a folder with `2d.js` and `3d.js`, as `npm run build` leaves it in `dist`, or one that has such a `dist`.
 */

import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ALIASES, PACKAGE_NAME } from '../scripts/aliases.ts'
import type { AbRun } from './ab-worker.ts'
import { bundle, OUT_FOLDER } from './bundle.ts'
import { isFailure, runChild } from './child.ts'
import { summarizeRatios, type PairedTimes } from './interleave.ts'
import { machineLine, markdownTable, short } from './report.ts'
import { median } from './statistics.ts'

const RUN_LIMIT_MS = 20 * 60_000
/** Stages below this share of the step are left out of the table. */
const LEAST_SHARE = 0.01

export interface AbOptions {
  readonly build: string
  readonly scenes: readonly { readonly name: string; readonly steps: number }[]
  readonly repeats: number
  readonly warmUp: number
}

/** The folder of a build, or null if there is none. */
export function findBuild(path: string): string | null {
  for (const folder of [resolve(path), resolve(path, 'dist')]) {
    if (existsSync(`${folder}/2d.js`) && existsSync(`${folder}/3d.js`)) return folder
  }
  return null
}

/** Runs both builds and returns the report. Scenes that the other build cannot make are named with the reason. */
export async function compareBuilds({ build, scenes, repeats, warmUp }: AbOptions): Promise<string> {
  const other = Object.fromEntries(Object.keys(ALIASES).map(name => [name, `${build}/${name.slice(PACKAGE_NAME.length + 1).replaceAll('/', '-')}.js`]))
  await bundle({ 'ab-worker': 'bench/ab-worker.ts', 'ab-here': 'bench/ab-side.ts' }, OUT_FOLDER)
  await bundle({ 'ab-other': 'bench/ab-side.ts' }, OUT_FOLDER, { aliases: other })
  const runs = new Map<string, AbRun[]>()
  const failed = new Map<string, string>()
  for (let repeat = 1; repeat <= repeats; repeat++) {
    for (const { name, steps } of scenes) {
      if (failed.has(name)) continue
      process.stderr.write(`repeat ${repeat} of ${repeats}: ${name}\n`)
      const words = [`${OUT_FOLDER}/ab-here.mjs`, `${OUT_FOLDER}/ab-other.mjs`, name, String(steps), String(warmUp)]
      const run = runChild<AbRun>(`${OUT_FOLDER}/ab-worker.mjs`, words, RUN_LIMIT_MS)
      if (isFailure(run)) failed.set(name, run.error)
      else runs.set(name, [...(runs.get(name) ?? []), run])
    }
  }
  const all = [...runs.values()]
  const sections = [
    '# Two builds',
    `${machineLine()}. This source / ${build}, processor time, steps interleaved in one process; runs per scene: ${repeats}. ` +
      `The first ${warmUp} steps of a run are not counted. Ratios above 1: this source is slower.`,
  ]
  if (all.length > 0) sections.push(ratioTable(all), '## Mean ms per step by stage, here / other', stageTable(all))
  for (const [name, error] of failed) sections.push(`${name} failed:\n\n\`\`\`\n${error}\n\`\`\``)
  const text = `${sections.join('\n\n')}\n`
  writeFileSync(`${OUT_FOLDER}/ab.md`, text)
  writeFileSync(`${OUT_FOLDER}/ab.json`, `${JSON.stringify({ machine: machineLine(), build, repeats, warmUp, scenes: Object.fromEntries(runs) })}\n`)
  return text
}

/** A row per scene: all steps of all its runs count alike. */
export function ratioTable(scenes: readonly (readonly AbRun[])[]): string {
  const rows = scenes.map(runs => {
    const times: PairedTimes = { here: runs.flatMap(run => run.times.here), other: runs.flatMap(run => run.times.other) }
    const { lower, median: middle, upper } = summarizeRatios(times)
    const same = runs.every(run => run.same) ? 'yes' : 'no'
    return [runs[0]!.scene, middle.toFixed(3), lower.toFixed(3), upper.toFixed(3), short(median(times.here)), short(median(times.other)), same]
  })
  return markdownTable(['scene', 'ratio', 'lower quartile', 'upper quartile', 'ms here', 'ms other', 'same bits'], rows, ['same bits'])
}

function stageTable(scenes: readonly (readonly AbRun[])[]): string {
  const middle = (runs: readonly AbRun[], side: 'here' | 'other', stage: string): number => median(runs.map(run => run.stages[side][stage] ?? 0))
  const whole = scenes.map(runs => median(runs.flatMap(run => run.times.here)))
  const names = new Set(scenes.flatMap(runs => Object.keys(runs[0]!.stages.here)))
  const rows = [...names].map(stage => [stage, ...scenes.map((runs, i) => {
    const pair = [middle(runs, 'here', stage), middle(runs, 'other', stage)]
    return Math.max(...pair) < LEAST_SHARE * whole[i]! ? '·' : pair.map(time => time.toFixed(2)).join(' / ')
  })])
  return markdownTable(['stage', ...scenes.map(([first]) => first!.scene)], rows.filter(row => row.slice(1).some(cell => cell !== '·')))
}
