/**
 * Radius of twist friction: how far from the centre of pressure friction acts on the mean, as a share of the distance of the manifold's points.
 * Two points stand for a line, points of the flat end of a cylinder for a disc, others for a face whose corners they are.
 */

import { TWIST_RADIUS_SHARE, TWIST_RADIUS_SHARE_OF_DISC, TWIST_RADIUS_SHARE_OF_LINE } from '../../common/tuning.ts'
import { CYLINDER } from '../geometry/shapes/cylinder.ts'
import type { WorldState } from '../store/world-state.ts'

/** The share of a manifold of `count` points between the shapes a and b. */
export function twistRadiusShare(state: WorldState, a: number, b: number, count: number): number {
  if (count < 3) return TWIST_RADIUS_SHARE_OF_LINE
  const { kind } = state.shapes.columns
  return kind[a] === CYLINDER || kind[b] === CYLINDER ? TWIST_RADIUS_SHARE_OF_DISC : TWIST_RADIUS_SHARE
}
