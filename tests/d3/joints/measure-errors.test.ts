/** Errors and values without Jacobians: the same bits as the full measure, for every kind that has such a function. */

import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { atan2, atan2At } from '../../../src/common/math/deterministic-math.ts'
import { ballKind } from '../../../src/d3/joints/kinds/ball-joint.ts'
import { hingeKind } from '../../../src/d3/joints/kinds/hinge-joint.ts'
import { bodyPoses, setFrames } from '../../../src/d3/joints/frames.ts'
import { Measure, POSE_SIZE } from '../../../src/d3/joints/joint-kind.ts'
import { DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../../src/d3/store/joint-table.ts'

const CASES = 300

describe.each([ballKind, hingeKind])('$name: errors alone', kind => {
  it('are those of the full measure, bit by bit', () => {
    const random = createRandom(18)
    const unit = (): number => 2 * random() - 1
    const data = new Float64Array(DATA_SIZE)
    const pose = new Float64Array(POSE_SIZE)
    const center = new Float64Array(3)
    const turns = new Float64Array(6)
    const full = new Measure()
    const short = new Measure()
    const setQuaternion = (to: Float64Array, o: number, scale: number): void => {
      for (let k = 0; k < 3; k++) to[o + k] = scale * unit()
      to[o + 3] = 1
      const length = Math.sqrt(to[o]! ** 2 + to[o + 1]! ** 2 + to[o + 2]! ** 2 + 1)
      for (let k = 0; k < 4; k++) to[o + k]! /= length
    }
    for (let i = 0; i < CASES; i++) {
      for (let k = 0; k < DATA_SIZE; k++) data[k] = unit()
      setQuaternion(data, FRAME_A, 1)
      setQuaternion(data, FRAME_B, 1)
      // Every shape of a swing limit with and without twist, spin and target; both formulations of a hinge.
      data[OWN] = kind === ballKind ? i % 4 : i % 2
      data[OWN + 1] = 0.2 + random()
      data[OWN + 2] = 0.2 + random()
      data[OWN + 4] = (i >> 2) % 8
      for (let k = 0; k < 14; k++) bodyPoses[k] = unit()
      setQuaternion(bodyPoses, 3, i % 3 === 0 ? 1e-6 : 2)
      setQuaternion(bodyPoses, 10, i % 3 === 0 ? 1e-6 : 2)
      setFrames(pose, data, 0, center, 0, center, 0)
      // Both begin with what another joint has left.
      full.value.fill(NaN)
      short.value.fill(NaN)
      kind.measure(pose, data, 0, full, turns, 0)
      kind.measureErrors!(pose, data, 0, short, turns, 0)
      expect(short.rigid).toBe(full.rigid)
      expect(short.error.subarray(0, full.rigid)).toEqual(full.error.subarray(0, full.rigid))
      const count = kind.coordinates.length
      expect(short.value.subarray(0, count)).toEqual(full.value.subarray(0, count))
    }
  })
})

describe('atan2At', () => {
  it('is atan2 from array to array', () => {
    const random = createRandom(4)
    const point = new Float64Array(2)
    const out = new Float64Array(1)
    const special = [0, -0, 1, -1, Infinity, -Infinity, NaN, 1e-300, 1e300, -1e-20]
    for (let i = 0; i < 2000; i++) {
      point[0] = i < 100 ? special[i % 10]! : 2 * random() - 1
      point[1] = i < 100 ? special[Math.floor(i / 10)]! : 2 * random() - 1
      atan2At(point, 0, out, 0)
      expect(out[0]).toBe(atan2(point[0], point[1]))
    }
  })
})
