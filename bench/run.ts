/**
 * `npm run bench [-- --scene name] [--repeats n] [--steps n] [--warm-up n]`: how long a step takes, and how good it was, in one row.
 * `--ab folder`: instead, this source against another build, step by step in one process (`ab.ts`).
 *
 * Everything timed runs as a plain bundle in a fresh Node process; repeats of the scenes alternate, so that a noisy minute does not fall on
 * one of them. Writes out/bench/bench.md, bench.json and scaling.svg. Asserts no time.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compareBuilds, findBuild } from './ab.ts'
import { IDLE_SCENE, IDLE_SCENE_2D, isIdleScene, SCALING_SCENES, STEPPED_SCENES, STEPPED_SCENES_2D, stepsOf } from './bench-scenes.ts'
import { bundle, OUT_FOLDER } from './bundle.ts'
import { isFailure, runChild } from './child.ts'
import { logLogPlot } from './plot.ts'
import { machineLine } from './report.ts'
import { idleTable, scalingPoints, scalingTable, sceneTable, stageTable, startupTable } from './tables.ts'
import type { StartupRun } from './startup.ts'
import type { IdleRun, SceneRun } from './worker.ts'

const DEFAULT_STEPS = 300
const RUN_LIMIT_MS = 20 * 60_000
const STARTUP = 'startup'
const namesOf = (scenes: readonly { readonly name: string }[]): string[] => scenes.map(({ name }) => name)
const IN_3D = namesOf([...STEPPED_SCENES, IDLE_SCENE])
const IN_2D = namesOf([...STEPPED_SCENES_2D, IDLE_SCENE_2D])
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  all: [...IN_3D, ...IN_2D, STARTUP],
  '3d': [...IN_3D, STARTUP],
  '2d': [...IN_2D, STARTUP],
  scaling: namesOf(SCALING_SCENES),
  idle: namesOf([IDLE_SCENE, IDLE_SCENE_2D]),
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function wholeNumber(text: string, option: string, least: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least) fail(`--${option} ${text}: give a whole number, at least ${least}.`)
  return value
}

function readOptions(): { scenes: string[]; repeats: number; steps: number | null; warmUp: number; ab: string | null } {
  const { values } = parseArgs({
    options: {
      scene: { type: 'string', multiple: true, default: ['all'] },
      repeats: { type: 'string', default: '5' },
      steps: { type: 'string' },
      'warm-up': { type: 'string', default: '60' },
      ab: { type: 'string' },
    },
  })
  // Names are also known as others write them, with underscores.
  const chosen = values.scene.map(name => name.replaceAll('_', '-')).flatMap(name => GROUPS[name] ?? [name])
  const known = GROUPS['all']!
  for (const name of chosen) {
    if (!known.includes(name)) fail(`There is no bench scene ${name}. There are: ${[...known, ...Object.keys(GROUPS)].join(', ')}.`)
  }
  const warmUp = wholeNumber(values['warm-up'], 'warm-up', 0)
  const ab = values.ab === undefined ? null : findBuild(values.ab)
  if (values.ab !== undefined && ab === null) fail(`--ab ${values.ab}: there is no 2d.js and 3d.js there, nor in its dist. Run npm run build in the other tree.`)
  return {
    scenes: known.filter(name => chosen.includes(name)),
    repeats: wholeNumber(values.repeats, 'repeats', 1),
    steps: values.steps === undefined ? null : wholeNumber(values.steps, 'steps', warmUp + 1),
    warmUp,
    ab,
  }
}

function runBundle<Result extends object>(module: string, words: readonly string[]): Result {
  const result = runChild<Result>(`${OUT_FOLDER}/${module}.mjs`, words, RUN_LIMIT_MS)
  if (isFailure(result)) fail(`${module} ${words.join(' ')} failed:\n${result.error}`)
  return result
}

const { scenes, repeats, steps, warmUp, ab } = readOptions()
mkdirSync(OUT_FOLDER, { recursive: true })
if (ab !== null) {
  const stepped = scenes.filter(name => name !== STARTUP && !isIdleScene(name))
  const compared = stepped.map(name => ({ name, steps: steps ?? stepsOf(name) ?? DEFAULT_STEPS }))
  console.log(await compareBuilds({ build: ab, scenes: compared, repeats, warmUp }))
  process.exit()
}
await bundle({ worker: 'bench/worker.ts', startup: 'bench/startup.ts', engine: 'src/d3/index.ts', 'engine-2d': 'src/d2/index.ts' }, OUT_FOLDER)
await bundle({ 'engine-min': 'src/d3/index.ts', 'engine-2d-min': 'src/d2/index.ts' }, OUT_FOLDER, { minify: true })

const runs = new Map<string, SceneRun[]>()
const idleRuns = new Map<string, IdleRun[]>()
const startups: Record<string, StartupRun[]> = {}
/** Bundles whose start is timed, by the name they have in the table. */
const STARTED = { '3D': 'engine', '3D, minified': 'engine-min', '2D': 'engine-2d', '2D, minified': 'engine-2d-min' }
for (let repeat = 1; repeat <= repeats; repeat++) {
  for (const name of scenes) {
    process.stderr.write(`repeat ${repeat} of ${repeats}: ${name}\n`)
    if (name === STARTUP) {
      for (const [build, file] of Object.entries(STARTED)) {
        startups[build] = [...(startups[build] ?? []), runBundle<StartupRun>('startup', [`${OUT_FOLDER}/${file}.mjs`])]
      }
    } else if (isIdleScene(name)) {
      idleRuns.set(name, [...(idleRuns.get(name) ?? []), runBundle<IdleRun>('worker', [name])])
    } else {
      const count = steps ?? stepsOf(name) ?? DEFAULT_STEPS
      runs.set(name, [...(runs.get(name) ?? []), runBundle<SceneRun>('worker', [name, String(count), String(warmUp)])])
    }
  }
}

