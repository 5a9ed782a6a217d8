/**
 * How the surfaces of two shapes become one contact's friction and restitution. Where the two shapes ask for different rules, the one
 * later in the list geometric, average, min, multiply, max wins.
 */

import { COMBINE_AVERAGE, COMBINE_GEOMETRIC, COMBINE_MIN, COMBINE_MULTIPLY } from './combine-rules.ts'

/** The columns of a shape table that are needed here. */
export interface SurfaceColumns {
  friction: Float64Array
  restitution: Float64Array
  frictionCombine: Uint8Array
  restitutionCombine: Uint8Array
}

export function combineFriction(shapes: SurfaceColumns, a: number, b: number): number {
  const rule = Math.max(shapes.frictionCombine[a], shapes.frictionCombine[b])
  return combine(rule, shapes.friction[a], shapes.friction[b])
}

export function combineRestitution(shapes: SurfaceColumns, a: number, b: number): number {
  const rule = Math.max(shapes.restitutionCombine[a], shapes.restitutionCombine[b])
  return Math.min(1, combine(rule, shapes.restitution[a], shapes.restitution[b]))
}

function combine(rule: number, a: number, b: number): number {
  switch (rule) {
    case COMBINE_GEOMETRIC:
      // The product of equal values must give that value back exactly.
      return a === b ? a : Math.sqrt(a * b)
    case COMBINE_AVERAGE:
      return 0.5 * (a + b)
    case COMBINE_MIN:
      return Math.min(a, b)
    case COMBINE_MULTIPLY:
      return a * b
    default:
      return Math.max(a, b)
  }
}
