// A steady step makes no arrays: not when little moves, not when all moves, not when trees are built anew.
import { afterEach, expect, it, vi } from 'vitest'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../../src/d3/broad-phase/broad-phase.ts'
import { createRandom } from '../../common/random.ts'

/** Counts the typed arrays made from here on. */
function countArrays(): { count: number } {
  const counter = { count: 0 }
  const counting = <T extends new (...args: never[]) => object>(type: T): T =>
    new Proxy(type, {
      construct(target, args, newTarget) {
        counter.count++
        return Reflect.construct(target, args, newTarget) as object
      },
    })
  vi.stubGlobal('Float64Array', counting(Float64Array))
  vi.stubGlobal('Int32Array', counting(Int32Array))
  vi.stubGlobal('Uint8Array', counting(Uint8Array))
  return counter
}

afterEach(() => vi.unstubAllGlobals())

it.each([0, 0.02, 0.5, 1])('%f of 500 moving', (share) => {
  const random = createRandom(12)
  const broadPhase = new BroadPhase(new WorldMemory())
  const center = new Float64Array(1500).map(() => random() * 12)
  const box = (i: number): [number, number, number, number, number, number] => {
    const x = center[3 * i], y = center[3 * i + 1], z = center[3 * i + 2]
    return [x - 0.5, y - 0.5, z - 0.5, x + 0.5, y + 0.5, z + 0.5]
  }
  for (let i = 0; i < 500; i++) broadPhase.insert(i, ...box(i), 0.1, i % 5 === 0)
  const moved = new Float64Array(6)
  broadPhase.findPairs()
  let found = 0
  const ray = Float64Array.of(0, 0, 0, 12, 12, 12)
  const visitor = { limit: new Float64Array(1), visit() {} }
  const frame = (): void => {
    for (let i = 0; i < 500; i++) {
      if (random() >= share) continue
      for (let k = 3 * i; k < 3 * i + 3; k++) center[k] += random() - 0.5
      moved.set(box(i))
      broadPhase.update(i, moved, 0.1)
    }
    found += broadPhase.findPairs()
    broadPhase.queryBox(3, 3, 3, 9, 9, 9)
    visitor.limit[0] = 1
    broadPhase.queryRay(ray, visitor)
  }
  for (let i = 0; i < 20; i++) frame()
  const { pairs, hits } = broadPhase
  const arrays = countArrays()
  expect(new Int32Array(1).length + new Float64Array(1).length).toBe(2)
  expect(arrays.count).toBe(2)
  for (let i = 0; i < 60; i++) frame()
  expect(arrays.count).toBe(2)
  expect(broadPhase.pairs).toBe(pairs)
  expect(broadPhase.hits).toBe(hits)
  if (share > 0) expect(found).toBeGreaterThan(100)
})
