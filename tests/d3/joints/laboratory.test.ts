/** What is wrong with the formulations that the papers call unstable, cause by cause and in numbers. The good ones stand beside them throughout. */

import { World, type JointType, type Softness, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import {
  crossHinge, crossMatrixHinge, dotHinge, goodHinge, goodLock, quaternionRow, vectorHinge,
} from '../../../scenes/d3/laboratory/formulations.ts'
import { laboratoryDoors } from '../../../scenes/d3/laboratory/doors.ts'
import { laboratoryLock } from '../../../scenes/d3/laboratory/lock.ts'
import { laboratoryMirror } from '../../../scenes/d3/laboratory/mirror.ts'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import { addDoor, alignment, GIVE } from '../../../scenes/d3/laboratory/rigs.ts'
import { ROW, type Measure } from '../../../src/d3/joints/joint-kind.ts'
import { WorldKind } from '../../../src/d3/joints/world-kind.ts'
import { WorldState } from '../../../src/d3/store/world-state.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck, type Checked } from './derivative.ts'

const DT = 1 / 60
const DEGREE = Math.PI / 180
const Z = { x: 0, y: 0, z: 1 }
const ALL = [goodHinge, dotHinge, vectorHinge, crossHinge, crossMatrixHinge, goodLock, quaternionRow]

/** Identity frames, anchors in the centres of mass, B turned by an angle about an axis. `other`: the other quaternion of the same rotation. */
function turned(type: JointType, angle: number, axis: Vec3 = Z, other = false): Checked {
  const data = new Float64Array(32)
  data[6] = 1
  data[13] = 1
  const s = Math.sin(angle / 2)
  const q = [axis.x * s, axis.y * s, axis.z * s, Math.cos(angle / 2)].map(x => (other ? -x : x))
  const poses = new Float64Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, ...q])
  return numericCheck(new WorldKind(new WorldState(null), type), data, poses)
}

/** First angular row: hinges begin with the three of the point. */
function firstAngular(type: JointType): number {
  return type.rows.indexOf('angle')
}

function errorSize(type: JointType, { error, rigid }: Measure): number {
  return Math.hypot(...error.subarray(firstAngular(type), rigid))
}

/** Angular parts on B of the angular rows. */
function spinRows(type: JointType, { jacobian, rigid }: Measure): number[][] {
  const rows: number[][] = []
  for (let i = firstAngular(type); i < rigid; i++) rows.push([...jacobian.subarray(i * ROW + 9, i * ROW + 12)])
  return rows
}

/** K of the angular rows, A fixed, B with an inertia of 1 about every axis. */
function inverseInertia(type: JointType, measure: Measure): number[][] {
  const rows = spinRows(type, measure)
  return rows.map(a => rows.map(b => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!))
}

function determinant(k: number[][]): number {
  if (k.length === 1) return k[0]![0]!
  if (k.length === 2) return k[0]![0]! * k[1]![1]! - k[0]![1]! * k[1]![0]!
  const [a, b, c] = k as [number[], number[], number[]]
  return (
    a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) - a[1]! * (b[0]! * c[2]! - b[2]! * c[0]!) + a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  )
}

function slopeAt(type: JointType, angle: number): number {
  return Math.max(...spinRows(type, turned(type, angle).measure).map(row => Math.hypot(...row)))
}

describe('all are the derivatives of their own errors: none fails for a wrong sign', () => {
  for (const type of ALL) {
    it(type.name, () => {
      const random = createRandom(7)
      const kind = new WorldKind(new WorldState(null), type)
      for (let n = 0; n < 100; n++) {
        const numbers = [new Float64Array(14), new Float64Array(32)] as const
        for (const at of numbers) {
          for (const o of [0, 7]) {
            for (let k = 0; k < 7; k++) at[o + k] = 2 * random() - 1
            // Anchors stand before rotations in both.
            const size = Math.hypot(...at.subarray(o + 3, o + 7))
            for (let k = 3; k < 7; k++) at[o + k]! /= size
          }
        }
        expect(numericCheck(kind, numbers[1], numbers[0]).worst).toBeLessThan(1e-6)
      }
    })
  }
})

describe('as printed they are not even that', () => {
  const swing = 40 * DEGREE
  const a = [1, 0, 0]
  const b = [Math.cos(swing), Math.sin(swing), 0]
  const cross = (p: number[], q: number[]): number[] => [
    p[1]! * q[2]! - p[2]! * q[1]!, p[2]! * q[0]! - p[0]! * q[2]!, p[0]! * q[1]! - p[1]! * q[0]!,
  ]

  it('(3.52): d × f with f = a × r_b is 0 at every pose, r_b being the axis; the slope is sin θ cos θ', () => {
    const d = cross(a, b)
    expect(Math.hypot(...cross(d, cross(a, b)))).toBe(0)
    expect(slopeAt(crossHinge, swing)).toBeCloseTo(Math.sin(swing) * Math.cos(swing), 12)
  })

  it('(3.55): [a × r_b]× has nothing on its diagonal, where the slope is a·b', () => {
    const rows = spinRows(crossMatrixHinge, turned(crossMatrixHinge, swing).measure)
    expect(rows[2]![2]).toBeCloseTo(Math.cos(swing), 12)
  })

  it('(3.61): twice the slope', () => {
    const { measure } = turned(quaternionRow, swing)
    // (q_A q̄_B)_v = −sin(θ/2) about z.
    expect(measure.jacobian[11]).toBeCloseTo(-0.5 * Math.sin(swing / 2), 12)
  })
})

