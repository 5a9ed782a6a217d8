/**
 * Values as a scene file holds them, written by its tables: the way back of `read-value.ts`. What equals its default is left out.
 */

import { toBase64 } from '../shared/base64.ts'
import { copyPlain } from './guard.ts'
import type { Fields, Type } from './table.ts'

/** The fields of an object of the engine; `undefined` and defaults are left out. Numbers that JSON cannot write become words. */
export function writeFields(value: Readonly<Record<string, unknown>>, fields: Fields, path: string): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(fields)) {
    const given = value[key]
    const { type, standard } = fields[key]!
    if (given === undefined || (standard !== undefined && isSame(given, standard))) continue
    out[key] = given === null ? null : writeType(given, type, `${path}.${key}`)
  }
  return out
}

export function writeType(value: unknown, type: Type, path: string): unknown {
  switch (type.is) {
    case 'number': return writeNumber(value as number)
    case 'json': return copyPlain(value, path)
    case 'bytes': return toBase64(value as Uint8Array)
    case 'vector': return type.axes.map((axis) => writeNumber((value as Record<string, number>)[axis]!))
    case 'numbers': return Array.from(value as ArrayLike<number>, (number) => (Number.isNaN(number) ? null : writeNumber(number)))
    case 'object': return writeFields(value as Record<string, unknown>, type.fields, path)
    case 'list': return (value as readonly unknown[]).map((entry, i) => (entry === null ? null : writeType(entry, type.of, `${path}[${i}]`)))
    case 'either': {
      const fits = type.of.find(({ is }) => (typeof value === 'object' ? is === 'vector' : is === typeof value))
      return writeType(value, fits!, path)
    }
    case 'tagged': {
      const kind = (value as Record<string, unknown>)[type.tag] as string
      return { [type.tag]: kind, ...writeFields(value as Record<string, unknown>, type.kinds[kind]!, path) }
    }
    default: return value
  }
}

function writeNumber(value: number): number | string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}

/** The same to the bit: -0 is not 0. Values are those of tables, so the depth is theirs. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}
