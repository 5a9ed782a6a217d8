/**
 * The numbers of the pair at hand, in one scratch array that all manifold files read.
 *
 * Why not arguments: a call that the compiler does not inline puts every fractional argument and result in an object of its
 * own. On two stacked boxes that cost a tenth of the time, and the collection of the garbage on top.
 */

/** Indices: centre B minus centre A in world axes, the gap up to which points are reported, a size that scales tolerances. */
export const DX: number = 0
export const DY: number = 1
export const DZ: number = 2
export const MARGIN: number = 3
/** The smaller inner radius of two boxes or hulls; set by their files. */
export const INNER: number = 4

export const query: Float64Array = new Float64Array(5)

/**
 * The unit direction from A to B that a contact had a moment ago, if the caller asks for the same one again; zeros = not known. The
 * collision of curved shapes clears it.
 */
export const knownAxis: Float64Array = new Float64Array(3)

export function clearKnownAxis(): void {
  knownAxis[0] = 0
  knownAxis[1] = 0
  knownAxis[2] = 0
}
