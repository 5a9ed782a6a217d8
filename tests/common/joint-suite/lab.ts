/**
 * What the joint suite sees of worlds, bodies and joints, whatever their dimension, and what each dimension does for it: `tests/d2/joints/lab.ts`,
 * `tests/d3/joints/lab.ts`.
 */

import type { AnyMeasure, JointWorld, KindMark } from '../../../src/common/joints/joint-world.ts'
import type { Softness } from '../../../src/common/joints/features.ts'
import type { WorldMemory } from '../../../src/common/memory/world-memory.ts'

export type Random = () => number

export interface AnyPoint {
  readonly x: number
  readonly y: number
}

export interface AnyBody {
  joints(): readonly AnyJoint[]
  readonly isAwake: boolean
  readonly isValid: boolean
  readonly isQuarantined: boolean
  readonly type: string
  readonly kineticEnergy: number
  readonly mass: number
  readonly position: AnyPoint
  readonly rotation: object | number
  linearVelocity: AnyPoint
  angularVelocity: object | number
  linearDamping: number
  angularDamping: number
  teleport(position: AnyPoint, rotation?: object | number): void
  localPoint(point: AnyPoint): AnyPoint
  worldPoint(point: AnyPoint): AnyPoint
  applyForce(force: AnyPoint): void
}

export interface AnyJoint {
  readonly id: number
  readonly world: AnyWorld
  readonly isValid: boolean
  readonly type: string
  readonly bodyA: AnyBody | null
  readonly bodyB: AnyBody
  readonly isBroken: boolean
  readonly anchorA: AnyPoint
  readonly anchorB: AnyPoint
  readonly reactionForce: AnyPoint
  readonly reactionTorque: object | number
  enabled: boolean
  breakForce: number
  breakTorque: number
  collideConnected: boolean
  softness: Softness | null
  destroy(): void
}

export interface AnyWorld {
  readonly bodies: Iterable<AnyBody>
  readonly joints: Iterable<AnyJoint>
  readonly jointCount: number
  readonly stats: { readonly contacts: number }
  readonly events: {
    readonly jointRemoved: readonly AnyJoint[]
    readonly jointBroken: readonly { readonly joint: AnyJoint; readonly force: number }[]
    readonly quarantined: readonly unknown[]
  }
  step(dt: number): void
  hash(): string
  snapshot(): Uint8Array
  restore(bytes: Uint8Array): void
  readPoses(out: Float64Array): unknown
  destroyBody(body: AnyBody): void
  destroyJoint(joint: AnyJoint): void
}

/** The tables behind a world. */
export interface AnyState extends JointWorld {
  readonly memory: WorldMemory
  readonly jointKinds: AnyKind[]
}

/** What `measure` needs is the same in both dimensions; the widths are not. */
export interface AnyKind extends KindMark {
  measure(pose: Float64Array, data: Float64Array, d: number, out: AnyMeasure, turns: Float64Array, t: number): void
}

/**
 * Questions that a kind may be let off. The reason stands in the title of the test that is registered instead, and that test fails as soon as the
 * kind passes: a reason cannot outlive what it excuses.
 */
export interface Exemptions {
  /** Carries the weight of B, A being static, gravity along −y. */
  readonly weight?: string
  /** Holds 20 times that weight, as made, and breaks under it at half of it. Not asked where the weight is not. */
  readonly strength?: string
  /** Keeps momentum and gains no energy with both bodies free. */
  readonly momentum?: string
  /** Moves the same with its bodies exchanged, `create(world, B, A)` where they stand. */
  readonly exchange?: string
  /** Comes back from 1 m and 170° off. */
  readonly recovery?: string
  /** Half a turn from where it is satisfied it is not satisfied again. */
  readonly mirror?: string
  /** The solver's K is J M⁻¹ Jᵀ. */
  readonly inertia?: string
}

/** What the suite must know of a kind of joint besides its mathematics. */
export interface AnyCase<World = AnyWorld, Body = AnyBody, Kind = AnyKind, Place = AnyPoint> {
  /** As in `joint.type`; variants add a word: 'distance, rope'. */
  readonly name: string
  readonly kind: Kind
  /**
   * Joins two bodies where they stand, satisfied, without motors or springs that would move them. The suite puts A at the origin and B 1 m from it
   * along x, both unturned, unless `place` says otherwise; A may be null, the world.
   */
  create(world: World, bodyA: Body | null, bodyB: Body): AnyJoint
  /** Where B must stand for `create` to make a satisfied joint. Default: 1 m along x. */
  readonly place?: Place
  /** Is a pose (see POSE offsets in joint-kind.ts) too close to where the mathematics is not smooth? The derivative check leaves it out. */
  isDegenerate?(pose: Float64Array): boolean
  readonly exempt?: Exemptions
  /** Definitions that must be refused: text the error must contain, and the call. */
  readonly refused?: readonly { readonly says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown }[]
}

