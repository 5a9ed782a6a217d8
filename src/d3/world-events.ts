/**
 * Events as users read them: arrays of plain objects, made of the step's number records when they are first looked at. They belong to the
 * last step and are replaced by the next.
 */

import type { EventBuffer } from '../common/event-buffer.ts'
import type { Body } from './body.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY, CONTACT_EVENT_POINTS, CONTACT_EVENT_STRIDE, type EventLog } from './event-log.ts'
import type { Joint } from './joints/joint.ts'
import type { Vec3 } from './math/types.ts'
import type { Shape } from './shape.ts'

export interface ContactPoint {
  /** World space, midway between the two surfaces. */
  position: Vec3
  /** Overlap, m; negative while apart. */
  depth: number
  /** Normal impulse of the whole step, blows included, N s. */
  impulse: number
}

export interface ContactEvent {
  shapeA: Shape
  shapeB: Shape
  bodyA: Body
  bodyB: Body
  /** Unit, from A to B. */
  normal: Vec3
  points: ContactPoint[]
  /** Normal impulse of all points over the whole step, N s. */
  impulse: number
}

/** Two shapes that parted, or a sensor and what it saw. A destroyed one is still named; its `isValid` is false. */
export interface PairEvent {
  shapeA: Shape
  shapeB: Shape
  bodyA: Body
  bodyB: Body
}

export interface QuarantineEvent {
  body: Body
  /** What went bad: a velocity too large, a force too large, or the solver's result. */
  cause: 'velocity' | 'force' | 'solver'
}

export interface JointBrokenEvent {
  /** It is switched off; `joint.enabled = true` mends it. */
  joint: Joint
  /** Largest force during the step, N. */
  force: number
  /** Largest torque about the anchor during the step, N m. */
  torque: number
}

/** Gives events their objects. */
export interface EventResolver {
  bodyOfHandle(handle: number): Body
  shapeOfHandle(handle: number): Shape
  jointOfHandle(handle: number): Joint
}

export class WorldEvents {
  private readonly log: EventLog
  private readonly resolver: EventResolver
  private version = -1
  private made: Map<string, unknown[]> = new Map()

  constructor(log: EventLog, resolver: EventResolver) {
    this.log = log
    this.resolver = resolver
  }

  /** Pairs that began to touch. */
  get contactBegin(): readonly ContactEvent[] {
    return this.list('contactBegin', this.log.contactBegin, (log, i) => this.contact(log, i))
  }

  /** Pairs that go on touching, of shapes with `contactEvents`. */
  get contactPersist(): readonly ContactEvent[] {
    return this.list('contactPersist', this.log.contactPersist, (log, i) => this.contact(log, i))
  }

  /** Pairs that stopped touching. */
  get contactEnd(): readonly PairEvent[] {
    return this.list('contactEnd', this.log.contactEnd, (log, i) => this.pair(log, i * 4))
  }

  get sensorBegin(): readonly PairEvent[] {
    return this.list('sensorBegin', this.log.sensorBegin, (log, i) => this.pair(log, i * 4))
  }

  get sensorEnd(): readonly PairEvent[] {
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
  get quarantined(): readonly QuarantineEvent[] {
    return this.list('quarantined', this.log.quarantined, (log, i) => {
      const cause = log.data[i * 2 + 1]
      const name = cause === CAUSE_VELOCITY ? 'velocity' : cause === CAUSE_FORCE ? 'force' : 'solver'
      return { body: this.resolver.bodyOfHandle(log.data[i * 2]), cause: name } as QuarantineEvent
    })
  }

  /** Joints that broke, with the load that did it. */
  get jointBroken(): readonly JointBrokenEvent[] {
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

  private pair(log: EventBuffer, o: number): PairEvent {
    const { data } = log
    return {
      shapeA: this.resolver.shapeOfHandle(data[o]),
      shapeB: this.resolver.shapeOfHandle(data[o + 1]),
      bodyA: this.resolver.bodyOfHandle(data[o + 2]),
      bodyB: this.resolver.bodyOfHandle(data[o + 3]),
    }
  }

  private contact(log: EventBuffer, i: number): ContactEvent {
    const o = i * CONTACT_EVENT_STRIDE
    const { data } = log
    const points: ContactPoint[] = []
    for (let p = 0; p < data[o + 7]; p++) {
      const at = o + CONTACT_EVENT_POINTS + p * 5
      points.push({ position: { x: data[at], y: data[at + 1], z: data[at + 2] }, depth: data[at + 3], impulse: data[at + 4] })
    }
    return {
      ...this.pair(log, o),
      normal: { x: data[o + 4], y: data[o + 5], z: data[o + 6] },
      points,
      impulse: data[o + 8],
    }
  }
}
