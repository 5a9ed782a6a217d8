/**
 * The numbers of the pair at hand, in one scratch array that all manifold files read.
 *
 * Why not arguments: a call that the compiler does not inline puts every fractional argument and result in an object of its own, and the
 * garbage must be collected on top.
 */

/** Indices: centre B minus centre A in world axes, the gap up to which points are reported. */
export const DX: number = 0
export const DY: number = 1
export const MARGIN: number = 2
/** How far A and B reach beyond their cores, and the smaller inner radius of the two, rounding included; set by the files that need them. */
export const RADIUS_A: number = 3
export const RADIUS_B: number = 4
export const INNER: number = 5
/** How far beyond its ends the reference edge still holds a corner: above 0 only where a chain goes on there. */
export const SEAM: number = 6
/** 1: both segments of a chain answer for the corner between them, not only the one before it: what will meet a segment may strike its start. */
export const SHARED: number = 7

export const query: Float64Array = new Float64Array(8)
