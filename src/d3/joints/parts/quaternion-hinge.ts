/**
 * Part `quaternion-hinge`: the x axes of the frames agree, told from the relative quaternion. 2 rows.
 *
 * q = q̄_A q_B = swing · twist, the twist about x. With n = √(x² + w²) the swing's parts are s_y = (w y − x z) / n, s_z = (w z + x y) / n and
 * s_w = n ≥ 0. C = 2 (s_y, s_z): |C| = 2 sin(θ/2), so no mirror image. J follows from q̇ = ½ ω q and n ṅ = x ẋ + w ẇ, written out below.
 * Degenerate at half a turn of swing (n = 0).
 * Source: Hodges 17, Tamis 3.2.4 (docs/errata.md: X must be transposed there).
 */

import { type Measure, ROW } from '../joint-kind.ts'
import { relative, rotationRow, setRelative } from './relative-rotation.ts'

/** Rows `row` and `row` + 1. */
export function quaternionHingeRows(pose: Float64Array, out: Measure, row: number): void {
  setRelative(pose)
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const n = Math.sqrt(x * x + w * w)
  if (n < 1e-9) {
    out.error[row] = 2 * y
    out.error[row + 1] = 2 * z
    rotationRow(pose, 0, 1, 0, out.jacobian, row * ROW)
    rotationRow(pose, 0, 0, 1, out.jacobian, (row + 1) * ROW)
    return
  }
  const py = w * y - x * z
  const pz = w * z + x * y
  out.error[row] = (2 * py) / n
  out.error[row + 1] = (2 * pz) / n
  // Twice the derivatives of x, y, z, w by ω: rows of ω q.
  const inverse = 1 / n
  for (let i = 0; i < 3; i++) {
    const dx = i === 0 ? w : i === 1 ? z : -y
    const dy = i === 0 ? -z : i === 1 ? w : x
    const dz = i === 0 ? y : i === 1 ? -x : w
    const dw = i === 0 ? -x : i === 1 ? -y : -z
    const dn = (x * dx + w * dw) * inverse
    gy[i] = (dw * y + w * dy - dx * z - x * dz - py * inverse * dn) * inverse
    gz[i] = (dw * z + w * dz + dx * y + x * dy - pz * inverse * dn) * inverse
  }
  rotationRow(pose, gy[0], gy[1], gy[2], out.jacobian, row * ROW)
  rotationRow(pose, gz[0], gz[1], gz[2], out.jacobian, (row + 1) * ROW)
}

const gy = new Float64Array(3)
const gz = new Float64Array(3)
