/**
 * Carriers of gears: what the axles of two wheels hang on. A gear whose angles are told from the world holds a carrier that turns to the world,
 * against its own hinges: it jams. Where the bearings are known when the gear is made, such a gear is refused.
 */

import { PhysicsError } from '../errors.ts'
import type { Table } from '../memory/world-memory.ts'
import { DYNAMIC, JOINT_ENABLED } from '../store/column-codes.ts'
import type { JointWorld } from './joint-world.ts'

/** Kinds that are bearings of a wheel, and kinds that keep what they hold from turning. */
const BEARINGS: ReadonlySet<string> = new Set(['hinge', 'pivot', 'two-point hinge', 'wheel'])
const CLAMPS: ReadonlySet<string> = new Set(['fixed', 'slider', 'orientation lock'])

interface CarrierWorld extends JointWorld {
  readonly bodies: JointWorld['bodies'] & Table<{ lockedAxes: Uint8Array }>
}

/** No bearing is known; the axle hangs on what stands still; the carrier turns. */
const UNKNOWN = 0
const STANDS = 1
const TURNS = 2

/**
 * Refuses a gear between wheels whose bearings are known, if one hangs on a body that may turn. Explicit frames are never refused, nor gears
 * from which common turning drops out (`even`). `rotations`: bits of `lockedAxes` that lock every rotation.
 */
export function refuseTurningCarrier(state: CarrierWorld, a: number, b: number, frame: unknown, even: boolean, rotations: number): void {
  if (frame !== undefined || even || a < 0 || b < 0) return
  const ofA = carrierOf(state, a, b, rotations)
  const ofB = carrierOf(state, b, a, rotations)
  if (ofA === UNKNOWN || ofB === UNKNOWN || (ofA === STANDS && ofB === STANDS)) return
  const advice =
    "is missing: an axle hangs on a dynamic body, which the gear would keep from turning. Give frame: 'axles', or 'world' if that is what you want."
  throw new PhysicsError('degenerate', 'gear.frame', frame, advice)
}

/** What the bearings of a wheel hang on; the gear's other wheel is none. */
function carrierOf(state: CarrierWorld, wheel: number, other: number, rotations: number): number {
  const { alive, flags, bodyA, bodyB, kind } = state.joints.columns
  const { type } = state.bodies.columns
  let found = UNKNOWN
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0 || (bodyA[j] !== wheel && bodyB[j] !== wheel)) continue
    if (!BEARINGS.has(state.jointKinds[kind[j]].name)) continue
    const carrier = bodyA[j] === wheel ? bodyB[j] : bodyA[j]
    if (carrier === other) continue
    if (carrier < 0 || type[carrier] !== DYNAMIC || !mayTurn(state, carrier, rotations)) return STANDS
    found = TURNS
  }
  return found
}

/** May a dynamic body turn? Not with locked rotation, nor clamped to what is not dynamic. */
function mayTurn(state: CarrierWorld, body: number, rotations: number): boolean {
  const { lockedAxes, type } = state.bodies.columns
  if ((lockedAxes[body] & rotations) === rotations) return false
  const { alive, flags, bodyA, bodyB, kind } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) {
    if (alive[j] === 0 || (flags[j] & JOINT_ENABLED) === 0 || (bodyA[j] !== body && bodyB[j] !== body)) continue
    const other = bodyA[j] === body ? bodyB[j] : bodyA[j]
    if ((other < 0 || type[other] !== DYNAMIC) && CLAMPS.has(state.jointKinds[kind[j]].name)) return false
  }
  return true
}
