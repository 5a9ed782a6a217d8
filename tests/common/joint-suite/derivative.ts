/** A kind's Jacobians against central differences of what it measures, at any pose of its bodies. */

import type { AnyMeasure } from '../../../src/common/joints/joint-world.ts'
import type { AnyKind, Lab } from './lab.ts'

/** m or rad: differences of second order are then 1e-10, and rounding is as much. */
const STEP = 1e-5

export interface Checked {
  /** Largest difference, relative to the larger of 1 and the Jacobian's largest entry. */
  worst: number
  /** Which row or coordinate. */
  at: string
  measure: AnyMeasure
  pose: Float64Array
}

/** `poses`: those of A, then of B (centres of mass at the origins). `data`: the joint's data. `turns`: coordinates as last seen. */
export type NumericCheck<Kind> = (kind: Kind, data: Float64Array, poses: Float64Array, turns?: Float64Array) => Checked

/** The check in the lab's dimension. */
export function numericCheckIn(lab: Pick<Lab, 'createMeasure' | 'createPose' | 'displace' | 'freedoms' | 'poseAt' | 'poseSize'>): NumericCheck<AnyKind> {
  const { freedoms, poseSize } = lab
  const width = 2 * freedoms
  const ahead = lab.createMeasure()
  const behind = lab.createMeasure()
  const there = lab.createPose()
  const shifted = new Float64Array(2 * poseSize)
  const noTurns = new Float64Array(freedoms)

  return (kind, data, poses, turns = noTurns) => {
    const pose = lab.createPose()
    const measure = lab.createMeasure()
    measureAt(poses, pose, measure)
    const checked: Checked = { worst: 0, at: '', measure, pose }
    const rowScales = Array.from({ length: measure.rigid }, (_, i) => scaleOf(measure.jacobian, i))
    const coordinateScales = kind.coordinates.map((_, c) => scaleOf(measure.gradient, c))
    for (let k = 0; k < width; k++) {
      measureShifted(k, STEP, ahead)
      measureShifted(k, -STEP, behind)
      for (let i = 0; i < measure.rigid; i++) {
        const slope = (ahead.error[i] - behind.error[i]) / (2 * STEP)
        compare(Math.abs(measure.jacobian[i * width + k] - slope) / rowScales[i], 'row', i, k)
      }
      for (let c = 0; c < coordinateScales.length; c++) {
        let change = ahead.value[c] - behind.value[c]
        if (kind.coordinates[c] === 'turn') change -= 2 * Math.PI * Math.round(change / (2 * Math.PI))
        compare(Math.abs(measure.gradient[c * width + k] - change / (2 * STEP)) / coordinateScales[c], 'coordinate', c, k)
      }
    }
    return checked

    function measureAt(at: Float64Array, into: Float64Array, out: AnyMeasure): void {
      lab.poseAt(at, data, into)
      kind.measure(into, data, 0, out, turns, 0)
    }

    function measureShifted(k: number, by: number, out: AnyMeasure): void {
      shifted.set(poses)
      lab.displace(shifted, k < freedoms ? 0 : poseSize, k % freedoms, by)
      measureAt(shifted, there, out)
    }

    function compare(off: number, what: string, i: number, k: number): void {
      if (off <= checked.worst) return
      checked.worst = off
      checked.at = `${what} ${i}, velocity ${k}`
    }
  }

  function scaleOf(jacobian: Float64Array, row: number): number {
    let scale = 1
    for (let k = row * width; k < (row + 1) * width; k++) scale = Math.max(scale, Math.abs(jacobian[k]))
    return scale
  }
}
