/**
 * Outlines as shapes for a body.
 */

import { requireOptions, without, type Fields } from '../common/options.ts'
import { POLYGON_FIELDS } from '../d2/api/shape-definition.ts'
import { polygon, type PolygonOptions, type ShapeDefinition } from '../d2/index.ts'
import { decompose } from './decompose.ts'
import { FIELD } from './field-names.ts'
import { OUTLINE_FIELDS, type Outline } from './outline.ts'

/** An outline, and what `polygon()` may say besides its points: density, friction, filter, … for all pieces alike. */
export interface OutlineShapeOptions extends Outline, Omit<PolygonOptions, 'points'> {}

const FIELDS: Fields<OutlineShapeOptions> = { ...OUTLINE_FIELDS, ...without(POLYGON_FIELDS, 'points') }

/** The shapes that fill an outline: `world.createBody({ shapes: polygonShapes({ outer }) })`. */
export function polygonShapes(options: OutlineShapeOptions): ShapeDefinition[] {
  const { outer, holes, ...rest } = requireOptions(options, FIELDS, FIELD) as OutlineShapeOptions
  const pieces = decompose(holes === undefined ? { outer } : { outer, holes })
  return pieces.map((points) => polygon({ ...rest, points }))
}
