/**
 * Part `target-rotation`: the way from a wanted orientation to the one frame B has, for springs; and the relative spin, for motors and friction.
 * 3 coordinates.
 *
 * With t the wanted orientation of B in A's frame, e = t̄ q and its rotation vector φ, |φ| ≤ π, along the axes e_i that B would have at the target.
 * The rows' gradients are not those of φ but these axes themselves, J = (0, −e_i, 0, e_i): their velocity is the spin along them, which is what
 * motors drive and friction brakes. For the spring nothing is lost: its torque is that of the energy ½ k |φ|², namely −k Gᵀφ with G = dφ/dω = 1 +
 * ½[φ] + c [φ]², and Gᵀφ = φ since [φ] φ = 0. Damping acts on the spin itself, alike about all axes. At half a turn from the target, where φ
 * changes sign, the spring is merely undecided. φ must not be limited: there value and gradient would have to agree.
 * The target's axes and not A's, because a limb's inertia is small about itself and large across: a row that mixes the two, as A's axes do when the
 * limb is held aside, has the small one, and a spring told in hertz would be as weak as that.
 * Source: Hodges 16, 22, Tamis 3.2.3 (there with q_v, whose pull fades beyond a quarter of a turn).
 */

import { ROW, type Measure } from '../joint-kind.ts'
import { rotationVector, setRotationVector } from './full-rotation.ts'
import { relative, rotationRow } from './relative-rotation.ts'

/** Coordinates `first` … `first` + 2 for the target at data[t …], from `relative`, which is spent. */
export function targetRotation(pose: Float64Array, data: Float64Array, t: number, out: Measure, first: number): void {
  const x = relative[0]
  const y = relative[1]
  const z = relative[2]
  const w = relative[3]
  const tx = data[t]
  const ty = data[t + 1]
  const tz = data[t + 2]
  const tw = data[t + 3]
  const ew = w * tw + x * tx + y * ty + z * tz
  const sign = ew < 0 ? -1 : 1
  relative[0] = sign * (x * tw - w * tx - ty * z + tz * y)
  relative[1] = sign * (y * tw - w * ty - tz * x + tx * z)
  relative[2] = sign * (z * tw - w * tz - tx * y + ty * x)
  relative[3] = sign * ew
  setRotationVector()
  for (let i = 0; i < 3; i++) out.value[first + i] = rotationVector[i]
  const { gradient } = out
  rotationRow(pose, 1 - 2 * (ty * ty + tz * tz), 2 * (tx * ty + tw * tz), 2 * (tx * tz - tw * ty), gradient, first * ROW)
  rotationRow(pose, 2 * (tx * ty - tw * tz), 1 - 2 * (tx * tx + tz * tz), 2 * (ty * tz + tw * tx), gradient, (first + 1) * ROW)
  rotationRow(pose, 2 * (tx * tz + tw * ty), 2 * (ty * tz - tw * tx), 1 - 2 * (tx * tx + ty * ty), gradient, (first + 2) * ROW)
}

/** Where there is no target: gradients along A's axes, and no values. */
export function spinRows(pose: Float64Array, out: Measure, first: number): void {
  rotationRow(pose, 1, 0, 0, out.gradient, first * ROW)
  rotationRow(pose, 0, 1, 0, out.gradient, (first + 1) * ROW)
  rotationRow(pose, 0, 0, 1, out.gradient, (first + 2) * ROW)
}
