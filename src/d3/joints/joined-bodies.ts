/** Which bodies a joint keeps from colliding. */

import type { WorldState } from '../world-state.ts'

/** Does an enabled joint keep the two bodies from colliding? */
export function isJoined(state: WorldState, a: number, b: number): boolean {
  return state.joinedBodies.find(Math.min(a, b), Math.max(a, b)) >= 0
}
