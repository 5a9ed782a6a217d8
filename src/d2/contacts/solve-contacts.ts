/**
 * One sweep over a range of contact rows: each manifold's normals as an exact block, then its friction. The hottest code of the engine:
 * scalars only.
 *
 * Normals: u = J v + bias; find Δ with u + K̃Δ ≥ 0, λ + Δ ≥ 0, complementary. Usually both points are active and one product with K̃⁻¹ does
 * it; the other cases are those of `block-normals.ts`. Friction: f* = f − v / K, clamped to ± μN, which is exact in one dimension; up to the μ
 * of sticking it is left.
 *
 * Offsets go through a mask far above any of them, written as a number: the compiler then knows that offset + k cannot overflow, and leaves
 * out a check per access. That shortens the code of a row by a quarter.
 */

import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import {
  BIAS, BIAS_TANGENT, COLD_STRIDE, FRICTION, FRICTION_IMPULSE, HOT_STRIDE, IMPULSE_STRIDE, K_BLOCK, K_INVERSE, NORMAL, POINT, SLIDE_A, SLIDE_B,
  STATIC_FRICTION, TANGENT_INVERSE, TURN_A, TURN_B,
} from './contact-row.ts'

/** `back`: from the last row to the first, and friction before normals. */
export function solveContacts(state: WorldState, from: number, to: number, back: boolean): void {
  const { hot, cold, impulse, bodyA, bodyB } = state.contactRows.columns
  const { velocity } = state.solverBodies.columns
  const stride = back ? -1 : 1
  let r = back ? to : from - 1
  for (let n = from; n < to; n++) {
    r += stride
    const o = (r * HOT_STRIDE) & 0x3fffffff
    const l = (r * IMPULSE_STRIDE) & 0x3fffffff
    const a = (bodyA[r] * VELOCITY_STRIDE) & 0x3fffffff
    const b = (bodyB[r] * VELOCITY_STRIDE) & 0x3fffffff
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const wA = velocity[a + 2]
    const wB = velocity[b + 2]
    const vx = velocity[b] - velocity[a]
    const vy = velocity[b + 1] - velocity[a + 1]
    const turnA = hot[o + TURN_A]
    const turnB = hot[o + TURN_B]
    const vn = nx * vx + ny * vy + turnB * wB - turnA * wA
    const spin = wB - wA
    const x0 = hot[o + POINT]
    const x1 = hot[o + POINT + 1]
    const u0 = vn + x0 * spin + hot[o + BIAS]
    const u1 = vn + x1 * spin + hot[o + BIAS + 1]
    const l0 = impulse[l]
    const l1 = impulse[l + 1]
    const frictionImpulse = impulse[l + FRICTION_IMPULSE]
    // Inactive: side by side without normal force, as in every wall.
    if (l0 === 0 && l1 === 0 && u0 >= 0 && u1 >= 0 && frictionImpulse === 0) continue

    const iA = velocity[a + 4]
    const iB = velocity[b + 4]
    const slideA = hot[o + SLIDE_A]
    const slideB = hot[o + SLIDE_B]
    let s0 = l0
    let s1 = l1
    let g = frictionImpulse
    // Spins after the first of the two; linear motion along the other axis is not changed by it.
    let tA = wA
    let tB = wB
    for (let part = 0; part < 2; part++) {
      if ((part === 0) === back) {
        // Below zero are only impulses that have been extrapolated.
        const normal = s0 + s1 > 0 ? s0 + s1 : 0
        const limit = hot[o + FRICTION] * normal
        g = frictionImpulse - hot[o + TANGENT_INVERSE] * (hot[o + BIAS_TANGENT] + ny * vx - nx * vy + slideB * tB - slideA * tA)
        if (g > limit || g < -limit) {
          // They slide, unless they stuck and are held by what it takes to set them going.
          const hold = cold[r * COLD_STRIDE + STATIC_FRICTION] * normal
          if (g > hold) g = limit
          else if (g < -hold) g = -limit
        }
        const e = g - frictionImpulse
        tA -= slideA * e * iA
        tB += slideB * e * iB
      } else {
        const turn = turnB * (tB - wB) - turnA * (tA - wA)
        const more = tB - wB - tA + wA
        const p0 = u0 + turn + x0 * more
        const p1 = u1 + turn + x1 * more
        const i10 = hot[o + K_INVERSE + 1]
        s0 = l0 - hot[o + K_INVERSE] * p0 - i10 * p1
        s1 = l1 - i10 * p0 - hot[o + K_INVERSE + 2] * p1
        if (s0 < 0 || s1 < 0) {
          const k = (r * COLD_STRIDE + K_BLOCK) & 0x3fffffff
          const k10 = cold[k + 1]
          const q0 = p0 - cold[k] * l0 - k10 * l1
          const q1 = p1 - k10 * l0 - cold[k + 2] * l1
          s0 = q0 < 0 ? -q0 / cold[k] : 0
          s1 = q1 < 0 ? -q1 / cold[k + 2] : 0
          if (q1 + k10 * s0 >= q0 + k10 * s1) s1 = 0
          else s0 = 0
        }
        const d0 = s0 - l0
        const d1 = s1 - l1
        const torque = x0 * d0 + x1 * d1
        tA -= (turnA * (d0 + d1) + torque) * iA
        tB += (turnB * (d0 + d1) + torque) * iB
      }
    }
    const normalImpulse = s0 - l0 + (s1 - l1)
    const e = g - frictionImpulse
    impulse[l] = s0
    impulse[l + 1] = s1
    impulse[l + FRICTION_IMPULSE] = g

    const fx = nx * normalImpulse + ny * e
    const fy = ny * normalImpulse - nx * e
    const mA = velocity[a + 3]
    const mB = velocity[b + 3]
    velocity[a] -= fx * mA
    velocity[a + 1] -= fy * mA
    velocity[a + 2] = tA
    velocity[b] += fx * mB
    velocity[b + 1] += fy * mB
    velocity[b + 2] = tB
  }
}
