/**
 * One sweep over a range of contact rows: each manifold's normals as an exact block, then its friction as one ellipsoid over two tangents
 * and the twist, at the centre of pressure. The hottest code of the engine: scalars only.
 *
 * Normals: u = J v + bias; find Δ with u + K̃Δ ≥ 0, λ + Δ ≥ 0, complementary. Usually all points are active and one product with K̃⁻¹ does
 * it. Friction: try f* = f − K⁻¹v; inside the ellipsoid |f*|² + (τ* / r)² ≤ (μN)² it is right, with the μ of sticking. Outside the μ is that
 * of sliding: go towards f* as far as the limit lets, then one projected-gradient step with the slip that is left. (Scaling K⁻¹v back would
 * turn a sliding plank from its heading; a gradient step alone would jump where sticking ends.)
 *
 * With the places (x, y) of a point about the centre, t1 and t2 = n × t1, its normal velocity is V·n − x W·t2 + y W·t1, and its impulse λ
 * is the wrench of a force λ n at the centre and the torques y λ about t1 and −x λ about t2.
 */

import { LOST_DIGITS } from '../../common/math/rounding.ts'
import { VELOCITY_STRIDE } from '../store/solver-bodies.ts'
import type { WorldState } from '../store/world-state.ts'
import { blockQ, blockX, solveBlock } from './block-normals.ts'
import { findSlidingEllipsoid, slips } from './sliding-ellipsoid.ts'
import { buildDeferredRow, isApproaching } from './contact-row-build.ts'
import {
  BIAS, BIAS_TANGENT, BIAS_TWIST, CENTER_A, CENTER_B, COLD_STRIDE, COUPLING, FRICTION, HOT_STRIDE, K_BLOCK, K_INVERSE, K_TANGENT, MASS_A, MASS_B,
  NORMAL, POINT_X, POINT_Y, STATIC_FRICTION, TANGENT1, TANGENT2, TANGENT_STEP, TWIST_INVERSE, TWIST_K, TWIST_RADIUS,
} from './contact-row.ts'

