/**
 * Fields of a glTF document, read one by one with the path they stand at. What is not asked for is never looked at; what is asked for and is wrong
 * is refused with its path. Nothing here knows of physics.
 */

import { PhysicsError, type PhysicsErrorCode } from '../../common/errors.ts'

/** An object of the document. */
export type Fields = Readonly<Record<string, unknown>>

/** Refuses the document. */
export function refuse(path: string, value: unknown, advice: string, code: PhysicsErrorCode = 'wrong-type'): never {
  throw new PhysicsError(code, path, value, advice)
}

/** What a text of JSON says. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse('file', text.length, `is no JSON: ${(error as Error).message}`)
  }
}

/** Makes the path of the document the field of what `make` refuses. */
export function at<T>(path: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof PhysicsError)) throw error
    throw new PhysicsError(error.code, `${path}: ${error.field}`, error.value, error.message.slice(error.message.indexOf(') ') + 2))
  }
}

/** An object's own field; undefined if it has none, null included. */
export function field(object: Fields, key: string): unknown {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined
}

export function objectAt(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, value, 'must be an object.')
  return value as Fields
}

/** The object in a field, or null if it is left out. */
export function optionalObject(object: Fields, key: string, path: string): Fields | null {
  const value = field(object, key)
  return value === undefined ? null : objectAt(value, `${path}.${key}`)
}

/** Lists that were looked through for holes: some are asked for many times. */
const whole = new WeakSet<readonly unknown[]>()

/** Objects that are given need not come from JSON, and `map` and `forEach` pass holes by. */
function requireWhole(list: readonly unknown[], path: string): void {
  if (whole.has(list)) return
  for (let i = 0; i < list.length; i++) if (list[i] === undefined) refuse(`${path}[${i}]`, undefined, 'is a hole in the list.')
  whole.add(list)
}

/** The list in a field; an empty one if it is left out. */
export function listOf(object: Fields, key: string, path: string): readonly unknown[] {
  const value = field(object, key)
  if (value === undefined) return []
  if (!Array.isArray(value)) refuse(`${path}.${key}`, value, 'must be a list.')
  requireWhole(value, `${path}.${key}`)
  return value
}

/** A finite number, or what stands for one that is left out. */
export function numberOf<T>(object: Fields, key: string, path: string, otherwise: T): number | T {
  const value = field(object, key)
  if (value === undefined) return otherwise
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(`${path}.${key}`, value, 'must be a finite number.', 'not-finite')
  return value
}

/** A number of at least 0. */
export function sizeOf<T>(object: Fields, key: string, path: string, otherwise: T): number | T {
  const value = numberOf(object, key, path, otherwise)
  if (typeof value === 'number' && value < 0) refuse(`${path}.${key}`, value, 'must not be negative.', 'out-of-range')
  return value
}

export function booleanOf(object: Fields, key: string, path: string, otherwise: boolean): boolean {
  const value = field(object, key)
  if (value === undefined) return otherwise
  if (typeof value !== 'boolean') refuse(`${path}.${key}`, value, 'must be true or false.')
  return value
}

export function textOf(object: Fields, key: string, path: string, otherwise: string): string {
  const value = field(object, key)
  if (value === undefined) return otherwise
  if (typeof value !== 'string') refuse(`${path}.${key}`, value, 'must be text.')
  return value
}

/** So many finite numbers, or null if they are left out. */
export function numbersOf(object: Fields, key: string, length: number, path: string): number[] | null {
  const value = field(object, key)
  if (value === undefined) return null
  const where = `${path}.${key}`
  if (!Array.isArray(value) || value.length !== length) refuse(where, value, `must be a list of ${length} numbers.`)
  Array.from(value as unknown[]).forEach((number, i) => {
    if (typeof number !== 'number' || !Number.isFinite(number)) refuse(`${where}[${i}]`, number, 'must be a finite number.', 'not-finite')
  })
  return value as number[]
}

/** A whole number from 0 to below `count`. */
export function indexAt(value: unknown, count: number, path: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= count) {
    refuse(path, value, count === 0 ? 'points at nothing: there are none.' : `must be a whole number from 0 to ${count - 1}.`, 'out-of-range')
  }
  return value
}

/** The index in a field, −1 if it is left out. */
export function indexOf(object: Fields, key: string, count: number, path: string): number {
  const value = field(object, key)
  return value === undefined ? -1 : indexAt(value, count, `${path}.${key}`)
}

/** Lists of the document that are read, with the most entries they may have. */
export const MOST_ENTRIES = 1_000_000

/** The list in a field of the document itself. */
export function rootList(json: Fields, key: string): readonly unknown[] {
  const list = listOf(json, key, 'gltf')
  if (list.length > MOST_ENTRIES) refuse(`gltf.${key}`, list.length, `has more than ${MOST_ENTRIES} entries.`, 'limit-exceeded')
  return list
}
