/**
 * `npm run bench:peers [-- --scene name] [--engine name] [--repeats n] [--steps n] [--warm-up n] [--budget seconds]`: this engine beside
 * others, in time and in quality, from one run.
 *
 * Every run is a fresh Node process; engines take turns, so that a noisy minute does not fall on one of them. Each engine runs with the
 * settings it ships with, on one thread, nothing asleep. Writes out/bench/peers.md, peers.json and, with `--scene scaling`, peers.svg.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { OUT_FOLDER } from '../bundle.ts'
import { isFailure, runChild } from '../child.ts'
import { logLogPlot } from '../plot.ts'
import { machineLine } from '../report.ts'
import { PEER_SCENES } from './all-scenes.ts'
import { bundlePeers, PEERS_FOLDER, PEERS_OUT } from './bundle-peers.ts'
import { ENGINES } from './engines.ts'
import type { PeerScene } from './peer-scene.ts'
import { plotSeries, ratioTable, sceneTable, settingsTable, type EngineResult } from './peer-tables.ts'
import type { PeerRun } from './worker.ts'

/** A run that took longer is repeated once only: what is that slow is not decided by noise. */
const LONG_RUN_MS = 60_000
const LONG_RUN_REPEATS = 2
/** Time for loading, building and measuring, beside the steps. */
const CHILD_MARGIN_MS = 120_000

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  default: ['pyramid3d', 'pile3d'],
  joints: ['ragdolls3d', 'net3d'],
  scaling: ['pile-1000', 'pile3d', 'pile-4000', 'pile-8000'],
  '2d': PEER_SCENES.filter(({ dimension }) => dimension === 2).map(({ name }) => name),
  all: PEER_SCENES.map(({ name }) => name),
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

const { values } = parseArgs({
  options: {
    scene: { type: 'string', multiple: true, default: ['default'] },
    engine: { type: 'string', multiple: true, default: Object.keys(ENGINES) },
    repeats: { type: 'string', default: '5' },
    steps: { type: 'string' },
    'warm-up': { type: 'string', default: '60' },
    budget: { type: 'string', default: '600' },
  },
})
const repeats = wholeNumber(values.repeats, 'repeats', 1)
const warmUp = wholeNumber(values['warm-up'], 'warm-up', 0)
const budget = wholeNumber(values.budget, 'budget', 1)
const steps = values.steps === undefined ? null : wholeNumber(values.steps, 'steps', warmUp + 2)
// Names are also known as others write them, with underscores.
const names = values.scene.map(name => name.replaceAll('_', '-')).flatMap(name => GROUPS[name] ?? [name])
const known = GROUPS['all']!
for (const name of names) if (!known.includes(name)) fail(`There is no scene ${name}. There are: ${[...Object.keys(GROUPS), ...known].join(', ')}.`)
for (const name of values.engine) if (!ENGINES[name]) fail(`There is no engine ${name}. There are: ${Object.keys(ENGINES).join(', ')}.`)
const scenes = PEER_SCENES.filter(({ name }) => names.includes(name))

function takesPart(name: string, scene: PeerScene): boolean {
  const engine = ENGINES[name]!
  return engine.dimension === scene.dimension && (engine.terrain === true || scene.terrain !== true)
}

if (!existsSync(`${PEERS_FOLDER}/node_modules`)) {
  console.error('Installing the other engines into bench/peers/node_modules.')
  execFileSync('npm', ['ci'], { cwd: PEERS_FOLDER, stdio: 'inherit' })
}
await bundlePeers()

const results = new Map<string, EngineResult>()
for (let repeat = 1; repeat <= repeats; repeat++) {
  for (const scene of scenes) {
    for (const engine of values.engine.filter(name => takesPart(name, scene))) {
      const key = `${scene.name} ${engine}`
      const result = results.get(key) ?? { scene: scene.name, engine, runs: [], error: null, longestMs: 0 }
      results.set(key, result)
      if (result.error !== null || (result.longestMs > LONG_RUN_MS && result.runs.length >= LONG_RUN_REPEATS)) continue
      process.stderr.write(`repeat ${repeat} of ${repeats}: ${scene.name} in ${ENGINES[engine]!.title}\n`)
      const started = performance.now()
      const words = [engine, scene.name, String(steps ?? scene.steps), String(warmUp), String(budget)]
      const run = runChild<PeerRun>(`${PEERS_OUT}/worker.mjs`, words, 1000 * budget + CHILD_MARGIN_MS)
      result.longestMs = Math.max(result.longestMs, performance.now() - started)
      if (isFailure(run)) result.error = run.error
      else result.runs.push(run)
    }
  }
}

const machine = machineLine()
const all = [...results.values()]
const sections = [
  '# This engine beside others',
  `${machine}. At most ${repeats} runs each, in fresh processes, engines taking turns; one thread, dt 1/60, nothing asleep, each engine as it ships. ` +
    `The first ${warmUp} steps of a run are not counted. Ratios are ours / theirs: below 1 we are faster, or better.`,
]
for (const scene of scenes) {
  const rows = all.filter(result => result.scene === scene.name)
  sections.push(`## ${scene.name}: ${scene.bodies} bodies, ${steps ?? scene.steps} steps`, sceneTable(scene, rows))
  sections.push('Ours / theirs:', ratioTable(scene, rows))
}
sections.push('## Settings', settingsTable(all))
const failures = all.filter(({ error }) => error !== null)
if (failures.length > 0) {
  sections.push('## Failed', ...failures.map(({ scene, engine, error }) => `${ENGINES[engine]!.title} in ${scene}:\n\n\`\`\`\n${error}\n\`\`\``))
}

mkdirSync(OUT_FOLDER, { recursive: true })
const text = `${sections.join('\n\n')}\n`
writeFileSync(`${OUT_FOLDER}/peers.md`, text)
writeFileSync(`${OUT_FOLDER}/peers.json`, `${JSON.stringify({ machine, repeats, warmUp, results: all }, null, 2)}\n`)
const series = plotSeries(scenes.filter(({ name }) => GROUPS['scaling']!.includes(name)), all)
if (series.some(({ points }) => points.length > 1)) {
  const title = 'Step time against size: a pile of mixed shapes'
  const note = steps === null ? machine : `${machine}, first ${steps} steps only`
  writeFileSync(`${OUT_FOLDER}/peers.svg`, logLogPlot({ title, note, xLabel: 'bodies', yLabel: 'median ms per step', series }))
}
console.log(text)
