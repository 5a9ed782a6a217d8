/** The rotation that has three given axes. */

/** Quaternion at out[o …] of the rotation that turns x, y and z into the orthonormal axes at m[0 …], m[3 …], m[6 …]. */
export function axesQuaternion(m: Float64Array, out: Float64Array, o: number): void {
  // Four times the squares of w, x, y, z; the largest keeps its digits.
  const w = 1 + m[0] + m[4] + m[8]
  const x = 1 + m[0] - m[4] - m[8]
  const y = 1 - m[0] + m[4] - m[8]
  const z = 1 - m[0] - m[4] + m[8]
  const most = Math.max(w, x, y, z)
  const scale = 0.5 / Math.sqrt(most)
  const yz = m[5] - m[7]
  const zx = m[6] - m[2]
  const xy = m[1] - m[3]
  if (most === w) write(out, o, scale, yz, zx, xy, w)
  else if (most === x) write(out, o, scale, x, m[1] + m[3], m[6] + m[2], yz)
  else if (most === y) write(out, o, scale, m[1] + m[3], y, m[5] + m[7], zx)
  else write(out, o, scale, m[6] + m[2], m[5] + m[7], z, xy)
}

function write(out: Float64Array, o: number, scale: number, x: number, y: number, z: number, w: number): void {
  out[o] = x * scale
  out[o + 1] = y * scale
  out[o + 2] = z * scale
  out[o + 3] = w * scale
}
