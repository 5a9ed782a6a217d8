/** Cosine − 1 and sine of the turn of a step, by the short series and beyond it, against the built-in functions. */

import { expect, it } from 'vitest'
import { MOVED_STRIDE, recordTurns } from '../../../src/d2/store/solver-bodies.ts'

it('are right to the last digits for every turn, however small', () => {
  const moved = new Float64Array(MOVED_STRIDE)
  for (let angle = 1; angle > 1e-9; angle *= 0.97) {
    for (const turn of [angle, -angle]) {
      moved[2] = turn
      recordTurns(moved, 0, 1)
      // 1 − cos θ = 2 sin² θ/2 loses no digit.
      const versine = 2 * Math.sin(turn / 2) ** 2
      expect(Math.abs(moved[3]! / -versine - 1), `cosine of ${turn}`).toBeLessThan(1e-14)
      expect(Math.abs(moved[4]! / Math.sin(turn) - 1), `sine of ${turn}`).toBeLessThan(1e-14)
    }
  }
})
