/**
 * The elementary functions to 32 digits, and the distance of a double from them in units of the last place.
 *
 * Arguments are taken as the exact binary values of the doubles, not as their decimal spelling.
 */
import { Decimal } from 'decimal.js'

const D = Decimal.clone({ precision: 32, minE: -9e15, maxE: 9e15 })
/** Enough digits for what is left of the largest double after whole turns are taken off it. */
const Wide = Decimal.clone({ precision: 420, minE: -9e15, maxE: 9e15 })
const HALF_PI = Wide.acos(-1).div(2)
const HALF_PI_SHORT = new D(HALF_PI.toSignificantDigits(36))

const bits = new DataView(new ArrayBuffer(8))
const powers = new Map<number, Decimal>()

function powerOfTwo(exponent: number): Decimal {
  let power = powers.get(exponent)
  if (power === undefined) {
    power = Wide.pow(2, exponent)
    powers.set(exponent, power)
  }
  return power
}

/** Mantissa as an integer and exponent: |x| = mantissa · 2^exponent. */
function split(x: number): { mantissa: number; exponent: number } {
  bits.setFloat64(0, Math.abs(x))
  const high = bits.getUint32(0)
  const biased = high >>> 20
  const fraction = (high & 0xfffff) * 2 ** 32 + bits.getUint32(4)
  return biased === 0 ? { mantissa: fraction, exponent: -1074 } : { mantissa: fraction + 2 ** 52, exponent: biased - 1075 }
}

function exactly(x: number, Type: typeof Decimal): Decimal {
  const { mantissa, exponent } = split(x)
  const size = new Type(mantissa).times(powerOfTwo(exponent))
  return x < 0 ? size.neg() : size
}

function reduced(x: number): { quadrant: number; r: Decimal } {
  const angle = exactly(x, Wide)
  const turns = angle.div(HALF_PI).round()
  const quadrant = turns.mod(4).toNumber()
  return { quadrant: (quadrant + 4) % 4, r: new D(angle.minus(turns.times(HALF_PI)).toSignificantDigits(36)) }
}

function sine(x: number, shift: number): Decimal {
  const { quadrant, r } = reduced(x)
  const q = (quadrant + shift) % 4
  const value = q % 2 === 0 ? D.sin(r) : D.cos(r)
  return q < 2 ? value : value.neg()
}

function angle(y: Decimal, x: Decimal): Decimal {
  // The library adds the quarter turns at its own pace; the first quadrant is all that is asked of it.
  const small = D.min(y.abs(), x.abs())
  const large = D.max(y.abs(), x.abs())
  let value = large.isZero() ? new D(0) : D.atan(small.div(large))
  if (y.abs().gt(x.abs())) value = HALF_PI_SHORT.minus(value)
  if (x.isNegative()) value = HALF_PI_SHORT.times(2).minus(value)
  return y.isNegative() ? value.neg() : value
}

/** The true values. `y` is the second argument of `atan2` and `pow`, and not read by the others. */
export const exact: Record<FunctionName, (x: number, y: number) => Decimal> = {
  sin: (x) => sine(x, 0),
  cos: (x) => sine(x, 1),
  tan: (x) => sine(x, 0).div(sine(x, 1)),
  asin: (x) => {
    const value = exactly(x, D)
    return angle(value, D.sqrt(new D(1).minus(value).times(value.plus(1))))
  },
  acos: (x) => {
    const value = exactly(x, D)
    return angle(D.sqrt(new D(1).minus(value)), D.sqrt(value.plus(1))).times(2)
  },
  atan: (x) => angle(exactly(x, D), new D(1)),
  atan2: (y, x) => angle(exactly(y, D), exactly(x, D)),
  exp: (x) => D.exp(exactly(x, D)),
  log: (x) => D.ln(exactly(x, D)),
  pow: (x, y) => {
    const size = D.pow(exactly(Math.abs(x), D), exactly(y, D))
    return x < 0 && Math.abs(y % 2) === 1 ? size.neg() : size
  },
}

export type FunctionName = 'sin' | 'cos' | 'tan' | 'asin' | 'acos' | 'atan' | 'atan2' | 'exp' | 'log' | 'pow'

const LARGEST = new D(powerOfTwo(1024).minus(powerOfTwo(970)))

/** |value - truth| in units of the last place of the truth; what must be rounded to infinity counts as 0 when it is. */
export function ulpError(value: number, truth: Decimal): number {
  if (truth.isZero()) return value === 0 ? 0 : Infinity
  if (!Number.isFinite(value)) {
    const right = !Number.isNaN(value) && truth.abs().gte(LARGEST) && truth.isNegative() === value < 0
    return right ? 0 : Infinity
  }
  const { mantissa, exponent } = split(truth.toNumber())
  let place = exponent
  // A truth just below a power of two rounds up to it, but its own last place is half as large.
  if (mantissa === 2 ** 52 && exponent > -1074 && truth.abs().lt(powerOfTwo(exponent + 52))) place--
  return exactly(value, D).minus(truth).abs().div(powerOfTwo(place)).toNumber()
}
