/**
 * The typed arrays that the engine's modules keep for themselves. They hand numbers from function to function and hold nothing between the
 * stages of a step; constants aside, which no step writes.
 *
 * A test that wants them records before the engine is loaded: `await vi.hoisted(…)` with an import of this file alone.
 */

export type Numbers = Float64Array | Int32Array | Uint8Array

/** An array and the stack of calls that made it: the file of the engine stands in it. */
export interface ModuleArray {
  readonly array: Numbers
  readonly madeBy: string
}

const KINDS = ['Float64Array', 'Int32Array', 'Uint8Array'] as const

const recorded: ModuleArray[] = []

/** Notes every typed array that is made from here on, until the returned function is called. */
export function recordArrays(): () => void {
  const own = KINDS.map((name) => [name, globalThis[name]] as const)
  for (const [name, Kind] of own) {
    const recording = new Proxy(Kind, {
      construct(target, args, newTarget) {
        const array = Reflect.construct(target, args, newTarget) as Numbers
        recorded.push({ array, madeBy: new Error('made here').stack ?? '' })
        return array
      },
    })
    Object.assign(globalThis, { [name]: recording })
  }
  return () => Object.assign(globalThis, Object.fromEntries(own))
}

const isZero = (array: Numbers): boolean => array.every((number: number) => number === 0)

/** The arrays of `src` that were made empty and that `use` writes: scratch. Arrays that it leaves at zero are constants, or of no use to it. */
export function scratchArrays(use: () => void): ModuleArray[] {
  const empty = recorded.filter(({ array, madeBy }) => madeBy.includes('/src/') && !madeBy.includes('node_modules/earcut') && array.length > 0 && isZero(array))
  use()
  return empty.filter(({ array }) => !isZero(array))
}

/** Numbers that nobody can take for results. */
export function spoilArray(array: Numbers, length = array.length): void {
  array.fill(array instanceof Float64Array ? NaN : array instanceof Int32Array ? -77_777 : 0xa5, 0, length)
}
