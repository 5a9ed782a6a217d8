/**
 * Volume integrals of a hull widened by a radius r: the hull, a slab on every face, a wedge of a rod along every edge, a wedge of a ball at every
 * corner. What is added are points p + s u with p on a face, an edge or a corner, u outward there, and s up to r:
 *   face    u is its normal
 *   edge    u runs over the arc between the normals of its faces, of angle θ; ∫u and ∫u uᵀ over an arc are closed forms
 *   corner  u runs over the spherical polygon of the normals of its faces: triangles from their mean, by Gauss–Legendre
 * With P = ∫1, P₁ = ∫p, P₂ = ∫p pᵀ and U, U₁, U₂ in the same way, and s to the power d in the volume element,
 *   ∫1 = P U r^(d+1)/(d+1),   ∫x = P₁ U r^(d+1)/(d+1) + P U₁ r^(d+2)/(d+2),   and likewise ∫x xᵀ.
 */

import { atan2 } from '../../../common/math/deterministic-math.ts'
import { GAUSS_NODES, GAUSS_WEIGHTS } from '../../math/gauss-legendre.ts'
import type { Hull } from './hull.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from './hull-integrals.ts'

/** Moments of p and of u: 1, x y z, xx yy zz xy xz yz. */
const places = new Float64Array(10)
const ways = new Float64Array(10)
const total = new Float64Array(10)
const hullPart = new Float64Array(HULL_INTEGRAL_SIZE)

function add(moments: Float64Array, weight: number, x: number, y: number, z: number): void {
  moments[0] += weight
  moments[1] += weight * x
  moments[2] += weight * y
  moments[3] += weight * z
  moments[4] += weight * x * x
  moments[5] += weight * y * y
  moments[6] += weight * z * z
  moments[7] += weight * x * y
  moments[8] += weight * x * z
  moments[9] += weight * y * z
}

const FIRST = [0, 1, 2, 0, 0, 1]
const SECOND = [0, 1, 2, 1, 2, 2]

/** total += all points p + s u, `power` being that of s in the volume element. */
function addPart(r: number, power: number): void {
  let scale = 1
  for (let i = 0; i <= power; i++) scale *= r
  const s0 = scale / (power + 1)
  const s1 = scale * r / (power + 2)
  const s2 = scale * r * r / (power + 3)
  total[0] += s0 * places[0] * ways[0]
  for (let k = 1; k < 4; k++) total[k] += s0 * places[k] * ways[0] + s1 * places[0] * ways[k]
  for (let k = 0; k < 6; k++) {
    const [i, j] = [FIRST[k], SECOND[k]]
    total[4 + k] += s0 * places[4 + k] * ways[0] + s1 * (places[1 + i] * ways[1 + j] + places[1 + j] * ways[1 + i]) + s2 * places[0] * ways[4 + k]
  }
}

/** Writes the integrals of the widened hull, as `hullIntegrals` does. */
export function roundedIntegrals(hull: Hull, r: number, out: Float64Array): void {
  hullIntegrals(hull, hullPart)
  const [ox, oy, oz] = [hullPart[1], hullPart[2], hullPart[3]]
  total.fill(0)
  total[0] = hullPart[0]
  for (let k = 4; k < 10; k++) total[k] = hullPart[k]
  addFaces(hull, r, ox, oy, oz)
  addEdges(hull, r, ox, oy, oz)
  addCorners(hull, r, ox, oy, oz)
  const volume = total[0]
  const [mx, my, mz] = [total[1] / volume, total[2] / volume, total[3] / volume]
  const mean = [mx, my, mz]
  out[0] = volume
  out[1] = ox + mx
  out[2] = oy + my
  out[3] = oz + mz
  for (let k = 0; k < 6; k++) out[4 + k] = total[4 + k] - volume * mean[FIRST[k]] * mean[SECOND[k]]
}

function addFaces(hull: Hull, r: number, ox: number, oy: number, oz: number): void {
  const { vertices, planes, faceCount, faceStart, faceVertices } = hull
  for (let f = 0; f < faceCount; f++) {
    places.fill(0)
    const a = 3 * faceVertices[faceStart[f]]
    for (let k = faceStart[f] + 1; k + 1 < faceStart[f + 1]; k++) {
      const b = 3 * faceVertices[k]
      const c = 3 * faceVertices[k + 1]
      const [ex, ey, ez] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1], vertices[b + 2] - vertices[a + 2]]
      const [gx, gy, gz] = [vertices[c] - vertices[a], vertices[c + 1] - vertices[a + 1], vertices[c + 2] - vertices[a + 2]]
      const [nx, ny, nz] = [ey * gz - ez * gy, ez * gx - ex * gz, ex * gy - ey * gx]
      const third = Math.sqrt(nx * nx + ny * ny + nz * nz) / 6
      // The middles of the sides: exact up to squares.
      for (let side = 0; side < 3; side++) {
        const p = side === 0 ? a : side === 1 ? b : c
        const q = side === 0 ? b : side === 1 ? c : a
        add(places, third, 0.5 * (vertices[p] + vertices[q]) - ox, 0.5 * (vertices[p + 1] + vertices[q + 1]) - oy,
          0.5 * (vertices[p + 2] + vertices[q + 2]) - oz)
      }
    }
    ways.fill(0)
    add(ways, 1, planes[4 * f], planes[4 * f + 1], planes[4 * f + 2])
    addPart(r, 0)
  }
}

