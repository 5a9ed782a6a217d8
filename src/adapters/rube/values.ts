/**
 * Numbers and vectors as R.U.B.E. writes them.
 */

import type { Vec2 } from '../../d2/index.ts'
import { field, objectAt, refuse, type Fields } from '../shared/json.ts'

const float = new DataView(new ArrayBuffer(4))

/** A number, or the eight hexadecimal digits of a float of 32 bits. */
export function hexNumber(value: unknown, path: string): number {
  let number = value
  if (typeof value === 'string' && /^[0-9a-fA-F]{8}$/.test(value)) {
    float.setUint32(0, Number.parseInt(value, 16))
    number = float.getFloat32(0)
  }
  if (typeof number !== 'number' || !Number.isFinite(number)) return refuse(path, value, 'must be a number, or a float as eight hexadecimal digits.')
  return number
}

export function numberOf(fields: Fields, key: string, path: string, otherwise = 0): number {
  const value = field(fields, key)
  return value === undefined ? otherwise : hexNumber(value, `${path}.${key}`)
}

/** A vector; 0 is (0, 0). */
export function vectorOf(fields: Fields, key: string, path: string): Vec2 {
  const value = field(fields, key)
  if (value === undefined || value === 0) return { x: 0, y: 0 }
  const vector = objectAt(value, `${path}.${key}`)
  return { x: numberOf(vector, 'x', `${path}.${key}`), y: numberOf(vector, 'y', `${path}.${key}`) }
}
