/**
 * The motion of one shape over a step, as `time-of-impact.ts` understands it. Holds numbers; finds no collisions.
 *
 * Over t in [0, 1] the body's centre of mass moves in a straight line, c(t) = c0 + t (c1 − c0), and its orientation turns
 * about one fixed axis by the shorter way, q(t) = normalised (1 − t) q0 + t q1 (q1 negated where that is shorter). So a sweep
 * covers up to half a turn; what spins faster is swept in several pieces. The turning speed of this blend is not quite
 * constant (it peaks half way, by 5 % for a quarter of a turn); the bounds in `time-of-impact.ts` account for that exactly.
 */

import { quatNormalize, quatRotate, quatToMatrix } from '../math/quaternion.ts'

const blend = new Float64Array(4)
const local = new Float64Array(9)
const body = new Float64Array(9)

/** Make one per side and refill it; every field is written by the caller. */
export class Sweep {
  /** Centre of mass of the body at t = 0 and t = 1, world. */
  readonly c0: Float64Array = new Float64Array(3)
  readonly c1: Float64Array = new Float64Array(3)
  /** Orientation of the body at t = 0 and t = 1, unit quaternions x y z w. */
  readonly q0: Float64Array = Float64Array.of(0, 0, 0, 1)
  readonly q1: Float64Array = Float64Array.of(0, 0, 0, 1)
  /** The shape's centre relative to the centre of mass, in the body's axes. */
  readonly localOffset: Float64Array = new Float64Array(3)
  /** The shape's rotation relative to the body, unit quaternion x y z w. */
  readonly localRotation: Float64Array = Float64Array.of(0, 0, 0, 1)

  /** Pose of the shape at t: rotation matrix to rot[ro], and its centre minus c(t), in world axes, to arm[ao]. */
  orient(t: number, rot: Float64Array, ro: number, arm: Float64Array, ao: number): void {
    const { q0, q1, localOffset } = this
    const toward = q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3] < 0 ? -t : t
    for (let i = 0; i < 4; i++) blend[i] = (1 - t) * q0[i] + toward * q1[i]
    quatNormalize(blend, 0)
    quatRotate(blend, 0, localOffset[0], localOffset[1], localOffset[2], arm, ao)
    quatToMatrix(blend, 0, body, 0)
    quatToMatrix(this.localRotation, 0, local, 0)
    for (let row = 0; row < 9; row += 3) {
      const x = body[row]
      const y = body[row + 1]
      const z = body[row + 2]
      rot[ro + row] = x * local[0] + y * local[3] + z * local[6]
      rot[ro + row + 1] = x * local[1] + y * local[4] + z * local[7]
      rot[ro + row + 2] = x * local[2] + y * local[5] + z * local[8]
    }
  }
}
