/**
 * Part `hinge-rotation`: the x axes of frames A and B point the same way. 2 rows.
 *
 * With a = x_A, b = x_B and θ the angle between them the error is the swing θ (a × b) / |a × b| along y_A and z_A:
 * C_y = −f z_A·b, C_z = f y_A·b, f = θ / sin θ. For u fixed in A and v in B: d(u·v)/dt = (u × v)·(ω_A − ω_B), so with c = a·b
 * J_B(C_y) = f z_A × b + f′ (z_A·b) (a × b), J_B(C_z) = −f y_A × b − f′ (y_A·b) (a × b), f′ = df/dc = (c f − 1) / (1 − c²); J_A = −J_B.
 * The plain form (z_A·b, y_A·b) is also satisfied by the mirror image b = −a; this one grows up to half a turn. At exactly half a turn any way
 * back is as good: y_A's is taken. Source: Chappuis 2.4, Hodges 17, Tamis 3.2.1.
 */

import { LOST_DIGITS } from '../../../common/math/rounding.ts'
import { atan2At } from '../../../common/math/deterministic-math.ts'
import { AXES_A, AXES_B, type Measure, ROW } from '../joint-kind.ts'

/** Rows `row` and `row` + 1. */
export function hingeRotationRows(pose: Float64Array, out: Measure, row: number): void {
  compareAxes(pose)
  writeSwing(pose, AXES_A + 6, -1, out.jacobian, row * ROW)
  out.error[row] = swing[0]
  writeSwing(pose, AXES_A + 3, 1, out.jacobian, (row + 1) * ROW)
  out.error[row + 1] = swing[0]
}

/** Their errors alone. */
export function hingeRotationErrors(pose: Float64Array, out: Measure, row: number): void {
  compareAxes(pose)
  setSwing(pose, AXES_A + 6, -1)
  out.error[row] = swing[0]
  setSwing(pose, AXES_A + 3, 1)
  out.error[row + 1] = swing[0]
}

/** Value of the last `swingRow`; then u·b of it. */
export const swing: Float64Array = new Float64Array(2)

/** a × b; then f, and f′ or OPPOSITE. */
const axes = new Float64Array(5)
const F = 3
const SLOPE = 4
const OPPOSITE = Infinity
const point = new Float64Array(2)

/** The swing sign · f · (u·b) with u (y_A or z_A) at pose[u …]; J at jacobian[o …]. */
export function swingRow(pose: Float64Array, u: number, sign: number, jacobian: Float64Array, o: number): void {
  compareAxes(pose)
  writeSwing(pose, u, sign, jacobian, o)
}

/** What the swings have in common. */
function compareAxes(pose: Float64Array): void {
  const ax = pose[AXES_A]
  const ay = pose[AXES_A + 1]
  const az = pose[AXES_A + 2]
  const bx = pose[AXES_B]
  const by = pose[AXES_B + 1]
  const bz = pose[AXES_B + 2]
  const nx = ay * bz - az * by
  const ny = az * bx - ax * bz
  const nz = ax * by - ay * bx
  const c = ax * bx + ay * by + az * bz
  const s = Math.sqrt(nx * nx + ny * ny + nz * nz)
  axes[0] = nx
  axes[1] = ny
  axes[2] = nz
  if (s > 1e-4) {
    setAngle(s, c)
    const f = axes[F] / s
    axes[F] = f
    axes[SLOPE] = (c * f - 1) / (s * s)
  } else if (c < 0) {
    setAngle(s, c)
    axes[F] = s > LOST_DIGITS ? axes[F] / s : 0
    axes[SLOPE] = OPPOSITE
  } else {
    // θ²/6 and (2/15)·θ² are what is left of the series.
    axes[F] = 1 + (s * s) / 6
    axes[SLOPE] = -1 / 3 - (2 / 15) * s * s
  }
}

/** The angle of sine s and cosine c, into the place of f. */
function setAngle(s: number, c: number): void {
  point[0] = s
  point[1] = c
  atan2At(point, 0, axes, F)
}

function setSwing(pose: Float64Array, u: number, sign: number): void {
  const along = pose[u] * pose[AXES_B] + pose[u + 1] * pose[AXES_B + 1] + pose[u + 2] * pose[AXES_B + 2]
  swing[1] = along
  // Opposite: half a turn about whichever axis; y_A's row gets it all.
  if (axes[F] === 0) swing[0] = u === AXES_A + 6 ? Math.PI : 0
  else swing[0] = sign * axes[F] * along
}

/** J at jacobian[o …] and the swing, after `compareAxes`. */
function writeSwing(pose: Float64Array, u: number, sign: number, jacobian: Float64Array, o: number): void {
  setSwing(pose, u, sign)
  if (axes[SLOPE] === OPPOSITE) {
    for (let k = 0; k < 3; k++) {
      const g = pose[AXES_A + (u === AXES_A + 6 ? 3 : 6) + k]
      jacobian[o + k] = 0
      jacobian[o + 3 + k] = -g
      jacobian[o + 6 + k] = 0
      jacobian[o + 9 + k] = g
    }
    return
  }
  const f = axes[F]
  const slope = axes[SLOPE]
  const nx = axes[0]
  const ny = axes[1]
  const nz = axes[2]
  const bx = pose[AXES_B]
  const by = pose[AXES_B + 1]
  const bz = pose[AXES_B + 2]
  const ux = pose[u]
  const uy = pose[u + 1]
  const uz = pose[u + 2]
  const along = swing[1]
  // d(u·b) = −(u × b)·(ω_B − ω_A), dc = −(a × b)·(ω_B − ω_A).
  const gx = -sign * (f * (uy * bz - uz * by) + slope * along * nx)
  const gy = -sign * (f * (uz * bx - ux * bz) + slope * along * ny)
  const gz = -sign * (f * (ux * by - uy * bx) + slope * along * nz)
  jacobian[o] = 0
  jacobian[o + 1] = 0
  jacobian[o + 2] = 0
  jacobian[o + 3] = -gx
  jacobian[o + 4] = -gy
  jacobian[o + 5] = -gz
  jacobian[o + 6] = 0
  jacobian[o + 7] = 0
  jacobian[o + 8] = 0
  jacobian[o + 9] = gx
  jacobian[o + 10] = gy
  jacobian[o + 11] = gz
}
