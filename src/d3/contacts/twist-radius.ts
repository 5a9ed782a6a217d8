/**
 * Radius of twist friction: how far from the centre of pressure friction acts on the mean, as a share of the distance of the manifold's points.
 * Two points stand for a line, points of the flat end of a cylinder for a disc, others for a face whose corners they are.
 */

import { CYLINDER } from '../geometry/shapes/cylinder.ts'
import type { WorldState } from '../store/world-state.ts'

/** Mean distance from the middle, evenly pressed, per distance of the points: of a square, (√2 + ln(1 + √2)) / 3√2, of a disc, of a line. */
const OF_SQUARE = 0.5410750800467434
const OF_DISC: number = 2 / 3
const OF_LINE = 0.5

/** The share of a manifold of `count` points between the shapes a and b. */
export function twistRadiusShare(state: WorldState, a: number, b: number, count: number): number {
  if (count < 3) return OF_LINE
  const { kind } = state.shapes.columns
  return kind[a] === CYLINDER || kind[b] === CYLINDER ? OF_DISC : OF_SQUARE
}
