/**
 * A ray against one triangle, for everything that is made of triangles. Signed volumes of the ray with the edges decide: an edge that two
 * triangles share has the same volume in both, so no ray slips through between them.
 */

/** Where a ray met level geometry: fraction of the ray, unit normal against it, piece (−1 = none), whether it met the back. */
export interface PieceHit {
  fraction: number
  piece: number
  back: boolean
  readonly normal: Float64Array
}

/**
 * Does the ray from `line[0..2]` in the direction `line[3..5]` meet the triangle at corners[0 … 8] before `hit`? Then it becomes the hit. Back
 * sides count if asked. Of two at the same distance the piece with the lower number wins.
 */
export function castTriangle(corners: Float64Array, piece: number, line: Float64Array, backFaces: boolean, hit: PieceHit): boolean {
  const ax = corners[0] - line[0]
  const ay = corners[1] - line[1]
  const az = corners[2] - line[2]
  const bx = corners[3] - line[0]
  const by = corners[4] - line[1]
  const bz = corners[5] - line[2]
  const cx = corners[6] - line[0]
  const cy = corners[7] - line[1]
  const cz = corners[8] - line[2]
  const dx = line[3]
  const dy = line[4]
  const dz = line[5]
  const u = dx * (cy * bz - cz * by) + dy * (cz * bx - cx * bz) + dz * (cx * by - cy * bx)
  const v = dx * (ay * cz - az * cy) + dy * (az * cx - ax * cz) + dz * (ax * cy - ay * cx)
  const w = dx * (by * az - bz * ay) + dy * (bz * ax - bx * az) + dz * (bx * ay - by * ax)
  const front = u >= 0 && v >= 0 && w >= 0
  const back = u <= 0 && v <= 0 && w <= 0
  if (!(front || (back && backFaces))) return false
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az)
  const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  const rate = dx * nx + dy * ny + dz * nz
  // A ray along the surface meets the edges of its neighbours, if anything.
  if (rate === 0 || (rate > 0 && !backFaces)) return false
  const fraction = (ax * nx + ay * ny + az * nz) / rate
  if (!(fraction >= 0 && (fraction < hit.fraction || (fraction === hit.fraction && (hit.piece < 0 || piece < hit.piece))))) return false
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) * (rate > 0 ? -1 : 1)
  hit.fraction = fraction
  hit.piece = piece
  hit.back = rate > 0
  hit.normal[0] = nx / length
  hit.normal[1] = ny / length
  hit.normal[2] = nz / length
  return true
}
