/**
 * Batches: islands that are solved alike. A batch is a range of solver bodies and a range of contact rows with one number of substeps
 * and one number of sweeps; batches share no movable body, so each runs its own substeps.
 */

import { SUBSTEP_FACTOR, SWEEPS, SWEEPS_OF_GROUPS } from '../tuning.ts'

/**
 * Classes of islands. Those of contacts are rungs of a ladder: each has more substeps than the one before; COLD, the last, more sweeps too.
 * The first is for islands at rest, the second for bodies in flight, the fourth at least for what moves or has new contacts.
 * (`docs/solver.md` has the table.)
 */
export const WHOLE_RUNG = 1
export const LIVELY_RUNG = 3
export const LAST_RUNG = 5
export const COLD = 6
export const LINKED = 7
export const JOINED = 8
export const STILL = 9
export const WHIRLING = 10
export const RESTING = 11
export const BATCH_COUNT = 12

/**
 * Colours per batch: pairs of dynamic bodies (all in the first where rows go by level), their overflow, then contacts with the immovable.
 */
export const COLOR_COUNT = 32
export const OVERFLOW_COLOR = 31
export const STATIC_COLOR = 32
export const COLOR_SLOTS = 33

export class Batches {
  /** Ranges of solver bodies: BATCH_COUNT + 1 starts; row 0 is the immovable, kinematic bodies come before the first batch. */
  readonly bodyStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** Ranges of contact rows by batch and colour. */
  readonly colorStart: Int32Array = new Int32Array(BATCH_COUNT * COLOR_SLOTS + 1)
  /** Ranges of rolling rows by batch. */
  readonly rollingStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** Ranges of following rows by batch: contact rows whose normals follow the bodies. */
  readonly followingStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** Ranges of joint rows by batch. */
  readonly jointStart: Int32Array = new Int32Array(BATCH_COUNT + 1)
  /** Rows with restitution, by batch: without them the impact pass is skipped. */
  readonly bouncy: Int32Array = new Int32Array(BATCH_COUNT)
  /** 1 after an impact pass that struck ahead of its moment: bodies have jumps to take. */
  struck = 0
  /** Following rows of the batch at hand that do not press: how many `impact` has listed. */
  loose = 0
  /** Bodies with locked linear axes, by batch. */
  readonly locked: Int32Array = new Int32Array(BATCH_COUNT)
  islandCount = 0
  /** Energy of the last two sweeps and the resulting β, per dense island. */
  energy: Float64Array = new Float64Array(64)
  lastEnergy: Float64Array = new Float64Array(64)
  beta: Float64Array = new Float64Array(64)
  /** Sweeps done in the last step, over all batches (statistics). */
  sweeps = 0

  substeps(batch: number, base: number): number {
    return Math.max(1, Math.round(base * SUBSTEP_FACTOR[batch]!))
  }

  /** `grouped`: all joints of the batch are solved directly. */
  sweepCount(batch: number, grouped: boolean): number {
    return (grouped ? SWEEPS_OF_GROUPS : SWEEPS)[batch]!
  }

  reserveIslands(count: number): void {
    if (this.beta.length >= count) return
    const length = Math.max(count, this.beta.length * 2)
    this.energy = new Float64Array(length)
    this.lastEnergy = new Float64Array(length)
    this.beta = new Float64Array(length)
  }

  rowStart(batch: number): number {
    return this.colorStart[batch * COLOR_SLOTS]!
  }

  rowEnd(batch: number): number {
    return this.colorStart[(batch + 1) * COLOR_SLOTS]!
  }
}
