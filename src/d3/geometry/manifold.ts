/**
 * The result of a narrow-phase query: up to four contact points with one common normal. One instance is filled again and
 * again; the narrow phase copies what it needs. Nothing here knows about bodies, impulses or materials.
 */

/** Most points a manifold holds: four span any flat patch. */
export const MAX_MANIFOLD_POINTS: number = 4

/**
 * World axes, origin at A's centre: exact however far from the world's origin the shapes are.
 *
 * Ids say which corner of A and which corner of B a point belongs to. They do not tell a corner from the place where an
 * edge was cut close to it, nor which of the two shapes gave the reference face, so aligned boxes keep their ids, and
 * with them their stored impulses, when they tremble.
 */
export class Manifold {
  /** Points found, 0 to 4. */
  count: number = 0
  /** Unit normal from A to B. Without points: a direction along which the two are apart, or zeros. */
  nx: number = 0
  ny: number = 0
  nz: number = 0
  /** Point i at 3i: the middle between the two surfaces, relative to A's centre. */
  readonly points: Float64Array = new Float64Array(3 * MAX_MANIFOLD_POINTS)
  /** Gap along the normal at each point, negative for overlap. */
  readonly separations: Float64Array = new Float64Array(MAX_MANIFOLD_POINTS)
  /** (feature of A << 8) | feature of B, each 0 to 255, unique inside the manifold and stable between steps. */
  readonly ids: Int32Array = new Int32Array(MAX_MANIFOLD_POINTS)
}
