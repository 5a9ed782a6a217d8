/**
 * The result of a narrow-phase query: up to two contact points with one common normal. One instance is filled again and
 * again; the narrow phase copies what it needs. Nothing here knows about bodies, impulses or materials.
 */

/** Most points a manifold holds: the two ends of what two faces share. */
export const MAX_MANIFOLD_POINTS: number = 2

/**
 * What a single contact point lies between (`Manifold.cores`). Two points of the cores, as between circles or at a corner: the normal is the
 * line between them, wherever they go. A point and a face: the normal is the face's. Else: no more is known than points and normal.
 */
export const CORES_UNKNOWN = 0
export const CORES_POINTS = 1
export const CORES_FACE_A = 2
export const CORES_FACE_B = 3

/**
 * World axes, origin at A's centre: exact however far from the world's origin the shapes are.
 *
 * Ids say which corner of A and which corner of B a point belongs to. They do not tell a corner from the place where an
 * edge was cut close to it, nor which of the two shapes gave the reference face, so aligned boxes keep their ids, and
 * with them their stored impulses, when they tremble.
 */
export class Manifold {
  /** Points found, 0 to 2. */
  count: number = 0
  /** Which parts of the cores meet, where there is one point. */
  cores: number = CORES_UNKNOWN
  /** Unit normal from A to B. Without points: a direction along which the two are apart, or zeros. */
  nx: number = 0
  ny: number = 0
  /** Point i at 2i: the middle between the two surfaces, relative to A's centre. */
  readonly points: Float64Array = new Float64Array(2 * MAX_MANIFOLD_POINTS)
  /** Gap along the normal at each point, negative for overlap. */
  readonly separations: Float64Array = new Float64Array(MAX_MANIFOLD_POINTS)
  /** (feature of A << 8) | feature of B, each 0 to 255, unique inside the manifold and stable between steps. */
  readonly ids: Int32Array = new Int32Array(MAX_MANIFOLD_POINTS)
}

/** Writes point `index` (not the count, not the normal). */
export function setManifoldPoint(out: Manifold, index: number, x: number, y: number, separation: number, id: number): void {
  out.points[2 * index] = x
  out.points[2 * index + 1] = y
  out.separations[index] = separation
  out.ids[index] = id
}
