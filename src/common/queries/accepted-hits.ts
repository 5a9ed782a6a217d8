/**
 * Hits of a query that its filter's predicate lets pass, in their order.
 */

import { accepts, type QueryMask } from './query-mask.ts'
import type { RayResults } from './ray-results.ts'

/** Indices of at most `most` hits, by distance, then by shape row. Without a predicate nobody is asked. */
export function acceptedHits<Shape>(
  state: { asking: boolean }, mask: QueryMask<Shape>, results: RayResults, shapes: { ofRow(row: number): Shape }, most: number,
): number[] {
  const hits: number[] = []
  for (const i of results.sorted()) {
    if (hits.length >= most) break
    if (accepts(state, mask, shapes.ofRow(results.shape[i]))) hits.push(i)
  }
  return hits
}
