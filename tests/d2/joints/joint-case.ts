/** What the shared joint suite (`joint-suite.ts`) needs to know of a kind of joint. They stand in `cases.ts`. */

import type { Body, Joint, World } from 'fulcrum-physics/2d'
import type { JointKind } from '../../../src/d2/joints/joint-kind.ts'

export interface JointCase {
  /** As in `joint.type`; variants add a word: 'distance, rope'. */
  readonly name: string
  readonly kind: JointKind
  /**
   * Joins two bodies where they stand, satisfied, without motors or springs that would move them. The suite puts A at the origin and B at
   * (1, 0), both unturned, unless `place` says otherwise; A may be null, the world.
   */
  create(world: World, bodyA: Body | null, bodyB: Body): Joint
  /** Where B must stand for `create` to make a satisfied joint. Default (1, 0). */
  readonly place?: { x: number; y: number }
  /** Can it carry the weight of B, A being static, gravity along −y? Default false. */
  readonly carries?: boolean
  /** Is a pose (see POSE offsets in joint-kind.ts) too close to where the mathematics is not smooth? The derivative check skips it. */
  isDegenerate?(pose: Float64Array): boolean
  /** It keeps momentum with both bodies free. Default true; false for kinds that are tied to the world, such as pulley or mouse. */
  readonly conserves?: boolean
  /** Comes back from 1 m and 170° off. Default true. */
  readonly recovers?: boolean
  /** Is it the same joint with its bodies exchanged, `create(world, B, A)` where they stand? Default true. */
  readonly swaps?: boolean
  /** Definitions that must be refused: text the error must contain, and the call. */
  readonly refused?: readonly { readonly says: RegExp; call(world: World, bodyA: Body, bodyB: Body): unknown }[]
}
