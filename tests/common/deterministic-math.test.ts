/**
 * The elementary functions against 32-digit values: errors in units of the last place, special values, and the bits themselves.
 */
import { describe, expect, it } from 'vitest'
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, sinCos, tan } from '../../src/common/math/deterministic-math.ts'
import { createRandom } from './random.ts'
import { exact, type FunctionName, ulpError } from './exact-functions.ts'

type Pair = readonly [x: number, y: number]
type Source = (random: () => number) => number

const functions: Record<FunctionName, (x: number, y: number) => number> = { sin, cos, tan, asin, acos, atan, atan2, exp, log, pow }
const names = Object.keys(exact) as FunctionName[]

/** All 53 bits random, unlike one draw of the generator. */
const fraction: Source = (random) => (Math.floor(random() * 2 ** 26) * 2 ** 27 + Math.floor(random() * 2 ** 27)) / 2 ** 53
const sign: Source = (random) => (random() < 0.5 ? -1 : 1)
const between = (low: number, high: number): Source => (random) => low + (high - low) * fraction(random)
/** Every exponent in the range equally often, either sign. */
const spread = (low: number, high: number): Source => (random) =>
  sign(random) * 2 ** (low + Math.floor(random() * (high - low))) * (1 + fraction(random))
/** A few units of the last place from the centre. */
const next = (center: number, steps: number): Source => (random) => center * (1 + sign(random) * Math.floor(random() * steps) * 2 ** -52)

function draw(seed: number, count: number, x: Source, y: Source = () => 0): Pair[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => [x(random), y(random)] as const)
}

function only(...values: number[]): Pair[] {
  return values.flatMap((x) => [[x, 0] as const, [-x, 0] as const])
}

const nearQuarterTurns: Source = (random) => next(Math.floor(2 ** (22 * random())) * (Math.PI / 2), 4)(random)

/** The first two lists are the doubles nearest to multiples of π/2: within 2^-61 to 2^-58. */
const angles: Pair[] = [
  ...draw(1, 250, between(-0.8, 0.8)),
  ...draw(2, 250, between(-7, 7)),
  ...draw(3, 150, between(-4e6, 4e6)),
  ...draw(4, 150, spread(-1022, 1023)),
  ...draw(5, 100, spread(-30, 60)),
  ...draw(6, 200, nearQuarterTurns),
  ...only(6381956970095103 * 2 ** 797, 6411027962775774 * 2 ** -47, 7763785107565477 * 2 ** -29),
  ...only(5916243447979695 * 2 ** 79, 8444920710073313 * 2 ** 939),
  ...only(Math.PI / 4, 0.7853981633974484, Math.PI / 2, Math.PI, 2 * Math.PI, 3294198, 3294199, 1e22, Number.MAX_VALUE),
  ...only(5e-324, 2 ** -1022, 2 ** -27, 2 ** -26),
]

const sines: Pair[] = [
  ...draw(11, 500, between(-1, 1)),
  ...draw(12, 100, (random) => sign(random) * (1 - 2 ** (-53 * random()))),
  ...draw(13, 100, (random) => sign(random) * (1 - Math.floor(random() * 100) * 2 ** -53)),
  ...draw(14, 100, next(0.5, 20)),
  ...draw(15, 100, spread(-80, -1)),
  ...only(1, 0.5, 1 - 2 ** -53, 2 ** -26, 2 ** -27, 5e-324, 2 ** -1022),
]

const tangents: Pair[] = [
  ...draw(21, 400, between(-1.2, 1.2)),
  ...draw(22, 200, spread(-70, 70)),
  ...draw(23, 100, spread(-1022, 1023)),
  ...draw(24, 200, (random) => next((Math.floor(random() * 33) + 1) / 32, 6)(random)),
  ...only(1, 2 ** 60, 2 ** -60, 5e-324, Number.MAX_VALUE),
]

const points: Pair[] = [
  ...draw(31, 500, between(-1, 1), between(-1, 1)),
  ...draw(32, 200, spread(-70, 70), spread(-70, 70)),
  ...draw(33, 100, spread(-1022, 1023), spread(-1022, 1023)),
  ...draw(34, 100, spread(-1074, -980), spread(-1074, -980)),
  ...draw(35, 100, spread(960, 1023), spread(960, 1023)),
  ...draw(36, 100, spread(-1074, -1000), spread(-30, 60)),
  [5e-324, 5e-324], [5e-324, -5e-324], [Number.MAX_VALUE, -Number.MAX_VALUE], [1, -(2 ** 60)], [2 ** -60, -1], [-1, 1],
]

