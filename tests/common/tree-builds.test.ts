/** When trees are built, and when one pass over a whole tree finds the pairs: numbers that decide the cost, and no result. */

import { describe, expect, it } from 'vitest'
import type { PairList } from '../../src/common/broad-phase/pair-list.ts'
import { type ProxyColumns, proxySchema } from '../../src/common/broad-phase/proxy-columns.ts'
import { WorldMemory } from '../../src/common/memory/world-memory.ts'
import { BroadPhase } from '../../src/d2/broad-phase/broad-phase.ts'
import { ProxyGroup } from '../../src/d2/broad-phase/proxy-group.ts'
import type { BoxTree } from '../../src/d2/broad-phase/tree.ts'

const COUNT = 20

class Group extends ProxyGroup {
  builds = 0
  protected override shapeTree(order: Int32Array, count: number, columns: ProxyColumns): void {
    this.builds++
    super.shapeTree(order, count, columns)
  }
}

class Counted extends BroadPhase {
  passes = 0
  protected override findTreePairs(tree: BoxTree, oldFat: Float64Array, found: PairList): void {
    this.passes++
    super.findTreePairs(tree, oldFat, found)
  }
}

/** A group whose proxies, a row of boxes, all wait. */
function waitingRow(): [Group, ProxyColumns] {
  const table = new WorldMemory().addTable<ProxyColumns>('proxies', proxySchema(4), COUNT)
  const { columns } = table
  const group = new Group()
  for (let i = 0; i < COUNT; i++) {
    columns.fat.set([i, 0, i + 0.5, 1], 4 * i)
    group.add(i, columns.leaf)
  }
  return [group, columns]
}

/** Share of the boxes that move in a step; whether the pairs came from one pass over the tree. */
function isWholePass(share: number): boolean {
  const phase = new Counted(new WorldMemory())
  const boxAt = (i: number, shift: number): [number, number, number, number] => [2 * i + shift, 0, 2 * i + shift + 1, 1]
  for (let i = 0; i < COUNT; i++) phase.insert(i, ...boxAt(i, 0), 0.1, false)
  for (let step = 0; step < 8; step++) {
    for (let i = 0; i < COUNT; i++) phase.update(i, Float64Array.of(...boxAt(i, 0.2 * step)), 0.1)
    phase.findPairs()
  }
  for (let i = 0; i < share * COUNT; i++) phase.update(i, Float64Array.of(...boxAt(i, 2)), 0.1)
  phase.passes = 0
  phase.findPairs()
  return phase.passes > 0
}

describe('the tree of a group', () => {
  it('is built when searches past those that wait have cost as much: 64 tests a leaf', () => {
    const [group, columns] = waitingRow()
    for (let search = 0; search < 50; search++) group.beginQuery(columns)
    expect(group.builds).toBe(0)
    for (let search = 50; search < 80; search++) group.beginQuery(columns)
    expect(group.builds).toBe(1)
  })

  it('serves four steps where everything moves', () => {
    const [group, columns] = waitingRow()
    for (let step = 0; step < 100; step++) group.beginStep(COUNT, COUNT, columns)
    expect(group.builds).toBe(25)
  })
})

describe('pairs', () => {
  it('come from one pass over the tree where most boxes have moved, and from a search each where few have', () => {
    expect(isWholePass(0.2)).toBe(false)
    expect(isWholePass(0.7)).toBe(true)
  })
})
