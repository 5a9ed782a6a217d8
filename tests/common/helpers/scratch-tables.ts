/** The solver's tables are shared by all worlds of a dimension (`src/common/memory/scratch-table.ts`): nobody may notice. */

import { describe, expect, it } from 'vitest'
import { ScratchTable } from '../../../src/common/memory/scratch-table.ts'

const DT = 1 / 60
/** Steps that are compared: things have met by then. */
const STEPS = 80

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

export interface ScratchLab {
  readonly scenes: readonly { readonly name: string; start(): AnyRun }[]
  /** A world of so many bodies that do not meet. */
  crowd(bodies: number): AnyWorld
  /** A world whose clock is this. */
  clocked(clock: () => number): AnyWorld
}

type Table = ScratchTable<Record<string, Float64Array | Int32Array | Uint8Array>>

const TABLES = ['solverBodies', 'contactRows', 'rolling', 'jointRows', 'scalarRows'] as const

function tablesOf(world: AnyWorld): Table[] {
  const { state } = world as unknown as { state: Record<string, Table> }
  return TABLES.map(name => state[name]!)
}

function stepOf({ world, scene }: AnyRun, step: number): void {
  scene.update?.(world as never, step)
  world.step(DT)
}

/** What nobody may read before it has been written. */
function spoil(world: AnyWorld): void {
  for (const { columns } of tablesOf(world)) {
    for (const column of Object.values(columns)) column.fill(column instanceof Float64Array ? NaN : column instanceof Int32Array ? -77_777 : 0xa5)
  }
}

function contactsOf(world: AnyWorld): Float64Array {
  const out = new Float64Array(8 * 4 * 1000)
  world.readContacts(out)
  return out
}

export function scratchTests(lab: ScratchLab): void {
  describe.each(lab.scenes)('$name', ({ start }) => {
    const alone = start()
    for (let step = 0; step < STEPS; step++) stepOf(alone, step)
    const hash = alone.world.hash()

    it('reads nothing that was there before the step', () => {
      const run = start()
      for (let step = 0; step < STEPS; step++) {
        if (step > 0) spoil(run.world)
        stepOf(run, step)
      }
      expect(run.world.hash()).toBe(hash)
    })

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
