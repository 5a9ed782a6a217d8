/**
 * Instances: a geometry at a scale, as a shape has it. What a shape refers to is the geometry as it was built, which many may share, and its
 * scale stands in the size column behind what the kind keeps there; 0 0 0 stands for 1 1 1.
 */

import { requireRatio } from '../../common/bounds.ts'
import { PhysicsError, requireVector } from '../../common/errors.ts'
import { MAX_COORDINATE, MAX_RATIO } from '../../common/limits.ts'
import type { Vec3 } from '../math/types.ts'
import type { KeptGeometry } from './kept-geometry.ts'
import type { Hull } from './hull/hull.ts'
import { scaleHull } from './hull/scaled-hull.ts'
import type { LevelGeometry } from './mesh/piece-source.ts'
import { ScaledLevel } from './mesh/scaled-level.ts'

/** Where the scale stands in the size column. */
export const SCALE: number = 1

/** A geometry as built, or as scaled. */
export type Instance = Hull | LevelGeometry

/** Factors along x, y and z from a number or a vector; [0, 0, 0] if they are 1. */
export function readScale(value: unknown, field: string): [number, number, number] {
  if (value === undefined) return [0, 0, 0]
  const v = typeof value === 'number' ? null : (requireVector(value, field, '{ x: 1, y: 2, z: -1 }, or a number') as Vec3)
  const x = readFactor(v === null ? value : v.x, v === null ? field : `${field}.x`)
  const y = v === null ? x : readFactor(v.y, `${field}.y`)
  const z = v === null ? x : readFactor(v.z, `${field}.z`)
  return x === 1 && y === 1 && z === 1 ? [0, 0, 0] : [x, y, z]
}

function readFactor(value: unknown, field: string): number {
  if (value === 0) throw new PhysicsError('out-of-range', field, value, 'would leave nothing. Give 1 to keep the size, −1 to mirror.')
  return requireRatio(value, field)
}

/** Does a size column hold a scale? */
export function isScaled(size: ArrayLike<number>, so: number): boolean {
  return size[so + SCALE] !== 0
}

/** Is what stands there a scale that `readScale` could have given? */
export function isScale(size: Float64Array, so: number): boolean {
  const [x, y, z] = [size[so + SCALE], size[so + SCALE + 1], size[so + SCALE + 2]]
  if (x === 0 && y === 0 && z === 0) return true
  const sound = (s: number): boolean => Math.abs(s) <= MAX_RATIO && Math.abs(s) * MAX_RATIO >= 1
  return sound(x) && sound(y) && sound(z) && !(x === 1 && y === 1 && z === 1)
}

/** The geometry at the scale that stands in the size column. Throws a `PhysicsError` that names `field` if it would be no shape. */
export function instanceOf(geometry: KeptGeometry, size: ArrayLike<number>, so: number, field: string): Instance {
  if (!isScaled(size, so)) return geometry
  const scale = Float64Array.from({ length: 3 }, (_, k) => size[so + SCALE + k])
  if (!('find' in geometry)) return scaleHull(geometry, scale, field)
  const level = new ScaledLevel(geometry, scale)
  for (let k = 0; k < 6; k++) {
    if (!(Math.abs(level.bounds[k]) <= MAX_COORDINATE)) {
      throw new PhysicsError('out-of-range', field, scale[k % 3], `would reach farther than ${MAX_COORDINATE} m. Check the unit.`)
    }
  }
  return level
}
