// One run of a study: builds the world with its parameters, steps it, reads the outputs. The same on every machine, to the bit.
import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { Failure } from './io.ts'
import type { Job, Output, Study, Values } from './study.ts'
import { energyOf, loadFile, type CliWorld } from './worlds.ts'

export interface Result {
  readonly index: number
  readonly outputs: Values
  /** Of the world at the end. */
  readonly hash: string
}

/** What the module of a study gives: a world that is built, what happens before every step, and what is measured at the end. */
export interface Built {
  readonly world: CliWorld
  update?(step: number): void
  measure?(): Values
}

/** What the module of a study exports. */
export interface StudyModule {
  build(engine: { readonly plane: typeof plane; readonly space: typeof space }, parameters: Values, seed: number): Built
}

/** What a thread needs to run jobs of a study. */
export interface Task {
  readonly study: Omit<Study, 'jobs' | 'grid'>
  /** The text of the scene file; null where a module builds the world. */
  readonly scene: string | null
  readonly module: StudyModule | null
}

/** Follows a path such as `bodies.crate.position.y`; in lists by index or by name. */
function step(holder: unknown, word: string): unknown {
  if (Array.isArray(holder)) {
    const index = /^\d+$/.test(word) ? Number(word) : holder.findIndex((one: unknown) => (one as { name?: unknown } | null)?.name === word)
    return holder[index]
  }
  return typeof holder === 'object' && holder !== null && word in holder ? (holder as Record<string, unknown>)[word] : undefined
}

/** Sets a number of a scene file. */
export function place(scene: unknown, at: string, value: number): void {
  const words = at.split(/[.[\]]+/).filter((word) => word !== '')
  const last = words.pop()!
  let holder = scene
  for (const word of words) holder = step(holder, word)
  if (typeof holder !== 'object' || holder === null || last === '__proto__') throw new Failure(`parameters: the scene has no ${at}.`)
  ;(holder as Record<string, unknown>)[last] = value
}

function build(task: Task, { parameters, seed }: Job): { built: Built; look: (path: string) => unknown } {
  if (task.module !== null) {
    const built = task.module.build({ plane, space }, parameters, seed)
    if (typeof built?.world?.step !== 'function') throw new Failure('scene: build must return { world } at least.')
    return { built, look: (path) => lookFrom({ world: built.world, energy: energyOf(built.world) }, path) }
  }
  const scene = JSON.parse(task.scene!) as object
  for (const [name, places] of Object.entries(task.study.places)) {
    const value = parameters[name]
    if (value !== undefined) for (const { at, scale, offset } of places) place(scene, at, offset + scale * value)
  }
  const loaded = loadFile(JSON.stringify(scene), 'scene').scene
  const names = new Map([...loaded.names].map(([thing, name]) => [name, thing]))
  const { world } = loaded
  const bodies = new Proxy(loaded.bodyList as object, { get: (list, key) => names.get(String(key)) ?? Reflect.get(list, key), has: () => true })
  return { built: { world }, look: (path) => lookFrom({ bodies, world, energy: energyOf(world), awake: world.awakeBodyCount }, path) }
}

function lookFrom(root: unknown, path: string): unknown {
  let value = root
  for (const word of path.split(/[.[\]]+/).filter((one) => one !== '')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[word] : undefined
  }
  return value
}

class Reading {
  private readonly output: Output
  private first = NaN
  private last = NaN
  private least = Infinity
  private most = -Infinity
  private sum = 0
  private count = 0

  constructor(output: Output) {
    this.output = output
  }

  note(value: unknown): void {
    if (typeof value !== 'number') throw new Failure(`outputs: ${this.output.read} is no number of the scene.`)
    if (this.count++ === 0) this.first = value
    this.last = value
    this.least = Math.min(this.least, value)
    this.most = Math.max(this.most, value)
    this.sum += value
  }

  get value(): number {
    const { over } = this.output
    if (over === 'min') return this.least
    if (over === 'max') return this.most
    if (over === 'mean') return this.sum / this.count
    return over === 'change' ? this.last - this.first : this.last
  }
}

/** Runs one job. */
export function runJob(task: Task, job: Job): Result {
  const { seconds, hertz, outputs } = task.study
  const { built, look } = build(task, job)
  const { world } = built
  const readings = Object.entries(outputs).map(([name, output]) => ({ name, output, reading: new Reading(output) }))
  const note = (end: boolean): void => {
    for (const { output, reading } of readings) if (end || output.over !== 'end') reading.note(look(output.read))
  }
  const steps = Math.round(seconds * hertz)
  note(false)
  for (let i = 0; i < steps; i++) {
    built.update?.(i)
    world.step(1 / hertz)
    note(i === steps - 1)
  }
  const measured = built.measure?.() ?? {}
  return {
    index: job.index,
    outputs: { ...measured, ...Object.fromEntries(readings.map(({ name, reading }) => [name, reading.value])) },
    hash: world.hash(),
  }
}
