/** The friction of one wheel against brute force: no impulse within the ellipse leaves less of ½λᵀKλ + uᵀλ. */

import { expect, it } from 'vitest'
import { ellipseIn, ellipseOut, solveEllipse } from '../../../src/d3/vehicles/friction-ellipse.ts'
import { randomOf } from '../../families/family.ts'

it('is the least of all impulses within the ellipse', () => {
  for (let seed = 0; seed < 300; seed++) {
    const random = randomOf(seed)
    const tt = random.scale(1e-5, 1e2)
    const yy = random.scale(1e-5, 1e-1)
    const ty = random.between(-0.95, 0.95) * Math.sqrt(tt * yy)
    const u = [random.between(-30, 30), random.between(-30, 30)]
    const b = [random.scale(1e-2, 1e4), random.scale(1e-2, 1e4)]
    ellipseIn.set([tt, ty, yy, 0, 0, u[0]!, u[1]!, b[0]!, b[1]!])
    solveEllipse()
    const [t, y] = ellipseOut
    const inside = (t! / b[0]!) ** 2 + (y! / b[1]!) ** 2
    expect(inside).toBeLessThanOrEqual(1 + 1e-12)
    const value = (p: number, q: number): number => 0.5 * (tt * p * p + 2 * ty * p * q + yy * q * q) + u[0]! * p + u[1]! * q
    const found = value(t!, y!)
    // On the edge all around, and inside by the unconstrained solution.
    let least = Infinity
    for (let k = 0; k < 2000; k++) {
      const angle = 2 * Math.PI * k / 2000
      least = Math.min(least, value(b[0]! * Math.cos(angle), b[1]! * Math.sin(angle)))
    }
    const det = tt * yy - ty * ty
    const p = (ty * u[1]! - yy * u[0]!) / det
    const q = (ty * u[0]! - tt * u[1]!) / det
    if ((p / b[0]!) ** 2 + (q / b[1]!) ** 2 <= 1) least = value(p, q)
    expect(found).toBeLessThanOrEqual(least + 1e-9 * Math.abs(least))
  }
})
