/** The solver's tables are shared by all worlds of a dimension (`src/common/memory/scratch-table.ts`): nobody may notice. */

import { describe, expect, it } from 'vitest'
import { ScratchTable } from '../../../src/common/memory/scratch-table.ts'
import { type ModuleArray, type Numbers, scratchArrays, spoilArray } from './module-arrays.ts'

const DT = 1 / 60
/** Steps that are compared: things have met by then. */
const STEPS = 80
/** The same for all scenes there are, of which some are large. */
const SCENE_STEPS = 20

interface AnyWorld {
  step(dt: number): void
  hash(): string
  readContacts(out: Float64Array): number
  readonly stats: { readonly contacts: number }
}

interface AnyRun {
  readonly world: AnyWorld
  readonly scene: { update?(world: never, step: number): void }
}

export interface ScratchScene {
  readonly name: string
  start(): AnyRun
}

export interface ScratchLab {
  /** The scenes that other worlds disturb in their midst. */
  readonly scenes: readonly ScratchScene[]
  /** Every scene of the dimension. */
  readonly all: readonly ScratchScene[]
  /** Random programs with machines: what one says after each call, by its seed. `watch` is shown its world each time. */
  program(seed: number, watch: (world: AnyWorld) => void): string[]
  readonly seeds: readonly number[]
  /** A world of so many bodies that do not meet. */
  crowd(bodies: number): AnyWorld
  /** A world whose clock is this. */
  clocked(clock: () => number): AnyWorld
}

type Table = ScratchTable<Record<string, Numbers>>

const TABLES = ['solverBodies', 'contactRows', 'rolling', 'following', 'jointRows', 'scalarRows', 'wheelRows'] as const

/** By stage: the tables that the next one builds, or that were read for the last time. */
const BUILT_AFTER: Readonly<Record<string, readonly (typeof TABLES)[number][]>> = {
  // Until then programs compare the tables with what was stepped.
  'flush-commands': TABLES,
  'update-islands': ['solverBodies'],
  'prepare-bodies': ['contactRows'],
  'color-constraints': ['jointRows', 'scalarRows'],
  'prepare-joints': ['rolling'],
  'finalize-bodies': ['rolling', 'scalarRows'],
}

interface Inside {
  readonly state: Record<string, Table> & { readonly profile: { mark(stage: string): void } }
}

const inside = (world: AnyWorld): Inside['state'] => (world as unknown as Inside).state

function tablesOf(world: AnyWorld, names: readonly string[] = TABLES): Table[] {
  // Rows that follow are those of the plane, wheels those of space.
  return names.flatMap(name => inside(world)[name] ?? [])
}

function stepOf({ world, scene }: AnyRun, step: number): void {
  scene.update?.(world as never, step)
  world.step(DT)
}

/** What nobody may read before it has been written: all rows that this world can reach, and many more. */
function spoil(world: AnyWorld, names: readonly string[] = TABLES): void {
  const { bodies, joints } = inside(world)
  const rows = 256 + 8 * (bodies!.count + joints!.count)
  for (const { columns, capacity } of tablesOf(world, names)) {
    for (const column of Object.values(columns ?? {})) spoilArray(column, (rows * column.length) / capacity)
  }
}

/** The same after every stage of the steps to come: module scratch, and the tables that the next stage builds. */
function spoilStages(world: AnyWorld, arrays: readonly ModuleArray[]): void {
  inside(world).profile.mark = (stage) => {
    for (const { array } of arrays) spoilArray(array)
    spoil(world, BUILT_AFTER[stage] ?? [])
  }
}

/** The hash after every step, undisturbed or with everything spoiled before every stage. */
function hashesOf(scene: ScratchScene, arrays: readonly ModuleArray[] | null): string[] {
  const run = scene.start()
  if (arrays) spoilStages(run.world, arrays)
  const hashes: string[] = []
  for (let step = 0; step < SCENE_STEPS; step++) {
    run.scene.update?.(run.world as never, step)
    if (arrays) {
      spoil(run.world)
      for (const { array } of arrays) spoilArray(array)
    }
    run.world.step(DT)
    hashes.push(run.world.hash())
  }
  return hashes
}

