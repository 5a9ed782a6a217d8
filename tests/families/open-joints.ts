/** How far joints stand open, read from the solver's rows of the last step, for both dimensions. */

interface Rows {
  readonly jointRows: {
    readonly count: number
    readonly columns: { error: Float64Array; rigid: Uint8Array }
    readonly schema: { error: { width: number } }
  }
}

/** The largest error of a rigid row, m or rad. */
export function largestError(world: object): number {
  const { jointRows: rows } = (world as { state: Rows }).state
  let largest = 0
  for (let r = 0; r < rows.count; r++) {
    for (let i = 0; i < rows.columns.rigid[r]!; i++) largest = Math.max(largest, Math.abs(rows.columns.error[r * rows.schema.error.width + i]!))
  }
  return largest
}