const exponents: Pair[] = [
  ...draw(41, 400, between(-2, 2)),
  ...draw(42, 300, between(-745, 709.7)),
  ...draw(43, 150, between(-745.2, -708)),
  ...draw(44, 100, between(709, 709.8)),
  ...draw(45, 150, spread(-80, 1)),
  ...only(709.782712893384, 709.7827128933841, 745.1332191019411, 745.1332191019412, 708.3964185322641, 1, 5e-324),
]

const numbers: Pair[] = [
  ...draw(51, 400, between(0, 3)),
  ...draw(52, 300, (random) => Math.abs(spread(-1022, 1023)(random))),
  ...draw(53, 200, (random) => 1 + sign(random) * 2 ** (-53 * random())),
  ...draw(54, 100, next(1, 500)),
  ...draw(55, 100, (random) => Math.ceil(random() * 2 ** (40 * random())) * 5e-324),
  [Number.MAX_VALUE, 0], [5e-324, 0], [2 ** -1022, 0], [1 - 2 ** -53, 0], [1 + 2 ** -52, 0], [Math.E, 0], [0.70703125, 0], [1.4140625, 0],
]

/** Exponents that take the base to e^(a…b), so that results cover the whole range and its edges. */
function reaching(seed: number, count: number, base: Source, low: number, high: number): Pair[] {
  const random = createRandom(seed)
  const pairs: Pair[] = []
  while (pairs.length < count) {
    const x = Math.abs(base(random))
    if (x !== 1 && x !== 0) pairs.push([x, between(low, high)(random) / Math.log(x)])
  }
  return pairs
}

const powers: Pair[] = [
  ...draw(61, 300, between(0, 10), between(-20, 20)),
  ...reaching(62, 200, spread(-1022, 1023), -745, 709),
  ...reaching(63, 200, next(1, 2 ** 30), -745, 709),
  ...reaching(64, 100, between(0, 3), -745.2, -708),
  ...reaching(65, 100, between(0, 100), 709, 709.79),
  ...draw(66, 200, (random) => -Math.ceil(random() * 1000), (random) => Math.floor(random() * 200) - 100),
  ...draw(67, 100, (random) => Math.ceil(random() * 100), (random) => Math.floor(random() * 400) / 4 - 50),
  ...draw(68, 50, (random) => 2 ** -1040 * fraction(random), between(-1, 1)),
]

/** pow is allowed 2, but carries its logarithm far enough for 1. */
const limits: { readonly name: FunctionName; readonly samples: Pair[]; readonly limit: number }[] = [
  { name: 'sin', samples: angles, limit: 1 },
  { name: 'cos', samples: angles, limit: 1 },
  { name: 'tan', samples: angles, limit: 1 },
  { name: 'asin', samples: sines, limit: 1 },
  { name: 'acos', samples: sines, limit: 1 },
  { name: 'atan', samples: tangents, limit: 1 },
  { name: 'atan2', samples: points, limit: 1 },
  { name: 'exp', samples: exponents, limit: 1 },
  { name: 'log', samples: numbers, limit: 1 },
  { name: 'pow', samples: powers, limit: 1 },
]

describe('errors in units of the last place', () => {
  it.each(limits)('$name stays within $limit', ({ name, samples, limit }) => {
    let worst = { error: 0, x: 0, y: 0 }
    for (const [x, y] of samples) {
      const error = ulpError(functions[name](x, y), exact[name](x, y))
      if (!(error <= worst.error)) worst = { error, x, y }
    }
    expect(worst.error, `${name}(${worst.x}, ${worst.y})`).toBeLessThanOrEqual(limit)
  })

  it('gives exact powers exactly', () => {
    for (let base = 2; base <= 20; base++) {
      let value = 1
      for (let n = 0; value * base <= Number.MAX_SAFE_INTEGER; n++) {
        expect(pow(base, n), `${base} ** ${n}`).toBe(value)
        expect(pow(-base, n), `-${base} ** ${n}`).toBe(n % 2 === 0 ? value : -value)
        value *= base
      }
    }
    let power = 1
    for (let n = 0; n <= 1023; n++) {
      expect(pow(2, n)).toBe(power)
      power *= 2
    }
    power = 1
    for (let n = 0; n <= 1074; n++) {
      expect(pow(2, -n)).toBe(power)
      power /= 2
    }
  })
})

const POSITIVE = [0, 0.5, 1, 2, 3, 2 ** 53 - 1, 2 ** 53, 1e308, Infinity]
const SPECIAL = [...POSITIVE, ...POSITIVE.map((value) => -value), NaN]

/** Results that the language's specification fixes; for the rest of the table `Math` may be off by a bit. */
function isFixed(value: number): boolean {
  return value === 0 || Math.abs(value) === 1 || !Number.isFinite(value)
}

