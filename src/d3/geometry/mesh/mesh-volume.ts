/**
 * What a closed mesh holds.
 */

/** Volume between the surface and its first vertex, by signed tetrahedra. */
export function volumeInside(positions: Float64Array, indices: Uint32Array): number {
  let six = 0
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t]
    const b = 3 * indices[t + 1]
    const c = 3 * indices[t + 2]
    const ax = positions[a] - positions[0]
    const ay = positions[a + 1] - positions[1]
    const az = positions[a + 2] - positions[2]
    const bx = positions[b] - positions[0]
    const by = positions[b + 1] - positions[1]
    const bz = positions[b + 2] - positions[2]
    const cx = positions[c] - positions[0]
    const cy = positions[c + 1] - positions[1]
    const cz = positions[c + 2] - positions[2]
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  }
  return six / 6
}
