/**
 * Values of a scene file, read by its tables: forms are checked, unknown fields refused, and what is left is what the engine's own calls take. Depth
 * is that of the tables, not of the file. What a number may be is the engine's to say.
 */

import { PhysicsError } from '../../common/errors.ts'
import { hint } from '../../common/options.ts'
import { fromBase64 } from '../shared/base64.ts'
import { copyPlain } from './guard.ts'
import type { Field, Fields, Type } from './table.ts'

/** Numbers that JSON cannot write. */
const WORDS: ReadonlyMap<unknown, number> = new Map<unknown, number>([['Infinity', Infinity], ['-Infinity', -Infinity], ['-0', -0]])

/** Longest name. */
const MOST_LETTERS = 1000

/** An object whose fields are all known and of the right form. What is left out stays out. */
export function readFields(value: unknown, fields: Fields, path: string): Record<string, unknown> {
  const given = requirePlainObject(value, path)
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(given)) {
    if (given[key] === undefined) continue
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    const at = `${path}.${key}`
    if (field === undefined) {
      throw new PhysicsError('unknown-option', at, given[key], `is no field of it. ${hint(key, Object.keys(fields))}`)
    }
    const read = readField(given[key], field, at)
    if (read !== undefined) out[key] = read
  }
  for (const key of Object.keys(fields)) {
    if (fields[key]!.required === true && (!Object.hasOwn(given, key) || given[key] === undefined)) {
      throw new PhysicsError('wrong-type', `${path}.${key}`, undefined, `is missing. Give it: ${fields[key]!.about}`)
    }
  }
  return out
}

function readField(value: unknown, field: Field, path: string): unknown {
  if (value === null && field.type.is !== 'json') {
    if (field.nullable === true) return null
    throw new PhysicsError('wrong-type', path, null, 'has no value. Give one, or leave it out if there is a default.')
  }
  return readType(value, field.type, path)
}

export function readType(value: unknown, type: Type, path: string): unknown {
  switch (type.is) {
    case 'number': return readNumber(value, path)
    case 'boolean':
      if (typeof value === 'boolean') return value
      throw new PhysicsError('wrong-type', path, value, 'must be true or false.')
    case 'string': return readName(value, path)
    case 'choice':
      if (typeof value === 'string' && type.of.includes(value)) return value
      throw new PhysicsError('wrong-type', path, value, `must be one of: ${type.of.join(', ')}.`)
    case 'json': return copyPlain(value, path)
    case 'bytes': return readBytes(value, path)
    case 'vector': return readVector(value, type.axes, path)
    case 'numbers': return readNumbers(value, type.most, type.holes, path)
    case 'object': return readFields(value, type.fields, path)
    case 'list': return readList(value, type.of, type.most, type.nulls, path)
    case 'either': return readEither(value, type.of, path)
    case 'tagged': return readTagged(value, type.tag, type.kinds, path)
    case 'named': return readNamed(value, type.of, type.most, path)
  }
}

export function requirePlainObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new PhysicsError('wrong-type', path, value, 'must be an object.')
}

function readNumber(value: unknown, path: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const word = WORDS.get(value)
  if (word !== undefined) return word
  throw new PhysicsError('wrong-type', path, value, 'must be a number, or "Infinity", "-Infinity" or "-0".')
}

export function readName(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new PhysicsError('wrong-type', path, value, 'must be text.')
  if (value.length > MOST_LETTERS) throw new PhysicsError('limit-exceeded', path, value.length, `letters; the most is ${MOST_LETTERS}.`)
  return value
}

function readBytes(value: unknown, path: string): Uint8Array {
  const bytes = typeof value === 'string' ? fromBase64(value) : null
  if (bytes === null) throw new PhysicsError('wrong-type', path, value, 'must be text in base64.')
  return bytes
}

