/** Dense linear algebra of the families' references: it shares nothing with the engine. Matrices are arrays of rows. */

/** Solves A x = b by Gauss' elimination with column pivots; null if a pivot is less than `tolerance` of the largest element. */
export function solveDense(A: readonly (readonly number[])[], b: readonly number[], tolerance = 1e-9): number[] | null {
  const n = b.length
  const rows = A.map((row, i) => [...row, b[i]!])
  let largest = 0
  for (const row of A) for (const value of row) largest = Math.max(largest, Math.abs(value))
  for (let c = 0; c < n; c++) {
    let pivot = c
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r]![c]!) > Math.abs(rows[pivot]![c]!)) pivot = r
    if (!(Math.abs(rows[pivot]![c]!) > tolerance * largest)) return null
    ;[rows[c], rows[pivot]] = [rows[pivot]!, rows[c]!]
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r]![c]! / rows[c]![c]!
      if (factor !== 0) for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!
    }
  }
  const x = Array.from({ length: n }, () => 0)
  for (let r = n - 1; r >= 0; r--) {
    let sum = rows[r]![n]!
    for (let k = r + 1; k < n; k++) sum -= rows[r]![k]! * x[k]!
    x[r] = sum / rows[r]![r]!
  }
  return x
}
