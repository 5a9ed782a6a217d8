/**
 * Mass, centre of mass and inertia of shapes, and putting them together to those of a body.
 *
 * A mass record is 4 doubles: mass, centre x y, inertia about the centre of mass. Shapes are plates of unit thickness: density in kg/m².
 */

import { atan2 } from '../../common/math/deterministic-math.ts'
import { rotate, setRotation } from '../math/rotation.ts'
import type { Polygon } from './polygon/polygon.ts'
import { CAPSULE, CIRCLE } from './shapes/shape-kinds.ts'

/** Doubles in a mass record. */
export const MASS_RECORD_SIZE: number = 4

const turn = new Float64Array(2)

function writeSymmetric(out: Float64Array, mass: number, inertia: number): void {
  out[0] = mass
  out[1] = 0
  out[2] = 0
  out[3] = inertia
}

/**
 * Rectangle of length 2 h plus two half discs. A half disc has its centre 4/3π r beyond its flat side; moved there and summed, the pair gives
 * m (½ r² + h² + 8/3π h r).
 */
function capsuleMass(r: number, h: number, density: number, out: Float64Array): void {
  const middle = density * 4 * h * r
  const disc = density * Math.PI * r * r
  writeSymmetric(out, middle + disc, middle * (h * h + r * r) / 3 + disc * (0.5 * r * r + h * h + h * r * (8 / 3 / Math.PI)))
}

/**
 * The polygon in triangles from its centre, and if it is rounded a strip along every edge and a sector at every corner. A sector between the unit
 * normals m and n, θ apart, has the area ½ r² θ, the first moment ⅓ r³ (n_y − m_y, m_x − n_x) and the inertia ¼ r⁴ θ about its corner.
 */
function polygonMass(polygon: Polygon, r: number, density: number, out: Float64Array): void {
  const { vertices, normals, center } = polygon
  const end = vertices.length
  let area = 0
  let inertia = 0
  let mx = 0
  let my = 0
  for (let o = 0; o < end; o += 2) {
    const next = o + 2 < end ? o + 2 : 0
    const before = o > 0 ? o - 2 : end - 2
    const ax = vertices[o] - center[0]
    const ay = vertices[o + 1] - center[1]
    const bx = vertices[next] - center[0]
    const by = vertices[next + 1] - center[1]
    const twice = ax * by - ay * bx
    area += 0.5 * twice
    inertia += twice * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12
    if (r === 0) continue
    const nx = normals[o]
    const ny = normals[o + 1]
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    const strip = length * r
    const sx = 0.5 * (ax + bx + r * nx)
    const sy = 0.5 * (ay + by + r * ny)
    area += strip
    mx += strip * sx
    my += strip * sy
    inertia += strip * (sx * sx + sy * sy + (length * length + r * r) / 12)
    const px = normals[before]
    const py = normals[before + 1]
    const angle = atan2(px * ny - py * nx, px * nx + py * ny)
    const sector = 0.5 * r * r * angle
    const cube = r * r * r / 3
    const fx = cube * (ny - py)
    const fy = cube * (px - nx)
    area += sector
    mx += sector * ax + fx
    my += sector * ay + fy
    inertia += 0.5 * sector * r * r + 2 * (ax * fx + ay * fy) + sector * (ax * ax + ay * ay)
  }
  const cx = mx / area
  const cy = my / area
  out[0] = density * area
  out[1] = center[0] + cx
  out[2] = center[1] + cy
  out[3] = density * (inertia - area * (cx * cx + cy * cy))
}

/**
 * Writes the mass record of one shape in its own frame. `size` is the shape's size column (`shape-kinds.ts`), `polygon` is needed for polygons
 * only, `density` in kg/m². Segments have no area and weigh nothing.
 */
export function shapeMass(
  kind: number, size: Float64Array, sizeOffset: number, polygon: Polygon | null, density: number, out: Float64Array,
): void {
  const r = size[sizeOffset]
  if (kind === CIRCLE) {
    const mass = density * Math.PI * r * r
    writeSymmetric(out, mass, 0.5 * mass * r * r)
  } else if (kind === CAPSULE) capsuleMass(r, size[sizeOffset + 1], density, out)
  else if (polygon !== null) polygonMass(polygon, r, density, out)
  else writeSymmetric(out, 0, 0)
}

/** Turns a record by the angle at angles[o], about the origin of the frame. */
export function rotateMass(record: Float64Array, angles: Float64Array, o: number): void {
  setRotation(angles[o], turn, 0)
  rotate(turn, 0, record[1], record[2], record, 1)
}

/** Moves a record. The inertia is about the centre of mass, so only the centre changes. */
export function translateMass(record: Float64Array, x: number, y: number): void {
  record[1] += x
  record[2] += y
}

/**
 * total += part, both in the same frame. By the parallel-axis theorem for two bodies: with d between the centres and the
 * reduced mass μ = m₁m₂/(m₁ + m₂), the inertia about the common centre is I₁ + I₂ + μ d². A record of zeros is an empty total.
 */
export function accumulateMass(total: Float64Array, part: Float64Array): void {
  const mass = total[0] + part[0]
  if (!(mass > 0)) return
  const share = part[0] / mass
  const dx = part[1] - total[1]
  const dy = part[2] - total[2]
  total[3] += part[3] + total[0] * share * (dx * dx + dy * dy)
  total[0] = mass
  total[1] += share * dx
  total[2] += share * dy
}

/** Gives a record another mass; the inertia follows in proportion. Does nothing to a record without mass. */
export function setRecordMass(record: Float64Array, mass: number): void {
  if (!(record[0] > 0)) return
  record[3] *= mass / record[0]
  record[0] = mass
}

/** Inertia about a point other than the centre of mass, to `out[oo]`. */
export function inertiaAbout(record: Float64Array, x: number, y: number, out: Float64Array, oo: number): void {
  const dx = x - record[1]
  const dy = y - record[2]
  out[oo] = record[3] + record[0] * (dx * dx + dy * dy)
}