describe('cause 1: the mirror image', () => {
  it('the error of vector and cross hinges is sin θ: it falls again beyond 90° and is 0 at 180°', () => {
    for (const type of [vectorHinge, crossMatrixHinge]) {
      for (const angle of [10, 60, 90, 120, 170, 180]) {
        expect(errorSize(type, turned(type, angle * DEGREE).measure)).toBeCloseTo(Math.sin(angle * DEGREE), 12)
      }
    }
    for (const angle of [10, 90, 180]) expect(errorSize(crossHinge, turned(crossHinge, angle * DEGREE).measure)).toBeCloseTo(0.5 * Math.sin(angle * DEGREE) ** 2, 12)
  })

  it('that of the good hinge is θ all the way', () => {
    for (const angle of [10, 60, 90, 120, 170, 180]) expect(errorSize(goodHinge, turned(goodHinge, angle * DEGREE).measure)).toBeCloseTo(angle * DEGREE, 9)
  })

  function settle(type: JointType, off: number): number {
    const world = new World({ sleeping: false, gravity: { x: 0, y: 0, z: 0 } })
    const door = addDoor(world, 0, type, off)
    for (let i = 0; i < 240; i++) world.step(DT)
    return alignment(door, off)
  }

  it('so doors that start more than 90° off settle upside down, and the good one does not', () => {
    for (const type of [vectorHinge, crossMatrixHinge]) {
      expect(settle(type, 80)).toBeCloseTo(1, 9)
      expect(settle(type, 100)).toBeCloseTo(-1, 9)
      expect(settle(type, 170)).toBeCloseTo(-1, 9)
    }
    for (const off of [80, 100, 170, 180]) expect(settle(goodHinge, off)).toBeCloseTo(1, 9)
  })
})

describe('cause 2: a Jacobian that vanishes where the joint is satisfied', () => {
  it('dot, cross and quaternion row have slope 0 there, and K shrinks with θ²', () => {
    for (const [type, rate] of [[dotHinge, 1], [crossHinge, 1], [quaternionRow, 1 / 4]] as const) {
      expect(slopeAt(type, 0)).toBe(0)
      for (const angle of [1e-1, 1e-2, 1e-3]) {
        const k = inverseInertia(type, turned(type, angle).measure)[0]![0]!
        expect(k / angle ** 2 / rate ** 2).toBeGreaterThan(0.97)
        expect(k / angle ** 2 / rate ** 2).toBeLessThan(1.01)
      }
    }
  })

  it('so to give 1 N m they press 1/θ: a thousand at a milliradian, which is ten times too much at a hundredth', () => {
    const press = 1 / slopeAt(dotHinge, 1e-3)
    expect(press).toBeCloseTo(1000, 2)
    expect(press * slopeAt(dotHinge, 1e-2)).toBeCloseTo(10, 3)
  })

  it('the good ones have slope 1 there', () => {
    for (const type of [goodHinge, goodLock]) expect(slopeAt(type, 0)).toBeCloseTo(1, 12)
  })

  it('cross and dot vanish again where they are most wrong: 90° and 180°', () => {
    const square = turned(crossHinge, 90 * DEGREE).measure
    expect(errorSize(crossHinge, square)).toBeCloseTo(0.5, 12)
    expect(slopeAt(crossHinge, 90 * DEGREE)).toBeLessThan(1e-15)
    expect(errorSize(dotHinge, turned(dotHinge, Math.PI).measure)).toBeCloseTo(2, 12)
    expect(slopeAt(dotHinge, Math.PI)).toBeLessThan(1e-15)
  })

  it('the quaternion row has error 2 and slope 0 for the other quaternion of the right rotation', () => {
    const { measure } = turned(quaternionRow, 0, Z, true)
    expect(measure.error[0]).toBe(-2)
    expect(Math.hypot(...spinRows(quaternionRow, measure)[0]!)).toBe(0)
    expect(errorSize(goodLock, turned(goodLock, 0, Z, true).measure)).toBe(0)
  })
})

