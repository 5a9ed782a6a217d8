/**
 * The supporting feature of a core that is one point, or one point in any direction that matters.
 */

import type { Feature } from '../feature.ts'

/** The origin. */
export function pointFeature(out: Feature): void {
  out.count = 1
  out.points[0] = 0
  out.points[1] = 0
  out.points[2] = 0
  out.ids[0] = 0
}
