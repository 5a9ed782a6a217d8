/**
 * Event log of the last step, or of the steps of the last `advance`, as number records. `event-lists.ts` turns them into objects when the user
 * reads them.
 */

import { EventBuffer } from './event-buffer.ts'

/** Why a body was quarantined. */
export const CAUSE_VELOCITY = 1
export const CAUSE_FORCE = 2
export const CAUSE_SOLVER = 3

export class EventLog {
  private readonly buffers: EventBuffer[] = []
  /** An `advance` is under way. */
  private gathers = false
  readonly contactBegin: EventBuffer
  readonly contactPersist: EventBuffer
  /** Shape handles A B, body handles A B. */
  readonly contactEnd: EventBuffer = this.make(4)
  /** The same, and which is the sensor: 0 = A, 1 = B. */
  readonly sensorBegin: EventBuffer = this.make(5)
  readonly sensorEnd: EventBuffer = this.make(5)
  /** Body handles. */
  readonly sleep: EventBuffer = this.make(1)
  readonly wake: EventBuffer = this.make(1)
  /** Body handle, cause. */
  readonly quarantined: EventBuffer = this.make(2)
  /** Joint handle, largest force, largest torque. */
  readonly jointBroken: EventBuffer = this.make(3)
  /** Handles of joints that went with a body. */
  readonly jointRemoved: EventBuffer = this.make(1)
  /** Raised when a step begins or ends, so that objects made of the log are known to be old. */
  version = 0

  /** `contactWidth`: numbers per contact record, which hold coordinates. */
  constructor(contactWidth: number) {
    this.contactBegin = this.make(contactWidth)
    this.contactPersist = this.make(contactWidth)
  }

  /** A step begins: drops the records of the last one, or within an `advance` puts them aside; keeps those since. */
  begin(): void {
    if (this.gathers) for (const buffer of this.buffers) buffer.turn()
    else for (const buffer of this.buffers) buffer.drop()
    this.version++
  }

  /** A step ends, the one of this number. */
  end(step: number): void {
    for (const buffer of this.buffers) buffer.end(step)
    this.version++
  }

  /** An `advance` begins: nothing is on show until its first step. */
  open(): void {
    for (const buffer of this.buffers) buffer.drop()
    this.gathers = true
    this.version++
  }

  /** An `advance` ends: the records of all its steps are on show. */
  close(): void {
    for (const buffer of this.buffers) buffer.gather()
    this.gathers = false
    this.version++
  }

  /** Before a restore: no events, shown or waiting. */
  reset(): void {
    for (const buffer of this.buffers) {
      buffer.end(0)
      buffer.drop()
    }
    this.version++
  }

  private make(width: number): EventBuffer {
    const buffer = new EventBuffer(width)
    this.buffers.push(buffer)
    return buffer
  }
}
