/**
 * Mass, centre of mass and inertia of shapes, and of bodies made of several. Nothing here allocates or checks input.
 *
 * A mass record is 10 doubles: mass, centre of mass x y z, inertia xx yy zz xy xz yz. The inertia is about the centre of
 * mass, along the axes of the frame the record is in, and holds the elements of the symmetric matrix as they stand:
 * xx = ∫ρ(y² + z²) and **xy = −∫ρ x y**, minus included. (CAD programs often print the products of inertia ∫ρ x y without it.)
 */
import { symmetricRotateByQuat } from '../math/symmetric3.ts'
import { quatRotate } from '../math/quaternion.ts'
import { HULL_INTEGRAL_SIZE, hullIntegrals } from './hull/hull-integrals.ts'
import type { Hull } from './hull/hull.ts'
import { BOX, CAPSULE, SPHERE } from './shapes/shape-kinds.ts'

/** Doubles in a mass record. */
export const MASS_RECORD_SIZE: number = 10

const integrals = new Float64Array(HULL_INTEGRAL_SIZE)

function writeSymmetric(out: Float64Array, mass: number, xx: number, yy: number, zz: number): void {
  out.fill(0, 0, MASS_RECORD_SIZE)
  out[0] = mass
  out[4] = xx
  out[5] = yy
  out[6] = zz
}

/** Ball of radius r: I = 2/5 m r². */
function sphereMass(r: number, density: number, out: Float64Array): void {
  const mass = density * (4 / 3) * Math.PI * r * r * r
  const inertia = 0.4 * mass * r * r
  writeSymmetric(out, mass, inertia, inertia, inertia)
}

/**
 * Cylinder of length 2 h plus two half balls, axis y. A half ball has its centre 3/8 r beyond its flat side; moved there
 * and summed, the pair gives m (2/5 r² + h² + 3/4 h r) across the axis.
 */
function capsuleMass(r: number, h: number, density: number, out: Float64Array): void {
  const cylinder = density * Math.PI * r * r * 2 * h
  const ball = density * (4 / 3) * Math.PI * r * r * r
  const along = cylinder * 0.5 * r * r + ball * 0.4 * r * r
  const across = cylinder * (0.25 * r * r + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r)
  writeSymmetric(out, cylinder + ball, across, along, across)
}

function boxMass(hx: number, hy: number, hz: number, density: number, out: Float64Array): void {
  const mass = density * 8 * hx * hy * hz
  const third = mass / 3
  writeSymmetric(out, mass, third * (hy * hy + hz * hz), third * (hx * hx + hz * hz), third * (hx * hx + hy * hy))
}

function hullMass(hull: Hull, density: number, out: Float64Array): void {
  hullIntegrals(hull, integrals)
  out[0] = density * integrals[0]
  out[1] = integrals[1]
  out[2] = integrals[2]
  out[3] = integrals[3]
  out[4] = density * (integrals[5] + integrals[6])
  out[5] = density * (integrals[4] + integrals[6])
  out[6] = density * (integrals[4] + integrals[5])
  out[7] = -density * integrals[7]
  out[8] = -density * integrals[8]
  out[9] = -density * integrals[9]
}

/**
 * Writes the mass record of one shape in its own frame. `size` is the shape's size column (`shape-kinds.ts`), `hull` is
 * needed for hulls only (without one the record is empty), `density` in kg/m³.
 */
export function shapeMass(
  kind: number, size: Float64Array, sizeOffset: number, hull: Hull | null, density: number, out: Float64Array,
): void {
  if (kind === SPHERE) sphereMass(size[sizeOffset], density, out)
  else if (kind === CAPSULE) capsuleMass(size[sizeOffset], size[sizeOffset + 1], density, out)
  else if (kind === BOX) boxMass(size[sizeOffset], size[sizeOffset + 1], size[sizeOffset + 2], density, out)
  else if (hull !== null) hullMass(hull, density, out)
  else writeSymmetric(out, 0, 0, 0, 0)
}

/** Turns a record by the unit quaternion at `q[qo]`: centre and inertia, about the origin of the frame. */
export function rotateMass(record: Float64Array, q: Float64Array, qo: number): void {
  quatRotate(q, qo, record[1], record[2], record[3], record, 1)
  symmetricRotateByQuat(record, 4, q, qo, record, 4)
}

/** Moves a record. The inertia is about the centre of mass, so only the centre changes. */
export function translateMass(record: Float64Array, x: number, y: number, z: number): void {
  record[1] += x
  record[2] += y
  record[3] += z
}

/**
 * total += part, both in the same frame. By the parallel-axis theorem for two bodies: with d between the centres and the
 * reduced mass μ = m₁m₂/(m₁ + m₂), the inertia about the common centre is I₁ + I₂ + μ(d² 1 − d dᵀ). A record of zeros is
 * an empty total.
 */
export function accumulateMass(total: Float64Array, part: Float64Array): void {
  const mass = total[0] + part[0]
  if (!(mass > 0)) return
  const share = part[0] / mass
  const reduced = total[0] * share
  const dx = part[1] - total[1]
  const dy = part[2] - total[2]
  const dz = part[3] - total[3]
  total[0] = mass
  total[1] += share * dx
  total[2] += share * dy
  total[3] += share * dz
  total[4] += part[4] + reduced * (dy * dy + dz * dz)
  total[5] += part[5] + reduced * (dx * dx + dz * dz)
  total[6] += part[6] + reduced * (dx * dx + dy * dy)
  total[7] += part[7] - reduced * dx * dy
  total[8] += part[8] - reduced * dx * dz
  total[9] += part[9] - reduced * dy * dz
}

/** Gives a record another mass; the inertia follows in proportion. Does nothing to a record without mass. */
export function setRecordMass(record: Float64Array, mass: number): void {
  if (!(record[0] > 0)) return
  const ratio = mass / record[0]
  record[0] = mass
  for (let i = 4; i < MASS_RECORD_SIZE; i++) record[i] *= ratio
}

/** Inertia about a point other than the centre of mass, 6 doubles to `out[oo]`, axes unchanged. */
export function inertiaAbout(record: Float64Array, x: number, y: number, z: number, out: Float64Array, oo: number): void {
  const mass = record[0]
  const dx = x - record[1]
  const dy = y - record[2]
  const dz = z - record[3]
  out[oo] = record[4] + mass * (dy * dy + dz * dz)
  out[oo + 1] = record[5] + mass * (dx * dx + dz * dz)
  out[oo + 2] = record[6] + mass * (dx * dx + dy * dy)
  out[oo + 3] = record[7] - mass * dx * dy
  out[oo + 4] = record[8] - mass * dx * dz
  out[oo + 5] = record[9] - mass * dy * dz
}