/** `back`: from the last row to the first, and friction before normals. */
export function solveContacts(state: WorldState, from: number, to: number, back: boolean): void {
  const rows = state.contactRows.columns
  const bodies = state.solverBodies.columns
  const { hot, cold, impulse, bodyA, bodyB, count, active, open, deferred } = rows
  const { velocity, factor } = bodies
  const stride = back ? -1 : 1
  let r = back ? to : from - 1
  rows: for (let visit = from; visit < to; visit++) {
    r += stride
    if (deferred[r] !== 0) {
      if (!isApproaching(rows, bodies, r)) continue
      buildDeferredRow(state, r)
    }
    const o = r * HOT_STRIDE
    const l = r * 8
    const a = bodyA[r] * VELOCITY_STRIDE
    const b = bodyB[r] * VELOCITY_STRIDE
    const fa = bodyA[r] * 6
    const fb = bodyB[r] * 6
    const n = count[r]
    const a0 = factor[fa]
    const a1 = factor[fa + 1]
    const a2 = factor[fa + 2]
    const a3 = factor[fa + 3]
    const a4 = factor[fa + 4]
    const a5 = factor[fa + 5]
    const b0 = factor[fb]
    const b1 = factor[fb + 1]
    const b2 = factor[fb + 2]
    const b3 = factor[fb + 3]
    const b4 = factor[fb + 4]
    const b5 = factor[fb + 5]
    // Spins w = F u.
    const ux = velocity[a + 3]
    const uy = velocity[a + 4]
    const uz = velocity[a + 5]
    const sx = a0 * ux
    const sy = a1 * ux + a2 * uy
    const sz = a3 * ux + a4 * uy + a5 * uz
    const wx = velocity[b + 3]
    const wy = velocity[b + 4]
    const wz = velocity[b + 5]
    const tx = b0 * wx
    const ty = b1 * wx + b2 * wy
    const tz = b3 * wx + b4 * wy + b5 * wz
    // The twist at the centre of pressure: V and W.
    const ax = hot[o + CENTER_A]
    const ay = hot[o + CENTER_A + 1]
    const az = hot[o + CENTER_A + 2]
    const bx = hot[o + CENTER_B]
    const by = hot[o + CENTER_B + 1]
    const bz = hot[o + CENTER_B + 2]
    const vx = velocity[b] - velocity[a] + ty * bz - tz * by - sy * az + sz * ay
    const vy = velocity[b + 1] - velocity[a + 1] + tz * bx - tx * bz - sz * ax + sx * az
    const vz = velocity[b + 2] - velocity[a + 2] + tx * by - ty * bx - sx * ay + sy * ax
    const rx = tx - sx
    const ry = ty - sy
    const rz = tz - sz
    const nx = hot[o + NORMAL]
    const ny = hot[o + NORMAL + 1]
    const nz = hot[o + NORMAL + 2]
    const px = hot[o + TANGENT1]
    const py = hot[o + TANGENT1 + 1]
    const pz = hot[o + TANGENT1 + 2]
    const qx = hot[o + TANGENT2]
    const qy = hot[o + TANGENT2 + 1]
    const qz = hot[o + TANGENT2 + 2]
    let vn = nx * vx + ny * vy + nz * vz
    let spin1 = px * rx + py * ry + pz * rz
    let spin2 = qx * rx + qy * ry + qz * rz

    const f1 = impulse[l + 4]
    const f2 = impulse[l + 5]
    const twist = impulse[l + 6]
    // Impulse of the normals, torques about the tangents, and the friction limit; then friction.
    let normalImpulse = 0
    let torque1 = 0
    let torque2 = 0
    let normal = 0
    let reach = 0
    let g1 = f1
    let g2 = f2
    let g3 = twist
    if (back) {
      // Below zero are only what has been extrapolated.
      for (let i = 0; i < n; i++) {
        if (impulse[l + i] < 0) continue
        normal += impulse[l + i]
        reach += impulse[l + i] * hot[o + TWIST_RADIUS + i]
      }
      if (n === 1) reach = 0
    }
    for (let part = 0; part < 2; part++) {
      if ((part === 0) === back) {
        const limit = hot[o + FRICTION] * normal
        g1 = 0
        g2 = 0
        g3 = 0
        if (limit > 0) {
          const c = o + COUPLING
          const w1 = hot[o + BIAS_TANGENT] + px * vx + py * vy + pz * vz + hot[c] * normalImpulse + hot[c + 1] * torque1 + hot[c + 2] * torque2
          const w2 =
            hot[o + BIAS_TANGENT + 1] + qx * vx + qy * vy + qz * vz + hot[c + 3] * normalImpulse + hot[c + 4] * torque1 + hot[c + 5] * torque2
          g1 = f1 - hot[o + K_TANGENT] * w1 - hot[o + K_TANGENT + 1] * w2
          g2 = f2 - hot[o + K_TANGENT + 1] * w1 - hot[o + K_TANGENT + 2] * w2
          const radius = reach / normal
          const hold = hot[o + STATIC_FRICTION] * normal
          const kr = hot[o + TWIST_K] * radius * radius
          // A radius below that is rounding, and torques by it would overflow.
          if (kr * hot[o + TANGENT_STEP] > LOST_DIGITS * LOST_DIGITS) {
            const w3 =
              hot[o + BIAS_TWIST] + nx * rx + ny * ry + nz * rz + hot[c + 6] * normalImpulse + hot[c + 7] * torque1 + hot[c + 8] * torque2
            g3 = twist - hot[o + TWIST_INVERSE] * w3
            const far = g3 / radius
            const pull = g1 * g1 + g2 * g2 + far * far
            if (pull > limit * limit && pull > hold * hold) {
              // The limit at this ratio of slip and spin; a line keeps that of rest.
              let most = limit
              let arm = radius
              if (n > 2) {
                slips[0] = w1 * w1 + w2 * w2
                slips[1] = radius * radius * w3 * w3
                findSlidingEllipsoid()
                // The ratio of what hardly slips is that of rounding: counted by the friction that would stop the slip, against the limit.
                const about = far - twist / radius
                const stop = (g1 - f1) * (g1 - f1) + (g2 - f2) * (g2 - f2) + about * about
                const slides = stop / (stop + limit * limit)
                most *= 1 + slides * (slips[0] - 1)
                arm *= 1 + slides * (slips[1] - 1)
              }
              const ka = hot[o + TWIST_K] * arm * arm
              let step = hot[o + TANGENT_STEP]
              if (ka * step > 1) step = 1 / ka
              // As far towards sticking as the limit lets, then downhill along it with the slip that is left.
              const kept = twist / arm
              const held = kept > most ? most : kept < -most ? -most : kept
              const h1 = g1 - f1
              const h2 = g2 - f2
              const h3 = g3 / arm - held
              way[SQUARE] = h1 * h1 + h2 * h2 + h3 * h3
              way[AHEAD] = f1 * h1 + f2 * h2 + held * h3
              way[ROOM] = most * most - f1 * f1 - f2 * f2 - held * held
              findWayToLimit()
              const t = way[SHARE]
              const stepLeft = step * (1 - t)
              g1 = f1 + t * h1 - stepLeft * w1
              g2 = f2 + t * h2 - stepLeft * w2
              g3 = held + t * h3 - stepLeft * arm * w3
              const length = Math.sqrt(g1 * g1 + g2 * g2 + g3 * g3)
              const s = length > most ? most / length : 1
              g1 *= s
              g2 *= s
              g3 *= s * arm
            }
          } else if (g1 * g1 + g2 * g2 > limit * limit && g1 * g1 + g2 * g2 > hold * hold) {
            const h1 = g1 - f1
            const h2 = g2 - f2
            way[SQUARE] = h1 * h1 + h2 * h2
            way[AHEAD] = f1 * h1 + f2 * h2
            way[ROOM] = limit * limit - f1 * f1 - f2 * f2
            findWayToLimit()
            const t = way[SHARE]
            const stepLeft = hot[o + TANGENT_STEP] * (1 - t)
            g1 = f1 + t * h1 - stepLeft * w1
            g2 = f2 + t * h2 - stepLeft * w2
            const length = Math.sqrt(g1 * g1 + g2 * g2)
            const s = length > limit ? limit / length : 1
            g1 *= s
            g2 *= s
          }
        }
        if (back) {
          const c = o + COUPLING
          vn += hot[c] * (g1 - f1) + hot[c + 3] * (g2 - f2) + hot[c + 6] * (g3 - twist)
          spin1 += hot[c + 1] * (g1 - f1) + hot[c + 4] * (g2 - f2) + hot[c + 7] * (g3 - twist)
          spin2 += hot[c + 2] * (g1 - f1) + hot[c + 5] * (g2 - f2) + hot[c + 8] * (g3 - twist)
        }
      } else {
        const l0 = impulse[l]
        const x0 = hot[o + POINT_X]
        const y0 = hot[o + POINT_Y]
        const u0 = vn - x0 * spin2 + y0 * spin1 + hot[o + BIAS]
        if (n === 1) {
          let d0 = -hot[o + K_INVERSE] * u0
          if (l0 + d0 < 0 || open[r] !== 0) d0 = -l0
          impulse[l] = l0 + d0
          normalImpulse = d0
          torque1 = y0 * d0
          torque2 = -x0 * d0
          normal = l0 + d0
        } else {
          const i = o + K_INVERSE
          const l1 = impulse[l + 1]
          const x1 = hot[o + POINT_X + 1]
          const y1 = hot[o + POINT_Y + 1]
          const u1 = vn - x1 * spin2 + y1 * spin1 + hot[o + BIAS + 1]
          let d0 = 0
          let d1 = 0
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
            const l2 = impulse[l + 2]
            const x2 = hot[o + POINT_X + 2]
            const y2 = hot[o + POINT_Y + 2]
            const u2 = vn - x2 * spin2 + y2 * spin1 + hot[o + BIAS + 2]
            let d2 = 0
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
              const l3 = impulse[l + 3]
              const x3 = hot[o + POINT_X + 3]
              const y3 = hot[o + POINT_Y + 3]
              const u3 = vn - x3 * spin2 + y3 * spin1 + hot[o + BIAS + 3]
              // Inactive: side by side without normal force, as in every wall.
              if (l0 === 0 && l1 === 0 && l2 === 0 && l3 === 0 && u0 >= 0 && u1 >= 0 && u2 >= 0 && u3 >= 0 && impulse[l + 4] === 0) {
                if (impulse[l + 5] === 0 && impulse[l + 6] === 0) continue rows
              }
              d0 = -hot[i] * u0 - hot[i + 1] * u1 - hot[i + 3] * u2 - hot[i + 6] * u3
              d1 = -hot[i + 1] * u0 - hot[i + 2] * u1 - hot[i + 4] * u2 - hot[i + 7] * u3
              d2 = -hot[i + 3] * u0 - hot[i + 4] * u1 - hot[i + 5] * u2 - hot[i + 8] * u3
              let d3 = -hot[i + 6] * u0 - hot[i + 7] * u1 - hot[i + 8] * u2 - hot[i + 9] * u3
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
              const s3 = l3 + d3
              impulse[l + 3] = s3
              normalImpulse = d3
              torque1 = y3 * d3
              torque2 = -x3 * d3
              normal = s3
              reach = s3 * hot[o + TWIST_RADIUS + 3]
            }
            const s2 = l2 + d2
            impulse[l + 2] = s2
            normalImpulse += d2
            torque1 += y2 * d2
            torque2 -= x2 * d2
            normal += s2
            reach += s2 * hot[o + TWIST_RADIUS + 2]
          }
          const s0 = l0 + d0
          const s1 = l1 + d1
          impulse[l] = s0
          impulse[l + 1] = s1
          normalImpulse += d0 + d1
          torque1 += y0 * d0 + y1 * d1
          torque2 -= x0 * d0 + x1 * d1
          normal += s0 + s1
          reach += s0 * hot[o + TWIST_RADIUS] + s1 * hot[o + TWIST_RADIUS + 1]
        }
      }
    }
    const e1 = g1 - f1
    const e2 = g2 - f2
    const e3 = g3 - twist
    impulse[l + 4] = g1
    impulse[l + 5] = g2
    impulse[l + 6] = g3

    // Force and torque at the centre, then at both bodies: u += Fᵀ(r × force + torque).
    const fx = nx * normalImpulse + px * e1 + qx * e2
    const fy = ny * normalImpulse + py * e1 + qy * e2
    const fz = nz * normalImpulse + pz * e1 + qz * e2
    const mx = px * torque1 + qx * torque2 + nx * e3
    const my = py * torque1 + qy * torque2 + ny * e3
    const mz = pz * torque1 + qz * torque2 + nz * e3
    const mA = hot[o + MASS_A]
    const mB = hot[o + MASS_B]
    const kx = mx + ay * fz - az * fy
    const ky = my + az * fx - ax * fz
    const kz = mz + ax * fy - ay * fx
    velocity[a] -= fx * mA
    velocity[a + 1] -= fy * mA
    velocity[a + 2] -= fz * mA
    velocity[a + 3] = ux - a0 * kx - a1 * ky - a3 * kz
    velocity[a + 4] = uy - a2 * ky - a4 * kz
    velocity[a + 5] = uz - a5 * kz
    const jx = mx + by * fz - bz * fy
    const jy = my + bz * fx - bx * fz
    const jz = mz + bx * fy - by * fx
    velocity[b] += fx * mB
    velocity[b + 1] += fy * mB
    velocity[b + 2] += fz * mB
    velocity[b + 3] = wx + b0 * jx + b1 * jy + b3 * jz
    velocity[b + 4] = wy + b2 * jy + b4 * jz
    velocity[b + 5] = wz + b5 * jz
  }
}

/** What `findWayToLimit` is told and answers: numbers handed over in a call are boxed where the compiler does not inline it. */
const way = new Float64Array(4)
const AHEAD = 0
const SQUARE = 1
const ROOM = 2
const SHARE = 3

/**
 * The share t of a step h, at most all of it, that leads from friction f to its limit: |f + t h| = limit, with `ahead` = f·h, `square` = |h|²,
 * `room` = limit² − |f|². A step inwards from the limit itself, which rounding may have put f a hair beyond, is one that crosses to the other
 * side: without it what slides would depend on the last digit.
 */
function findWayToLimit(): void {
  const ahead = way[AHEAD]
  const room = way[ROOM]
  const root = Math.sqrt(Math.max(0, ahead * ahead + way[SQUARE] * room))
  if (ahead < 0) way[SHARE] = Math.min(1, (root - ahead) / way[SQUARE])
  else way[SHARE] = room > 0 ? Math.min(1, room / (ahead + root)) : 0
}
