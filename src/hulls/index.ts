/**
 * The entry `fulcrum-physics/3d/hulls`: triangle meshes that are not convex, cut into convex hulls for bodies in three dimensions.
 *
 * It is an entry of its own because games bake pieces beforehand and need none of it when they run.
 */

export { decompose, type DecomposeOptions } from './decompose.ts'
export { hullShapes, type HullShapeOptions } from './hull-shapes.ts'
