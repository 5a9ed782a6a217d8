/**
 * Who collides with whom, as users say it.
 */

/** Who collides with whom: two shapes do if each one's category is in the other's mask. 32 bits. */
export interface CollisionFilter {
  /** Default 1. */
  category?: number
  /** Default all. */
  mask?: number
}
