/**
 * Events as lists of plain objects, made of the step's number records when they are first looked at. How a contact record becomes an object depends
 * on the dimension.
 */

import { PhysicsError } from '../errors.ts'
import { EventBuffer } from '../store/event-buffer.ts'
import { CAUSE_FORCE, CAUSE_VELOCITY, type EventLog } from '../store/event-log.ts'

/** The step of an event. */
export interface Stepped {
  /** The step it happened in, by count: what `world.stepCount` was when that step had ended. */
  step: number
}

/** Two shapes that parted. A destroyed one is still named; its `isValid` is false. */
export interface PairOf<Body, Shape> extends Stepped {
  /** One of the two shapes. */
  shapeA: Shape
  /** The other shape. */
  shapeB: Shape
  /** The body of `shapeA`. */
  bodyA: Body
  /** The body of `shapeB`. */
  bodyB: Body
}

/** A sensor and the shape that came into it or left it. A destroyed one is still named; its `isValid` is false. */
export interface SensorOf<Body, Shape> extends PairOf<Body, Shape> {
  /** The sensor. Of two sensors the one with `sensesSensors`; if both have it, the one with the smaller id. */
  sensor: Shape
  /** What it senses. */
  visitor: Shape
  /** The body of `sensor`. */
  sensorBody: Body
  /** The body of `visitor`. */
  visitorBody: Body
}

/** A body whose numbers went bad. It is switched off and stands at its last finite pose. */
export interface QuarantineOf<Body> extends Stepped {
  /** The body; `body.enabled = true` brings it back. */
  body: Body
  /** Cause: a velocity too large, a force too large, or the solver's result. */
  cause: 'velocity' | 'force' | 'solver'
}

/** A joint that broke, and the load that did it. */
export interface JointBrokenOf<Joint> extends Stepped {
  /** It is disabled; `joint.enabled = true` mends it. */
  joint: Joint
  /** Largest force during the step, N. */
  force: number
  /** Largest torque about the anchor during the step, N m. */
  torque: number
}

/** The lists of `world.events`. */
export type EventName =
  | 'contactBegin' | 'contactPersist' | 'contactEnd' | 'sensorBegin' | 'sensorEnd' | 'sleep' | 'wake' | 'quarantined' | 'jointBroken' | 'jointRemoved'

/**
 * What happened in the last `step`, or in all steps of the last `advance`, in order. Lists of plain objects; the next `step` or `advance`
 * replaces them. An `advance` that took no step has none. What users cause between steps is reported with the next step.
 */
export interface EventLists<Body, Shape, Joint, Contact> {
  /** Pairs that began to touch. */
  readonly contactBegin: readonly Contact[]
  /** Pairs that go on touching, of shapes with `contactEvents`. */
  readonly contactPersist: readonly Contact[]
  /** Pairs that stopped touching. */
  readonly contactEnd: readonly PairOf<Body, Shape>[]
  /** Sensors and what came into them. What passes through within a step is here and in `sensorEnd`. */
  readonly sensorBegin: readonly SensorOf<Body, Shape>[]
  /** Sensors and what left them or was taken out. */
  readonly sensorEnd: readonly SensorOf<Body, Shape>[]
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
  /** The steps of a list's events, one for each: for lists of bodies and joints, which cannot say it themselves. */
  stepsOf(list: EventName): number[]
  /** What `JSON.stringify` writes: all lists. */
  toJSON(): Readonly<Record<EventName, readonly unknown[]>>
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

  get sensorBegin(): readonly SensorOf<Body, Shape>[] {
    return this.list(this.log.sensorBegin, this.sensing)
  }

  get sensorEnd(): readonly SensorOf<Body, Shape>[] {
    return this.list(this.log.sensorEnd, this.sensing)
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
      const name = cause === CAUSE_VELOCITY ? 'velocity' : cause === CAUSE_FORCE ? 'force' : 'solver'
      return { body: this.body(data, o), cause: name, step: data[o - 1] }
    })
  }

  get jointBroken(): readonly JointBrokenOf<Joint>[] {
    return this.list(this.log.jointBroken, (data, o) => {
      return { joint: this.joint(data, o), force: data[o + 1], torque: data[o + 2], step: data[o - 1] }
    })
  }

  get jointRemoved(): readonly Joint[] {
    return this.list(this.log.jointRemoved, this.joint)
  }

  toJSON(): Readonly<Record<EventName, readonly unknown[]>> {
    const { contactBegin, contactPersist, contactEnd, sensorBegin, sensorEnd, sleep, wake, quarantined, jointBroken, jointRemoved } = this
    return { contactBegin, contactPersist, contactEnd, sensorBegin, sensorEnd, sleep, wake, quarantined, jointBroken, jointRemoved }
  }

  stepsOf(list: EventName): number[] {
    const log = typeof list === 'string' && Object.hasOwn(this.log, list) ? this.log[list] : undefined
    if (!(log instanceof EventBuffer)) {
      throw new PhysicsError('wrong-type', 'events.stepsOf', list, "must be the name of a list of world.events, such as 'wake'.")
    }
    const steps: number[] = []
    for (let i = log.from; i < log.to; i++) steps.push(log.data[i * log.stride])
    return steps
  }

  /** `make` is given the records and the offset of one, which its step stands before. */
  private list<T>(log: EventBuffer, make: (this: this, data: readonly number[], o: number) => T): readonly T[] {
    if (this.version !== this.log.version) {
      this.made.clear()
      this.version = this.log.version
    }
    const known = this.made.get(log)
    if (known) return known as T[]
    const events: T[] = []
    for (let i = log.from; i < log.to; i++) events.push(make.call(this, log.data, i * log.stride + 1))
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
      step: data[o - 1],
    }
  }

  private sensing(data: readonly number[], o: number): SensorOf<Body, Shape> {
    const pair = this.pair(data, o)
    const { shapeA, shapeB, bodyA, bodyB } = pair
    return data[o + 4] === 0
      ? { ...pair, sensor: shapeA, visitor: shapeB, sensorBody: bodyA, visitorBody: bodyB }
      : { ...pair, sensor: shapeB, visitor: shapeA, sensorBody: bodyB, visitorBody: bodyA }
  }

  protected abstract contact(data: readonly number[], o: number): Contact
}
