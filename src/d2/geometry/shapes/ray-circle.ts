/**
 * Rays against circles, faces and from inside: what the `ray` functions of several shapes share. Arguments as in `shape-record.ts`.
 *
 * The quadratic is solved from the point of closest approach, not from its coefficients: a far or grazing ray then loses no more than the
 * rounding of its origin.
 */

/** Hit at the start of the ray, from inside: the normal is opposite to the ray. */
export function hitInside(hit: Float64Array, ray: Float64Array): boolean {
  return hitFace(hit, 0, -ray[2], -ray[3])
}

export function hitFace(hit: Float64Array, t: number, nx: number, ny: number): boolean {
  hit[0] = t
  hit[1] = nx
  hit[2] = ny
  return true
}

/** Circle of radius r around (x, y), ray starting outside of it. */
export function hitRound(hit: Float64Array, ray: Float64Array, r: number, x: number, y: number): boolean {
  const ox = ray[0] - x
  const oy = ray[1] - y
  const dx = ray[2]
  const dy = ray[3]
  const middle = -(ox * dx + oy * dy)
  if (!(middle > 0)) return false
  // The point of closest approach lies across the ray, at a distance that needs no subtraction of large numbers.
  const aside = ox * dy - oy * dx
  const miss = Math.abs(aside)
  if (miss > r) return false
  const half = Math.sqrt((r - miss) * (r + miss))
  const nx = aside * dy - half * dx
  const ny = -aside * dx - half * dy
  const scale = 1 / Math.sqrt(nx * nx + ny * ny)
  // From a start that rounding puts on the surface the difference may come out below 0.
  return hitFace(hit, Math.max(0, middle - half), nx * scale, ny * scale)
}