describe('special values', () => {
  it('are those of Math, for one argument', () => {
    for (const name of names) {
      if (name === 'pow' || name === 'atan2') continue
      const native = Math[name]
      for (const x of SPECIAL) {
        const expected = native(x)
        if (isFixed(expected)) expect(functions[name](x, 0), `${name}(${x})`).toBe(expected)
        else expect(Math.abs(functions[name](x, 0) - expected), `${name}(${x})`).toBeLessThanOrEqual(Math.abs(expected) * 2 ** -50)
      }
    }
  })

  it('are those of Math, for two arguments', () => {
    for (const x of SPECIAL) {
      for (const y of SPECIAL) {
        const power = x ** y
        if (isFixed(power)) expect(pow(x, y), `pow(${x}, ${y})`).toBe(power)
        else expect(Math.abs(pow(x, y) - power), `pow(${x}, ${y})`).toBeLessThanOrEqual(Math.abs(power) * 2 ** -50)
        const angle = Math.atan2(y, x)
        if (isFixed(angle)) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(angle)
        else expect(Math.abs(atan2(y, x) - angle), `atan2(${y}, ${x})`).toBeLessThanOrEqual(Math.abs(angle) * 2 ** -52)
      }
    }
  })

  it('of the axes and diagonals are the doubles nearest to multiples of π/4', () => {
    expect(atan2(0, -0)).toBe(Math.PI)
    expect(atan2(-0, -0)).toBe(-Math.PI)
    expect(atan2(-0, 0)).toBe(-0)
    expect(atan2(1, -0)).toBe(Math.PI / 2)
    expect(atan2(Infinity, -Infinity)).toBe((3 * Math.PI) / 4)
    expect(atan2(5e-324, Infinity)).toBe(0)
    expect(atan2(-1, -Infinity)).toBe(-Math.PI)
    expect(atan(Infinity)).toBe(Math.PI / 2)
    expect(asin(-1)).toBe(-Math.PI / 2)
    expect(acos(-1)).toBe(Math.PI)
    expect(asin(1 + 2 ** -52)).toBe(NaN)
    expect(acos(-Infinity)).toBe(NaN)
  })
})

describe('sinCos', () => {
  it('writes the bits of sin and cos at the offset', () => {
    const out = new Float64Array(4)
    for (const [x] of [...angles, ...SPECIAL.map((value): Pair => [value, 0])]) {
      out.fill(7)
      sinCos(x, out, 1)
      expect(out).toEqual(Float64Array.of(7, sin(x), cos(x), 7))
    }
  })
})

describe('symmetry', () => {
  it('is exact to the bit', () => {
    const random = createRandom(71)
    for (let i = 0; i < 2000; i++) {
      const x = spread(-40, 200)(random)
      expect(sin(-x)).toBe(-sin(x))
      expect(cos(-x)).toBe(cos(x))
      expect(tan(-x)).toBe(-tan(x))
      expect(atan(-x)).toBe(-atan(x))
      expect(asin(1 / -x)).toBe(-asin(1 / x))
    }
  })
})

describe('the bits', () => {
  /** FNV-1a over 32-bit words. Arguments come from exact operations only, so the hash depends on nothing but the functions. */
  function hash(name: FunctionName, x: Source, y: Source): string {
    const random = createRandom(81)
    const words = new DataView(new ArrayBuffer(8))
    let state = 0x811c9dc5
    for (let i = 0; i < 20000; i++) {
      const value = functions[name](x(random), y(random))
      words.setFloat64(0, Number.isNaN(value) ? NaN : value)
      state = Math.imul(state ^ words.getUint32(0), 0x01000193)
      state = Math.imul(state ^ words.getUint32(4), 0x01000193)
    }
    return (state >>> 0).toString(16).padStart(8, '0')
  }

  /** Products of draws are spread over many sizes without the help of a power. */
  const wide: Source = (random) => {
    let value = sign(random)
    for (let k = Math.floor(random() * 40); k > 0; k--) value *= fraction(random) * 64
    return value
  }
  const positive: Source = (random) => Math.abs(wide(random))

  it('have not changed', () => {
    const none: Source = () => 0
    const hashes = {
      sin: hash('sin', wide, none),
      cos: hash('cos', wide, none),
      tan: hash('tan', wide, none),
      asin: hash('asin', between(-1, 1), none),
      acos: hash('acos', between(-1, 1), none),
      atan: hash('atan', wide, none),
      atan2: hash('atan2', wide, wide),
      exp: hash('exp', between(-746, 710), none),
      log: hash('log', positive, none),
      pow: hash('pow', positive, between(-20, 20)),
    }
    expect(hashes).toEqual({
      sin: '778272a5',
      cos: '2aefddbb',
      tan: 'b0ab747d',
      asin: '33d3991c',
      acos: '60ff6a53',
      atan: '16bda326',
      atan2: '40fa43b5',
      exp: 'dcfdf779',
      log: 'a64ffe2f',
      pow: 'a1e6f4af',
    })
  })
})
