/**
 * Which of many vectors are independent: Gram–Schmidt in the given order, each twice, with what every dependent one is a sum of; the space that is
 * left over; and the eigenvalues of a symmetric matrix by Jacobi's rotations.
 */

/** Share of a sum below which a term of a dependent row is rounding. */
const NEGLIGIBLE_TERM = 1e-4
/** Sweeps of Jacobi's rotations: convergence is quadratic, ten are plenty. */
const MOST_SWEEPS = 30

export interface Independence {
  /** Orthonormal basis of the span. */
  readonly basis: Float64Array[]
  /** Indices of the independent vectors, in order. */
  readonly independent: number[]
  /** Dependent ones, each with the indices that it is a sum of; none for a vector of nothing. */
  readonly dependent: { readonly index: number; readonly of: number[] }[]
}

/** `tolerance`: share of its own length below which what is left of a vector is nothing. */
export function independenceOf(vectors: readonly Float64Array[], tolerance: number): Independence {
  const basis: Float64Array[] = []
  /** Each basis vector as a sum of the independent vectors. */
  const made: number[][] = []
  const independent: number[] = []
  const dependent: { index: number; of: number[] }[] = []
  vectors.forEach((vector, index) => {
    const length = lengthOf(vector)
    const rest = vector.slice()
    const sum = independent.map(() => 0)
    for (let pass = 0; pass < 2; pass++) {
      basis.forEach((q, k) => {
        const along = dot(rest, q)
        for (let i = 0; i < rest.length; i++) rest[i] -= along * q[i]
        made[k].forEach((part, m) => (sum[m] += along * part))
      })
    }
    const left = lengthOf(rest)
    if (!(left > tolerance * length)) {
      const most = Math.max(0, ...sum.map((part, m) => Math.abs(part) * lengthOf(vectors[independent[m]])))
      const of = independent.filter((which, m) => Math.abs(sum[m]) * lengthOf(vectors[which]) > NEGLIGIBLE_TERM * most)
      dependent.push({ index, of: length > 0 ? of : [] })
      return
    }
    for (let i = 0; i < rest.length; i++) rest[i] /= left
    basis.push(rest)
    made.push([...sum.map((part) => -part / left), 1 / left])
    independent.push(index)
  })
  return { basis, independent, dependent }
}

/** Orthonormal basis of what is square to the basis, within the axes that are not empty; `count` vectors at most. */
export function complementOf(basis: readonly Float64Array[], size: number, isFree: (axis: number) => boolean): Float64Array[] {
  const found: Float64Array[] = []
  // The axis with most left first: no direction is made of rounding.
  const rest = Array.from({ length: size }, (_, axis) => {
    const unit = new Float64Array(size)
    if (isFree(axis)) unit[axis] = 1
    remove(unit, basis)
    return unit
  })
  for (;;) {
    let best = -1
    let most = 0.5 / Math.sqrt(size + 1)
    rest.forEach((vector, i) => {
      const length = lengthOf(vector)
      if (length > most) {
        most = length
        best = i
      }
    })
    if (best < 0) return found
    const vector = rest[best].slice()
    remove(vector, basis)
    remove(vector, found)
    const length = lengthOf(vector)
    for (let i = 0; i < size; i++) vector[i] /= length
    found.push(vector)
    for (const other of rest) remove(other, [vector])
  }
}

function remove(vector: Float64Array, basis: readonly Float64Array[]): void {
  for (const q of basis) {
    const along = dot(vector, q)
    for (let i = 0; i < vector.length; i++) vector[i] -= along * q[i]
  }
}

/** Eigenvalues of a symmetric matrix, ascending. */
export function eigenvaluesOf(matrix: readonly (readonly number[])[]): number[] {
  const a = matrix.map((line) => [...line])
  const n = a.length
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let off = 0
    let scale = 0
    for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) {
      if (i === k) scale += a[i][i] * a[i][i]
      else off += a[i][k] * a[i][k]
    }
    if (off <= 1e-30 * scale) break
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (a[p][q] === 0) continue
        const theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const s = t * c
        for (let k = 0; k < n; k++) {
          const x = a[k][p]
          const y = a[k][q]
          a[k][p] = c * x - s * y
          a[k][q] = s * x + c * y
        }
        for (let k = 0; k < n; k++) {
          const x = a[p][k]
          const y = a[q][k]
          a[p][k] = c * x - s * y
          a[q][k] = s * x + c * y
        }
      }
    }
  }
  return a.map((line, i) => line[i]).sort((x, y) => x - y)
}

/** Products of vectors of length 1. */
export function cosinesOf(vectors: readonly Float64Array[]): number[][] {
  const lengths = vectors.map(lengthOf)
  return vectors.map((u, i) => vectors.map((v, k) => dot(u, v) / (lengths[i] * lengths[k])))
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

export function lengthOf(a: Float64Array): number {
  return Math.sqrt(dot(a, a))
}
