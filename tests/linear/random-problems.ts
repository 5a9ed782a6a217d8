/**
 * Seeded matrices and vectors for the tests of `src/linear`, and a solver by elimination to compare with.
 */
import { Matrix, Vector } from '../../src/linear/index.ts'

export function randomVector(random: () => number, size: number): Vector {
  return Vector.from(Array.from({ length: size }, () => 2 * random() - 1))
}

export function randomMatrix(random: () => number, rows: number, columns: number): Matrix {
  return Matrix.from(Array.from({ length: rows }, () => Array.from({ length: columns }, () => 2 * random() - 1)))
}

/** Symmetric with all eigenvalues at least `floor`. */
export function randomPositiveDefinite(random: () => number, size: number, floor: number): Matrix {
  const root = randomMatrix(random, size, size)
  return root.multiply(root.transpose()).add(Matrix.identity(size).scale(floor))
}

/** A x = b by elimination with row exchanges on plain arrays; null if A is singular. */
export function eliminate(A: number[][], b: number[]): number[] | null {
  const n = b.length
  const rows = A.map((row, i) => [...row, b[i]])
  for (let k = 0; k < n; k++) {
    let best = k
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i
    if (Math.abs(rows[best][k]) < 1e-13) return null
    const swapped = rows[k]
    rows[k] = rows[best]
    rows[best] = swapped
    for (let i = 0; i < n; i++) {
      if (i === k) continue
      const factor = rows[i][k] / rows[k][k]
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j]
    }
  }
  return rows.map((row, i) => row[n] / row[i])
}
