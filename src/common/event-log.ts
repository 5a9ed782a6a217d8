/**
 * What happened in the last step, as number records. `event-lists.ts` turns them into objects when somebody looks.
 */

import { EventBuffer } from './event-buffer.ts'

/** Why a body was quarantined. */
export const CAUSE_VELOCITY = 1
export const CAUSE_FORCE = 2
export const CAUSE_SOLVER = 3

export class EventLog {
  readonly contactBegin: EventBuffer
  readonly contactPersist: EventBuffer
  /** Shape handles A B, body handles A B. */
  readonly contactEnd: EventBuffer = new EventBuffer(4)
  readonly sensorBegin: EventBuffer = new EventBuffer(4)
  readonly sensorEnd: EventBuffer = new EventBuffer(4)
  /** Body handles. */
  readonly sleep: EventBuffer = new EventBuffer(1)
  readonly wake: EventBuffer = new EventBuffer(1)
  /** Body handle, cause. */
  readonly quarantined: EventBuffer = new EventBuffer(2)
  /** Joint handle, largest force, largest torque. */
  readonly jointBroken: EventBuffer = new EventBuffer(3)
  /** Handles of joints that went with a body. */
  readonly jointRemoved: EventBuffer = new EventBuffer(1)
  /** What users cause between steps is reported with the next step. */
  private readonly laterContactEnd: EventBuffer = new EventBuffer(4)
  private readonly laterSensorEnd: EventBuffer = new EventBuffer(4)
  private readonly laterSleep: EventBuffer = new EventBuffer(1)
  private readonly laterWake: EventBuffer = new EventBuffer(1)
  private readonly laterJointRemoved: EventBuffer = new EventBuffer(1)
  private stepping = false
  /** Raised when the log starts anew, so that objects made of it are known to be old. */
  version = 0

  /** `contactStride`: numbers per contact record, which hold coordinates. */
  constructor(contactStride: number) {
    this.contactBegin = new EventBuffer(contactStride)
    this.contactPersist = new EventBuffer(contactStride)
  }

  /** A step begins: forget the last one, take over what happened since. */
  begin(): void {
    this.contactBegin.clear()
    this.contactPersist.clear()
    this.sensorBegin.clear()
    this.quarantined.clear()
    this.jointBroken.clear()
    takeOver(this.laterJointRemoved, this.jointRemoved, 1)
    takeOver(this.laterContactEnd, this.contactEnd, 4)
    takeOver(this.laterSensorEnd, this.sensorEnd, 4)
    takeOver(this.laterSleep, this.sleep, 1)
    takeOver(this.laterWake, this.wake, 1)
    this.stepping = true
    this.version++
  }

  end(): void {
    this.stepping = false
  }

  /** After a restore: nothing has happened yet. */
  reset(): void {
    this.begin()
    this.begin()
    this.end()
  }

  get endsOfContact(): EventBuffer {
    return this.stepping ? this.contactEnd : this.laterContactEnd
  }

  get endsOfSensing(): EventBuffer {
    return this.stepping ? this.sensorEnd : this.laterSensorEnd
  }

  get removedJoints(): EventBuffer {
    return this.stepping ? this.jointRemoved : this.laterJointRemoved
  }

  get sleepers(): EventBuffer {
    return this.stepping ? this.sleep : this.laterSleep
  }

  get wakers(): EventBuffer {
    return this.stepping ? this.wake : this.laterWake
  }
}

function takeOver(from: EventBuffer, to: EventBuffer, stride: number): void {
  to.clear()
  for (let i = 0; i < from.count; i++) {
    const o = to.push()
    for (let k = 0; k < stride; k++) to.data[o + k] = from.data[i * stride + k]
  }
  from.clear()
}
