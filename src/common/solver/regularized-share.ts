/**
 * How much of a group's factor is regularisation: what is as soft as that is redundant, or near a singular pose.
 */

import type { JointGroups } from './joint-groups.ts'

/** The largest share of a row's compliance in its pivot: almost 1 for a redundant row. */
export function regularizedShare({ plan, blocks, compliance }: JointGroups, g: number): number {
  const { start, size, diagonal, vector } = plan
  let most = 0
  for (let p = start[g]; p < start[g + 1]; p++) {
    const n = size[p]
    for (let i = 0; i < n; i++) most = Math.max(most, blocks[diagonal[p] + i * (n + 1)] * compliance[vector[p] + i])
  }
  return most
}