function contactsOf(world: AnyWorld): Float64Array {
  const out = new Float64Array(8 * 4 * 1000)
  world.readContacts(out)
  return out
}

export function scratchTests(lab: ScratchLab): void {
  describe('every scene', () => {
    const undisturbed = new Map<string, string[]>()
    const plain = new Map<number, string[]>()
    const arrays = scratchArrays(() => {
      for (const scene of lab.all) undisturbed.set(scene.name, hashesOf(scene, null))
      for (const seed of lab.seeds) plain.set(seed, lab.program(seed, () => undefined))
    })

    it('writes scratch of many modules', () => {
      expect(arrays.length).toBeGreaterThan(100)
    })

    it.each(lab.all)('$name reads nothing that was there before the stage', (scene) => {
      const hashes = undisturbed.get(scene.name)!
      const spoiled = hashesOf(scene, arrays)
      expect(spoiled.findIndex((hash, step) => hash !== hashes[step]), 'the first step that differs').toBe(-1)
    })

    it.each(lab.seeds)('random program %i reads nothing that was there before the stage', (seed) => {
      const spoiled = lab.program(seed, world => spoilStages(world, arrays))
      expect(spoiled.findIndex((line, call) => line !== plain.get(seed)![call]), 'the first call that differs').toBe(-1)
    })
  })

  describe.each(lab.scenes)('$name', ({ start }) => {
    const alone = start()
    for (let step = 0; step < STEPS; step++) stepOf(alone, step)
    const hash = alone.world.hash()

    it('does the same when another world steps in between', () => {
      const run = start()
      const others = lab.scenes.map(scene => scene.start())
      for (let step = 0; step < STEPS; step++) {
        stepOf(run, step)
        const other = others[step % others.length]!
        if (step === STEPS - 1) {
          const points = contactsOf(run.world)
          const { contacts } = run.world.stats
          stepOf(other, step)
          expect(contactsOf(run.world)).toEqual(points)
          expect(run.world.stats.contacts).toBe(contacts)
        } else stepOf(other, step)
      }
      expect(run.world.hash()).toBe(hash)
    })
  })

  it('keeps the tables when they are large enough, and makes larger ones when they are not', () => {
    const { start } = lab.scenes[0]!
    const run = start()
    stepOf(run, 0)
    const [bodies, rows] = tablesOf(run.world)
    const before = [bodies!.columns, rows!.columns]
    const { capacity } = bodies!
    lab.crowd(capacity - 1).step(DT)
    expect([bodies!.columns, rows!.columns]).toEqual(before)
    expect(bodies!.capacity).toBe(capacity)
    const crowd = lab.crowd(capacity)
    for (let step = 1; step < STEPS; step++) {
      if (step === 2) crowd.step(DT)
      stepOf(run, step)
    }
    expect(bodies!.capacity).toBeGreaterThan(capacity)
    expect(bodies!.columns).not.toBe(before[0])
    expect(rows!.columns).toBe(before[1])
    const alone = start()
    for (let step = 0; step < STEPS; step++) stepOf(alone, step)
    expect(run.world.hash()).toBe(alone.world.hash())
  })

  it('refuses a step inside the step of another world, and both go on', () => {
    const other = lab.crowd(3)
    const twin = lab.crowd(3)
    let armed = false
    let thrown: unknown = null
    const world = lab.clocked(() => {
      if (!armed) return 0
      armed = false
      try {
        other.step(DT)
      } catch (error) {
        thrown = error
      }
      return 0
    })
    armed = true
    world.step(DT)
    expect(thrown).toMatchObject({ code: 'mid-step', field: 'world.step' })
    expect(other.hash()).toBe(twin.hash())
    other.step(DT)
    twin.step(DT)
    expect(other.hash()).toBe(twin.hash())
    world.step(DT)
  })
}
