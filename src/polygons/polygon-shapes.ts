/**
 * Outlines as shapes for a body.
 */

import { polygon, type PolygonOptions, type ShapeDefinition } from '../d2/index.ts'
import { decompose } from './decompose.ts'
import type { Outline } from './outline.ts'

/** An outline, and what `polygon()` may say besides its points: density, friction, filter, … for all pieces alike. */
export interface OutlineShapeOptions extends Outline, Omit<PolygonOptions, 'points'> {}

/** The shapes that fill an outline: `world.createBody({ shapes: polygonShapes({ outer }) })`. */
export function polygonShapes(options: OutlineShapeOptions): ShapeDefinition[] {
  const pieces = decompose(options)
  const { outer: _, holes: __, ...rest } = options
  return pieces.map((points) => polygon({ ...rest, points }))
}
