/**
 * Loads of joints over time: the envelope of each, and which would break first.
 */

import { PhysicsError } from '../../common/errors.ts'
import type { AnyJoint } from './mechanism.ts'

/** The largest loads of a joint so far. */
export interface LoadEnvelope<Joint> {
  /** The joint; it may have broken since, or be gone. */
  joint: Joint
  /** Largest force, N. */
  force: number
  /** Index of the step in which that was, as `world.stepCount`. */
  forceStep: number
  /** Largest torque about the anchor, N m. */
  torque: number
  /** Index of the step in which that was. */
  torqueStep: number
  /** Largest share of its strength that was used, 1 where it breaks: of `breakForce` or of `breakTorque`. 0 if it cannot break. */
  use: number
  /** Index of the step in which it broke; −1 if it did not. */
  brokeAt: number
}

/** Notes loads step by step. */
export interface LoadRecorder<Joint> {
  /** Looks at all joints: call it after every step. */
  note(): void
  /** Envelopes of all joints that were seen, in the order in which they were first. */
  readonly envelopes: LoadEnvelope<Joint>[]
  /**
   * What breaks first: the joint that broke first, otherwise the one that used most of its strength; null if none can break. With all loads 1 / use
   * times as large it would break.
   */
  readonly weakest: LoadEnvelope<Joint> | null
  /** Forgets everything. */
  clear(): void
}

interface Loaded extends AnyJoint {
  readonly reactionForce: object
  readonly reactionTorque: object | number
  readonly breakForce: number
  readonly breakTorque: number
}

interface Steps {
  readonly joints: Iterable<Loaded>
  readonly stepCount: number
  readonly events: { readonly jointBroken: readonly { readonly joint: Loaded; readonly force: number; readonly torque: number }[] }
}

export function recordLoadsOf(world: Steps, World: abstract new (...made: never) => object): LoadRecorder<Loaded> {
  if (!(world instanceof World)) throw new PhysicsError('wrong-type', 'recordLoads.world', world, 'must be a world.')
  const found = new Map<Loaded, LoadEnvelope<Loaded>>()
  const see = (joint: Loaded, force: number, torque: number, broke: boolean): void => {
    let envelope = found.get(joint)
    if (envelope === undefined) {
      envelope = { joint, force: 0, forceStep: world.stepCount, torque: 0, torqueStep: world.stepCount, use: 0, brokeAt: -1 }
      found.set(joint, envelope)
    }
    if (force > envelope.force) {
      envelope.force = force
      envelope.forceStep = world.stepCount
    }
    if (torque > envelope.torque) {
      envelope.torque = torque
      envelope.torqueStep = world.stepCount
    }
    if (joint.isValid) envelope.use = Math.max(envelope.use, force / joint.breakForce, torque / joint.breakTorque)
    if (broke && envelope.brokeAt < 0) envelope.brokeAt = world.stepCount
  }
  return {
    note(): void {
      for (const joint of world.joints) see(joint, sizeOf(joint.reactionForce), sizeOf(joint.reactionTorque), false)
      for (const { joint, force, torque } of world.events.jointBroken) see(joint, force, torque, true)
    },
    get envelopes(): LoadEnvelope<Loaded>[] {
      return [...found.values()].map((envelope) => ({ ...envelope }))
    },
    get weakest(): LoadEnvelope<Loaded> | null {
      const broken = [...found.values()].filter(({ brokeAt }) => brokeAt >= 0)
      const order = (broken.length > 0 ? broken : [...found.values()]).sort((a, b) => a.brokeAt - b.brokeAt || b.use - a.use)
      return order.length > 0 && (order[0].use > 0 || order[0].brokeAt >= 0) ? { ...order[0] } : null
    },
    clear: () => found.clear(),
  }
}

function sizeOf(value: object | number): number {
  if (typeof value === 'number') return Math.abs(value)
  let sum = 0
  for (const part of Object.values(value) as number[]) sum += part * part
  return Math.sqrt(sum)
}
