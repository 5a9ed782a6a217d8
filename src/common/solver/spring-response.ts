/**
 * Spring response: springs as kicks that are exact for one degree of freedom.
 *
 * A kick v ← (1 − b) v − a x followed by a drift x ← x + h v has the eigenvalues of the true damped oscillator if its determinant and trace
 * are those of the exact solution: 1 − b = e^(−2ζωh) and 2 − b − a h = 2 e^(−ζωh) cos(ω√(1 − ζ²) h) (cosh beyond critical damping). So
 * frequency and decay are right for any stiffness, and no stiffness is too large. Half a kick at either end of the step composes with
 * itself to a whole one: 1 − b½ = √(1 − b), a½ = a / (2 − b½).
 *
 * Other changes of the velocity during the kick, P, count c = a / (ω²h) times: v ← (1 − b) v + c P − a x. Then a constant force moves the
 * spring by force over stiffness and no other amount (with c = 1 − b it would rest short of that).
 */

import { exp, sin } from '../math/deterministic-math.ts'
import { MAX_NUMBER } from '../limits.ts'

/** Result: a (1/s), b and c of the kick. */
export const responseOut: Float64Array = new Float64Array(3)

/** `hardness` is ω² (1/s²), `drag` is ζω (1/s). */
export function setResponse(hardness: number, drag: number, h: number, half: boolean): void {
  const stiffness = hardness < MAX_NUMBER * MAX_NUMBER ? hardness : MAX_NUMBER * MAX_NUMBER
  const damping = drag < MAX_NUMBER ? drag : MAX_NUMBER
  const decay = exp(-damping * h)
  const gap = stiffness - damping * damping
  const lost = 1 - decay
  // 2 − b − trace, written as (1 − e)² + 2e (1 − cos), which keeps its digits for soft springs.
  let traceDeficit = 0
  if (gap >= 0) {
    const s = sin(0.5 * Math.sqrt(gap) * h)
    traceDeficit = lost * lost + 4 * decay * s * s
  } else {
    // Both exponents are negative: never a large number times a small one.
    const root = Math.sqrt(-gap) * h
    const slow = 1 - exp(root - damping * h)
    const fast = 1 - exp(-root - damping * h)
    traceDeficit = slow * fast
  }
  const b = 1 - decay * decay
  const firm = stiffness * h * h
  const share = firm > 1e-9 ? traceDeficit / firm : damping * h > 1e-9 ? b / (2 * damping * h) : 1
  responseOut[2] = half ? (2 * share) / (1 + decay) : share
  if (!half) {
    responseOut[0] = traceDeficit / h
    responseOut[1] = b
    return
  }
  responseOut[1] = lost
  responseOut[0] = traceDeficit / (h * (1 + decay))
}
