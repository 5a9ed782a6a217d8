/**
 * Speed and accuracy of the elementary functions beside those of `Math`; scripts/math-speed.ts prints the table.
 *
 * Nanoseconds per call are the best of many short runs over random arguments; errors are in units of the last place, worst of a
 * quick sample against 32-digit values.
 */
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from '../src/common/math/deterministic-math.ts'
import { createRandom } from '../tests/common/random.ts'
import { exact, type FunctionName, ulpError } from '../tests/common/exact-functions.ts'

/** Long enough that a branch predictor does not learn the arguments by heart. */
const ARGUMENTS = 32768
const RUNS = 100
const CHECKED = 200

interface Case {
  readonly name: FunctionName
  readonly range: string
  readonly x: readonly [low: number, high: number]
  readonly y?: readonly [low: number, high: number]
}

const OWN: Record<FunctionName, Binary> = { sin, cos, tan, asin, acos, atan, atan2, exp, log, pow }

const CASES: readonly Case[] = [
  { name: 'sin', range: '|x| < 0.7', x: [-0.7, 0.7] },
  { name: 'sin', range: '|x| < 7', x: [-7, 7] },
  { name: 'sin', range: '|x| < 1e6', x: [-1e6, 1e6] },
  { name: 'sin', range: '|x| < 1e300', x: [-1e300, 1e300] },
  { name: 'cos', range: '|x| < 0.7', x: [-0.7, 0.7] },
  { name: 'cos', range: '|x| < 7', x: [-7, 7] },
  { name: 'tan', range: '|x| < 7', x: [-7, 7] },
  { name: 'asin', range: '|x| < 1', x: [-1, 1] },
  { name: 'acos', range: '|x| < 1', x: [-1, 1] },
  { name: 'atan', range: '|x| < 2', x: [-2, 2] },
  { name: 'atan2', range: '|y|, |x| < 1', x: [-1, 1], y: [-1, 1] },
  { name: 'exp', range: '|x| < 10', x: [-10, 10] },
  { name: 'log', range: 'x < 20', x: [0, 20] },
  { name: 'pow', range: 'x < 20, |y| < 10', x: [0, 20], y: [-10, 10] },
]

export interface MathTiming {
  readonly function: FunctionName
  readonly arguments: string
  readonly 'ns, own': number
  readonly 'ns, Math': number
  readonly ratio: number
  readonly 'ulp, own': number
  readonly 'ulp, Math': number
}

type Binary = (x: number, y: number) => number
type Runner = (f: Binary, x: Float64Array, y: Float64Array) => number

/** A loop of its own per function, compiled for it alone, as a caller's loop would be. */
function createRunner(name: FunctionName, library: string): Runner {
  const source = `let sum = 0; for (let i = 0; i < x.length; i++) sum += f(x[i], y[i]); return sum // ${library} ${name}`
  return new Function('f', 'x', 'y', source) as Runner
}

function measure(name: FunctionName, library: 'own' | 'Math', x: Float64Array, y: Float64Array): number {
  const f = library === 'own' ? OWN[name] : Math[name]
  const run = createRunner(name, library)
  let best = Infinity
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now()
    run(f, x, y)
    best = Math.min(best, performance.now() - start)
  }
  return (best * 1e6) / ARGUMENTS
}

function worstError(f: Binary, name: FunctionName, x: Float64Array, y: Float64Array): number {
  let worst = 0
  for (let i = 0; i < CHECKED; i++) worst = Math.max(worst, ulpError(f(x[i], y[i]), exact[name](x[i], y[i])))
  return worst
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

/** One row per function and range. */
export function measureMath(): MathTiming[] {
  const random = createRandom(1)
  const draw = (low: number, high: number): Float64Array =>
    Float64Array.from({ length: ARGUMENTS }, () => low + (high - low) * (random() + random() * 2 ** -32))
  const rows = CASES.map(({ name, range, x, y = [0, 0] }) => ({ name, range, x: draw(x[0], x[1]), y: draw(y[0], y[1]) }))

  // All functions meet all ranges before any is timed, so that the order of the table does not decide how they are compiled.
  for (const { name, x, y } of rows) {
    const f = OWN[name]
    for (let i = 0; i < ARGUMENTS; i++) f(x[i], y[i])
  }

  return rows.map(({ name, range, x, y }) => {
    const ours = measure(name, 'own', x, y)
    const native = measure(name, 'Math', x, y)
    return {
      function: name,
      arguments: range,
      'ns, own': round(ours, 1),
      'ns, Math': round(native, 1),
      ratio: round(ours / native, 2),
      'ulp, own': round(worstError(OWN[name], name, x, y), 3),
      'ulp, Math': round(worstError(Math[name], name, x, y), 3),
    }
  })
}
