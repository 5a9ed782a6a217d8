/**
 * Creeping springs: a coordinate that its damper lets go to its rest at a rate r = stiffness / damping has |v| / r left to go. With a rate of seconds
 * and more it is slow long before it is there: a door with a closer would sleep ajar.
 */

import { ACTIVE, BY_HERTZ, FEATURE_STRIDE, HAS_SPRING, SPRING_FIRST, SPRING_MODE, SPRING_SECOND } from '../joints/joint-codes.ts'
import { coordinatesOf, type JointWorld } from '../joints/joint-world.ts'
import type { Table } from '../memory/world-memory.ts'
import { CLOSING_SHARE, SLEEP_SECONDS } from '../tuning.ts'
import { slowSquare } from './sleep.ts'

export interface CreepingWorld extends JointWorld {
  readonly bodies: JointWorld['bodies'] & Table<{
    v: Float64Array
    w: Float64Array
    radius: Float64Array
    size: Float64Array
    linearDamping: Float64Array
    angularDamping: Float64Array
    slowTime: Float64Array
  }>
  readonly jointRows: Table<{ joint: Int32Array }>
}

/** Stops the slow time of bodies on springs that creep: further to go than the sleeping speed leads until they sleep. */
export function keepCreepingAwake(state: CreepingWorld): void {
  const { joint } = state.jointRows.columns
  const { bodyA, bodyB, features, kind } = state.joints.columns
  const most = coordinatesOf(state)
  for (let r = 0; r < state.jointRows.count; r++) {
    const j = joint[r]
    const { length } = state.jointKinds[kind[j]].coordinates
    for (let c = 0; c < length; c++) {
      const f = (j * most + c) * FEATURE_STRIDE
      if ((features[f + ACTIVE] & HAS_SPRING) === 0) continue
      const first = features[f + SPRING_FIRST]
      const second = features[f + SPRING_SECOND]
      const rate = features[f + SPRING_MODE] === BY_HERTZ ? (Math.PI * first) / second : first / second
      // What comes nearer by less than this in a step will take hours.
      if (!(rate * SLEEP_SECONDS < 1) || rate * state.dt < CLOSING_SHARE) continue
      if (bodyA[j] >= 0) stopSlowTime(state, bodyA[j], rate)
      stopSlowTime(state, bodyB[j], rate)
    }
  }
}

/** If the body is not slow by the share of the sleeping speed that this rate leaves. */
function stopSlowTime(state: CreepingWorld, body: number, rate: number): void {
  const bodies = state.bodies.columns
  const { v: linear, w: angular } = state.bodies.schema
  let speed = 0
  for (let k = body * angular.width; k < (body + 1) * angular.width; k++) speed += bodies.w[k] * bodies.w[k]
  speed *= bodies.radius[body] * bodies.radius[body]
  for (let k = body * linear.width; k < (body + 1) * linear.width; k++) speed += bodies.v[k] * bodies.v[k]
  const share = rate * SLEEP_SECONDS
  if (speed > slowSquare(bodies, body) * share * share) bodies.slowTime[body] = Math.max(0, bodies.slowTime[body] - state.dt)
}