const machine = machineLine()
const all = [...runs.values()]
const sections: string[] = [
  '# Bench',
  `${machine}. Runs per scene, each in a fresh process, alternating: ${repeats}. The first ${warmUp} steps of a run are not counted.`,
]
if (all.length > 0) {
  sections.push('## Scenes', sceneTable(all), '## Mean ms per step by stage', stageTable(all))
}
const scaling = all.filter(([first]) => SCALING_SCENES.some(({ name }) => name === first!.scene))
if (scaling.length > 1) {
  sections.push('## Scaling of the pile', scalingTable(scaling))
  const series = [{ name: 'Fulcrum', points: scalingPoints(scaling), main: true }]
  const svg = logLogPlot({ title: 'Step time against size: a pile of mixed shapes', note: machine, xLabel: 'bodies', yLabel: 'median ms per step', series })
  writeFileSync(`${OUT_FOLDER}/scaling.svg`, svg)
}
if (idleRuns.size > 0) sections.push('## Nothing moves', idleTable([...idleRuns.values()]))
if (Object.keys(startups).length > 0) sections.push('## Start', startupTable(startups))
const unsteady = all.filter(list => new Set(list.map(run => run.hash)).size > 1).map(list => list[0]!.scene)
if (unsteady.length > 0) sections.push(`**The hash differs between repeats: ${unsteady.join(', ')}.**`)

const text = `${sections.join('\n\n')}\n`
writeFileSync(`${OUT_FOLDER}/bench.md`, text)
const record = { machine, repeats, warmUp, scenes: Object.fromEntries(runs), idle: Object.fromEntries(idleRuns), startup: startups }
writeFileSync(`${OUT_FOLDER}/bench.json`, `${JSON.stringify(record, null, 2)}\n`)
console.log(text)
if (unsteady.length > 0) process.exitCode = 1
