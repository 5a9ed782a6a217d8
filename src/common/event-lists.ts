/**
 * Events as lists of plain objects, made of the step's number records when they are first looked at. They belong to the last step and are
 * replaced by the next. How a contact record becomes an object depends on the dimension.
 */

import type { EventBuffer } from './event-buffer.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY, type EventLog } from './event-log.ts'

/** Two shapes that parted, or a sensor and what it saw. A destroyed one is still named; its `isValid` is false. */
export interface PairOf<Body, Shape> {
  shapeA: Shape
  shapeB: Shape
  bodyA: Body
  bodyB: Body
}

export interface QuarantineOf<Body> {
  body: Body
  /** What went bad: a velocity too large, a force too large, or the solver's result. */
  cause: 'velocity' | 'force' | 'solver'
}

export interface JointBrokenOf<Joint> {
  /** It is switched off; `joint.enabled = true` mends it. */
  joint: Joint
  /** Largest force during the step, N. */
  force: number
  /** Largest torque about the anchor during the step, N m. */
  torque: number
}

/** Gives events their objects. */
export interface EventResolver<Body, Shape, Joint> {
  bodyOfHandle(handle: number): Body
  shapeOfHandle(handle: number): Shape
  jointOfHandle(handle: number): Joint
}

export abstract class EventLists<Body, Shape, Joint, Contact> {
  private readonly log: EventLog
  private readonly resolver: EventResolver<Body, Shape, Joint>
  private version = -1
  private made: Map<string, unknown[]> = new Map()

  constructor(log: EventLog, resolver: EventResolver<Body, Shape, Joint>) {
    this.log = log
    this.resolver = resolver
  }

  /** Pairs that began to touch. */
  get contactBegin(): readonly Contact[] {
    return this.list('contactBegin', this.log.contactBegin, (log, i) => this.contact(log, i))
  }

  /** Pairs that go on touching, of shapes with `contactEvents`. */
  get contactPersist(): readonly Contact[] {
    return this.list('contactPersist', this.log.contactPersist, (log, i) => this.contact(log, i))
  }

  /** Pairs that stopped touching. */
  get contactEnd(): readonly PairOf<Body, Shape>[] {
    return this.list('contactEnd', this.log.contactEnd, (log, i) => this.pair(log, i * 4))
  }

  get sensorBegin(): readonly PairOf<Body, Shape>[] {
    return this.list('sensorBegin', this.log.sensorBegin, (log, i) => this.pair(log, i * 4))
  }

  get sensorEnd(): readonly PairOf<Body, Shape>[] {
    return this.list('sensorEnd', this.log.sensorEnd, (log, i) => this.pair(log, i * 4))
  }

  /** Bodies that fell asleep. */
  get sleep(): readonly Body[] {
    return this.list('sleep', this.log.sleep, (log, i) => this.resolver.bodyOfHandle(log.data[i]))
  }

  /** Bodies that woke up. */
  get wake(): readonly Body[] {
    return this.list('wake', this.log.wake, (log, i) => this.resolver.bodyOfHandle(log.data[i]))
  }

  /** Bodies switched off because their numbers went bad. */
  get quarantined(): readonly QuarantineOf<Body>[] {
    return this.list('quarantined', this.log.quarantined, (log, i) => {
      const cause = log.data[i * 2 + 1]
      const name = cause === CAUSE_VELOCITY ? 'velocity' : cause === CAUSE_FORCE ? 'force' : 'solver'
      return { body: this.resolver.bodyOfHandle(log.data[i * 2]), cause: name } as QuarantineOf<Body>
    })
  }

  /** Joints that broke, with the load that did it. */
  get jointBroken(): readonly JointBrokenOf<Joint>[] {
    return this.list('jointBroken', this.log.jointBroken, (log, i) => {
      return { joint: this.resolver.jointOfHandle(log.data[i * 3]), force: log.data[i * 3 + 1], torque: log.data[i * 3 + 2] }
    })
  }

  /** Joints that went with one of their bodies. They are no longer valid. */
  get jointRemoved(): readonly Joint[] {
    return this.list('jointRemoved', this.log.jointRemoved, (log, i) => this.resolver.jointOfHandle(log.data[i]))
  }

  private list<T>(key: string, log: EventBuffer, make: (log: EventBuffer, i: number) => T): readonly T[] {
    if (this.version !== this.log.version) {
      this.made = new Map()
      this.version = this.log.version
    }
    const known = this.made.get(key)
    if (known) return known as T[]
    const events: T[] = []
    for (let i = 0; i < log.count; i++) events.push(make(log, i))
    this.made.set(key, events)
    return events
  }

  protected pair(log: EventBuffer, o: number): PairOf<Body, Shape> {
    const { data } = log
    return {
      shapeA: this.resolver.shapeOfHandle(data[o]),
      shapeB: this.resolver.shapeOfHandle(data[o + 1]),
      bodyA: this.resolver.bodyOfHandle(data[o + 2]),
      bodyB: this.resolver.bodyOfHandle(data[o + 3]),
    }
  }

  protected abstract contact(log: EventBuffer, i: number): Contact
}
