/**
 * Points on the surfaces of implicit shapes, for those that a node's scale makes into something no primitive is: an oval cylinder, a skewed box.
 * Their convex hull stands for them.
 */

import { cos, sin } from '../../common/math/deterministic-math.ts'

/** Points round a circle, and rings from the rim of a cap to its tip: 2 × 5 × 20 + 2 stay below the 254 corners of a hull. */
const AROUND = 20
const RINGS = 5

export function boxPoints(x: number, y: number, z: number): number[] {
  const out: number[] = []
  for (let k = 0; k < 8; k++) out.push(k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z)
  return out
}

function ring(radius: number, y: number, around: number, out: number[]): void {
  if (radius === 0) out.push(0, y, 0)
  else for (let i = 0; i < around; i++) out.push(radius * cos((2 * Math.PI * i) / around), y, radius * sin((2 * Math.PI * i) / around))
}

export function cylinderPoints(top: number, bottom: number, half: number): number[] {
  const out: number[] = []
  ring(top, half, 3 * AROUND, out)
  ring(bottom, -half, 3 * AROUND, out)
  return out
}

/** Two balls, their centres at ±half; a sphere with half 0. */
export function capsulePoints(top: number, bottom: number, half: number): number[] {
  const out: number[] = []
  for (const [radius, side] of [[top, 1], [bottom, -1]]) {
    for (let r = 0; r < RINGS; r++) {
      const angle = (Math.PI / 2) * (r / RINGS)
      if (half > 0 || r > 0 || side > 0) ring(radius * cos(angle), side * (half + radius * sin(angle)), AROUND, out)
    }
    out.push(0, side * (half + radius), 0)
  }
  return out
}
