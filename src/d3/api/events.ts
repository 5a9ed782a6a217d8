/**
 * Events as users read them. The lists are made in `common/world/event-lists.ts`; contacts, which have coordinates, here.
 */

import { EventReader, type EventLists, type JointBrokenOf, type PairOf, type QuarantineOf, type SensorOf } from '../../common/world/event-lists.ts'
import type { Body } from './body.ts'
import { CONTACT_EVENT_POINTS } from '../store/event-log.ts'
import type { Joint } from '../joints/joint.ts'
import type { Vec3 } from '../math/types.ts'
import type { Shape } from './shape.ts'

/** One point of a contact. */
export interface ContactPoint {
  /** Midway between the two surfaces, m, world space. */
  position: Vec3
  /** Overlap, m; negative while apart. */
  depth: number
  /** Normal impulse of the whole step, blows included, N s. */
  impulse: number
}

/** Two shapes that touch. */
export interface ContactEvent {
  /** One of the two shapes. */
  shapeA: Shape
  /** The other shape. */
  shapeB: Shape
  /** The body of `shapeA`. */
  bodyA: Body
  /** The body of `shapeB`. */
  bodyB: Body
  /** Unit vector from A to B, world axes. */
  normal: Vec3
  /** Where they touch. */
  points: ContactPoint[]
  /** Normal impulse of all points over the whole step, N s. */
  impulse: number
  /** The step it happened in, by count: what `world.stepCount` was when that step had ended. */
  step: number
}

/** Two shapes that parted. A destroyed one is still named; its `isValid` is false. */
export type PairEvent = PairOf<Body, Shape>
/** A sensor and what came into it or left it. A destroyed one is still named; its `isValid` is false. */
export type SensorEvent = SensorOf<Body, Shape>
/** A body whose numbers went bad. It is switched off and stands at its last finite pose. */
export type QuarantineEvent = QuarantineOf<Body>
/** A joint that broke, and the load that did it. */
export type JointBrokenEvent = JointBrokenOf<Joint>

/** What happened in the last step, or in all steps of the last `advance`. */
export type WorldEvents = EventLists<Body, Shape, Joint, ContactEvent>

export class WorldEventReader extends EventReader<Body, Shape, Joint, ContactEvent> {
  protected override contact(data: readonly number[], o: number): ContactEvent {
    const points: ContactPoint[] = []
    for (let p = 0; p < data[o + 7]; p++) {
      const at = o + CONTACT_EVENT_POINTS + p * 5
      points.push({ position: { x: data[at], y: data[at + 1], z: data[at + 2] }, depth: data[at + 3], impulse: data[at + 4] })
    }
    return { ...this.pair(data, o), normal: { x: data[o + 4], y: data[o + 5], z: data[o + 6] }, points, impulse: data[o + 8] }
  }
}