/** A list of coordinates, or an object with their names. */
function readVector(value: unknown, axes: readonly string[], path: string): Record<string, number> {
  const out: Record<string, number> = {}
  if (Array.isArray(value)) {
    if (value.length !== axes.length) {
      throw new PhysicsError('wrong-size', path, value, `must have ${axes.length} numbers: ${axes.join(', ')}.`)
    }
    for (let k = 0; k < axes.length; k++) out[axes[k]!] = readNumber(value[k], `${path}[${k}]`)
    return out
  }
  if (typeof value !== 'object' || value === null) {
    throw new PhysicsError('wrong-type', path, value, `must be a list of ${axes.length} numbers: ${axes.join(', ')}.`)
  }
  const given = value as Record<string, unknown>
  for (const key of Object.keys(given)) {
    if (!axes.includes(key)) throw new PhysicsError('unknown-option', `${path}.${key}`, given[key],
      `is no coordinate. There are: ${axes.join(', ')}.`)
  }
  for (const axis of axes) {
    if (!Object.hasOwn(given, axis)) throw new PhysicsError('wrong-type', `${path}.${axis}`, undefined, 'is missing. Give a number.')
    out[axis] = readNumber(given[axis], `${path}.${axis}`)
  }
  return out
}

export function requireList(value: unknown, most: number, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new PhysicsError('wrong-type', path, value, 'must be a list.')
  if (value.length > most) throw new PhysicsError('limit-exceeded', path, value.length, `entries; the most is ${most}.`)
  return value
}

function readNumbers(value: unknown, most: number, holes: boolean, path: string): number[] {
  const list = requireList(value, most, path)
  const out: number[] = []
  for (let i = 0; i < list.length; i++) {
    const entry = list[i]
    if (typeof entry === 'number' && Number.isFinite(entry)) out.push(entry)
    else if (holes && entry === null) out.push(NaN)
    else out.push(readNumber(entry, `${path}[${i}]`))
  }
  return out
}

function readList(value: unknown, of: Type, most: number, nulls: boolean, path: string): unknown[] {
  return requireList(value, most, path).map((entry, i) => (nulls && entry === null ? null : readType(entry, of, `${path}[${i}]`)))
}

/** The forms differ by what JSON calls them. */
function readEither(value: unknown, of: readonly Type[], path: string): unknown {
  const fits = of.find(({ is }) =>
    is === 'number' ? typeof value === 'number' || WORDS.has(value)
    : is === 'string' ? typeof value === 'string'
    : is === 'vector' ? typeof value === 'object'
    : false,
  )
  if (fits === undefined) throw new PhysicsError('wrong-type', path, value, `must be ${of.map(({ is }) => `a ${is}`).join(' or ')}.`)
  return readType(value, fits, path)
}

function readTagged(value: unknown, tag: string, kinds: Readonly<Record<string, Fields>>, path: string): Record<string, unknown> {
  const given = requirePlainObject(value, path)
  const kind = Object.hasOwn(given, tag) ? given[tag] : undefined
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) {
    const known = Object.keys(kinds)
    const advice = typeof kind === 'string' ? `is none. ${hint(kind, known)}` : `must be one of: ${known.join(', ')}.`
    throw new PhysicsError('wrong-type', `${path}.${tag}`, kind, advice)
  }
  const rest: Record<string, unknown> = {}
  // A name such as __proto__ must stay a field of its own, to be refused like any other that is not known.
  for (const key of Object.keys(given)) {
    if (key !== tag) Object.defineProperty(rest, key, { value: given[key], enumerable: true, configurable: true, writable: true })
  }
  return { ...readFields(rest, kinds[kind]!, path), [tag]: kind }
}

function readNamed(value: unknown, of: Type, most: number, path: string): Map<string, unknown> {
  const given = requirePlainObject(value, path)
  const keys = Object.keys(given)
  if (keys.length > most) throw new PhysicsError('limit-exceeded', path, keys.length, `entries; the most is ${most}.`)
  const out = new Map<string, unknown>()
  for (const key of keys) out.set(readName(key, path), readType(given[key], of, `${path}[${JSON.stringify(key.slice(0, 40))}]`))
  return out
}
