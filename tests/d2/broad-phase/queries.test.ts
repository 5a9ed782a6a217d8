// Box and ray searches against brute force, at any time: also right after inserts, updates and removals.
import { describe, expect, it } from 'vitest'
import { WorldMemory } from '../../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../../src/d2/broad-phase/broad-phase.ts'
import { createRandom } from '../../common/random.ts'
import { boxAt, entryOf, Twin } from './brute-force.ts'

const MARGIN = 0.1

/** A scene of `count` boxes that has been stepped, if at all, before some more changes. */
function scene(count: number, stepped: boolean, seed: number): { twin: Twin; random: () => number } {
  const random = createRandom(seed)
  const twin = new Twin(new BroadPhase(new WorldMemory()))
  const place = (): number[] => [random() * 20, random() * 20]
  for (let i = 0; i < count; i++) twin.insert(i, boxAt(place(), 0.2 + random()), MARGIN, i % 3 === 0)
  if (!stepped) return { twin, random }
  twin.step()
  for (let i = 0; i < count / 10; i++) {
    twin.remove(Math.floor(random() * count))
    twin.insert(count + i, boxAt(place(), 0.5), MARGIN, i % 2 === 0)
  }
  for (const id of twin.entries.keys()) if (random() < 0.2) twin.update(id, boxAt(place(), 0.5), MARGIN)
  return { twin, random }
}

describe.each([[1, false], [40, false], [800, false], [40, true], [800, true]])('%i boxes, stepped: %s', (count, stepped) => {
  it('finds the boxes that touch a box', () => {
    const { twin, random } = scene(count, stepped, count)
    let total = 0
    for (let i = 0; i < 150; i++) {
      const [found, truth] = twin.query(boxAt([random() * 20, random() * 20], random() * random() * 8))
      expect(found).toEqual(truth)
      total += truth.length
    }
    expect(total).toBeGreaterThan(0)
  })

  it('shows the boxes that a ray meets', () => {
    const { twin, random } = scene(count, stepped, count + 1)
    const component = (): number => (random() < 0.2 ? (random() < 0.5 ? 0 : -0) : (random() - 0.5) * 60)
    let total = 0
    for (let i = 0; i < 300; i++) {
      const origin = [random() * 20, random() * 20]
      const [found, truth] = twin.ray(origin, [component(), component()], i % 5 === 0 ? Infinity : random() * 2)
      expect(found).toEqual(truth)
      total += truth.length
    }
    expect(total).toBeGreaterThan(0)
  })

  it('leads to the nearest box, and shows no more than it must', () => {
    const { twin, random } = scene(count, stepped, count + 2)
    for (let i = 0; i < 200; i++) {
      const origin = [random() * 20 - 10, random() * 20]
      const direction = [random() * 40, (random() - 0.5) * 20]
      let nearest = Infinity
      for (const { fat } of twin.entries.values()) nearest = Math.min(nearest, entryOf(fat, origin, direction))
      let best = Infinity
      twin.broadPhase.queryRay(Float64Array.of(...origin, ...direction), {
        limit: Float64Array.of(1),
        visit(proxy) {
          const entry = entryOf(twin.entries.get(proxy)!.fat, origin, direction)
          expect(entry).toBeLessThanOrEqual(this.limit[0])
          best = Math.min(best, entry)
          this.limit[0] = Math.min(this.limit[0], entry)
        },
      })
      expect(best).toBe(nearest <= 1 ? nearest : Infinity)
    }
  })
})

describe('rays', () => {
  it('along the faces of boxes meet them', () => {
    const twin = new Twin(new BroadPhase(new WorldMemory()))
    for (let i = 0; i < 16; i++) twin.insert(i, boxAt([2 * (i % 4), 2 * Math.floor(i / 4)], 1), 0)
    for (let step = 0; step < 2; step++) {
      for (let y = -2; y <= 8; y++) {
        for (const sign of [1, -1]) {
          const [found, truth] = twin.ray([-1.5 + (sign < 0 ? 10 : 0), y], [sign * 20, sign < 0 ? -0 : 0], 1)
          expect(found).toEqual(truth)
          if (y >= -1 && y <= 7) expect(found.length).toBeGreaterThan(3)
        }
      }
      twin.step()
    }
  })

  it('stop where the visitor says so', () => {
    const { twin } = scene(300, true, 5)
    let visits = 0
    twin.broadPhase.queryRay(Float64Array.of(-5, 10, 50, 0), { limit: Float64Array.of(1), visit() { visits++; this.limit[0] = 0 } })
    expect(visits).toBe(1)
  })

  it('of no length meet what contains their origin', () => {
    const { twin } = scene(300, true, 6)
    for (let i = 0; i < 50; i++) {
      const origin = [i * 0.4, 10]
      const [found] = twin.ray(origin, [0, 0], 1)
      expect(found).toEqual(twin.query(boxAt(origin, 0))[1])
    }
  })
})

it('many queries among boxes that no step has seen yet are answered from a tree', () => {
  const { twin, random } = scene(2000, false, 7)
  for (let i = 0; i < 400; i++) twin.broadPhase.queryBox(i, 0, i + 1, 1)
  for (let i = 0; i < 20; i++) {
    const [found, truth] = twin.query(boxAt([random() * 20, random() * 20], 2))
    expect(found).toEqual(truth)
  }
  const [found, truth] = twin.step()
  expect(found).toEqual(truth)
})