function addEdges(hull: Hull, r: number, ox: number, oy: number, oz: number): void {
  const { vertices, planes, edges, edgeCount } = hull
  for (let e = 0; e < 4 * edgeCount; e += 4) {
    const a = 3 * edges[e]
    const b = 3 * edges[e + 1]
    const [dx, dy, dz] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1], vertices[b + 2] - vertices[a + 2]]
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    places.fill(0)
    // Two Gauss points: exact up to cubes.
    for (let side = -1; side <= 1; side += 2) {
      const t = 0.5 + side * 0.5 / Math.sqrt(3)
      add(places, 0.5 * length, vertices[a] + t * dx - ox, vertices[a + 1] + t * dy - oy, vertices[a + 2] + t * dz - oz)
    }
    const l = 4 * edges[e + 2]
    const n = 4 * edges[e + 3]
    const [sx, sy, sz] = [planes[l] + planes[n], planes[l + 1] + planes[n + 1], planes[l + 2] + planes[n + 2]]
    const [cx, cy, cz] = [planes[l] - planes[n], planes[l + 1] - planes[n + 1], planes[l + 2] - planes[n + 2]]
    const sum = Math.sqrt(sx * sx + sy * sy + sz * sz)
    const difference = Math.sqrt(cx * cx + cy * cy + cz * cz)
    if (!(difference > 0 && sum > 0)) continue
    const angle = 2 * atan2(difference, sum)
    const half = 0.5 * difference
    const sine = half * sum
    ways.fill(0)
    ways[0] = angle
    const mean = 2 * half / sum
    ways[1] = mean * sx
    ways[2] = mean * sy
    ways[3] = mean * sz
    const along = 0.5 * (angle + sine) / (sum * sum)
    const across = 0.5 * (angle - sine) / (difference * difference)
    const [s, c] = [[sx, sy, sz], [cx, cy, cz]]
    for (let k = 0; k < 6; k++) ways[4 + k] = along * s[FIRST[k]] * s[SECOND[k]] + across * c[FIRST[k]] * c[SECOND[k]]
    addPart(r, 1)
  }
}

function addCorners(hull: Hull, r: number, ox: number, oy: number, oz: number): void {
  const { vertices, vertexCount, planes, edges, edgeCount } = hull
  const means = new Float64Array(3 * vertexCount)
  for (let e = 0; e < 4 * edgeCount; e += 4) {
    for (let end = 0; end < 2; end++) {
      for (let side = 2; side < 4; side++) for (let k = 0; k < 3; k++) means[3 * edges[e + end] + k] += planes[4 * edges[e + side] + k]
    }
  }
  const corners: Float64Array[] = Array.from({ length: vertexCount }, () => new Float64Array(10))
  for (let e = 0; e < 4 * edgeCount; e += 4) {
    for (let end = 0; end < 2; end++) addTriangle(corners[edges[e + end]], means, 3 * edges[e + end], planes, 4 * edges[e + 2], 4 * edges[e + 3])
  }
  for (let v = 0; v < vertexCount; v++) {
    places.fill(0)
    add(places, 1, vertices[3 * v] - ox, vertices[3 * v + 1] - oy, vertices[3 * v + 2] - oz)
    ways.set(corners[v])
    addPart(r, 2)
  }
}

/** The spherical triangle of the directions a, b and c, by the flat one: dω = det(a, b, c) dA / |w|³. */
function addTriangle(out: Float64Array, means: Float64Array, m: number, planes: Float64Array, b: number, c: number): void {
  const length = Math.sqrt(means[m] * means[m] + means[m + 1] * means[m + 1] + means[m + 2] * means[m + 2])
  const [ax, ay, az] = [means[m] / length, means[m + 1] / length, means[m + 2] / length]
  const [bx, by, bz] = [planes[b], planes[b + 1], planes[b + 2]]
  const [cx, cy, cz] = [planes[c], planes[c + 1], planes[c + 2]]
  const det = Math.abs(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx))
  for (let i = 0; i < 16; i++) {
    const s = 0.5 * (1 + GAUSS_NODES[i])
    for (let j = 0; j < 16; j++) {
      const t = 0.5 * (1 + GAUSS_NODES[j])
      const x = ax + s * (bx - ax + t * (cx - bx))
      const y = ay + s * (by - ay + t * (cy - by))
      const z = az + s * (bz - az + t * (cz - bz))
      const w = Math.sqrt(x * x + y * y + z * z)
      add(out, 0.25 * GAUSS_WEIGHTS[i] * GAUSS_WEIGHTS[j] * s * det / (w * w * w), x / w, y / w, z / w)
    }
  }
}
