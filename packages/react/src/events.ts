/**
 * Events of the world, brought to the components they concern.
 */

import type { Object3D } from 'three'
import type { Body, ContactEvent, ContactPoint, PairEvent, SensorEvent, Shape, Vec3, World } from 'fulcrum-physics/3d'
import type { InnerContext, Listener } from './context.ts'

/** One side of an event. */
export interface EventTarget {
  /** The body. */
  rigidBody: Body
  /** The shape. */
  collider: Shape
  /** The object of the body's component; null for a body that was made without one. */
  rigidBodyObject: Object3D | null
  /** The object of the collider's component, or of the body's if it has no collider component. */
  colliderObject: Object3D | null
}

/** Two shapes, as one of them sees it. */
export interface IntersectionPayload {
  /** The side that listens. */
  target: EventTarget
  /** The other side. */
  other: EventTarget
}

/** How two shapes touch. */
export interface Manifold {
  /** Unit vector from the first shape to the second, a direction of the world. */
  normal: Vec3
  /** Where they touch. */
  points: readonly ContactPoint[]
  /** Normal impulse of all points over the step, N s. */
  impulse: number
}

/** Two shapes that began to touch. */
export interface CollisionEnterPayload extends IntersectionPayload {
  /** How they touch. */
  manifold: Manifold
  /** Is the target the second shape of the manifold? */
  flipped: boolean
}

/** Two shapes that parted. */
export type CollisionExitPayload = IntersectionPayload

/** How hard two shapes press on each other. */
export interface ContactForcePayload extends IntersectionPayload {
  /** Force on the target, N, world axes. */
  totalForce: Vec3
  /** Its length, N. */
  totalForceMagnitude: number
}

/** What bodies and colliders may listen to. */
export interface EventHandlers {
  /** It began to touch another. Default: none. */
  onCollisionEnter?: (payload: CollisionEnterPayload) => void
  /** It no longer touches another. Default: none. */
  onCollisionExit?: (payload: CollisionExitPayload) => void
  /** It is a sensor, and another came into it; or it came into a sensor. Default: none. */
  onIntersectionEnter?: (payload: IntersectionPayload) => void
  /** And went out again. Default: none. */
  onIntersectionExit?: (payload: IntersectionPayload) => void
  /** In every step in which it touches another. Default: none. */
  onContactForce?: (payload: ContactForcePayload) => void
  /** The body fell asleep. Default: none. */
  onSleep?: () => void
  /** The body woke up. Default: none. */
  onWake?: () => void
}

type PairHandler = 'onCollisionEnter' | 'onCollisionExit' | 'onIntersectionEnter' | 'onIntersectionExit' | 'onContactForce'

const NAMES = ['onCollisionEnter', 'onCollisionExit', 'onIntersectionEnter', 'onIntersectionExit', 'onContactForce', 'onSleep', 'onWake'] as const

/** Handlers among the props of a component. */
export function handlersOf(props: EventHandlers): EventHandlers {
  return Object.fromEntries(NAMES.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]))
}

/** Tells components what happened in the last step. */
export function dispatchEvents(context: InnerContext, world: World, dt: number): void {
  if (context.bodies.size === 0 && context.shapes.size === 0) return
  const { events } = world
  for (const event of events.contactBegin) tellContact(context, event)
  for (const event of events.contactEnd) tellPair(context, 'onCollisionExit', event)
  for (const event of events.sensorBegin) tellSensor(context, 'onIntersectionEnter', event)
  for (const event of events.sensorEnd) tellSensor(context, 'onIntersectionExit', event)
  for (const event of events.contactPersist) tellForce(context, event, dt)
  for (const body of events.sleep) context.bodies.get(body)?.handlers.current.onSleep?.()
  for (const body of events.wake) context.bodies.get(body)?.handlers.current.onWake?.()
}

function targetOf(context: InnerContext, rigidBody: Body, collider: Shape): EventTarget {
  const rigidBodyObject = context.bodies.get(rigidBody)?.object ?? context.physics.objectOf(rigidBody)?.mesh ?? null
  return { rigidBody, collider, rigidBodyObject, colliderObject: context.shapes.get(collider)?.object ?? rigidBodyObject }
}

/** Calls a side's handlers: the collider's, then the body's. */
function call(context: InnerContext, name: PairHandler, side: EventTarget, payload: () => IntersectionPayload): void {
  const listeners: (Listener | undefined)[] = [context.shapes.get(side.collider), context.bodies.get(side.rigidBody)]
  for (const listener of listeners) {
    const handler = listener?.handlers.current[name] as ((payload: IntersectionPayload) => void) | undefined
    handler?.(payload())
  }
}

function tellContact(context: InnerContext, event: ContactEvent): void {
  const a = targetOf(context, event.bodyA, event.shapeA)
  const b = targetOf(context, event.bodyB, event.shapeB)
  const { normal, points, impulse } = event
  const manifold: Manifold = { normal, points, impulse }
  const of = (target: EventTarget, other: EventTarget, flipped: boolean) => (): CollisionEnterPayload => ({ target, other, manifold, flipped })
  call(context, 'onCollisionEnter', a, of(a, b, false))
  call(context, 'onCollisionEnter', b, of(b, a, true))
}

function tellPair(context: InnerContext, name: PairHandler, event: PairEvent): void {
  const a = targetOf(context, event.bodyA, event.shapeA)
  const b = targetOf(context, event.bodyB, event.shapeB)
  call(context, name, a, () => ({ target: a, other: b }))
  call(context, name, b, () => ({ target: b, other: a }))
}

function tellSensor(context: InnerContext, name: PairHandler, event: SensorEvent): void {
  const a = targetOf(context, event.sensorBody, event.sensor)
  const b = targetOf(context, event.visitorBody, event.visitor)
  call(context, name, a, () => ({ target: a, other: b }))
  call(context, name, b, () => ({ target: b, other: a }))
}

function tellForce(context: InnerContext, event: ContactEvent, dt: number): void {
  const a = targetOf(context, event.bodyA, event.shapeA)
  const b = targetOf(context, event.bodyB, event.shapeB)
  const size = event.impulse / dt
  const { x, y, z } = event.normal
  // The normal leads from A to B: B is pushed along it.
  const of = (target: EventTarget, other: EventTarget, sign: number) => (): ContactForcePayload => ({
    target, other, totalForceMagnitude: size, totalForce: { x: sign * size * x, y: sign * size * y, z: sign * size * z },
  })
  call(context, 'onContactForce', a, of(a, b, -1))
  call(context, 'onContactForce', b, of(b, a, 1))
}
