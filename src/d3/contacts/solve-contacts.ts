/**
 * One sweep over a range of contact rows: each manifold's normals as an exact block, then its friction as one ellipsoid over two
 * tangents and the twist, at the centre of pressure. The hottest code of the engine: scalars only.
 *
 * Normals: u = J v + bias; find Δ with u + K̃Δ ≥ 0, λ + Δ ≥ 0, complementary. Usually all points press and one product with K̃⁻¹ does it.
 * Friction: try f* = f − K⁻¹v; inside the ellipsoid |f*|² + (τ* / r)² ≤ (μN)² it is right. Outside, one projected-gradient step; scaling
 * K⁻¹v back would turn a sliding plank from its heading.
 */

import { VELOCITY_STRIDE } from '../solver-bodies.ts'
import { blockQ, blockX, solveBlock } from './block-normals.ts'
import {
  BIAS,
  BIAS_TANGENT,
  BIAS_TWIST,
  COLD_STRIDE,
  FRICTION,
  HOT_STRIDE,
  J_NORMAL,
  J_TANGENT,
  J_TWIST,
  K_BLOCK,
  K_INVERSE,
  K_TANGENT,
  MASS_A,
  MASS_B,
  NORMAL,
  TANGENT1,
  TANGENT2,
  TANGENT_STEP,
  TWIST_INVERSE,
  TWIST_K,
  TWIST_RADIUS,
  type ContactRowColumns,
} from './contact-rows.ts'

/**
 * `accelerate` 1: apply the search direction first (λ += β p, p = β p + last change) and remember this sweep's change.
 * Bodies have had the same step already.
 */
