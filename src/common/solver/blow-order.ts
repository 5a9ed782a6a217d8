/**
 * Order of the blows of a substep: the contact rows that may be struck, each with its moment of touch. A blow may be struck once it is the first
 * of both bodies; then the moments of its bodies' other rows change. Bodies that do not move may be struck by many at a time.
 *
 * Blows that share no body need no order, so each round takes all that are first. Struck in the order of the list instead, the third body of
 * three that meet would be struck on a way it never went.
 */

import { longer, roomFor } from '../memory/growing.ts'
import type { JointGroups } from './joint-groups.ts'

/** No blow has a body. */
const NO_BLOW = -1

export class BlowOrder {
  count = 0
  /** Contact row, and its number among the following rows; −1 for rows that do not follow. */
  row: Int32Array = new Int32Array(64)
  following: Int32Array = new Int32Array(64)
  /** Moment of touch, seconds from the substep's start; Infinity: none. */
  time: Float64Array = new Float64Array(64)
  /** By solver body: the blow that comes first; 1 if it was struck in this round. */
  private first: Int32Array = new Int32Array(64)
  private struck: Uint8Array = new Uint8Array(64)

  /** Appends a row whose moment is still to be set. */
  add(row: number, following: number): void {
    const k = this.count++
    if (k === this.row.length) {
      this.row = longer(this.row, this.count)
      this.following = longer(this.following, this.count)
      this.time = longer(this.time, this.count)
    }
    this.row[k] = row
    this.following[k] = following
    this.time[k] = Infinity
  }

  /** Begins a round: finds the first blow of every body. Bodies below `movable` do not count. */
  findFirst(bodyA: Int32Array, bodyB: Int32Array, movable: number, bodies: number): void {
    this.first = roomFor(this.first, bodies)
    this.struck = roomFor(this.struck, bodies)
    const { row, time, first, struck } = this
    for (let k = 0; k < this.count; k++) {
      first[bodyA[row[k]]] = first[bodyB[row[k]]] = NO_BLOW
      struck[bodyA[row[k]]] = struck[bodyB[row[k]]] = 0
    }
    for (let k = 0; k < this.count; k++) {
      if (time[k] === Infinity) continue
      const a = bodyA[row[k]]
      const b = bodyB[row[k]]
      if (a >= movable && (first[a] === NO_BLOW || time[k] < time[first[a]])) first[a] = k
      if (b >= movable && (first[b] === NO_BLOW || time[k] < time[first[b]])) first[b] = k
    }
  }

  /** Is a blow the first of both its bodies? */
  isFirst(k: number, a: number, b: number): boolean {
    const { first } = this
    return this.time[k] !== Infinity && (first[a] === NO_BLOW || first[a] === k) && (first[b] === NO_BLOW || first[b] === k)
  }

  /** Notes that a body has been struck, and with it, if it is joined, all bodies of its group. */
  markStruck(body: number, joined: boolean, { groupOfBody, bodies, bodyStart }: JointGroups): void {
    this.struck[body] = 1
    const g = joined ? groupOfBody[body] : -1
    if (g >= 0) for (let i = bodyStart[g]; i < bodyStart[g + 1]; i++) this.struck[bodies[i]] = 1
  }

  wasStruck(body: number): boolean {
    return this.struck[body] === 1
  }
}
