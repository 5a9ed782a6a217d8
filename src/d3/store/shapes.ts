/**
 * The shape table. `shape.ts` is the handle users hold; hull geometry is immutable and lives in `WorldState.hulls`.
 */

import { f64, i32, u8, type Schema } from '../../common/memory/schema.ts'

export interface ShapeColumns {
  generation: Int32Array
  alive: Uint8Array
  nextFree: Int32Array
  /** Code of the kind: index in `geometry/shapes/shape-table.ts`. */
  kind: Uint8Array
  /** Body row. */
  body: Int32Array
  /** Next shape of the same body, row + 1, 0 = end. */
  nextOfBody: Int32Array
  flags: Int32Array
  /** What each kind keeps here is told in its file in `geometry/shapes`. */
  size: Float64Array
  /** Number of its hull or level geometry as it was built, −1 = none. Its scale is in `size` (`geometry/instances.ts`). */
  geometry: Int32Array
  /** Pose in the body's frame (origin, not centre of mass). */
  localPosition: Float64Array
  localRotation: Float64Array
  density: Float64Array
  friction: Float64Array
  restitution: Float64Array
  /** Friction of surfaces that do not slide yet; where it is below `friction`, that counts. */
  staticFriction: Float64Array
  /** Rolling resistance coefficient, as a length: torque = coefficient × normal force. */
  rolling: Float64Array
  /** Velocity of the surface over the body (conveyor), body axes. */
  surfaceVelocity: Float64Array
  /** Number of the table of its materials, + 1; 0 = none (`geometry/material-table.ts`). */
  materials: Int32Array
  category: Int32Array
  mask: Int32Array
  frictionCombine: Uint8Array
  restitutionCombine: Uint8Array

  /** The geometry at its scale: index into the world's `hulls`, −1 = none. */
  hull: Int32Array
  /** World pose of the shape's origin. */
  center: Float64Array
  rotation: Float64Array
  /** Diameter of the largest ball that fits inside. */
  thickness: Float64Array
  /** Radius of the ball about the shape's origin that holds it. */
  reach: Float64Array
}

export const SHAPE_SCHEMA: Schema<ShapeColumns> = {
  generation: i32('state'),
  alive: u8('state'),
  nextFree: i32('state'),
  kind: u8('def'),
  body: i32('def'),
  nextOfBody: i32('state'),
  flags: i32('def'),
  size: f64('def', 4),
  geometry: i32('def'),
  localPosition: f64('def', 3),
  localRotation: f64('def', 4),
  density: f64('def'),
  friction: f64('def'),
  restitution: f64('def'),
  rolling: f64('def'),
  surfaceVelocity: f64('def', 3),
  category: i32('def'),
  mask: i32('def'),
  frictionCombine: u8('def'),
  restitutionCombine: u8('def'),
  staticFriction: f64('option'),
  materials: i32('option'),
  hull: i32('scratch'),
  center: f64('scratch', 3),
  rotation: f64('scratch', 9),
  thickness: f64('scratch'),
  reach: f64('scratch'),
}
