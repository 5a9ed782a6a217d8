/**
 * How the surfaces of two shapes become one contact's friction and restitution. Where the two shapes differ in their rules, a rule
 * that is not the default wins; of two such rules the one later in the list geometric, average, min, multiply, max.
 */

import { COMBINE_AVERAGE, COMBINE_GEOMETRIC, COMBINE_MAX, COMBINE_MIN, COMBINE_MULTIPLY } from './combine-rules.ts'

/** The columns of a shape table, or of materials of level geometry, that are needed here: each surface has its columns and its row in them. */
export interface SurfaceColumns {
  friction: Float64Array
  staticFriction: Float64Array
  restitution: Float64Array
  frictionCombine: Uint8Array
  restitutionCombine: Uint8Array
}

/** The contact's friction coefficient, into out[o]. Results of calls that are not inlined are boxed. */
export function combineFriction(first: SurfaceColumns, a: number, second: SurfaceColumns, b: number, out: Float64Array, o: number): void {
  combine(Math.max(first.frictionCombine[a], second.frictionCombine[b]), first.friction, a, second.friction, b, out, o)
}

const holding = new Float64Array(2)

/** The coefficient up to which the surfaces stick, into out[o]: at least that of sliding, which must stand there. */
export function combineStaticFriction(first: SurfaceColumns, a: number, second: SurfaceColumns, b: number, out: Float64Array, o: number): void {
  const kinetic = out[o]
  holding[0] = Math.max(first.friction[a], first.staticFriction[a])
  holding[1] = Math.max(second.friction[b], second.staticFriction[b])
  combine(Math.max(first.frictionCombine[a], second.frictionCombine[b]), holding, 0, holding, 1, out, o)
  if (out[o] < kinetic) out[o] = kinetic
}

/** Its coefficient of restitution, 1 at most. */
export function combineRestitution(first: SurfaceColumns, a: number, second: SurfaceColumns, b: number, out: Float64Array, o: number): void {
  combine(restitutionRule(first.restitutionCombine[a], second.restitutionCombine[b]), first.restitution, a, second.restitution, b, out, o)
  if (out[o] > 1) out[o] = 1
}

/** The default of friction has the least code; that of restitution, max, has the greatest, and gives way to any other. */
function restitutionRule(a: number, b: number): number {
  if (a === COMBINE_MAX) return b
  return b === COMBINE_MAX ? a : Math.max(a, b)
}

function combine(
  rule: number, first: Float64Array, rowA: number, second: Float64Array, rowB: number, out: Float64Array, o: number,
): void {
  const a = first[rowA]
  const b = second[rowB]
  switch (rule) {
    case COMBINE_GEOMETRIC:
      // The product of equal values must give that value back exactly.
      out[o] = a === b ? a : Math.sqrt(a * b)
      break
    case COMBINE_AVERAGE:
      out[o] = 0.5 * (a + b)
      break
    case COMBINE_MIN:
      out[o] = Math.min(a, b)
      break
    case COMBINE_MULTIPLY:
      out[o] = a * b
      break
    default:
      out[o] = Math.max(a, b)
  }
}
