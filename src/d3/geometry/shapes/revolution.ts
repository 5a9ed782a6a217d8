/**
 * Solids of revolution about local y: mass by quadrature of the profile, and rays by stepping to the surface. For what has no short closed
 * form: rounded cylinders, capsules with unequal ends.
 *
 * Mass. A slice at y is a disc of radius r: dm = ρ π r² dy, about y ½ r² dm, across ¼ r² dm + y² dm. A profile is a chain of straight pieces
 * and of arcs, written by their angle; Gauss–Legendre with 16 points is exact for the first and within rounding for the second.
 */

import { sinCos } from '../../../common/math/deterministic-math.ts'
import { GAUSS_NODES, GAUSS_WEIGHTS } from '../../math/gauss-legendre.ts'
import { MASS_RECORD_SIZE } from '../mass-properties.ts'
import type { Hull } from '../hull/hull.ts'
import type { ShapeRecord } from './shape-record.ts'
import { hitInside } from './ray-ball.ts'
import { RAY_TOUCH } from '../tolerances.ts'

/** Moments of the profile: ∫ r² dy, ∫ r² y dy, ∫ r² y² dy, ∫ r⁴ dy. */
const moments = new Float64Array(4)
const turn = new Float64Array(2)

export function startProfile(): void {
  moments.fill(0)
}

function addSlice(r: number, y: number, width: number): void {
  const area = r * r * width
  moments[0] += area
  moments[1] += area * y
  moments[2] += area * y * y
  moments[3] += area * r * r
}

/** A straight piece from (r0, y0) up to (r1, y1). */
export function addLine(r0: number, y0: number, r1: number, y1: number): void {
  for (let i = 0; i < 16; i++) {
    const t = 0.5 * (1 + GAUSS_NODES[i])
    addSlice(r0 + t * (r1 - r0), y0 + t * (y1 - y0), 0.5 * GAUSS_WEIGHTS[i] * (y1 - y0))
  }
}

/** An arc of `radius` about (r, y), from one angle above the equator to a larger one, rad. */
export function addArc(r: number, y: number, radius: number, from: number, to: number): void {
  if (!(radius > 0)) return
  for (let i = 0; i < 16; i++) {
    const t = 0.5 * (1 + GAUSS_NODES[i])
    sinCos(from + t * (to - from), turn, 0)
    addSlice(r + radius * turn[1], y + radius * turn[0], 0.5 * GAUSS_WEIGHTS[i] * (to - from) * radius * turn[1])
  }
}

/** Writes the mass record of the profile. */
export function writeProfileMass(density: number, out: Float64Array): void {
  out.fill(0, 0, MASS_RECORD_SIZE)
  const area = density * Math.PI
  const center = moments[1] / moments[0]
  out[0] = area * moments[0]
  out[2] = center
  const along = 0.5 * area * moments[3]
  const across = 0.5 * along + area * (moments[2] - center * moments[1])
  out[4] = across
  out[5] = along
  out[6] = across
}

/** Steps of a ray. Each at least halves the distance, and squares it where the ray does not graze. */
const MAX_RAY_STEPS = 64
const at = new Float64Array(3)
const near = new Float64Array(3)

/**
 * Ray against a shape whose closest point is exact. The plane across the way to the closest point has the shape behind it, so the ray may go on
 * to that plane: Newton's method on the distance, which never passes the surface.
 */
export function rayByDistance(
  shape: ShapeRecord, hit: Float64Array, ray: Float64Array, size: Float64Array, so: number, hull: Hull | null, reach: number,
): boolean {
  let t = 0
  let nx = 0
  let ny = 0
  let nz = 0
  for (let step = 0; step < MAX_RAY_STEPS; step++) {
    for (let k = 0; k < 3; k++) at[k] = ray[k] + t * ray[3 + k]
    shape.closestPoint(near, at, size, so, hull)
    const x = at[0] - near[0]
    const y = at[1] - near[1]
    const z = at[2] - near[2]
    const distance = Math.sqrt(x * x + y * y + z * z)
    if (step === 0 && distance === 0) return hitInside(hit, ray)
    if (distance <= RAY_TOUCH * (reach + t)) break
    nx = x / distance
    ny = y / distance
    nz = z / distance
    const approach = -(nx * ray[3] + ny * ray[4] + nz * ray[5])
    if (!(approach > 0)) return false
    t += distance / approach
  }
  if (nx === 0 && ny === 0 && nz === 0) return hitInside(hit, ray)
  hit[0] = t
  hit[1] = nx
  hit[2] = ny
  hit[3] = nz
  return true
}
