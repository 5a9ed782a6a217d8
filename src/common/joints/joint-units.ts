/**
 * What users say of their own types of joints: how many rows and coordinates, and what each measures.
 */

import { isArray, mapEntries, PhysicsError, requireInteger } from '../errors.ts'
import type { CoordinateUnit } from './joint-world.ts'

/** What a row measures: rows in rad give torques, rows in m forces. */
export type RowUnit = 'length' | 'angle'

export function readRows(value: unknown, field: string, most: number): readonly RowUnit[] {
  if (value === undefined) return []
  if (typeof value === 'number') return Array.from({ length: requireInteger(value, 0, most, field) }, () => 'length')
  return readUnits(value, field, most, ['length', 'angle'])
}

export function readCoordinateUnits(value: unknown, field: string, most: number): readonly CoordinateUnit[] {
  return value === undefined ? [] : readUnits(value, field, most, ['length', 'angle', 'turn'])
}

function readUnits<Unit extends string>(value: unknown, field: string, most: number, units: readonly Unit[]): readonly Unit[] {
  if (!isArray(value)) throw new PhysicsError('wrong-type', field, value, `must be a list of ${units.join(', ')}.`)
  if (value.length > most) throw new PhysicsError('out-of-range', field, value.length, `must be at most ${most}.`)
  mapEntries(value, (unit: unknown, i) => {
    if (!units.includes(unit as Unit)) throw new PhysicsError('wrong-type', `${field}[${i}]`, unit, `must be one of ${units.join(', ')}.`)
  })
  return [...(value as Unit[])]
}

export function requireFunction(value: unknown, field: string): void {
  if (typeof value !== 'function') throw new PhysicsError('wrong-type', field, value, 'must be a function. It says what the joint measures.')
}

export function requireAbsent(value: unknown, field: string, what: string): void {
  if (value === undefined) return
  throw new PhysicsError('wrong-type', field, 'given', `has nothing to fill: the type has no ${what}. Say how many there are.`)
}
