/**
 * The shape of three's own physics addons: a function to wait for, and a simulation that runs by itself.
 */

import type { Object3D } from 'three'
import { FulcrumPhysics, type PhysicsOptions } from './fulcrum-physics.ts'

// The only clock of the package: whoever wants none calls `update` himself.
declare const performance: { now(): number }
declare function setInterval(call: () => void, milliseconds: number): unknown
declare function clearInterval(timer: unknown): void

/** Milliseconds between two updates, as the addons have it. */
const PERIOD_MS = 1000 / 60

class RunningPhysics extends FulcrumPhysics {
  /** ms. */
  private last = performance.now()
  private readonly interval: unknown

  constructor(scene?: Object3D | null, options?: PhysicsOptions) {
    super(scene, options)
    this.interval = setInterval(() => this.tick(), PERIOD_MS)
  }

  override dispose(): void {
    clearInterval(this.interval)
    super.dispose()
  }

  private tick(): void {
    const now = performance.now()
    this.update((now - this.last) / 1000)
    this.last = now
  }
}

/**
 * Physics that steps itself sixty times a second, as three's addons do: `import { startFulcrumPhysics as RapierPhysics }` is all that their examples
 * need. Nothing is loaded; there is nothing to wait for but the habit.
 */
export async function startFulcrumPhysics(scene?: Object3D | null, options?: PhysicsOptions): Promise<FulcrumPhysics> {
  return new RunningPhysics(scene, options)
}
