/**
 * Do rows of a group say the same? What is as soft as the regularisation is redundant, or near a singular pose; and where rigid rows, limits, motors
 * and friction are more than the freedoms of the bodies, some of them must be.
 */

import { type JointGroups, vectorEnd } from './joint-groups.ts'

/** The largest share of a rigid row's compliance in its pivot: almost 1 for a redundant row. */
export function regularizedShare({ plan, blocks, compliance }: JointGroups, g: number): number {
  const { start, size, diagonal, vector } = plan
  let most = 0
  for (let p = start[g]; p < start[g + 1]; p++) {
    const n = size[p]
    for (let i = 0; i < n; i++) most = Math.max(most, blocks[diagonal[p] + i * (n + 1)] * compliance[vector[p] + i])
  }
  return most
}

/** More rigid rows and held coordinates than freedoms, of which each body has so many. `coordinate`: that of each scalar row. */
export function isOverdetermined(groups: JointGroups, g: number, coordinate: Uint8Array, freedoms: number): boolean {
  const { plan, reducedStart, reducedCount, reducedAt, reducedRow, bodyStart } = groups
  let rows = plan.start[g] < plan.start[g + 1] ? vectorEnd(plan, g) - plan.vector[plan.start[g]] : 0
  let lastRow = -1
  let lastCoordinate = -1
  const to = reducedStart[g] + reducedCount[g]
  for (let i = reducedStart[g]; i < to; i++) {
    const s = reducedAt[i]
    if (s < 0) continue
    // A motor and a spring of one coordinate hold it once.
    if (reducedRow[i] !== lastRow || coordinate[s] !== lastCoordinate) rows++
    lastRow = reducedRow[i]
    lastCoordinate = coordinate[s]
  }
  return rows > freedoms * (bodyStart[g + 1] - bodyStart[g])
}
