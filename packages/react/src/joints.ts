/**
 * Joints between bodies: one hook for all, hooks with the tuples that are known, and a component for each joint.
 */

import { useEffect, useRef, type Ref, type RefObject } from 'react'
import { Quaternion, Vector3 } from 'three'
import type {
  BallJoint as BallHandle, Body, DistanceJoint as DistanceHandle, FixedJoint as FixedHandle, HingeJoint as HingeHandle, SliderJoint as SliderHandle,
} from 'fulcrum-physics/3d'
import type { JointName, JointsByName } from 'fulcrum-physics/three'
import { useInner } from './context.ts'
import { useLatest } from './physics.ts'
import { assign } from './rigid-body.ts'
import { keyOf, toQuat, toVec3, type Rotation, type Vector } from './vectors.ts'

/** A body, or the ref of a `<RigidBody>`. */
export type BodyRef = RefObject<Body | null> | Body

/** A joint's definition without its bodies: anchors and axes as the engine has them, or as lists of three numbers. */
export type JointOptions<Name extends JointName> = Vectors<Omit<JointsByName[Name][0], 'bodyA' | 'bodyB'>>

/** Vectors may be lists, too. */
type Vectors<Definition> = { [Key in keyof Definition]: Definition[Key] | ListOf<Exclude<Definition[Key], undefined | null>> }

/** Three numbers for a vector, nothing for the rest. */
type ListOf<Value> = Value extends { x: number; y: number; z: number } ? readonly [number, number, number] : never

/** What is set on a joint that is there; anything else makes a new one. */
const LIVE = [
  'limit', 'motor', 'spring', 'friction', 'enabled', 'angleMotor', 'travelMotor', 'angleLimit', 'travelLimit', 'target', 'length',
] as const

function bodyOf(ref: BodyRef | null | undefined): Body | null {
  if (ref === null || ref === undefined) return null
  return 'current' in ref ? ref.current : ref
}

/** Lists of three numbers become vectors. */
function definitionOf(options: object): Record<string, unknown> {
  const isVector = (value: unknown): value is Vector => Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number')
  return Object.fromEntries(Object.entries(options).map(([key, value]: [string, unknown]) => [key, isVector(value) ? toVec3(value) : value]))
}

/**
 * Any joint of the engine between two bodies; `bodyA` null is the world. Limits, motors and springs may change from render to render; other
 * changes make a new joint. The ref is null before both bodies are there and after one is gone.
 */
export function useJoint<Name extends JointName>(
  name: Name, bodyA: BodyRef | null, bodyB: BodyRef, options: JointOptions<Name>, ref?: Ref<JointsByName[Name][1] | null>,
): RefObject<JointsByName[Name][1] | null> {
  const { physics } = useInner()
  const joint = useRef<JointsByName[Name][1] | null>(null)
  const latest = useLatest({ options, ref })
  const lasting = Object.fromEntries(Object.entries(options as object).filter(([key]) => !LIVE.includes(key as (typeof LIVE)[number])))
  const live = Object.fromEntries(Object.entries(options as object).filter(([key]) => LIVE.includes(key as (typeof LIVE)[number])))
  const said = useRef('')

  useEffect(() => {
    const b = bodyOf(bodyB)
    const a = bodyOf(bodyA)
    if (b === null || (a === null && bodyA !== null)) return
    const { current } = latest
    const made = physics.addJoint(name, { ...definitionOf(current.options as object), bodyA: a, bodyB: b } as never)
    joint.current = made
    said.current = keyOf(liveOf(current.options as object))
    assign(current.ref as Ref<object | null> | undefined, made)
    return () => {
      if (made.isValid) physics.removeJoint(made)
      joint.current = null
      assign(current.ref as Ref<object | null> | undefined, null)
    }
  }, [physics, name, bodyA, bodyB, latest, keyOf(lasting)])

  useEffect(() => {
    if (joint.current?.isValid !== true || said.current === keyOf(live)) return
    said.current = keyOf(live)
    for (const [key, value] of Object.entries(definitionOf(live))) if (key in joint.current) Object.assign(joint.current, { [key]: value })
  })

  return joint
}

