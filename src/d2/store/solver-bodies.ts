/**
 * Solver bodies: a row for every awake body of the step, dense, ordered by batch, gathered at the start of the step and scattered at its
 * end. Row 0 stands for everything that cannot move.
 *
 * A velocity row carries the masses with it, so that a constraint reads one place per body. Kinematic bodies have rows too, with zero
 * inverse mass and inertia: constraints see how they move and cannot change it.
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'
import { SMALL_TURN } from '../../common/math/rounding.ts'
import { setTurn } from '../math/rotation.ts'

/** Doubles per velocity row: v x y, w, inverse mass, inverse inertia, mass. */
export const VELOCITY_STRIDE = 6

/** Doubles of `moved`. */
export const MOVED_STRIDE = 5

/** `struckAt` of a body that no blow has met in this substep. */
export const NOT_STRUCK: number = -Infinity

/** Bits of `kind`. */
export const HAS_MASS = 1
export const LINEAR_LOCKS = 2
export const DAMPED = 4

export interface SolverBodyColumns {
  /** Row in the body table. */
  body: Int32Array
  kind: Uint8Array
  lockedAxes: Uint8Array
  /** Dense number of its island. */
  island: Int32Array
  /** Contacts from the ground, 0 = none found. */
  level: Int32Array
  velocity: Float64Array
  /** Warm start: the velocity change by the stored impulses in one substep. */
  warm: Float64Array
  /** Velocity after the kick, before impulses. */
  kicked: Float64Array
  /** Velocity before the kick, where there are joints. */
  entered: Float64Array
  /** Velocity before the last sweep, and the search direction (conjugate gradient over sweeps). */
  before: Float64Array
  direction: Float64Array
  /** Pseudo-velocities of the push-out, cleared by the drift; only the first three of a row are used. */
  pseudo: Float64Array
  /** Displacement and turn of the next drift that make up for blows struck before their moment; zeros elsewhere. */
  jump: Float64Array
  /** When it was struck last, seconds from the substep's start, NOT_STRUCK if it was not; and what its stored impulses gave it then. */
  struckAt: Float64Array
  /** 1: struck in the impact stage of this substep. */
  hit: Uint8Array
  support: Float64Array
  /** Displacement by the push-out since the start of the step. */
  pushed: Float64Array
  /** External acceleration, linear and angular. */
  external: Float64Array
  /** Damping coefficients, linear and angular. */
  damping: Float64Array
  /** Since the start of the step: displacement of the centre x y, turn, and of the turn cosine − 1 and sine. */
  moved: Float64Array
  /** The same at the end of the substep, if the velocities of this moment last; where there are joints. */
  ahead: Float64Array
  /** Length of the displacement since the start of the step, size of the turn. */
  travel: Float64Array
  /** Geometric stiffness θ h Σ r·P, where there are joints (`geometric-stiffness.ts`). */
  stiff: Float64Array
  /** Angular compliance with its joints at the start of the step, where joints have tension. */
  compliance: Float64Array
  /** 1 if geometric stiffness adds to its inertia now. */
  stiffened: Uint8Array
}

export const SOLVER_BODY_SCHEMA: Schema<SolverBodyColumns> = {
  body: i32('scratch'),
  kind: u8('scratch'),
  lockedAxes: u8('scratch'),
  island: i32('scratch'),
  level: i32('scratch'),
  velocity: f64('scratch', VELOCITY_STRIDE),
  warm: f64('scratch', 3),
  kicked: f64('scratch', 3),
  entered: f64('scratch', 3),
  before: f64('scratch', 3),
  direction: f64('scratch', 3),
  pseudo: f64('scratch', VELOCITY_STRIDE),
  jump: f64('scratch', 3),
  struckAt: f64('scratch'),
  hit: u8('scratch'),
  support: f64('scratch', 3),
  pushed: f64('scratch', 2),
  external: f64('scratch', 3),
  damping: f64('scratch', 2),
  moved: f64('scratch', MOVED_STRIDE),
  travel: f64('scratch', 2),
  ahead: f64('scratch', MOVED_STRIDE),
  stiff: f64('scratch'),
  compliance: f64('scratch'),
  stiffened: u8('scratch'),
}

/** Cosine − 1 and sine of the turns since the step's start. Most are small. */
export function recordTurns(moved: Float64Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const m = i * MOVED_STRIDE
    const angle = moved[m + 2]
    if (angle <= SMALL_TURN && angle >= -SMALL_TURN) {
      const z = angle * angle
      moved[m + 3] = -z * (1 / 2 - z * (1 / 24 - z * (1 / 720 - z * (1 / 40320))))
      moved[m + 4] = angle - angle * z * (1 / 6 - z * (1 / 120 - z * (1 / 5040 - z * (1 / 362880))))
    } else setTurn(angle, moved, m + 3)
  }
}
