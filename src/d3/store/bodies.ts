/**
 * The body table: the definition and state of rigid bodies, column by column. `body.ts` is the handle users hold.
 *
 * A row keeps its place for the body's life, so everything that refers to a body may store the row. The solver's part is gathered into
 * dense rows at the start of a step (`solver-bodies.ts`).
 */

import { f64, i32, type Schema, u8 } from '../../common/memory/schema.ts'

export {
  CAN_SLEEP, DYNAMIC, ENABLED, GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS, HAS_TARGET, KINEMATIC, QUARANTINED, STATIC, TARGET_MOTION,
} from '../../common/store/column-codes.ts'

export interface BodyColumns {
  generation: Int32Array
  alive: Uint8Array
  nextFree: Int32Array

  /** STATIC, KINEMATIC or DYNAMIC. */
  type: Uint8Array
  flags: Int32Array
  /** Bits 0–2: linear x y z; bits 3–5: angular x y z. A set bit is locked. */
  lockedAxes: Uint8Array
  linearDamping: Float64Array
  angularDamping: Float64Array
  gravityScale: Float64Array
  /** kg; of static bodies too, should they become dynamic. */
  mass: Float64Array
  /** Centre of mass in the body's frame. */
  localCenter: Float64Array
  /** Inertia about the centre of mass, body axes: xx yy zz xy xz yz. */
  inertia: Float64Array

  /** First shape row + 1, 0 = none; further ones by `shapes.nextOfBody`. */
  firstShape: Int32Array
  /** World position of the centre of mass. */
  x: Float64Array
  /** Orientation x y z w. */
  q: Float64Array
  /** Velocity of the centre of mass. */
  v: Float64Array
  /** Angular velocity, world axes. */
  w: Float64Array
  /** Accumulated until the next step. */
  force: Float64Array
  torque: Float64Array
  /** Pose a kinematic body shall have after the next step: x y z of the origin, quaternion. */
  target: Float64Array
  /** Seconds it has been slow. */
  slowTime: Float64Array
  /** Lasting tension of its joints, as a ratio to the limit that a substep can follow (`joints/solver/geometric-stiffness.ts`). */
  tension: Float64Array
  awake: Uint8Array
  /** Ring of the bodies that fell asleep together: next row, own row when alone. */
  sleepNext: Int32Array

  inverseMass: Float64Array
  /** Moments about the principal axes, and the rotation from principal to body axes. */
  principal: Float64Array
  principalAxes: Float64Array
  /** 1 if all three moments are alike: no gyroscopic motion. */
  round: Uint8Array
  /** The principal axis that free rotation is split by. */
  reference: Uint8Array
  /** Thickness of its thinnest shape; farthest point of any shape from the centre of mass. */
  size: Float64Array
  radius: Float64Array
  /** Motion of this step that contact margins cover; more is swept. */
  covered: Float64Array
  /** 1 if an enabled joint holds it; follows from the joints. */
  jointed: Uint8Array
  /** Pose at the start of the last step: interpolation, sweeps. */
  oldX: Float64Array
  oldQ: Float64Array
  /** Row in the solver's table during a step, 0 = immovable. */
  solver: Int32Array
  /** Root row of its island during a step. */
  island: Int32Array
}

export const BODY_SCHEMA: Schema<BodyColumns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  type: u8('def'),
  flags: i32('def'),
  lockedAxes: u8('def'),
  linearDamping: f64('def'),
  angularDamping: f64('def'),
  gravityScale: f64('def'),
  mass: f64('def'),
  localCenter: f64('def', 3),
  inertia: f64('def', 6),
  firstShape: i32('state'),
  x: f64('state', 3),
  q: f64('state', 4),
  v: f64('state', 3),
  w: f64('state', 3),
  force: f64('state', 3),
  torque: f64('state', 3),
  target: f64('state', 7),
  slowTime: f64('state'),
  tension: f64('state'),
  awake: u8('state'),
  sleepNext: i32('state'),
  inverseMass: f64('scratch'),
  principal: f64('scratch', 3),
  principalAxes: f64('scratch', 4),
  round: u8('scratch'),
  reference: u8('scratch'),
  size: f64('scratch'),
  radius: f64('scratch'),
  covered: f64('scratch'),
  jointed: u8('scratch'),
  oldX: f64('scratch', 3),
  oldQ: f64('scratch', 4),
  solver: i32('scratch'),
  island: i32('scratch'),
}
