/**
 * What a convex hull is once built. How it is built from points is in `hull-builder.ts`.
 */

/** So that a vertex index fits in a byte with one value to spare for "none". */
export const MAX_HULL_VERTICES: number = 254

/** A polyhedron of v vertices has at most 2v − 4 faces. */
export const MAX_HULL_FACES: number = 2 * MAX_HULL_VERTICES - 4

/** And at most 3v − 6 edges. */
export const MAX_HULL_EDGES: number = 3 * MAX_HULL_VERTICES - 6

/** A convex polyhedron, immutable once built. */
export interface Hull {
  readonly vertexCount: number
  readonly faceCount: number
  readonly edgeCount: number
  /** 3 per vertex, in the shape's local frame as the user gave them. */
  readonly vertices: Float64Array
  /** 4 per face: unit outward normal and offset, n·p = offset on the face. Coplanar triangles are merged into one face. */
  readonly planes: Float64Array
  /** faceCount + 1 starts into faceVertices. */
  readonly faceStart: Int32Array
  /** Vertex indices, counter-clockwise seen from outside. */
  readonly faceVertices: Int32Array
  /** 4 per undirected edge: v0, v1, left face, right face; v0→v1 runs counter-clockwise in the left face. */
  readonly edges: Int32Array
  /** Centre of volume, 3 doubles. */
  readonly center: Float64Array
  /** Largest distance of a vertex from the local origin. */
  readonly radius: number
  /** Smallest distance of a face plane from `center`. */
  readonly innerRadius: number
}
