/**
 * What a convex polygon is once built. How it is built from points is in `polygon-builder.ts`.
 */

export const MAX_POLYGON_VERTICES: number = 16

/** A convex polygon, immutable once built. A rounding radius, if any, is the shape's (`shapes/polygon.ts`) and lies outside of all this. */
export interface Polygon {
  readonly vertexCount: number
  /** 2 per vertex, counter-clockwise, in the shape's local frame as the user gave them. */
  readonly vertices: Float64Array
  /** 2 per edge: unit outward normal. Edge i runs from vertex i to the next. */
  readonly normals: Float64Array
  /** Centre of area, 2 doubles. */
  readonly center: Float64Array
  /** Largest distance of a vertex from the local origin. */
  readonly radius: number
  /** Smallest distance of an edge's line from `center`. */
  readonly innerRadius: number
}
