/**
 * Meshes as hulls for a body.
 */

import { requireOptions, without, type Fields } from '../common/options.ts'
import { HULL_FIELDS } from '../d3/api/shape-definition.ts'
import { hull, type HullOptions, type ShapeDefinition } from '../d3/index.ts'
import { decompose, DECOMPOSE_FIELDS, type DecomposeOptions } from './decompose.ts'
import { FIELD } from './field-names.ts'

/** A mesh and how finely to cut it, and what `hull()` may say besides its points: density, friction, filter, … for all pieces alike. */
export interface HullShapeOptions extends DecomposeOptions, Omit<HullOptions, 'points' | 'hull'> {}

const FIELDS: Fields<HullShapeOptions> = { ...DECOMPOSE_FIELDS, ...without(HULL_FIELDS, 'points', 'hull') }

/** The shapes that fill a mesh, near enough: `world.createBody({ shapes: hullShapes({ positions, indices }) })`. */
export function hullShapes(options: HullShapeOptions): ShapeDefinition[] {
  const { positions, indices, tolerance, maxPieces, ...rest } = requireOptions(options, FIELDS, FIELD) as HullShapeOptions
  const pieces = decompose({
    positions, ...(indices === undefined ? {} : { indices }), ...(tolerance === undefined ? {} : { tolerance }),
    ...(maxPieces === undefined ? {} : { maxPieces }),
  })
  return pieces.map((points) => hull({ ...rest, points }))
}
