/**
 * Seeded random numbers for scenes: the same sequence on every machine.
 *
 * Integer arithmetic and square roots only; sines and powers are not specified to the last bit by the language.
 */

import type { Quat, Vec3 } from 'fulcrum-physics/3d'

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  between(low: number, high: number): number
  /** A whole number, low to high, both included. */
  integer(low: number, high: number): number
  /** A direction, uniform over the unit sphere. */
  direction(): Vec3
  /** An orientation, uniform over all of them. */
  rotation(): Quat
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number): number => low + (high - low) * next()
  return {
    next,
    between,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    direction() {
      // Rejection from the cube: no trigonometry, and exactly uniform.
      for (;;) {
        const x = between(-1, 1)
        const y = between(-1, 1)
        const z = between(-1, 1)
        const square = x * x + y * y + z * z
        if (square > 0.01 && square <= 1) {
          const scale = 1 / Math.sqrt(square)
          return { x: x * scale, y: y * scale, z: z * scale }
        }
      }
    },
    rotation() {
      for (;;) {
        const x = between(-1, 1)
        const y = between(-1, 1)
        const z = between(-1, 1)
        const w = between(-1, 1)
        const square = x * x + y * y + z * z + w * w
        if (square > 0.01 && square <= 1) {
          const scale = 1 / Math.sqrt(square)
          return { x: x * scale, y: y * scale, z: z * scale, w: w * scale }
        }
      }
    },
  }
}
