/**
 * One run of one scene in one engine, in a process of its own: `node worker.mjs engine scene steps warmUp budgetSeconds`.
 * Prints a PeerRun as JSON. Is run as a bundle only; see run.ts.
 */

import { readFileSync } from 'node:fs'
import type { BodyList as BodyList2d } from '../../scenes/d2/lists/body-list.ts'
import type { BodyList } from '../../scenes/d3/lists/body-list.ts'
import { summarize, type TimeSummary } from '../statistics.ts'
import * as adapter3d from './adapter.ts'
import { PEER_SCENES } from './all-scenes.ts'
import * as adapter2d from './d2/adapter.ts'
import { ENGINES, loadAdapter } from './engines.ts'
import type { Figures } from './peer-scene.ts'

export interface PeerRun {
  engine: string
  version: string
  scene: string
  /** Steps done; fewer than asked for when the budget ran out. */
  steps: number
  isCut: boolean
  loadMs: number
  /** Per step, warm-up left out. */
  times: TimeSummary
  /** Mean processor time per step, all threads of the process. */
  cpuMs: number
  settings: Record<string, string | number | boolean>
  figures: Figures
  /** The scene was run to its end; only then is its quality judged. */
  isFull: boolean
  isCollapsed: boolean
  hash?: string
}

function versionOf(packageName: string): string {
  const text = readFileSync(new URL(`../node_modules/${packageName}/package.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Steps between two looks of the judge, unless it says otherwise. */
const WATCH_INTERVAL = 30

/** Processor time of the process between starts and stops. */
class CpuClock {
  totalMs = 0
  private usage = process.cpuUsage()

  start(): void {
    this.usage = process.cpuUsage()
  }

  stop(): void {
    const { user, system } = process.cpuUsage(this.usage)
    this.totalMs += (user + system) / 1000
  }
}

async function run(engineName: string, sceneName: string, steps: number, warmUp: number, budgetMs: number): Promise<PeerRun> {
  const engine = ENGINES[engineName]
  const scene = PEER_SCENES.find(({ name }) => name === sceneName)
  if (!engine || !scene) throw new Error(`There is no engine ${engineName} or no scene ${sceneName}.`)
  if (engine.dimension !== scene.dimension) throw new Error(`${engine.title} cannot run ${sceneName}, which has ${scene.dimension} dimensions.`)
  const list = scene.list()
  const started = performance.now()
  const adapter = await loadAdapter(engineName)
  const world = await adapter.create(list)
  const loadMs = performance.now() - started
  const { POSE_SIZE: poseSize } = scene.dimension === 2 ? adapter2d : adapter3d
  const before = new Float64Array(poseSize * scene.bodies)
  const after = new Float64Array(poseSize * scene.bodies)
  world.readPoses(before)
  if (scene.dimension === 2) adapter2d.requireStartPoses(list as BodyList2d, before)
  else adapter3d.requireStartPoses(list as BodyList, before)
  const judge = scene.createJudge(list)
  const rays = scene.rays?.() ?? new Float64Array(0)
  const distances = new Float64Array(rays.length / 7)
  // Trees that are kept by steps know the bodies after one.
  if (scene.rays) world.step()
  const act = scene.rays ? () => world.castRays!(rays, distances) : () => world.step()
  const times: number[] = []
  const deadline = performance.now() + budgetMs
  const cpu = new CpuClock()
  let step = 0
  while (step < steps && !(performance.now() > deadline && step > warmUp)) {
    if (step > 0 && step % (judge.interval ?? WATCH_INTERVAL) === 0) {
      world.readPoses(before)
      judge.watch?.(before)
    }
    if (step === steps - 1) world.readPoses(before)
    if (step >= warmUp) cpu.start()
    const from = performance.now()
    act()
    const to = performance.now()
    if (step >= warmUp) {
      cpu.stop()
      times.push(to - from)
    }
    step++
  }
  if (step < steps) {
    world.readPoses(before)
    act()
  }
  world.readPoses(after)
  const figures = judge.measure({ before, after, distances })
  const isFull = step >= scene.steps
  const hash = world.hash?.()
  return {
    engine: engineName,
    version: engine.packageName === null ? 'this tree' : versionOf(engine.packageName),
    scene: sceneName,
    steps: step,
    isCut: step < steps,
    loadMs,
    times: summarize(times),
    cpuMs: cpu.totalMs / times.length,
    settings: { ...world.settings },
    figures,
    isFull,
    isCollapsed: isFull && scene.isCollapsed(figures),
    ...(hash === undefined ? {} : { hash }),
  }
}

// An engine that waits for threads of its own does not keep the process alive.
setInterval(() => undefined, 1000)
const [engine, scene, steps, warmUp, budget] = process.argv.slice(2)
const result = await run(engine!, scene!, Number(steps), Number(warmUp), 1000 * Number(budget))
console.log(JSON.stringify(result))
// Some engines leave threads behind that would keep the process alive.
process.exit(0)
