/** A kind's Jacobians against central differences of what it measures, at any pose of its bodies. */

import { bodyPoses, setFrames } from '../../../src/d3/joints/frames.ts'
import { Measure, POSE_SIZE, ROW, type JointKind } from '../../../src/d3/joints/joint-kind.ts'
import { turn } from '../../../src/d3/math/rotation.ts'

const STEP = 1e-5
const CENTER = new Float64Array(3)

export interface Checked {
  /** Largest difference, relative to the larger of 1 and the Jacobian's largest entry. */
  worst: number
  /** Which row or coordinate. */
  at: string
  measure: Measure
  pose: Float64Array
}

/** `poses`: x y z, quaternion of A, then of B (centres of mass at the origins). `data`: the joint's data. `turns`: coordinates as last seen. */
export function numericCheck(kind: JointKind, data: Float64Array, poses: Float64Array, turns: Float64Array = new Float64Array(6)): Checked {
  const pose = new Float64Array(POSE_SIZE)
  const base = measureAt(kind, data, poses, turns, pose)
  const here = new Float64Array(pose)
  let worst = 0
  let at = ''
  const shifted = new Float64Array(14)
  for (let k = 0; k < ROW; k++) {
    const sides = [1, -1].map((sign) => {
      shifted.set(poses)
      const body = k < 6 ? 0 : 7
      const axis = k % 6
      if (axis < 3) shifted[body + axis] += sign * STEP
      else turn(shifted, body + 3, axis === 3 ? sign : 0, axis === 4 ? sign : 0, axis === 5 ? sign : 0, STEP)
      return measureAt(kind, data, shifted, turns, pose)
    }) as [Measure, Measure]
    for (let i = 0; i < base.rigid; i++) {
      compare(base.jacobian, i, k, (sides[0].error[i]! - sides[1].error[i]!) / (2 * STEP), `row ${i}, velocity ${k}`)
    }
    kind.coordinates.forEach((unit, c) => {
      let change = sides[0].value[c]! - sides[1].value[c]!
      if (unit === 'turn') change -= 2 * Math.PI * Math.round(change / (2 * Math.PI))
      compare(base.gradient, c, k, change / (2 * STEP), `coordinate ${c}, velocity ${k}`)
    })
  }
  return { worst, at, measure: base, pose: here }

  function compare(jacobian: Float64Array, row: number, k: number, numeric: number, what: string): void {
    const entries = jacobian.subarray(row * ROW, row * ROW + ROW)
    const scale = Math.max(1, ...entries.map(Math.abs))
    const off = Math.abs(entries[k]! - numeric) / scale
    if (!(off <= worst)) {
      worst = off
      at = what
    }
  }
}

function measureAt(kind: JointKind, data: Float64Array, poses: Float64Array, turns: Float64Array, pose: Float64Array): Measure {
  bodyPoses.set(poses)
  setFrames(pose, data, 0, CENTER, 0, CENTER, 0)
  const out = new Measure()
  kind.measure(pose, data, 0, out, turns, 0)
  return out
}
