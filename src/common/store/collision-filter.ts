/**
 * Collision filter of a shape: category and mask.
 */

/** Two shapes collide if each one's category is in the other's mask. 32 bits. */
export interface CollisionFilter {
  /** Default 1. */
  category?: number
  /** Default all. */
  mask?: number
}
