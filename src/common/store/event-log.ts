/**
 * Event log of the last step, as number records. `event-lists.ts` turns them into objects when the user reads them.
 */

import { EventBuffer } from './event-buffer.ts'

/** Why a body was quarantined. */
export const CAUSE_VELOCITY = 1
export const CAUSE_FORCE = 2
export const CAUSE_SOLVER = 3

export class EventLog {
  private readonly buffers: EventBuffer[] = []
  readonly contactBegin: EventBuffer
  readonly contactPersist: EventBuffer
  /** Shape handles A B, body handles A B. */
  readonly contactEnd: EventBuffer = this.make(4)
  readonly sensorBegin: EventBuffer = this.make(4)
  readonly sensorEnd: EventBuffer = this.make(4)
  /** Body handles. */
  readonly sleep: EventBuffer = this.make(1)
  readonly wake: EventBuffer = this.make(1)
  /** Body handle, cause. */
  readonly quarantined: EventBuffer = this.make(2)
  /** Joint handle, largest force, largest torque. */
  readonly jointBroken: EventBuffer = this.make(3)
  /** Handles of joints that went with a body. */
  readonly removedJoints: EventBuffer = this.make(1)
  /** Raised when a step begins or ends, so that objects made of the log are known to be old. */
  version = 0

  /** `contactStride`: numbers per contact record, which hold coordinates. */
  constructor(contactStride: number) {
    this.contactBegin = this.make(contactStride)
    this.contactPersist = this.make(contactStride)
  }

  /** A step begins: drops the records of the last one, keeps those since. */
  begin(): void {
    for (const buffer of this.buffers) buffer.begin()
    this.version++
  }

  end(): void {
    for (const buffer of this.buffers) buffer.end()
    this.version++
  }

  /** Before a restore: no events, shown or waiting. */
  reset(): void {
    this.end()
    this.begin()
    this.end()
  }

  private make(stride: number): EventBuffer {
    const buffer = new EventBuffer(stride)
    this.buffers.push(buffer)
    return buffer
  }
}
