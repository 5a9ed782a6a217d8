/**
 * Mass records, and putting them together to those of a body. What a shape weighs is in its record (`shapes/`). Nothing here allocates or
 * checks input.
 *
 * A mass record is 10 doubles: mass, centre of mass x y z, inertia xx yy zz xy xz yz. The inertia is about the centre of
 * mass, along the axes of the frame the record is in, and holds the elements of the symmetric matrix as they stand:
 * xx = ∫ρ(y² + z²) and **xy = −∫ρ x y**, minus included. (CAD programs often print the products of inertia ∫ρ x y without it.)
 */
import { symmetricRotateByQuat } from '../math/symmetric3.ts'
import { quatRotate } from '../math/quaternion.ts'

/** Doubles in a mass record. */
export const MASS_RECORD_SIZE: number = 10

/** The record of what is symmetric about its three axes, centre at the origin. */
export function writeSymmetricMass(out: Float64Array, mass: number, xx: number, yy: number, zz: number): void {
  out.fill(0, 0, MASS_RECORD_SIZE)
  out[0] = mass
  out[4] = xx
  out[5] = yy
  out[6] = zz
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
