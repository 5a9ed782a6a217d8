/**
 * Tolerances of the plane's shapes. Those that both dimensions share are in `common/tolerances.ts`.
 */

/** Chains: sine of the angle to the segment's normal above which a corner is what is hit.
 *  Test: none */
export const CHAIN_CORNER = 0.01

/**
 * Segments: sine by which a normal may lie outside of what a corner allows, and part of a size by which a place may lie beyond an end: both
 * neighbours claim what lies on the border.
 * Test: none
 */
export const CORNER_TOLERANCE = 1e-6

/** Segments: tangent of half a turn (0.6 degrees) below which a corner does not count as sticking out for faces.
 *  Test: none */
export const FLAT_CORNER = 0.005

/** Polygons: cosine between the reference normal and an edge's (60 degrees) beyond which the edge is no face: its lower end says it all.
 *  Test: tests/d2/geometry/collide/chain-slide.test.ts */
export const STEEP_EDGE = -0.5

/** Polygons: height per unit of inner radius that is rounding, or the bias between axes.
 *  Test: none */
export const TIE_PER_SIZE = 1e-6

/** Internal edges: squared sine above which a manifold is tilted against the face. Test: tests/families/d2/floors.test.ts */
export const TILTED_NORMAL = 1e-4
