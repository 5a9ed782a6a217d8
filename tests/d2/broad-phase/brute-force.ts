/**
 * The truth the broad phase is compared with: every box against every other, from its own copy of the rules for fat boxes.
 */

import type { BroadPhase } from '../../../src/d2/broad-phase/broad-phase.ts'

export interface Box {
  min: [number, number]
  max: [number, number]
}

interface Entry {
  fat: Box
  /** null: nothing is known of it, all its pairs are new. */
  old: Box | null
  isStatic: boolean
  touched: boolean
}

export function boxAt(center: readonly number[], half: readonly number[] | number): Box {
  const h = typeof half === 'number' ? [half, half] : half
  return {
    min: [center[0] - h[0], center[1] - h[1]],
    max: [center[0] + h[0], center[1] + h[1]],
  }
}

export function touching(a: Box, b: Box): boolean {
  return [0, 1].every((k) => a.min[k] <= b.max[k] && b.min[k] <= a.max[k])
}

function inside(inner: Box, outer: Box): boolean {
  return [0, 1].every((k) => inner.min[k] >= outer.min[k] && inner.max[k] <= outer.max[k])
}

function fattened(box: Box, margin: number): Box {
  return {
    min: [box.min[0] - margin, box.min[1] - margin],
    max: [box.max[0] + margin, box.max[1] + margin],
  }
}

/** Drives a broad phase and the truth side by side. */
export class Twin {
  readonly entries: Map<number, Entry> = new Map()
  readonly broadPhase: BroadPhase

  constructor(broadPhase: BroadPhase) {
    this.broadPhase = broadPhase
  }

  insert(proxy: number, box: Box, margin: number, isStatic = false): void {
    this.broadPhase.insert(proxy, ...box.min, ...box.max, margin, isStatic)
    this.entries.set(proxy, { fat: fattened(box, margin), old: null, isStatic, touched: true })
  }

  remove(proxy: number): void {
    this.broadPhase.remove(proxy)
    this.entries.delete(proxy)
  }

  /** Returns what the broad phase said and what it should have said. */
  update(proxy: number, box: Box, margin: number): [boolean, boolean] {
    const said = this.broadPhase.update(proxy, Float64Array.of(...box.min, ...box.max), margin)
    const entry = this.entries.get(proxy)!
    const left = !inside(box, entry.fat)
    if (left) {
      entry.fat = fattened(box, margin)
      entry.touched = true
    }
    return [said, left]
  }

  touch(proxy: number): void {
    this.broadPhase.touch(proxy)
    const entry = this.entries.get(proxy)!
    entry.old = null
    entry.touched = true
  }

  /** The pairs found, as [a, b], and the pairs there are; moves the truth on. */
  step(): [number[][], number[][]] {
    const truth: number[][] = []
    const ids = [...this.entries.keys()].sort((a, b) => a - b)
    for (let i = 0; i < ids.length; i++) {
      const a = this.entries.get(ids[i])!
      for (let j = i + 1; j < ids.length; j++) {
        const b = this.entries.get(ids[j])!
        if ((!a.touched && !b.touched) || (a.isStatic && b.isStatic) || !touching(a.fat, b.fat)) continue
        if (a.old === null || b.old === null || !touching(a.old, b.old)) truth.push([ids[i], ids[j]])
      }
    }
    for (const entry of this.entries.values()) {
      entry.old = entry.fat
      entry.touched = false
    }
    return [findPairs(this.broadPhase), truth]
  }

  /** The proxies that touch a box, found and true. */
  query(box: Box): [number[], number[]] {
    const count = this.broadPhase.queryBox(...box.min, ...box.max)
    const truth = [...this.entries].filter(([, entry]) => touching(entry.fat, box)).map(([id]) => id)
    return [[...this.broadPhase.hits.subarray(0, count)], truth.sort((a, b) => a - b)]
  }

  /** The proxies whose fat boxes a ray meets, found and true, both sorted. */
  ray(origin: number[], direction: number[], maxFraction: number): [number[], number[]] {
    const seen: number[] = []
    this.broadPhase.queryRay(Float64Array.of(...origin, ...direction), { limit: Float64Array.of(maxFraction), visit: (proxy) => void seen.push(proxy) })
    const limit = Math.min(maxFraction, 1e300)
    const truth = [...this.entries].filter(([, { fat }]) => entryOf(fat, origin, direction) <= limit).map(([id]) => id)
    return [seen.sort((a, b) => a - b), truth.sort((a, b) => a - b)]
  }
}

/** Where a ray enters a box, by cases: Infinity if it does not. */
export function entryOf(box: Box, origin: readonly number[], direction: readonly number[]): number {
  let enter = 0
  let leave = Infinity
  for (let k = 0; k < 2; k++) {
    if (direction[k] === 0) {
      if (origin[k] < box.min[k] || origin[k] > box.max[k]) return Infinity
      continue
    }
    const t0 = (box.min[k] - origin[k]) * (1 / direction[k])
    const t1 = (box.max[k] - origin[k]) * (1 / direction[k])
    enter = Math.max(enter, Math.min(t0, t1))
    leave = Math.min(leave, Math.max(t0, t1))
  }
  return enter <= leave ? enter : Infinity
}

export function findPairs(broadPhase: BroadPhase): number[][] {
  const count = broadPhase.findPairs()
  return Array.from({ length: count }, (_, i) => [broadPhase.pairs[2 * i], broadPhase.pairs[2 * i + 1]])
}
