/**
 * Unit quaternions stored as x y z w in typed arrays, addressed by element offset.
 * Only the algebra: integrating a rotation over time belongs to the stages that do it.
 * Every function reads all its inputs before it writes, so `out` may be one of the inputs.
 */

/** out = a b: the rotation that applies b first, then a. */
export function quatMultiply(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  const ax = a[ao]
  const ay = a[ao + 1]
  const az = a[ao + 2]
  const aw = a[ao + 3]
  const bx = b[bo]
  const by = b[bo + 1]
  const bz = b[bo + 2]
  const bw = b[bo + 3]
  out[oo] = aw * bx + ax * bw + ay * bz - az * by
  out[oo + 1] = aw * by - ax * bz + ay * bw + az * bx
  out[oo + 2] = aw * bz + ax * by - ay * bx + az * bw
  out[oo + 3] = aw * bw - ax * bx - ay * by - az * bz
}

/** out = conjugate of q, the inverse rotation of a unit quaternion. */
export function quatConjugate(q: Float64Array, qo: number, out: Float64Array, oo: number): void {
  out[oo] = -q[qo]
  out[oo + 1] = -q[qo + 1]
  out[oo + 2] = -q[qo + 2]
  out[oo + 3] = q[qo + 3]
}

const vectorIn = new Float64Array(3)

/** out = the vector (x, y, z) rotated by the unit quaternion q. Loops of the step use `quatRotateAt`: numbers as arguments are boxed. */
export function quatRotate(q: Float64Array, qo: number, x: number, y: number, z: number, out: Float64Array, oo: number): void {
  vectorIn[0] = x
  vectorIn[1] = y
  vectorIn[2] = z
  quatRotateAt(q, qo, vectorIn, 0, out, oo)
}

/** out = the vector at v[vo] rotated by the unit quaternion q. */
export function quatRotateAt(q: Float64Array, qo: number, v: Float64Array, vo: number, out: Float64Array, oo: number): void {
  const x = v[vo]
  const y = v[vo + 1]
  const z = v[vo + 2]
  const qx = q[qo]
  const qy = q[qo + 1]
  const qz = q[qo + 2]
  const qw = q[qo + 3]
  const tx = 2 * (qy * z - qz * y)
  const ty = 2 * (qz * x - qx * z)
  const tz = 2 * (qx * y - qy * x)
  out[oo] = x + qw * tx + qy * tz - qz * ty
  out[oo + 1] = y + qw * ty + qz * tx - qx * tz
  out[oo + 2] = z + qw * tz + qx * ty - qy * tx
}

/** out = the vector (x, y, z) rotated by the inverse of the unit quaternion q. */
export function quatRotateInverse(q: Float64Array, qo: number, x: number, y: number, z: number, out: Float64Array, oo: number): void {
  vectorIn[0] = x
  vectorIn[1] = y
  vectorIn[2] = z
  quatRotateInverseAt(q, qo, vectorIn, 0, out, oo)
}

/** out = the vector at v[vo] rotated by the inverse of the unit quaternion q. */
export function quatRotateInverseAt(q: Float64Array, qo: number, v: Float64Array, vo: number, out: Float64Array, oo: number): void {
  const x = v[vo]
  const y = v[vo + 1]
  const z = v[vo + 2]
  const qx = -q[qo]
  const qy = -q[qo + 1]
  const qz = -q[qo + 2]
  const qw = q[qo + 3]
  const tx = 2 * (qy * z - qz * y)
  const ty = 2 * (qz * x - qx * z)
  const tz = 2 * (qx * y - qy * x)
  out[oo] = x + qw * tx + qy * tz - qz * ty
  out[oo + 1] = y + qw * ty + qz * tx - qx * tz
  out[oo + 2] = z + qw * tz + qx * ty - qy * tx
}

/** out = 9 doubles, row-major rotation matrix of the unit quaternion q: world = R * local. */
export function quatToMatrix(q: Float64Array, qo: number, out: Float64Array, oo: number): void {
  const x = q[qo]
  const y = q[qo + 1]
  const z = q[qo + 2]
  const w = q[qo + 3]
  const xx = 2 * x * x
  const yy = 2 * y * y
  const zz = 2 * z * z
  const xy = 2 * x * y
  const xz = 2 * x * z
  const yz = 2 * y * z
  const wx = 2 * w * x
  const wy = 2 * w * y
  const wz = 2 * w * z
  out[oo] = 1 - yy - zz
  out[oo + 1] = xy - wz
  out[oo + 2] = xz + wy
  out[oo + 3] = xy + wz
  out[oo + 4] = 1 - xx - zz
  out[oo + 5] = yz - wx
  out[oo + 6] = xz - wy
  out[oo + 7] = yz + wx
  out[oo + 8] = 1 - xx - yy
}

/** Scales q to unit length in place. A quaternion without a direction (zero, or not finite) becomes the identity. */
export function quatNormalize(q: Float64Array, qo: number): void {
  const x = q[qo]
  const y = q[qo + 1]
  const z = q[qo + 2]
  const w = q[qo + 3]
  const lengthSquared = x * x + y * y + z * z + w * w
  if (lengthSquared > 1e-200 && lengthSquared < 1e200) {
    const scale = 1 / Math.sqrt(lengthSquared)
    q[qo] = x * scale
    q[qo + 1] = y * scale
    q[qo + 2] = z * scale
    q[qo + 3] = w * scale
    return
  }
  // The squares came near overflow or underflow: bring the largest component to 1 first.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w))
  if (!(largest > 0 && largest < Infinity)) {
    q[qo] = 0
    q[qo + 1] = 0
    q[qo + 2] = 0
    q[qo + 3] = 1
    return
  }
  const sx = x / largest
  const sy = y / largest
  const sz = z / largest
  const sw = w / largest
  const scale = 1 / Math.sqrt(sx * sx + sy * sy + sz * sz + sw * sw)
  q[qo] = sx * scale
  q[qo + 1] = sy * scale
  q[qo + 2] = sz * scale
  q[qo + 3] = sw * scale
}
