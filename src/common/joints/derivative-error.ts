/**
 * A joint's Jacobian against central differences of what it measures: the check that every hand-written Jacobian should pass before it is trusted.
 */

import { DIFFERENCE_STEP } from '../math/rounding.ts'
import type { AnyMeasure, CoordinateUnit } from './joint-world.ts'
import { unwrap } from '../math/unwrap.ts'

/**
 * The largest difference over all rows and coordinates, relative to the larger of 1 and the row's largest entry. `shifted` measures the joint with
 * its bodies where they are, but for a small move along velocity k.
 */
export function derivativeError<Measure extends AnyMeasure>(
  coordinates: readonly CoordinateUnit[], Scratch: new () => Measure, shifted: (k: number, step: number, out: Measure) => void,
): number {
  const base = new Scratch()
  const ahead = new Scratch()
  const behind = new Scratch()
  const width = base.jacobian.length / base.error.length
  shifted(0, 0, base)
  let worst = 0
  for (let k = 0; k < width; k++) {
    shifted(k, DIFFERENCE_STEP, ahead)
    shifted(k, -DIFFERENCE_STEP, behind)
    for (let i = 0; i < base.rigid; i++) {
      worst = larger(worst, base.jacobian, i * width, width, k, (ahead.error[i] - behind.error[i]) / (2 * DIFFERENCE_STEP))
    }
    for (let c = 0; c < coordinates.length; c++) {
      const end = coordinates[c] === 'turn' ? unwrap(ahead.value[c], behind.value[c]) : ahead.value[c]
      worst = larger(worst, base.gradient, c * width, width, k, (end - behind.value[c]) / (2 * DIFFERENCE_STEP))
    }
  }
  return worst
}

function larger(worst: number, jacobian: Float64Array, o: number, width: number, k: number, slope: number): number {
  let scale = 1
  for (let i = o; i < o + width; i++) scale = Math.max(scale, Math.abs(jacobian[i]))
  const off = Math.abs(jacobian[o + k] - slope) / scale
  return off <= worst ? worst : off
}