function liveOf(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([key]) => LIVE.includes(key as (typeof LIVE)[number])))
}

/** A frame whose x lies along an axis. */
function frame(anchor: Vector, axis?: Vector): { position: { x: number; y: number; z: number }; rotation?: Quaternion } {
  const position = toVec3(anchor)
  if (axis === undefined) return { position }
  const { x, y, z } = toVec3(axis)
  return { position, rotation: new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), new Vector3(x, y, z).normalize()) }
}

/** A weld: anchors in m and rotations on both bodies, in their own axes. */
export function useFixedJoint(
  bodyA: BodyRef, bodyB: BodyRef, [anchorA, rotationA, anchorB, rotationB]: readonly [Vector, Rotation, Vector, Rotation],
): RefObject<FixedHandle | null> {
  const frameA = { position: toVec3(anchorA), rotation: toQuat(rotationA) }
  return useJoint('fixed', bodyA, bodyB, { frameA, frameB: { position: toVec3(anchorB), rotation: toQuat(rotationB) } })
}

/** Two anchors coincide, m, in the axes of each body. */
export function useSphericalJoint(bodyA: BodyRef, bodyB: BodyRef, [anchorA, anchorB]: readonly [Vector, Vector]): RefObject<BallHandle | null> {
  return useJoint('ball', bodyA, bodyB, { frameA: frame(anchorA), frameB: frame(anchorB) })
}

/** A hinge: anchors in m, an axis that both bodies have in their own axes, and angles between which it turns, rad. */
export function useRevoluteJoint(
  bodyA: BodyRef, bodyB: BodyRef, [anchorA, anchorB, axis, limits]: readonly [Vector, Vector, Vector, (readonly [number, number])?],
): RefObject<HingeHandle | null> {
  const limit = limits === undefined ? {} : { limit: { lower: limits[0], upper: limits[1] } }
  return useJoint('hinge', bodyA, bodyB, { frameA: frame(anchorA, axis), frameB: frame(anchorB, axis), ...limit })
}

/** A slider: anchors in m, an axis that both bodies have in their own axes, and travels between which it moves, m. */
export function usePrismaticJoint(
  bodyA: BodyRef, bodyB: BodyRef, [anchorA, anchorB, axis, limits]: readonly [Vector, Vector, Vector, (readonly [number, number])?],
): RefObject<SliderHandle | null> {
  const limit = limits === undefined ? {} : { limit: { lower: limits[0], upper: limits[1] } }
  return useJoint('slider', bodyA, bodyB, { frameA: frame(anchorA, axis), frameB: frame(anchorB, axis), ...limit })
}

/** A rope: anchors and its length, m. */
export function useRopeJoint(
  bodyA: BodyRef, bodyB: BodyRef, [anchorA, anchorB, length]: readonly [Vector, Vector, number],
): RefObject<DistanceHandle | null> {
  return useJoint('distance', bodyA, bodyB, { frameA: frame(anchorA), frameB: frame(anchorB), maxLength: length })
}

/** A spring: anchors and length at rest in m, stiffness in N/m, damping in N s/m. */
export function useSpringJoint(
  bodyA: BodyRef, bodyB: BodyRef, [anchorA, anchorB, length, stiffness, damping]: readonly [Vector, Vector, number, number, number],
): RefObject<DistanceHandle | null> {
  return useJoint('distance', bodyA, bodyB, { frameA: frame(anchorA), frameB: frame(anchorB), length, spring: { stiffness, damping } })
}

/** What a component of a joint may be told: the joint's definition, with refs of bodies. */
export type JointProps<Name extends JointName> = JointOptions<Name> & JointedBodies & {
  /** The joint; null before it is there and after it is gone. Default: none. */
  ref?: Ref<JointsByName[Name][1] | null>
}

/** Whom a joint joins. */
export interface JointedBodies {
  /** The first body. Left out or null: the world itself. */
  bodyA?: BodyRef | null
  /** The second body. */
  bodyB: BodyRef
}

