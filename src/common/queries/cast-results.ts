/**
 * What shapes that were cast have met, or which shapes are near: hits of rays with a point and a depth.
 */

import { RayResults } from './ray-results.ts'

export class CastResults extends RayResults {
  /** Where they touch. */
  readonly point: number[] = []
  /** How deep they overlapped at the start. */
  readonly depth: number[] = []
}
