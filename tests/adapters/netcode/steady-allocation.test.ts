// `advance` in a world where nothing is added or removed makes no arrays and leaves nothing on the heap, with going back and without.
import { RollbackWorld } from 'fulcrum-physics/netcode'
import { afterEach, expect, it, vi } from 'vitest'
import { type ArenaWorld, buildArena, LEFT, RIGHT } from './arena.ts'

const { gc } = globalThis as unknown as { gc: () => void }

/** Spells that the heap is looked at after, and frames of one. */
const SPELLS = 9
const FRAMES = 100

afterEach(() => vi.unstubAllGlobals())

/** Counts the typed arrays made from here on. */
function countArrays(): { count: number } {
  const counter = { count: 0 }
  for (const name of ['Float64Array', 'Int32Array', 'Uint8Array'] as const) {
    const counting = new Proxy(globalThis[name], {
      construct(target, args, newTarget) {
        counter.count++
        return Reflect.construct(target, args, newTarget) as object
      },
    })
    vi.stubGlobal(name, counting)
  }
  return counter
}

it.each([2, 3] as const)('of a session in %iD keeps its heap', (dimension) => {
  const { world, apply } = buildArena(dimension, 11, 2)
  const rollback = new RollbackWorld<ArenaWorld>(world, { apply, players: 2, ticks: 30 })
  const input = [0]
  /** The other player's inputs come eight ticks late, and often otherwise than predicted. */
  const frame = (): void => {
    const tick = rollback.present
    input[0] = tick % 40 < 20 ? LEFT : RIGHT
    rollback.setInput(0, tick, input)
    if (tick >= 8) {
      input[0] = (tick - 8) % 14 < 7 ? RIGHT : LEFT
      rollback.setInput(1, tick - 8, input)
    }
    rollback.advance()
  }
  for (let i = 0; i < 400; i++) frame()
  const before = { ...rollback.stats }
  const arrays = countArrays()
  expect(new Uint8Array(1).length).toBe(1)
  expect(arrays.count).toBe(1)
  gc()
  // What the compiler keeps, and tables that grow, come at once or not at all; what a frame leaves behind comes in every spell.
  const growth: number[] = []
  const made: number[] = []
  for (let spell = 0; spell < SPELLS; spell++) {
    const { heapUsed } = process.memoryUsage()
    const { count } = arrays
    for (let i = 0; i < FRAMES; i++) frame()
    gc()
    growth.push(process.memoryUsage().heapUsed - heapUsed)
    made.push(arrays.count - count)
  }
  // Going back is what is measured.
  expect(rollback.stats.rollbacks - before.rollbacks).toBeGreaterThan((SPELLS * FRAMES) / 10)
  expect(rollback.stats.grown).toBe(before.grown)
  const median = (list: number[]): number => list.sort((a, b) => a - b)[SPELLS >> 1]!
  expect(median(made)).toBe(0)
  // A kilobyte a frame: less than any state, delta or row of inputs that would be left behind.
  expect(median(growth)).toBeLessThan(FRAMES * 1024)
})