/** A component for one joint. It draws nothing. */
export type JointComponent<Name extends JointName> = (props: JointProps<Name>) => null

function jointOf<Name extends JointName>(name: Name): JointComponent<Name> {
  return function JointOfPhysics({ bodyA = null, bodyB, ref, ...options }) {
    useJoint(name, bodyA, bodyB, options as unknown as JointOptions<Name>, ref)
    return null
  }
}

/** Two points coincide, every turn is free. */
export const BallJoint: JointComponent<'ball'> = /* @__PURE__ */ jointOf('ball')
/** One axis to turn about. */
export const HingeJoint: JointComponent<'hinge'> = /* @__PURE__ */ jointOf('hinge')
/** A hinge by two points of its axis. */
export const TwoPointHingeJoint: JointComponent<'twoPointHinge'> = /* @__PURE__ */ jointOf('twoPointHinge')
/** One axis to move along. */
export const SliderJoint: JointComponent<'slider'> = /* @__PURE__ */ jointOf('slider')
/** A weld. */
export const FixedJoint: JointComponent<'fixed'> = /* @__PURE__ */ jointOf('fixed')
/** A rod, a rope, a spring. */
export const DistanceJoint: JointComponent<'distance'> = /* @__PURE__ */ jointOf('distance')
/** One axis to move along and to turn about. */
export const CylindricalJoint: JointComponent<'cylindrical'> = /* @__PURE__ */ jointOf('cylindrical')
/** Turning moves along the axis. */
export const ScrewJoint: JointComponent<'screw'> = /* @__PURE__ */ jointOf('screw')
/** Two shafts under an angle. */
export const UniversalJoint: JointComponent<'universal'> = /* @__PURE__ */ jointOf('universal')
/** Two shafts that turn alike. */
export const ConstantVelocityJoint: JointComponent<'constantVelocity'> = /* @__PURE__ */ jointOf('constantVelocity')
/** A car wheel on its suspension. */
export const WheelJoint: JointComponent<'wheel'> = /* @__PURE__ */ jointOf('wheel')
/** Two cogwheels. */
export const GearJoint: JointComponent<'gear'> = /* @__PURE__ */ jointOf('gear')
/** A pinion and its rack. */
export const RackAndPinionJoint: JointComponent<'rackAndPinion'> = /* @__PURE__ */ jointOf('rackAndPinion')
/** A rope over two wheels. */
export const PulleyJoint: JointComponent<'pulley'> = /* @__PURE__ */ jointOf('pulley')
/** A point stays on a curve. */
export const PathJoint: JointComponent<'path'> = /* @__PURE__ */ jointOf('path')
/** A shoulder: swing and twist. */
export const SwingTwistJoint: JointComponent<'swingTwist'> = /* @__PURE__ */ jointOf('swingTwist')
/** The angle between two directions stays below a bound. */
export const ConeLimitJoint: JointComponent<'coneLimit'> = /* @__PURE__ */ jointOf('coneLimit')
/** A direction stays in a wedge. */
export const WedgeLimitJoint: JointComponent<'wedgeLimit'> = /* @__PURE__ */ jointOf('wedgeLimit')
/** The twist stays in a range. */
export const AngularLimitJoint: JointComponent<'angularLimit'> = /* @__PURE__ */ jointOf('angularLimit')
/** Two bodies look the same way. */
export const OrientationLockJoint: JointComponent<'orientationLock'> = /* @__PURE__ */ jointOf('orientationLock')
/** Six axes, each as you like. */
export const GenericJoint: JointComponent<'generic'> = /* @__PURE__ */ jointOf('generic')
/** Drives B relative to A. */
export const MotorJoint: JointComponent<'motor'> = /* @__PURE__ */ jointOf('motor')
/** Drags a point. */
export const MouseJoint: JointComponent<'mouse'> = /* @__PURE__ */ jointOf('mouse')
/** By its position error alone. */
export const CustomJoint: JointComponent<'custom'> = /* @__PURE__ */ jointOf('custom')
