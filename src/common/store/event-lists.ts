/**
 * Events as lists of plain objects, made of the step's number records when they are first looked at. They belong to the last step and are
 * replaced by the next. How a contact record becomes an object depends on the dimension.
 */

import type { EventBuffer } from './event-buffer.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY, type EventLog } from './event-log.ts'

/** Two shapes that parted, or a sensor and the shape it saw. A destroyed one is still named; its `isValid` is false. */
export interface PairOf<Body, Shape> {
  shapeA: Shape
  shapeB: Shape
  bodyA: Body
  bodyB: Body
}

export interface QuarantineOf<Body> {
  body: Body
  /** Cause: a velocity too large, a force too large, or the solver's result. */
  cause: 'velocity' | 'force' | 'solver'
}

export interface JointBrokenOf<Joint> {
  /** It is disabled; `joint.enabled = true` mends it. */
  joint: Joint
  /** Largest force during the step, N. */
  force: number
  /** Largest torque about the anchor during the step, N m. */
  torque: number
}

/** Gives events their objects. */
interface Objects<T> {
  ofHandle(handle: number): T
}

export abstract class EventLists<Body, Shape, Joint, Contact> {
  private readonly log: EventLog
  private readonly bodies: Objects<Body>
  private readonly shapes: Objects<Shape>
  private readonly joints: Objects<Joint>
  private version = -1
  private readonly made: Map<EventBuffer, unknown[]> = new Map()

  constructor(log: EventLog, bodies: Objects<Body>, shapes: Objects<Shape>, joints: Objects<Joint>) {
    this.log = log
    this.bodies = bodies
    this.shapes = shapes
    this.joints = joints
  }

  /** Pairs that began to touch. */
  get contactBegin(): readonly Contact[] {
    return this.list(this.log.contactBegin, this.contact)
  }

  /** Pairs that go on touching, of shapes with `contactEvents`. */
  get contactPersist(): readonly Contact[] {
    return this.list(this.log.contactPersist, this.contact)
  }

  /** Pairs that stopped touching. */
  get contactEnd(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.contactEnd, this.pair)
  }

  get sensorBegin(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.sensorBegin, this.pair)
  }

  get sensorEnd(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.sensorEnd, this.pair)
  }

  /** Bodies that fell asleep. */
  get sleep(): readonly Body[] {
    return this.list(this.log.sleep, this.body)
  }

  /** Bodies that woke up. */
  get wake(): readonly Body[] {
    return this.list(this.log.wake, this.body)
  }

  /** Bodies switched off because their numbers went bad. */
  get quarantined(): readonly QuarantineOf<Body>[] {
    return this.list(this.log.quarantined, (data, o) => {
      const cause = data[o + 1]
      return { body: this.body(data, o), cause: cause === CAUSE_VELOCITY ? 'velocity' : cause === CAUSE_FORCE ? 'force' : 'solver' }
    })
  }

  /** Joints that broke, with the load that did it. */
  get jointBroken(): readonly JointBrokenOf<Joint>[] {
    return this.list(this.log.jointBroken, (data, o) => ({ joint: this.joint(data, o), force: data[o + 1], torque: data[o + 2] }))
  }

  /** Joints that went with one of their bodies. They are no longer valid. */
  get jointRemoved(): readonly Joint[] {
    return this.list(this.log.removedJoints, this.joint)
  }

  /** `make` is given the records and the offset of one. */
  private list<T>(log: EventBuffer, make: (this: this, data: readonly number[], o: number) => T): readonly T[] {
    if (this.version !== this.log.version) {
      this.made.clear()
      this.version = this.log.version
    }
    const known = this.made.get(log)
    if (known) return known as T[]
    const events: T[] = []
    for (let i = 0; i < log.shown; i++) events.push(make.call(this, log.data, i * log.stride))
    this.made.set(log, events)
    return events
  }

  private body(data: readonly number[], o: number): Body {
    return this.bodies.ofHandle(data[o])
  }

  private joint(data: readonly number[], o: number): Joint {
    return this.joints.ofHandle(data[o])
  }

  protected pair(data: readonly number[], o: number): PairOf<Body, Shape> {
    return {
      shapeA: this.shapes.ofHandle(data[o]),
      shapeB: this.shapes.ofHandle(data[o + 1]),
      bodyA: this.body(data, o + 2),
      bodyB: this.body(data, o + 3),
    }
  }

  protected abstract contact(data: readonly number[], o: number): Contact
}
