/**
 * Events that calls between steps have caused and the next step will report, as a part of snapshots: a body that was removed or woken after
 * the last step. Those of the last step itself are not kept: a restored world shows none until it steps.
 *
 * Words: per list how many, then their numbers as doubles.
 */

import { rowOfHandle } from '../memory/ids.ts'
import { putDouble, SnapshotFault, takeDouble, type SnapshotPart } from '../memory/snapshot-part.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { EventLog } from './event-log.ts'

/** What the first numbers of a record name. */
type Named = 'shapes' | 'bodies' | 'joints'

const PAIR: readonly Named[] = ['shapes', 'shapes', 'bodies', 'bodies']

export class PendingEvents implements SnapshotPart {
  private readonly log: EventLog
  /** Lists that calls between steps append to. */
  private readonly lists: readonly (readonly [EventBuffer, readonly Named[]])[]
  private staged: number[][] = []

  constructor(log: EventLog) {
    this.log = log
    this.lists = [
      [log.contactEnd, PAIR], [log.sensorBegin, PAIR], [log.sensorEnd, PAIR], [log.sleep, ['bodies']], [log.wake, ['bodies']],
      [log.jointRemoved, ['joints']],
    ]
  }

  words(): number {
    let words = 0
    for (let i = 0; i < this.lists.length; i++) {
      const list = this.lists[i]![0]
      words += 1 + 2 * list.stride * list.pending
    }
    return words
  }

  write(target: Int32Array, at: number): void {
    let to = at
    for (let i = 0; i < this.lists.length; i++) {
      const list = this.lists[i]![0]
      target[to++] = list.pending
      const from = list.to * list.stride
      for (let k = 0, n = list.pending * list.stride; k < n; k++, to += 2) putDouble(target, to, list.data[from + k]!)
    }
  }

  stage(source: Int32Array, at: number, end: number): void {
    this.staged = this.lists.map(([list]) => {
      const count = at < end ? source[at++]! : -1
      if (count < 0 || count * list.stride > (end - at) / 2) throw new SnapshotFault('is damaged in its events')
      const numbers: number[] = []
      for (let k = 0; k < count * list.stride; k++, at += 2) numbers.push(takeDouble(source, at))
      return numbers
    })
    if (at !== end) throw new SnapshotFault('is damaged in its events')
  }

  /** After `stage`: do events name rows that there are? `rows`: how many each table has. */
  check(rows: Readonly<Record<Named, number>>): void {
    this.lists.forEach(([{ stride }, named], i) => {
      this.staged[i]!.forEach((value, k) => {
        // The first number of a record is its step's.
        const table = named[(k % stride) - 1]
        const isRow = table !== undefined && Number.isSafeInteger(value) && value > 0 && rowOfHandle(value) >= 0 && rowOfHandle(value) < rows[table]
        if (table === undefined ? !Number.isFinite(value) : !isRow) throw new SnapshotFault('has an event that names nothing')
      })
    })
  }

  commit(): boolean {
    this.log.reset()
    this.lists.forEach(([list], i) => {
      for (let k = 0; k < this.staged[i]!.length; k += list.stride) {
        const at = list.push() - 1
        for (let n = 0; n < list.stride; n++) list.data[at + n] = this.staged[i]![k + n]!
      }
    })
    this.staged = []
    return false
  }
}
