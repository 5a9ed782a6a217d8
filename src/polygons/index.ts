/**
 * The entry `fulcrum-physics/2d/polygons`: outlines that are not convex, with holes, cut into convex polygons for bodies in two dimensions.
 *
 * It is an entry of its own because it needs the package `earcut`, and the engine needs none.
 */

export { decompose } from './decompose.ts'
export type { Outline } from './outline.ts'
export { polygonShapes, type OutlineShapeOptions } from './polygon-shapes.ts'
export { triangulate } from './triangulate.ts'
