/**
 * One run of one scene in one engine, in a process of its own: `node worker.mjs engine scene steps warmUp budgetSeconds`.
 * Prints a PeerRun as JSON. Is run as a bundle only; see run.ts.
 */

import { readFileSync } from 'node:fs'
import type { BodyList } from '../../scenes/lists/body-list.ts'
import { summarize, type TimeSummary } from '../statistics.ts'
import { ENGINES, loadAdapter } from './engines.ts'
import { PEER_SCENES, type Figures } from './peer-scenes.ts'

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

/** An engine that does not have the bodies where the list puts them runs another scene. Single precision is allowed for. */
function requireStartPoses({ bodies }: BodyList, poses: Float64Array): void {
  bodies.filter(({ type }) => type === 'dynamic').forEach(({ position: { x, y, z }, rotation: q = { x: 0, y: 0, z: 0, w: 1 } }, i) => {
    // A quaternion and its negative are one rotation, and engines choose.
    const sign = poses[7 * i + 3]! * q.x + poses[7 * i + 4]! * q.y + poses[7 * i + 5]! * q.z + poses[7 * i + 6]! * q.w < 0 ? -1 : 1
    const wanted = [x, y, z, sign * q.x, sign * q.y, sign * q.z, sign * q.w]
    const isThere = wanted.every((value, k) => Math.abs(poses[7 * i + k]! - value) < 1e-5 * Math.max(1, Math.abs(value)))
    if (!isThere) throw new Error(`Body ${i} starts at ${poses.subarray(7 * i, 7 * i + 7).join(' ')}, not at ${wanted.join(' ')}.`)
  })
}

async function run(engineName: string, sceneName: string, steps: number, warmUp: number, budgetMs: number): Promise<PeerRun> {
  const engine = ENGINES[engineName]
  const scene = PEER_SCENES.find(({ name }) => name === sceneName)
  if (!engine || !scene) throw new Error(`There is no engine ${engineName} or no scene ${sceneName}.`)
  const list = scene.list()
  const started = performance.now()
  const adapter = await loadAdapter(engineName)
  const world = await adapter.create(list)
  const loadMs = performance.now() - started
  const before = new Float64Array(7 * scene.bodies)
  const after = new Float64Array(7 * scene.bodies)
  world.readPoses(before)
  requireStartPoses(list, before)
  const judge = scene.createJudge(list)
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
    world.step()
    const to = performance.now()
    if (step >= warmUp) {
      cpu.stop()
      times.push(to - from)
    }
    step++
  }
  if (step < steps) {
    world.readPoses(before)
    world.step()
  }
  world.readPoses(after)
  const figures = judge.measure({ before, after })
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