export interface WorldSettings {
  clock?: () => number
  /** Default false. */
  sleeping?: boolean
  /** m/s² along −y. Default 0. */
  gravity?: number
}

export interface BodySettings {
  type?: 'static' | 'dynamic'
  mass?: number
  /** 1/s, of both velocities. */
  damping?: number
  /** The centre of mass is not the body's origin. */
  offCenter?: boolean
  lockedRotation?: boolean
  /** Touches nothing. */
  ghost?: boolean
}

export interface Momentum {
  linear: number[]
  /** About the origin of the world. */
  angular: number[]
  /** Sums of the bodies' own magnitudes: what differences are compared with. */
  linearScale: number
  angularScale: number
}

/** What the solver keeps of a joint's rows after a step. */
export interface SolvedRows {
  /** K⁻¹ of the rigid rows; of none if the joint took no part. */
  readonly inverse: readonly (readonly number[])[]
  /** Rows of friction: which coordinate, and J M⁻¹ Jᵀ that the rigid rows leave it. */
  readonly friction: readonly { readonly coordinate: number; readonly k: number }[]
}

/** A body of a random assembly. */
export interface BodySpec<Place = AnyPoint, Spin = object | number> {
  shape: string
  size: number
  mass: number
  /** Centre of mass, in the body. */
  center: Place
  velocity: Place
  spin: Spin
}

export interface Lab {
  /** Numbers of a place. */
  readonly dimensions: number
  /** Numbers of a pose, as in `readPoses`. */
  readonly poseSize: number
  /** Numbers of a body's velocity; a row of a Jacobian has twice as many. */
  readonly freedoms: number
  /** Where B stands by default. */
  readonly beside: AnyPoint
  /** Without gravity and without sleep unless told. */
  emptyWorld(settings?: WorldSettings): AnyWorld
  bodyA(world: AnyWorld, settings?: BodySettings): AnyBody
  bodyB(world: AnyWorld, joint: AnyCase, settings?: BodySettings): AnyBody
  /** Holds a body's origin to where it is in the world. */
  pin(world: AnyWorld, body: AnyBody): AnyJoint
  /** A velocity and a spin in random directions. */
  toss(body: AnyBody, random: Random, speed: number, spin: number): void
  /** Puts a body 1 m and 170° off. */
  misplace(body: AnyBody, random: Random, seed: number): void
  /** Momentum of all dynamic bodies. */
  momentumOf(world: AnyWorld): Momentum
  /** Throws if the tables of the world do not agree with each other after a step. */
  validateStep(world: AnyWorld): void

  /** Poses of A and B: A anywhere; B as the joint wants it, then turned by `angle` and shifted by up to `shift`. */
  posesOff(joint: AnyCase, random: Random, angle: number, shift: number): Float64Array
  posesAnywhere(random: Random): Float64Array
  /** Changes poses[o …] along velocity k of the body there, 0 … freedoms − 1. */
  displace(poses: Float64Array, o: number, k: number, by: number): void
  teleport(body: AnyBody, poses: Float64Array, o: number): void
  createMeasure(): AnyMeasure
  /** The pose a kind measures, of a joint where its bodies stand. */
  poseNow(state: AnyState, row: number): Float64Array
  /** The same of bodies with their centres of mass at their origins, into `pose`. */
  poseAt(poses: Float64Array, data: Float64Array, pose: Float64Array): void
  createPose(): Float64Array
  /** M⁻¹ of a body in world axes. */
  inverseMass(body: AnyBody): number[][]
  /** Leads both arms of a row to one place, as the solver does. */
  moveToCommonPoint(row: Float64Array, o: number, pose: Float64Array): void
  solvedRows(state: AnyState, joint: number): SolvedRows

  /** Random assemblies: what they are made of. */
  readonly shapes: readonly string[]
  /** Ranges that kinds offer; those that a kind does not have, or that are no ranges with it, are left out when it is made. */
  readonly ranges: readonly string[]
  readonly still: { readonly place: AnyPoint; readonly spin: object | number }
  /** Most energy that assemblies may seem to gain, relative to what was given to them. */
  readonly energyBound: number
  randomVector(random: Random, most: number): AnyPoint
  randomSpin(random: Random, most: number): object | number
  assembledBody(world: AnyWorld, spec: BodySpec, collide: boolean): AnyBody
  isRefusal(error: unknown): boolean
}

export interface Pair {
  world: AnyWorld
  a: AnyBody
  b: AnyBody
  joint: AnyJoint
}
