/**
 * What every joint can do: the handle users hold.
 */

import { isCurrent } from '../../common/ids.ts'
import type { World } from '../world.ts'
import type { WorldState } from '../world-state.ts'

export class Joint {
  /** Stable number, never reused while the world lives. */
  readonly id: number
  readonly world: World
  /** Anything you like; the engine does not look at it. */
  userData: unknown
  protected readonly state: WorldState

  /** Joints are made by the world. */
  constructor(world: World, state: WorldState, id: number) {
    this.world = world
    this.state = state
    this.id = id
  }

  /** False once the joint or one of its bodies was destroyed. */
  get isValid(): boolean {
    return isCurrent(this.state.joints, this.id)
  }
}
