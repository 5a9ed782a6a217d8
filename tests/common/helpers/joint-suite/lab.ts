/**
 * The joint suite without coordinates: what its tests see of worlds, bodies and joints in two and three dimensions, and what each dimension does for
 * them (`tests/d3/joints/suite/lab.ts`).
 */

import type { KindMark, JointWorld } from '../../../../src/common/joints/joint-world.ts'
import type { Softness } from '../../../../src/common/joints/features.ts'
import type { WorldMemory } from '../../../../src/common/memory/world-memory.ts'

export const DT: number = 1 / 60
export const GRAVITY = 9.81
export const MASS_A = 2
export const MASS_B = 3

export interface AnyPoint {
  readonly x: number
  readonly y: number
}

export interface AnyBody {
  readonly joints: readonly AnyJoint[]
  readonly isAwake: boolean
  readonly isValid: boolean
  readonly isQuarantined: boolean
  readonly type: string
  readonly kineticEnergy: number
  readonly position: AnyPoint
  readonly rotation: object | number
  readonly linearVelocity: AnyPoint
  readonly angularVelocity: object | number
}

export interface AnyJoint {
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
  }
  step(dt: number): void
  hash(): string
  snapshot(): Uint8Array
  restore(bytes: Uint8Array): void
}

/** What the suite must know of a kind of joint besides its mathematics. */
export interface AnyCase<World, Body> {
  /** As in `joint.type`; variants add a word: 'distance, rope'. */
  readonly name: string
  readonly kind: KindMark
  create(world: World, bodyA: Body | null, bodyB: Body): AnyJoint
  /** Definitions that must be refused: text the error must contain, and the call. */
  readonly refused?: readonly { readonly says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown }[]
}

export interface AnyPair<World, Body> {
  world: World
  a: Body
  b: Body
  joint: AnyJoint
}

export interface Lab<World extends AnyWorld, Body extends AnyBody, Case extends AnyCase<World, Body>> {
  /** Without gravity, and without sleep unless told. */
  emptyWorld(options?: { clock?: () => number; sleeping?: boolean }): World
  bodyA(world: World, more?: { type?: 'static' }): Body
  bodyB(world: World, joint: Case, more?: { type?: 'static' }): Body
  /** The case's joint between two bodies, satisfied. */
  makePair(joint: Case): AnyPair<World, Body>
  /** The same under gravity, A static. */
  hangingPair(joint: Case, damping: number): AnyPair<World, Body>
  /** The same without gravity, both moving and turning. */
  spinningPair(joint: Case): AnyPair<World, Body>
  /** Puts both bodies elsewhere, turned; returns how far each anchor is from where its body has taken it. */
  carryAnchors(pair: AnyPair<World, Body>): number[]
  /** Puts B where it overlaps A. */
  overlap(pair: AnyPair<World, Body>): void
  destroyBody(world: World, body: Body): void
  destroyJoint(world: World, joint: AnyJoint): void
  /** Can it carry the weight of B, A being static? */
  carries(joint: Case): boolean
  stateOf(world: World): JointWorld & { readonly memory: WorldMemory }
}

export function run(world: AnyWorld, steps: number, each?: (step: number) => void): void {
  for (let step = 0; step < steps; step++) {
    world.step(DT)
    each?.(step)
  }
}

export function worse(a: number, b: number): number {
  return b > a || Number.isNaN(b) ? b : a
}

export function everythingIsFinite(world: AnyWorld): boolean {
  for (const { isQuarantined, position, rotation, linearVelocity, angularVelocity } of world.bodies) {
    if (isQuarantined || ![position, rotation, linearVelocity, angularVelocity].flatMap(numbersOf).every(Number.isFinite)) return false
  }
  for (const { reactionForce, reactionTorque } of world.joints) {
    if (![reactionForce, reactionTorque].flatMap(numbersOf).every(Number.isFinite)) return false
  }
  return true
}

/** Of a vector, a rotation, or a number. */
export function numbersOf(value: object | number): number[] {
  return typeof value === 'number' ? [value] : Object.values(value)
}

export function kineticEnergy(world: AnyWorld): number {
  let sum = 0
  for (const body of world.bodies) if (body.type === 'dynamic') sum += body.kineticEnergy
  return sum
}
