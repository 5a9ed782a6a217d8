/**
 * Mass records, and putting them together to those of a body. What a shape weighs is in its record (`shapes/`).
 *
 * A mass record is 4 doubles: mass, centre x y, inertia about the centre of mass. Shapes are plates of unit thickness: density in kg/m².
 */

import { rotate, setRotation } from '../math/rotation.ts'

/** Doubles in a mass record. */
export const MASS_RECORD_SIZE: number = 4

const turn = new Float64Array(2)

/** The record of what has its centre of mass at the origin. */
export function writeSymmetricMass(out: Float64Array, mass: number, inertia: number): void {
  out[0] = mass
  out[1] = 0
  out[2] = 0
  out[3] = inertia
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
