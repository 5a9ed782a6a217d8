/** Tolerances of shapes that both dimensions share; the others are in `d2` and `d3/geometry/tolerances.ts`. */

/** GJK: core distance, relative to the largest coordinate of the simplex, that rounding cannot tell from touching. Test: none */
export const GJK_TOUCH_TOLERANCE = 1e-15

/** GJK: gap between upper and lower bound, relative to the largest coordinate of the simplex, at which the answer is exact. Test: none */
export const GJK_GAP_TOLERANCE = 4e-15

/** Incident face: how much more squarely it must oppose the reference face to be taken instead of a lower-numbered one; of boxes as a ratio.
 *  Test: none */
export const OPPOSED_BIAS = 1e-3
export const OPPOSED_RATIO = 1.001

/** Patches narrower than this, per unit of inner radius of the smaller shape, are no contact: four times the overlap that resting shapes keep.
 * A box that rests on a row of flush boxes overlaps the row by a hair; from the side the next box presents a strip as high as that hair.
 *  Test: tests/d2/geometry/collide/ghosts.test.ts */
export const SLIVER_PER_SIZE: number = 4e-3

/** A patch is only a sliver if both faces are this many times as wide; else the face itself is that narrow. Test: none */
export const SLIVER_OF_FACE: number = 0.1

/** Of its height or the radii: how far a rounded end may lie beside a face, or cross over sideways. Costs 2e-4 of that in depth at most.
 *  Test: tests/d3/geometry/collide/distance.test.ts */
export const SIDEWAYS: number = 0.02

/** Hulls and polygons: share of the extent within which points and planes count as the same. Single-precision meshes are that exact.
 *  Test: tests/d3/geometry/hull/hull-builder.test.ts */
export const SAME_POINT_TOLERANCE = 5e-7

/** Squared sine between two normals that are the same but for rounding. Test: tests/d2/contacts/internal-edges.test.ts */
export const SAME_NORMAL = 1e-8

/** Safe advance: relative width at which the end of a safe interval is known well enough. A finer one saves no step in time. Test: none */
export const SAFE_INTERVAL_TOLERANCE = 0.03

/** Time of impact: excess over the target, relative to it, that counts as reached: spares the last steps.
 *  Test: tests/d2/geometry/collide/time-of-impact.test.ts */
export const TARGET_TOLERANCE = 1e-3
