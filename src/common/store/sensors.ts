/**
 * Sensors, the index-only part: how many there are, which of their pairs must be looked at, and pairs that a fast body has come to within a
 * step without the broad phase having foreseen it.
 */

import { PairList } from '../broad-phase/pair-list.ts'
import type { ProxyColumns } from '../broad-phase/proxy-columns.ts'
import { sortPairs } from '../memory/radix-sort.ts'
import type { Table } from '../memory/world-memory.ts'
import { IGNORED, LOOK, SENSES, SENSOR, STATIC, TOUCHING } from './column-codes.ts'
import { reportSensing } from './pair-events.ts'
import { addPair, mayCollide, removePair } from './pair-rows.ts'
import type { WorldTables } from './world-tables.ts'

/** Live shapes that are sensors. */
export function countSensors(state: WorldTables): number {
  if (state.sensorCount >= 0) return state.sensorCount
  const { alive, flags } = state.shapes.columns
  let count = 0
  for (let s = 0; s < state.shapes.count; s++) if (alive[s] === 1 && (flags[s] & SENSOR) !== 0) count++
  state.sensorCount = count
  return count
}

/** Shapes of static bodies are not paired with each other, unless one is a sensor. */
export function isStaticProxy(state: Pick<WorldTables, 'bodies' | 'shapes'>, shape: number): boolean {
  const { body, flags } = state.shapes.columns
  return state.bodies.columns.type[body[shape]] === STATIC && (flags[shape] & SENSOR) === 0
}

/** A body was put somewhere: what its sensors see, and which sensors see it, is looked at in the next step, asleep or not. */
export function lookAgain(state: WorldTables, body: number): void {
  const { shapeA, shapeB, state: bits } = state.pairs.columns
  const { body: owner } = state.shapes.columns
  for (let row = 0; row < state.pairs.count; row++) {
    if ((bits[row] & (SENSES | IGNORED)) !== SENSES || (owner[shapeA[row]] !== body && owner[shapeB[row]] !== body)) continue
    bits[row] |= LOOK
    state.lookAtSleepers = true
  }
}

export interface SensingWorld extends WorldTables {
  readonly broadPhase: WorldTables['broadPhase'] & {
    readonly proxies: Table<ProxyColumns>
    readonly hits: Int32Array
    overlap(a: number, b: number): boolean
    collect(box: Float64Array): number
  }
}

/** Looks at the pairs without an awake body that are marked; `overlaps` says whether the shapes of a pair do. */
export function senseSleepers<State extends SensingWorld>(state: State, overlaps: (state: State, a: number, b: number) => boolean): void {
  for (let row = state.pairs.count - 1; row >= state.globals.columns.awakePairs[0]; row--) {
    const { shapeA, shapeB, state: bits } = state.pairs.columns
    if ((bits[row] & LOOK) === 0) continue
    bits[row] &= ~LOOK
    if (state.broadPhase.overlap(shapeA[row], shapeB[row])) reportSensing(state, row, overlaps(state, shapeA[row], shapeB[row]))
    else removePair(state, row)
  }
}

/** A sensor and a shape that it senses at the end of the step become a pair. */
export function addSensedPair(state: WorldTables, a: number, b: number): void {
  state.reserve(state.pairs, state.pairs.count + 1)
  const row = addPair(state, a, b)
  if ((state.pairs.columns.state[row] & IGNORED) !== 0) return
  state.pairs.columns.state[row] &= ~(LOOK | TOUCHING)
  reportSensing(state, row, true)
}

/** Shapes whose motion went beyond the boxes that pairs were found with, and those that have left the boxes that the trees know. */
export class SweptShapes {
  private readonly unforeseen: number[] = []
  private readonly gone: number[] = []
  private unforeseenCount = 0
  private goneCount = 0
  /** Boxes of both, one after the other, and where the box of a shape starts. */
  private readonly boxes: number[] = []
  private readonly found: PairList = new PairList()
  private readonly asked: Float64Array
  private readonly width: number

  /** `width`: numbers per box. */
  constructor(width: number) {
    this.width = width
    this.asked = new Float64Array(width)
  }

  begin(): void {
    this.unforeseenCount = 0
    this.goneCount = 0
  }

  /** `box` holds all places of the shape within the step. */
  add(state: SensingWorld, shape: number, box: Float64Array): void {
    const { fat, oldFat } = state.broadPhase.proxies.columns
    const foreseen = this.within(box, oldFat, shape)
    const known = this.within(box, fat, shape)
    if (foreseen && known) return
    // All of them are kept in the list of those gone, which the boxes go with.
    const at = this.goneCount * this.width
    for (let k = 0; k < this.width; k++) this.boxes[at + k] = box[k]
    if (!foreseen) this.unforeseen[this.unforeseenCount++] = this.goneCount
    this.gone[this.goneCount++] = shape
  }

  /** Pairs of a sensor and a shape that may have met it unforeseen, and are no pairs yet; sorted, in `pairs`. Returns how many. */
  find(state: SensingWorld): number {
    const { found, asked, width, boxes } = this
    found.count = 0
    for (let u = 0; u < this.unforeseenCount; u++) {
      const index = this.unforeseen[u]
      const shape = this.gone[index]
      for (let k = 0; k < width; k++) asked[k] = boxes[index * width + k]
      const count = state.broadPhase.collect(asked)
      for (let h = 0; h < count; h++) this.note(state, shape, state.broadPhase.hits[h])
      for (let g = 0; g < this.goneCount; g++) if (g !== index && this.meet(index, g)) this.note(state, shape, this.gone[g])
    }
    sortPairs(found.data, found.count)
    let kept = 0
    for (let k = 0; k < found.count; k++) {
      const a = found.data[2 * k]
      const b = found.data[2 * k + 1]
      if (kept > 0 && found.data[2 * kept - 2] === a && found.data[2 * kept - 1] === b) continue
      found.data[2 * kept] = a
      found.data[2 * kept + 1] = b
      kept++
    }
    found.count = kept
    return kept
  }

  /** Two shape rows each, ascending. */
  get pairs(): Int32Array {
    return this.found.data
  }

  private note(state: WorldTables, a: number, b: number): void {
    const { flags } = state.shapes.columns
    if (((flags[a] | flags[b]) & SENSOR) === 0 || !mayCollide(state, a, b) || state.pairSet.find(a, b) >= 0) return
    this.found.add(a, b)
  }

  private within(box: Float64Array, boxes: Float64Array, shape: number): boolean {
    const half = this.width / 2
    const o = shape * this.width
    for (let k = 0; k < half; k++) if (!(box[k] >= boxes[o + k] && box[half + k] <= boxes[o + half + k])) return false
    return true
  }

  private meet(i: number, j: number): boolean {
    const { boxes, width } = this
    const half = width / 2
    const a = i * width
    const b = j * width
    for (let k = 0; k < half; k++) if (boxes[a + k] > boxes[b + half + k] || boxes[b + k] > boxes[a + half + k]) return false
    return true
  }
}
