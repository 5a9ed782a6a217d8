/**
 * Events as lists of plain objects, made of the step's number records when they are first looked at. How a contact record becomes an object depends
 * on the dimension.
 */

import type { EventBuffer } from '../store/event-buffer.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY, type EventLog } from '../store/event-log.ts'

/** Two shapes that parted, or a sensor and the shape it saw. A destroyed one is still named; its `isValid` is false. */
export interface PairOf<Body, Shape> {
  /** One of the two shapes. */
  shapeA: Shape
  /** The other shape. */
  shapeB: Shape
  /** The body of `shapeA`. */
  bodyA: Body
  /** The body of `shapeB`. */
  bodyB: Body
}

/** A body whose numbers went bad. It is switched off and stands at its last finite pose. */
export interface QuarantineOf<Body> {
  /** The body; `body.enabled = true` brings it back. */
  body: Body
  /** Cause: a velocity too large, a force too large, or the solver's result. */
  cause: 'velocity' | 'force' | 'solver'
}

/** A joint that broke, and the load that did it. */
export interface JointBrokenOf<Joint> {
  /** It is disabled; `joint.enabled = true` mends it. */
  joint: Joint
  /** Largest force during the step, N. */
  force: number
  /** Largest torque about the anchor during the step, N m. */
  torque: number
}

/** What happened in the last step. Lists of plain objects; they belong to that step and are replaced by the next. */
export interface EventLists<Body, Shape, Joint, Contact> {
  /** Pairs that began to touch. */
  readonly contactBegin: readonly Contact[]
  /** Pairs that go on touching, of shapes with `contactEvents`. */
  readonly contactPersist: readonly Contact[]
  /** Pairs that stopped touching. */
  readonly contactEnd: readonly PairOf<Body, Shape>[]
  /** Sensors and what came into them; either shape may be the sensor. */
  readonly sensorBegin: readonly PairOf<Body, Shape>[]
  /** Sensors and what left them or was taken out. */
  readonly sensorEnd: readonly PairOf<Body, Shape>[]
  /** Bodies that fell asleep. */
  readonly sleep: readonly Body[]
  /** Bodies that woke up. */
  readonly wake: readonly Body[]
  /** Bodies switched off because their numbers went bad. */
  readonly quarantined: readonly QuarantineOf<Body>[]
  /** Joints that broke, with the load that did it. */
  readonly jointBroken: readonly JointBrokenOf<Joint>[]
  /** Joints that went with one of their bodies. They are no longer valid. */
  readonly jointRemoved: readonly Joint[]
}

/** Gives events their objects. */
interface Objects<Body, Shape, Joint> {
  readonly bodies: { ofHandle(handle: number): Body }
  readonly shapes: { ofHandle(handle: number): Shape }
  readonly joints: { ofHandle(handle: number): Joint }
}

/** Makes the lists of the log when they are first looked at. */
export abstract class EventReader<Body, Shape, Joint, Contact> implements EventLists<Body, Shape, Joint, Contact> {
  private readonly log: EventLog
  private readonly objects: Objects<Body, Shape, Joint>
  private version = -1
  private readonly made: Map<EventBuffer, unknown[]> = new Map()

  constructor(log: EventLog, objects: Objects<Body, Shape, Joint>) {
    this.log = log
    this.objects = objects
  }

  get contactBegin(): readonly Contact[] {
    return this.list(this.log.contactBegin, this.contact)
  }

  get contactPersist(): readonly Contact[] {
    return this.list(this.log.contactPersist, this.contact)
  }

  get contactEnd(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.contactEnd, this.pair)
  }

  get sensorBegin(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.sensorBegin, this.pair)
  }

  get sensorEnd(): readonly PairOf<Body, Shape>[] {
    return this.list(this.log.sensorEnd, this.pair)
  }

  get sleep(): readonly Body[] {
    return this.list(this.log.sleep, this.body)
  }

  get wake(): readonly Body[] {
    return this.list(this.log.wake, this.body)
  }

  get quarantined(): readonly QuarantineOf<Body>[] {
    return this.list(this.log.quarantined, (data, o) => {
      const cause = data[o + 1]
      return { body: this.body(data, o), cause: cause === CAUSE_VELOCITY ? 'velocity' : cause === CAUSE_FORCE ? 'force' : 'solver' }
    })
  }

  get jointBroken(): readonly JointBrokenOf<Joint>[] {
    return this.list(this.log.jointBroken, (data, o) => ({ joint: this.joint(data, o), force: data[o + 1], torque: data[o + 2] }))
  }

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
    return this.objects.bodies.ofHandle(data[o])
  }

  private joint(data: readonly number[], o: number): Joint {
    return this.objects.joints.ofHandle(data[o])
  }

  protected pair(data: readonly number[], o: number): PairOf<Body, Shape> {
    return {
      shapeA: this.objects.shapes.ofHandle(data[o]),
      shapeB: this.objects.shapes.ofHandle(data[o + 1]),
      bodyA: this.body(data, o + 2),
      bodyB: this.body(data, o + 3),
    }
  }

  protected abstract contact(data: readonly number[], o: number): Contact
}
