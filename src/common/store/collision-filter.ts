/**
 * Collision filter of a shape: category and mask.
 */

import type { Fields } from '../options.ts'

/** Two shapes collide if each one's category is in the other's mask. 32 bits. */
export interface CollisionFilter {
  /** The bits that this shape is. Default 1. */
  category?: number
  /** The bits that it collides with. Default: all 32 bits. */
  mask?: number
}

export const FILTER_FIELDS: Fields<CollisionFilter> = { category: 0, mask: 0 }
