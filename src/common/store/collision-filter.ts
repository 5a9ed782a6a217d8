/**
 * Collision filter of a shape: category, mask and group.
 */

import { requireInteger } from '../errors.ts'
import type { Fields } from '../options.ts'

/** Two shapes collide if each one's category is in the other's mask, 32 bits; if they are of the same group, that alone decides. */
export interface CollisionFilter {
  /** The bits that this shape is. Default 1. */
  category?: number
  /** The bits that it collides with. Default: all 32 bits. */
  mask?: number
  /**
   * A pure number, whole, from −32768 to 32767. Shapes of the same group below 0 never collide, such as the parts of one figure; of the same
   * group above 0 they always do. Default 0: category and mask decide.
   */
  group?: number
}

export const FILTER_FIELDS: Fields<CollisionFilter> = { category: 0, mask: 0, group: 0 }

/** The group stands in the upper half of a shape's `flags`. */
export const GROUP_SHIFT = 16

interface FilterColumns {
  readonly category: Int32Array | Uint32Array
  readonly mask: Int32Array | Uint32Array
  readonly flags: Int32Array | Uint32Array
}

/** Do the filters of two shapes let them collide? */
export function filtersAgree(shapes: FilterColumns, a: number, b: number): boolean {
  const { category, mask, flags } = shapes
  const group = flags[a] >> GROUP_SHIFT
  if (group !== 0 && group === flags[b] >> GROUP_SHIFT) return group > 0
  return (category[a] & mask[b]) !== 0 && (category[b] & mask[a]) !== 0
}

export function requireGroup(value: unknown, field: string): number {
  return requireInteger(value, -32768, 32767, field)
}
