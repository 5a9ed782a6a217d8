/** Clears a few numbers of a column. A loop: a call of `fill` takes longer than so few. Not for whole columns. */
export function clear(column: Float64Array, from: number, to: number): void {
  for (let k = from; k < to; k++) column[k] = 0
}
