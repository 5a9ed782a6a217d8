/**
 * Volume integrals of a convex hull: volume, centre, second moments. Exact for the polyhedron; no density here
 * (`mass-properties.ts`).
 *
 * The solid is cut into tetrahedra from one interior point to a fan of triangles on every face. With the corners of a
 * tetrahedron at 0, a, b, c: volume V = a·(b × c) / 6, ∫x = V (a + b + c) / 4 and
 * ∫x xᵀ = V (aaᵀ + bbᵀ + ccᵀ + ssᵀ) / 20 with s = a + b + c.
 */
import type { Hull } from './hull.ts'

/** Numbers written by `hullIntegrals`: volume, centre x y z, ∫xx ∫yy ∫zz ∫xy ∫xz ∫yz about the centre. */
export const HULL_INTEGRAL_SIZE: number = 10

type Solid = Pick<Hull, 'vertexCount' | 'faceCount' | 'vertices' | 'faceStart' | 'faceVertices'>

/** Writes the integrals over the hull to `out`, see `HULL_INTEGRAL_SIZE`. Allocates nothing. */
export function hullIntegrals(hull: Solid, out: Float64Array): void {
  const { vertexCount, faceCount, vertices, faceStart, faceVertices } = hull
  // Away from the origin the sums would cancel, so everything is taken from the mean of the vertices.
  let ox = 0
  let oy = 0
  let oz = 0
  for (let v = 0; v < vertexCount; v++) {
    ox += vertices[3 * v] - vertices[0]
    oy += vertices[3 * v + 1] - vertices[1]
    oz += vertices[3 * v + 2] - vertices[2]
  }
  ox = vertices[0] + ox / vertexCount
  oy = vertices[1] + oy / vertexCount
  oz = vertices[2] + oz / vertexCount

  let volume6 = 0
  let sx = 0
  let sy = 0
  let sz = 0
  let xx = 0
  let yy = 0
  let zz = 0
  let xy = 0
  let xz = 0
  let yz = 0
  for (let f = 0; f < faceCount; f++) {
    const from = faceStart[f]
    const to = faceStart[f + 1]
    const i = 3 * faceVertices[from]
    const ax = vertices[i] - ox
    const ay = vertices[i + 1] - oy
    const az = vertices[i + 2] - oz
    for (let k = from + 1; k + 1 < to; k++) {
      const j = 3 * faceVertices[k]
      const l = 3 * faceVertices[k + 1]
      const bx = vertices[j] - ox
      const by = vertices[j + 1] - oy
      const bz = vertices[j + 2] - oz
      const cx = vertices[l] - ox
      const cy = vertices[l + 1] - oy
      const cz = vertices[l + 2] - oz
      const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
      const tx = ax + bx + cx
      const ty = ay + by + cy
      const tz = az + bz + cz
      volume6 += d
      sx += d * tx
      sy += d * ty
      sz += d * tz
      xx += d * (ax * ax + bx * bx + cx * cx + tx * tx)
      yy += d * (ay * ay + by * by + cy * cy + ty * ty)
      zz += d * (az * az + bz * bz + cz * cz + tz * tz)
      xy += d * (ax * ay + bx * by + cx * cy + tx * ty)
      xz += d * (ax * az + bx * bz + cx * cz + tx * tz)
      yz += d * (ay * az + by * bz + cy * cz + ty * tz)
    }
  }
  const volume = volume6 / 6
  const mx = sx / (4 * volume6)
  const my = sy / (4 * volume6)
  const mz = sz / (4 * volume6)
  out[0] = volume
  out[1] = ox + mx
  out[2] = oy + my
  out[3] = oz + mz
  out[4] = xx / 120 - volume * mx * mx
  out[5] = yy / 120 - volume * my * my
  out[6] = zz / 120 - volume * mz * mz
  out[7] = xy / 120 - volume * mx * my
  out[8] = xz / 120 - volume * mx * mz
  out[9] = yz / 120 - volume * my * mz
}