describe('cause 3: fewer rows than freedoms', () => {
  it('a swing across the one there is already goes unseen', () => {
    // Swung by 0.1 rad about z; now about y, which moves the axes apart as fast as the spin.
    for (const type of [dotHinge, crossHinge]) {
      for (const [, y] of spinRows(type, turned(type, 0.1).measure)) expect(Math.abs(y!)).toBeLessThan(1e-15)
    }
    const seen = spinRows(goodHinge, turned(goodHinge, 0.1).measure).map(([, y]) => Math.abs(y!))
    expect(Math.max(...seen)).toBeGreaterThan(0.99)
  })

  it('the quaternion row sees only the spin about the error it has', () => {
    const [x, y, z] = spinRows(quaternionRow, turned(quaternionRow, 0.1).measure)[0] as [number, number, number]
    expect([Math.abs(x), Math.abs(y)]).toEqual([0, 0])
    expect(Math.abs(z)).toBeCloseTo(0.5 * Math.sin(0.05), 12)
  })

  /** Hangs a door for 5 s: the least alignment, that at the end, and whether its motion went out of bounds. */
  function hang(type: JointType, softness: Softness | null): { least: number; end: number; lost: boolean } {
    const world = new World({ sleeping: false })
    const door = addDoor(world, 0, type, 0, softness)
    let least = 1
    let lost = false
    for (let i = 0; i < 300; i++) {
      world.step(DT)
      least = Math.min(least, alignment(door))
      lost ||= world.events.quarantined.length > 0
    }
    return { least, end: alignment(door), lost }
  }

  it('so such doors, held rigidly, must open a crack before anything holds them; the others hang straight', () => {
    for (const type of [dotHinge, crossHinge]) {
      const { least, lost } = hang(type, null)
      expect(1 - least).toBeGreaterThan(1e-11)
      expect(lost).toBe(false)
    }
    for (const type of [goodHinge, vectorHinge, crossMatrixHinge]) {
      const { least, lost } = hang(type, null)
      expect(1 - least).toBeLessThan(1e-15)
      expect(lost).toBe(false)
    }
  })

  it('held by a spring of stiffness k they sag (2 τ / k)^⅓ under a torque τ, where two rows sag τ / k', () => {
    // The panel, 38.4 kg at 0.4 m, and the knob, 1 kg at 0.7 m.
    const share = (9.81 * (38.4 * 0.4 + 1 * 0.7)) / 2e5
    for (const type of [dotHinge, crossHinge]) expect(Math.abs(Math.acos(hang(type, GIVE).end) / Math.cbrt(2 * share) - 1)).toBeLessThan(0.02)
    for (const type of [goodHinge, vectorHinge, crossMatrixHinge]) expect(Math.abs(Math.acos(hang(type, GIVE).end) / share - 1)).toBeLessThan(0.02)
  })
})

describe('cause 4: more rows than freedoms', () => {
  it('K of the cross matrix, A fixed, is singular at every angle: of rank 2 when satisfied, of rank 1 at 90°', () => {
    for (const angle of [0, 0.3, 1, 2, Math.PI]) {
      expect(Math.abs(determinant(inverseInertia(crossMatrixHinge, turned(crossMatrixHinge, angle).measure)))).toBeLessThan(1e-15)
    }
    const square = inverseInertia(crossMatrixHinge, turned(crossMatrixHinge, 90 * DEGREE).measure)
    const minors = [[0, 1], [0, 2], [1, 2]].map(([i, j]) => Math.abs(square[i!]![i!]! * square[j!]![j!]! - square[i!]![j!]! ** 2))
    expect(Math.max(...minors)).toBeLessThan(1e-15)
    expect(Math.max(...square.map((row, i) => row[i]!))).toBeCloseTo(1, 12)
  })

  it('that of the good hinge and the good lock is not: 1', () => {
    for (const type of [goodHinge, goodLock]) expect(determinant(inverseInertia(type, turned(type, 0).measure))).toBeCloseTo(1, 12)
  })
})

describe('scenes show it', () => {
  function figures({ build, worldOptions, steps }: SceneEntry): Record<string, number> {
    const world = new World(worldOptions)
    const scene = build(world)!
    for (let i = 0; i < steps!; i++) {
      world.step(DT)
      scene.update?.(world, i)
      expect(world.events.quarantined).toHaveLength(0)
    }
    return scene.measure!(world)
  }

  it('doors', () => {
    const { goodLeastCosine, vectorLeastCosine, crossMatrixLeastCosine, dotLeastCosine, crossLeastCosine } = figures(laboratoryDoors)
    for (const held of [goodLeastCosine, vectorLeastCosine, crossMatrixLeastCosine]) expect(held).toBeGreaterThan(Math.cos(1 * DEGREE))
    for (const sagging of [dotLeastCosine, crossLeastCosine]) expect(sagging).toBeLessThan(Math.cos(6 * DEGREE))
  })

  it('mirror', () => {
    const { goodCosine, vectorCosine, crossMatrixCosine } = figures(laboratoryMirror)
    expect(goodCosine).toBeCloseTo(1, 9)
    for (const flipped of [vectorCosine, crossMatrixCosine]) expect(flipped).toBeCloseTo(-1, 9)
  })

  it('lock', () => {
    const { goodLeastCosine, quaternionRowLeastCosine } = figures(laboratoryLock)
    expect(goodLeastCosine).toBeGreaterThan(Math.cos(1 * DEGREE))
    expect(quaternionRowLeastCosine).toBeLessThan(Math.cos(10 * DEGREE))
  })
})
