/** The inverse of a small matrix. Gauss–Jordan with pivots. */
export function inverse(of: readonly (readonly number[])[]): number[][] {
  const n = of.length
  const m = of.map((row, i) => [...row, ...row.map((_, k) => (i === k ? 1 : 0))])
  for (let c = 0; c < n; c++) {
    let p = c
    for (let r = c; r < n; r++) if (Math.abs(m[r][c]) > Math.abs(m[p][c])) p = r
    ;[m[c], m[p]] = [m[p], m[c]]
    const pivot = m[c][c]
    m[c] = m[c].map((value) => value / pivot)
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const factor = m[r][c]
      m[r] = m[r].map((value, k) => value - factor * m[c][k])
    }
  }
  return m.map((row) => row.slice(n))
}
