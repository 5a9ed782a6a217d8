/**
 * Lists of points as users give them: objects, lists of coordinates, or plain numbers in a row, in whatever array they are.
 */

import { isArray, PhysicsError, requireVector } from './errors.ts'
import { MAX_COORDINATE, MAX_POINTS } from './limits.ts'

/** Coordinates in a row: any array of numbers, such as the `Float32Array` of a mesh. */
export type NumberList =
  | readonly number[] | Float32Array | Float64Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array

/** Points: objects with coordinates, lists of coordinates, or coordinates in a row. */
export type PointList<Vector> = readonly Vector[] | readonly (readonly number[])[] | NumberList

const AXES = ['x', 'y', 'z'] as const

/** All coordinates in a row, checked; `stride` of them make a point. Refuses lists that are too long before it looks at them. */
export function readPoints(value: unknown, stride: 2 | 3, field: string): Float64Array {
  const given = listOf(value, stride, field)
  // What a user may change later is copied.
  const flat = new Float64Array(isFlat(given) ? given.length : given.length * stride)
  if (isFlat(given)) {
    if (given.length % stride !== 0) {
      const advice = `is not a multiple of ${stride}. Give ${AXES.slice(0, stride).join(' and ')} of every point.`
      throw new PhysicsError('wrong-size', `${field}.length`, given.length, advice)
    }
    for (let i = 0; i < flat.length; i++) put(flat, i, (given as ArrayLike<unknown>)[i], stride, field)
    return flat
  }
  for (let p = 0; p < given.length; p++) {
    const point = given[p]
    const inRow = isArray(point)
    if (typeof point !== 'object' || point === null) requireVector(point, `${field}[${p}]`, stride === 2 ? '{ x: 0, y: 0 }' : '{ x: 0, y: 0, z: 0 }')
    for (let k = 0; k < stride; k++) put(flat, p * stride + k, inRow ? point[k] : (point as Record<string, unknown>)[AXES[k]], stride, field)
  }
  return flat
}

function isFlat(list: ArrayLike<unknown>): boolean {
  return ArrayBuffer.isView(list) || typeof list[0] === 'number'
}

function listOf(value: unknown, stride: number, field: string): ArrayLike<unknown> {
  const isList = isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
  if (!isList) {
    const names = AXES.slice(0, stride).join(', ')
    throw new PhysicsError('wrong-type', field, value, `must be a list of points { ${names} }, or an array of numbers with ${names} in a row.`)
  }
  const list = value as ArrayLike<unknown>
  const count = isFlat(list) ? list.length / stride : list.length
  if (count > MAX_POINTS) {
    throw new PhysicsError('limit-exceeded', field, count, `is the number of its points; the most is ${MAX_POINTS}. Simplify it first.`)
  }
  return list
}

/** Names of fields are put together for errors only: a list may be long. */
function put(flat: Float64Array, i: number, value: unknown, stride: number, field: string): void {
  if (typeof value === 'number' && Math.abs(value) <= MAX_COORDINATE) {
    flat[i] = value
    return
  }
  const name = `${field}[${Math.floor(i / stride)}].${AXES[i % stride]}`
  if (value === undefined) throw new PhysicsError('wrong-type', name, value, 'is missing. Give a finite number.')
  if (typeof value !== 'number') throw new PhysicsError('wrong-type', name, value, 'is not a number. Give a finite number.')
  if (!Number.isFinite(value)) throw new PhysicsError('not-finite', name, value, 'is not finite. Give finite coordinates.')
  throw new PhysicsError('out-of-range', name, value, `must be at most ${MAX_COORDINATE} in size. Check the unit.`)
}

/** Numbers in any array, not too many, not yet looked at; or an error. */
export function requireNumbers(value: unknown, field: string): ArrayLike<unknown> {
  const isList = isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
  if (!isList) throw new PhysicsError('wrong-type', field, value, `${value === undefined ? 'is missing. Give' : 'must be'} an array of numbers.`)
  const list = value as ArrayLike<unknown>
  if (list.length > MAX_POINTS) throw new PhysicsError('limit-exceeded', `${field}.length`, list.length, `is more than ${MAX_POINTS}. Split it.`)
  return list
}
