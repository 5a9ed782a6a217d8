/**
 * Rays against balls, and from inside: what the `ray` functions of several shapes share. Arguments as in `shape-record.ts`.
 *
 * The quadratic is solved from the point of closest approach, not from its coefficients: a far or grazing ray then loses no more than the
 * rounding of its origin.
 */

/** Hit at the start of the ray, from inside: the normal is opposite to the ray. */
export function hitInside(hit: Float64Array, ray: Float64Array): boolean {
  hit[0] = 0
  hit[1] = -ray[3]
  hit[2] = -ray[4]
  hit[3] = -ray[5]
  return true
}

/** Ball of radius r around (0, y, 0), ray starting outside of it. */
export function hitBall(hit: Float64Array, ray: Float64Array, r: number, y: number): boolean {
  const ox = ray[0]
  const oy = ray[1] - y
  const oz = ray[2]
  const dx = ray[3]
  const dy = ray[4]
  const dz = ray[5]
  const middle = -(ox * dx + oy * dy + oz * dz)
  if (!(middle > 0)) return false
  const px = ox + middle * dx
  const py = oy + middle * dy
  const pz = oz + middle * dz
  const miss = Math.sqrt(px * px + py * py + pz * pz)
  if (miss > r) return false
  const half = Math.sqrt((r - miss) * (r + miss))
  // From a start that rounding puts on the surface the difference may come out below 0.
  hit[0] = Math.max(0, middle - half)
  const nx = px - half * dx
  const ny = py - half * dy
  const nz = pz - half * dz
  const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
  hit[1] = nx * scale
  hit[2] = ny * scale
  hit[3] = nz * scale
  return true
}
