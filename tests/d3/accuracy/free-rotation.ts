/**
 * The truth for a body tumbling freely: Euler's equations and the turning of its frame, by fourth-order Runge–Kutta
 * with steps so small that its own error is far below anything measured here.
 */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'

export interface TumbleState {
  rotation: Quat
  /** Angular velocity along the body's own axes. */
  spin: Vec3
}

type State = [number, number, number, number, number, number, number]

function derivative(s: State, moments: Vec3): State {
  const [x, y, z, w, a, b, c] = s
  return [
    (w * a + y * c - z * b) / 2,
    (w * b + z * a - x * c) / 2,
    (w * c + x * b - y * a) / 2,
    (-x * a - y * b - z * c) / 2,
    ((moments.y - moments.z) * b * c) / moments.x,
    ((moments.z - moments.x) * c * a) / moments.y,
    ((moments.x - moments.y) * a * b) / moments.z,
  ]
}

function advance(s: State, k: State, h: number): State {
  return s.map((value, i) => value + h * k[i]!) as State
}

/** Runs to `time` in `count` equal steps; `visit` sees the state after each. */
export function tumble(
  start: TumbleState,
  moments: Vec3,
  time: number,
  count: number,
  visit?: (state: TumbleState, time: number) => void,
): TumbleState {
  const { rotation: q, spin } = start
  let s: State = [q.x, q.y, q.z, q.w, spin.x, spin.y, spin.z]
  const h = time / count
  const toState = (): TumbleState => ({
    rotation: { x: s[0], y: s[1], z: s[2], w: s[3] },
    spin: { x: s[4], y: s[5], z: s[6] },
  })
  for (let i = 1; i <= count; i++) {
    const k1 = derivative(s, moments)
    const k2 = derivative(advance(s, k1, h / 2), moments)
    const k3 = derivative(advance(s, k2, h / 2), moments)
    const k4 = derivative(advance(s, k3, h), moments)
    s = s.map((value, j) => value + (h / 6) * (k1[j]! + 2 * k2[j]! + 2 * k3[j]! + k4[j]!)) as State
    visit?.(toState(), i * h)
  }
  return toState()
}
