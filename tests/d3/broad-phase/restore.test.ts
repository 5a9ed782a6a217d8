// Results depend on the state columns alone: a broad phase restored from them goes on with the same pair lists.
import { describe, expect, it } from 'vitest'
import type { ColumnArray, ColumnSpec } from '../../../src/common/memory/schema.ts'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../../src/d3/broad-phase/broad-phase.ts'
import { createRandom } from '../../common/random.ts'
import { findPairs } from './brute-force.ts'

const MARGIN = 0.1
const COUNT = 400

/** A fresh broad phase with the state of another, and rubbish where nothing is promised. */
function restoredFrom(source: BroadPhase, target = new BroadPhase(new WorldMemory())): BroadPhase {
  const { proxies } = source
  const memory = (target as unknown as { memory: WorldMemory }).memory
  memory.reserve(target.proxies as never, proxies.count)
  target.proxies.count = proxies.count
  for (const [key, spec] of Object.entries(proxies.schema) as [keyof typeof proxies.schema, ColumnSpec][]) {
    const from: ColumnArray = proxies.columns[key]
    const to: ColumnArray = target.proxies.columns[key]
    to.fill(77)
    if (spec.tag === 'state') to.set(from.subarray(0, proxies.count * spec.width))
  }
  target.restored()
  return target
}

/** The same changes for every broad phase that is given the same seed and frame. */
class Script {
  readonly center: Float64Array = new Float64Array(3 * 1000)
  readonly random: () => number

  constructor(seed: number) {
    this.random = createRandom(seed)
    for (let i = 0; i < this.center.length; i++) this.center[i] = this.random() * 11
  }

  insert(targets: BroadPhase[], id: number, isStatic: boolean): void {
    const [x, y, z] = this.center.subarray(3 * id)
    for (const target of targets) target.insert(id, x - 0.5, y - 0.5, z - 0.5, x + 0.5, y + 0.5, z + 0.5, MARGIN, isStatic)
  }

  move(targets: BroadPhase[], share: number): void {
    for (let id = 0; id < COUNT; id++) {
      if (this.random() >= share || targets[0].proxies.columns.kind[id] === 0) continue
      for (let k = 3 * id; k < 3 * id + 3; k++) this.center[k] += (this.random() - 0.5) * 0.5
      const [x, y, z] = this.center.subarray(3 * id)
      for (const target of targets) target.update(id, Float64Array.of(x - 0.5, y - 0.5, z - 0.5, x + 0.5, y + 0.5, z + 0.5), MARGIN)
    }
  }

  /** Inserts, removals and touches as they happen between steps. */
  change(targets: BroadPhase[]): void {
    const id = Math.floor(this.random() * COUNT)
    const choice = this.random()
    if (choice < 0.4) this.insert(targets, id, choice < 0.1)
    else if (choice < 0.7) for (const target of targets) target.remove(id)
    else for (const target of targets) target.touch(id)
  }
}

describe.each([0.02, 0.5, 1])('with %f moving per frame', (share) => {
  it.each([1, 2, 17])('a world restored after frame %i finds the same pairs in the same order', (restoreFrame) => {
    const script = new Script(restoreFrame)
    const original = new BroadPhase(new WorldMemory())
    const targets = [original]
    for (let id = 0; id < COUNT; id++) script.insert(targets, id, id % 5 === 0)
    let total = 0
    for (let frame = 0; frame < 80; frame++) {
      script.move(targets, share)
      script.change(targets)
      const pairs = targets.map(findPairs)
      total += pairs[0].length
      for (const other of pairs) expect(other).toEqual(pairs[0])
      // Pending changes of the time between steps are part of the state.
      script.change(targets)
      if (frame === restoreFrame) targets.push(restoredFrom(original))
      if (frame === restoreFrame + 9) restoredFrom(original, targets[1])
      if (frame % 10 === 5) {
        const hits = targets.map((target) => [...target.hits.subarray(0, target.queryBox(2, 2, 2, 6, 6, 6))])
        for (const other of hits) expect(other).toEqual(hits[0])
      }
    }
    expect(total).toBeGreaterThan(1000)
  })
})

it('queries between the steps change nothing', () => {
  const script = new Script(3)
  const asked = new BroadPhase(new WorldMemory())
  const quiet = new BroadPhase(new WorldMemory())
  const targets = [asked, quiet]
  for (let id = 0; id < COUNT; id++) script.insert(targets, id, id % 5 === 0)
  for (let frame = 0; frame < 40; frame++) {
    script.move(targets, 0.1)
    for (let i = 0; i < 300; i++) asked.queryBox(i % 10, 0, 0, 1 + (i % 10), 9, 9)
    script.move(targets, 0.1)
    asked.queryRay(Float64Array.of(0, 0, 0, 9, 9, 9), { limit: Float64Array.of(1), visit() {} })
    expect(findPairs(asked)).toEqual(findPairs(quiet))
  }
})

it('a snapshot between update and findPairs loses old boxes but no new pair', () => {
  const script = new Script(4)
  const original = new BroadPhase(new WorldMemory())
  for (let id = 0; id < COUNT; id++) script.insert([original], id, id % 5 === 0)
  original.findPairs()
  for (let frame = 0; frame < 20; frame++) {
    script.move([original], 0.2)
    const copy = restoredFrom(original)
    expect([...copy.proxies.columns.touched]).toEqual([...original.proxies.columns.touched.subarray(0, copy.proxies.capacity)])
    const pairs = findPairs(original)
    const reported = new Set(findPairs(copy).map(String))
    for (const pair of pairs) expect(reported.has(String(pair))).toBe(true)
    expect([...copy.proxies.columns.touched]).toEqual([...original.proxies.columns.touched.subarray(0, copy.proxies.capacity)])
  }
})
