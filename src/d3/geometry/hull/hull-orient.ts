/**
 * Exact orientation tests on integer points, the ground the hull builder stands on.
 *
 * Points are whole numbers of at most 2^47 in size (held in doubles), so that differences of coordinates are exact.
 * Products are not, so a difference is split into two digits of 24 bits and the sums of products are kept per digit:
 * no digit sum passes 2^53, hence nothing is ever rounded and the sign is the true one.
 */

/** One digit: the products of two digits, summed twelve times, still fit in a double. */
const BASE = 16777216

/** The cross product u × v, four balanced digits per component, lowest first. */
const digits = new Float64Array(12)

function crossComponent(at: number, u1: number, u2: number, v1: number, v2: number): void {
  const u1h = Math.round(u1 / BASE)
  const u1l = u1 - u1h * BASE
  const u2h = Math.round(u2 / BASE)
  const u2l = u2 - u2h * BASE
  const v1h = Math.round(v1 / BASE)
  const v1l = v1 - v1h * BASE
  const v2h = Math.round(v2 / BASE)
  const v2l = v2 - v2h * BASE
  let c0 = u1l * v2l - u2l * v1l
  let c1 = u1l * v2h + u1h * v2l - u2l * v1h - u2h * v1l
  let c2 = u1h * v2h - u2h * v1h
  const carry0 = Math.round(c0 / BASE)
  c0 -= carry0 * BASE
  c1 += carry0
  const carry1 = Math.round(c1 / BASE)
  c1 -= carry1 * BASE
  c2 += carry1
  const carry2 = Math.round(c2 / BASE)
  c2 -= carry2 * BASE
  digits[at] = c0
  digits[at + 1] = c1
  digits[at + 2] = c2
  digits[at + 3] = carry2
}

function crossOfTriangle(points: Float64Array, a: number, b: number, c: number): void {
  const ux = points[3 * b] - points[3 * a]
  const uy = points[3 * b + 1] - points[3 * a + 1]
  const uz = points[3 * b + 2] - points[3 * a + 2]
  const vx = points[3 * c] - points[3 * a]
  const vy = points[3 * c + 1] - points[3 * a + 1]
  const vz = points[3 * c + 2] - points[3 * a + 2]
  crossComponent(0, uy, uz, vy, vz)
  crossComponent(4, uz, ux, vz, vx)
  crossComponent(8, ux, uy, vx, vy)
}

/**
 * Twice the area vector of triangle abc, (b − a) × (c − a), each component right to the last bit or two however thin
 * the triangle is. A rounded cross product of a sliver would point anywhere.
 */
export function triangleAreaVector(points: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  crossOfTriangle(points, a, b, c)
  for (let i = 0; i < 3; i++) {
    out[i] = ((digits[4 * i + 3] * BASE + digits[4 * i + 2]) * BASE + digits[4 * i + 1]) * BASE + digits[4 * i]
  }
}

/** 1 when d lies on the side that the counter-clockwise triangle abc faces, −1 on the other side, 0 exactly in the plane. */
export function orientation(points: Float64Array, a: number, b: number, c: number, d: number): number {
  crossOfTriangle(points, a, b, c)
  let e0 = 0
  let e1 = 0
  let e2 = 0
  let e3 = 0
  let e4 = 0
  for (let i = 0; i < 3; i++) {
    const w = points[3 * d + i] - points[3 * a + i]
    const high = Math.round(w / BASE)
    const low = w - high * BASE
    const at = 4 * i
    e0 += low * digits[at]
    e1 += low * digits[at + 1] + high * digits[at]
    e2 += low * digits[at + 2] + high * digits[at + 1]
    e3 += low * digits[at + 3] + high * digits[at + 2]
    e4 += high * digits[at + 3]
  }
  let carry = Math.round(e0 / BASE)
  e0 -= carry * BASE
  e1 += carry
  carry = Math.round(e1 / BASE)
  e1 -= carry * BASE
  e2 += carry
  carry = Math.round(e2 / BASE)
  e2 -= carry * BASE
  e3 += carry
  carry = Math.round(e3 / BASE)
  e3 -= carry * BASE
  e4 += carry
  // Balanced digits: the lower ones together cannot outweigh the highest that is not zero.
  if (e4 !== 0) return e4 > 0 ? 1 : -1
  if (e3 !== 0) return e3 > 0 ? 1 : -1
  if (e2 !== 0) return e2 > 0 ? 1 : -1
  if (e1 !== 0) return e1 > 0 ? 1 : -1
  return e0 > 0 ? 1 : e0 < 0 ? -1 : 0
}