export function solveContacts(
  rows: ContactRowColumns,
  velocity: Float64Array,
  from: number,
  to: number,
  accelerate: boolean,
  beta: Float64Array,
): void {
  const { hot, cold, impulse, change, direction, bodyA, bodyB, count, active, open, island } = rows
  for (let r = from; r < to; r++) {
    const o = r * HOT_STRIDE
    const l = r * 8
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const n = count[r]
    let ux = velocity[a + 3]
    let uy = velocity[a + 4]
    let uz = velocity[a + 5]
    let wx = velocity[b + 3]
    let wy = velocity[b + 4]
    let wz = velocity[b + 5]
    // Only the relative linear velocity matters until the very end.
    let vx = velocity[b] - velocity[a]
    let vy = velocity[b + 1] - velocity[a + 1]
    let vz = velocity[b + 2] - velocity[a + 2]
    const mA = hot[o + MASS_A]
    const mB = hot[o + MASS_B]
    const mass = mA + mB

    if (accelerate) {
      const step = beta[island[r]]
      for (let c = 0; c < 7; c++) {
        const p = step * direction[l + c]
        impulse[l + c] += p
        direction[l + c] = p + change[l + c]
      }
    }

    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const nz = hot[o + NORMAL + 2]
    const vn = nx * vx + ny * vy + nz * vz
    const l0 = impulse[l]
    let d0 = 0
    let d1 = 0
    let d2 = 0
    let d3 = 0
    const j0 = o + J_NORMAL
    const u0 =
      vn + hot[o + BIAS] + hot[j0 + 3] * wx + hot[j0 + 4] * wy + hot[j0 + 5] * wz - hot[j0] * ux - hot[j0 + 1] * uy - hot[j0 + 2] * uz
    if (n === 1) {
      d0 = -hot[o + K_INVERSE] * u0
      if (l0 + d0 < 0 || open[r] !== 0) d0 = -l0
    } else {
      const j1 = j0 + 6
      const l1 = impulse[l + 1]
      const u1 =
        vn +
        hot[o + BIAS + 1] +
        hot[j1 + 3] * wx +
        hot[j1 + 4] * wy +
        hot[j1 + 5] * wz -
        hot[j1] * ux -
        hot[j1 + 1] * uy -
        hot[j1 + 2] * uz
      const i = o + K_INVERSE
      if (n === 2) {
        d0 = -hot[i] * u0 - hot[i + 1] * u1
        d1 = -hot[i + 1] * u0 - hot[i + 2] * u1
        if (l0 + d0 < 0 || l1 + d1 < 0 || open[r] !== 0) {
          const k = r * COLD_STRIDE + K_BLOCK
          blockQ[0] = u0 - cold[k] * l0 - cold[k + 1] * l1
          blockQ[1] = u1 - cold[k + 1] * l0 - cold[k + 2] * l1
          active[r] = solveBlock(cold, k, 2, active[r], open[r])
          d0 = blockX[0] - l0
          d1 = blockX[1] - l1
        }
      } else {
        const j2 = j1 + 6
        const l2 = impulse[l + 2]
        const u2 =
          vn +
          hot[o + BIAS + 2] +
          hot[j2 + 3] * wx +
          hot[j2 + 4] * wy +
          hot[j2 + 5] * wz -
          hot[j2] * ux -
          hot[j2 + 1] * uy -
          hot[j2 + 2] * uz
        if (n === 3) {
          d0 = -hot[i] * u0 - hot[i + 1] * u1 - hot[i + 3] * u2
          d1 = -hot[i + 1] * u0 - hot[i + 2] * u1 - hot[i + 4] * u2
          d2 = -hot[i + 3] * u0 - hot[i + 4] * u1 - hot[i + 5] * u2
          if (l0 + d0 < 0 || l1 + d1 < 0 || l2 + d2 < 0 || open[r] !== 0) {
            const k = r * COLD_STRIDE + K_BLOCK
            blockQ[0] = u0 - cold[k] * l0 - cold[k + 1] * l1 - cold[k + 3] * l2
            blockQ[1] = u1 - cold[k + 1] * l0 - cold[k + 2] * l1 - cold[k + 4] * l2
            blockQ[2] = u2 - cold[k + 3] * l0 - cold[k + 4] * l1 - cold[k + 5] * l2
            active[r] = solveBlock(cold, k, 3, active[r], open[r])
            d0 = blockX[0] - l0
            d1 = blockX[1] - l1
            d2 = blockX[2] - l2
          }
        } else {
          const j3 = j2 + 6
          const l3 = impulse[l + 3]
          const u3 =
            vn +
            hot[o + BIAS + 3] +
            hot[j3 + 3] * wx +
            hot[j3 + 4] * wy +
            hot[j3 + 5] * wz -
            hot[j3] * ux -
            hot[j3 + 1] * uy -
            hot[j3 + 2] * uz
          d0 = -hot[i] * u0 - hot[i + 1] * u1 - hot[i + 3] * u2 - hot[i + 6] * u3
          d1 = -hot[i + 1] * u0 - hot[i + 2] * u1 - hot[i + 4] * u2 - hot[i + 7] * u3
          d2 = -hot[i + 3] * u0 - hot[i + 4] * u1 - hot[i + 5] * u2 - hot[i + 8] * u3
          d3 = -hot[i + 6] * u0 - hot[i + 7] * u1 - hot[i + 8] * u2 - hot[i + 9] * u3
          if (l0 + d0 < 0 || l1 + d1 < 0 || l2 + d2 < 0 || l3 + d3 < 0 || open[r] !== 0) {
            const k = r * COLD_STRIDE + K_BLOCK
            blockQ[0] = u0 - cold[k] * l0 - cold[k + 1] * l1 - cold[k + 3] * l2 - cold[k + 6] * l3
            blockQ[1] = u1 - cold[k + 1] * l0 - cold[k + 2] * l1 - cold[k + 4] * l2 - cold[k + 7] * l3
            blockQ[2] = u2 - cold[k + 3] * l0 - cold[k + 4] * l1 - cold[k + 5] * l2 - cold[k + 8] * l3
            blockQ[3] = u3 - cold[k + 6] * l0 - cold[k + 7] * l1 - cold[k + 8] * l2 - cold[k + 9] * l3
            active[r] = solveBlock(cold, k, 4, active[r], open[r])
            d0 = blockX[0] - l0
            d1 = blockX[1] - l1
            d2 = blockX[2] - l2
            d3 = blockX[3] - l3
          }
          impulse[l + 3] = l3 + d3
          ux -= hot[j3] * d3
          uy -= hot[j3 + 1] * d3
          uz -= hot[j3 + 2] * d3
          wx += hot[j3 + 3] * d3
          wy += hot[j3 + 4] * d3
          wz += hot[j3 + 5] * d3
        }
        impulse[l + 2] = l2 + d2
        ux -= hot[j2] * d2
        uy -= hot[j2 + 1] * d2
        uz -= hot[j2 + 2] * d2
        wx += hot[j2 + 3] * d2
        wy += hot[j2 + 4] * d2
        wz += hot[j2 + 5] * d2
      }
      impulse[l + 1] = l1 + d1
      ux -= hot[j1] * d1
      uy -= hot[j1 + 1] * d1
      uz -= hot[j1 + 2] * d1
      wx += hot[j1 + 3] * d1
      wy += hot[j1 + 4] * d1
      wz += hot[j1 + 5] * d1
    }
    impulse[l] = l0 + d0
    ux -= hot[j0] * d0
    uy -= hot[j0 + 1] * d0
    uz -= hot[j0 + 2] * d0
    wx += hot[j0 + 3] * d0
    wy += hot[j0 + 4] * d0
    wz += hot[j0 + 5] * d0
    // Total linear impulse on B of this visit; A gets the opposite.
    const pressed = d0 + d1 + d2 + d3
    let px = nx * pressed
    let py = ny * pressed
    let pz = nz * pressed
    vx += px * mass
    vy += py * mass
    vz += pz * mass

    const f1 = impulse[l + 4]
    const f2 = impulse[l + 5]
    const twist = impulse[l + 6]
    const s0 = impulse[l]
    const s1 = impulse[l + 1]
    const s2 = impulse[l + 2]
    const s3 = impulse[l + 3]
    const normal = s0 + s1 + s2 + s3
    const limit = hot[o + FRICTION] * normal
    let g1 = 0
    let g2 = 0
    let g3 = 0
    if (limit > 0) {
      const t = o + J_TANGENT
      const w1 =
        hot[o + BIAS_TANGENT] +
        hot[o + TANGENT1] * vx +
        hot[o + TANGENT1 + 1] * vy +
        hot[o + TANGENT1 + 2] * vz +
        hot[t + 3] * wx +
        hot[t + 4] * wy +
        hot[t + 5] * wz -
        hot[t] * ux -
        hot[t + 1] * uy -
        hot[t + 2] * uz
      const w2 =
        hot[o + BIAS_TANGENT + 1] +
        hot[o + TANGENT2] * vx +
        hot[o + TANGENT2 + 1] * vy +
        hot[o + TANGENT2 + 2] * vz +
        hot[t + 9] * wx +
        hot[t + 10] * wy +
        hot[t + 11] * wz -
        hot[t + 6] * ux -
        hot[t + 7] * uy -
        hot[t + 8] * uz
      g1 = f1 - hot[o + K_TANGENT] * w1 - hot[o + K_TANGENT + 1] * w2
      g2 = f2 - hot[o + K_TANGENT + 1] * w1 - hot[o + K_TANGENT + 2] * w2
      const q = o + TWIST_RADIUS
      const radius = n === 1 ? 0 : (s0 * hot[q] + s1 * hot[q + 1] + s2 * hot[q + 2] + s3 * hot[q + 3]) / normal
      if (radius > 0) {
        const j = o + J_TWIST
        const w3 =
          hot[o + BIAS_TWIST] + hot[j + 3] * wx + hot[j + 4] * wy + hot[j + 5] * wz - hot[j] * ux - hot[j + 1] * uy - hot[j + 2] * uz
        g3 = twist - hot[o + TWIST_INVERSE] * w3
        const reach = g3 / radius
        if (g1 * g1 + g2 * g2 + reach * reach > limit * limit) {
          const kr = hot[o + TWIST_K] * radius * radius
          let step = hot[o + TANGENT_STEP]
          if (kr * step > 1) step = 1 / kr
          g1 = f1 - step * w1
          g2 = f2 - step * w2
          g3 = twist / radius - step * radius * w3
          const length = Math.sqrt(g1 * g1 + g2 * g2 + g3 * g3)
          const s = length > limit ? limit / length : 1
          g1 *= s
          g2 *= s
          g3 *= s * radius
        }
      } else if (g1 * g1 + g2 * g2 > limit * limit) {
        const step = hot[o + TANGENT_STEP]
        g1 = f1 - step * w1
        g2 = f2 - step * w2
        const length = Math.sqrt(g1 * g1 + g2 * g2)
        const s = length > limit ? limit / length : 1
        g1 *= s
        g2 *= s
      }
    }
    const e1 = g1 - f1
    const e2 = g2 - f2
    const e3 = g3 - twist
    if (e1 !== 0 || e2 !== 0 || e3 !== 0) {
      impulse[l + 4] = g1
      impulse[l + 5] = g2
      impulse[l + 6] = g3
      const t = o + J_TANGENT
      const j = o + J_TWIST
      ux -= hot[t] * e1 + hot[t + 6] * e2 + hot[j] * e3
      uy -= hot[t + 1] * e1 + hot[t + 7] * e2 + hot[j + 1] * e3
      uz -= hot[t + 2] * e1 + hot[t + 8] * e2 + hot[j + 2] * e3
      wx += hot[t + 3] * e1 + hot[t + 9] * e2 + hot[j + 3] * e3
      wy += hot[t + 4] * e1 + hot[t + 10] * e2 + hot[j + 4] * e3
      wz += hot[t + 5] * e1 + hot[t + 11] * e2 + hot[j + 5] * e3
      px += hot[o + TANGENT1] * e1 + hot[o + TANGENT2] * e2
      py += hot[o + TANGENT1 + 1] * e1 + hot[o + TANGENT2 + 1] * e2
      pz += hot[o + TANGENT1 + 2] * e1 + hot[o + TANGENT2 + 2] * e2
    }

    velocity[a] -= px * mA
    velocity[a + 1] -= py * mA
    velocity[a + 2] -= pz * mA
    velocity[a + 3] = ux
    velocity[a + 4] = uy
    velocity[a + 5] = uz
    velocity[b] += px * mB
    velocity[b + 1] += py * mB
    velocity[b + 2] += pz * mB
    velocity[b + 3] = wx
    velocity[b + 4] = wy
    velocity[b + 5] = wz
    change[l] = d0
    change[l + 1] = d1
    change[l + 2] = d2
    change[l + 3] = d3
    change[l + 4] = e1
    change[l + 5] = e2
    change[l + 6] = e3
  }
}
