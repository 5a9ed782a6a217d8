/**
 * Formulations that the papers call unstable, beside those they are meant to replace: for comparison, not for use. Each is the derivative of its own
 * error (the printed slips are corrected); what is wrong with them is not a sign but the idea.
 *
 * With a and b the hinge axes (x of the frames, world space), d(a·b) = (a × b) · (ω_A − ω_B).
 */

import {
  defineJoint, forceRow, fullRotationRows, hingeRotationRows, pointRows, torqueRow, type JointFrames, type JointType, type RowUnit,
} from 'fulcrum-physics/3d'

const POINT: readonly RowUnit[] = ['length', 'length', 'length']

const cross = new Float64Array(3)

/** a × b into `cross`. */
function crossOf(a: Float64Array, b: Float64Array): void {
  cross[0] = a[1] * b[2] - a[2] * b[1]
  cross[1] = a[2] * b[0] - a[0] * b[2]
  cross[2] = a[0] * b[1] - a[1] * b[0]
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** The good one: two rows, the swing θ (a × b) / |a × b|. Grows up to half a turn. */
export const goodHinge: JointType = defineJoint({
  name: 'good hinge',
  rows: [...POINT, 'angle', 'angle'],
  measure(frames, out) {
    pointRows(frames, out.rows, 0)
    hingeRotationRows(frames, out.rows, 3)
  },
})

/**
 * Hodges (26) to (29), taken as "the axes agree": C = a·b − 1, J_B = b × a. One row for two freedoms, and J is 0 exactly where C is: near there C is
 * −θ²/2, flat at the bottom. It resists only once the axes have parted, and then only in the direction in which they did.
 */
export const dotHinge: JointType = defineJoint({
  name: 'dot hinge',
  rows: [...POINT, 'angle'],
  measure(frames, out) {
    const { xA, xB } = frames
    pointRows(frames, out.rows, 0)
    crossOf(xB, xA)
    torqueRow(out.rows, 3, dot(xA, xB) - 1, cross[0], cross[1], cross[2])
  },
})

/** Hodges (30) to (33): C = (a·y_B, a·z_B), J_B = y_B × a, z_B × a. Sound near 0, but |C| = sin θ: satisfied by the mirror image b = −a too. */
export const vectorHinge: JointType = defineJoint({
  name: 'vector hinge',
  rows: [...POINT, 'angle', 'angle'],
  measure(frames, out) {
    const { xA, yB, zB } = frames
    pointRows(frames, out.rows, 0)
    crossOf(yB, xA)
    torqueRow(out.rows, 3, dot(xA, yB), cross[0], cross[1], cross[2])
    crossOf(zB, xA)
    torqueRow(out.rows, 4, dot(xA, zB), cross[0], cross[1], cross[2])
  },
})

/**
 * Tamis (3.50): C = ½|a × b|² = ½(1 − (a·b)²), J_B = (a·b) (a × b); (3.52) has it wrong. One row for two freedoms; J is 0 where C is, at the mirror
 * image, and at a right angle, where C is largest.
 */
export const crossHinge: JointType = defineJoint({
  name: 'cross hinge',
  rows: [...POINT, 'angle'],
  measure(frames, out) {
    const { xA, xB } = frames
    const c = dot(xA, xB)
    pointRows(frames, out.rows, 0)
    crossOf(xA, xB)
    torqueRow(out.rows, 3, 0.5 * (1 - c * c), c * cross[0], c * cross[1], c * cross[2])
  },
})

const angularA = new Float64Array(3)
const angularB = new Float64Array(3)
const nothing = new Float64Array(3)

/**
 * Tamis (3.54): C = a × b, three rows. (ω_A × a) × b + a × (ω_B × b) gives J_A = a bᵀ − (a·b) 1 and J_B = (a·b) 1 − b aᵀ; (3.55) has it wrong.
 * Three rows for two freedoms: with a = b all of them are blind to the direction a, so that K is singular. And |C| = sin θ has the mirror image.
 */
export const crossMatrixHinge: JointType = defineJoint({
  name: 'cross matrix hinge',
  rows: [...POINT, 'angle', 'angle', 'angle'],
  measure(frames, out) {
    const { xA, xB } = frames
    const c = dot(xA, xB)
    pointRows(frames, out.rows, 0)
    crossOf(xA, xB)
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        angularA[k] = xA[i] * xB[k] - (i === k ? c : 0)
        angularB[k] = (i === k ? c : 0) - xB[i] * xA[k]
      }
      out.rows.set(3 + i, cross[i], nothing, angularA, nothing, angularB)
    }
  },
})

/**
 * Hodges 8: C = r·r with r from anchor to anchor, J_B = 2 r. One row for three freedoms, J is 0 where C is, and C is a square: 0.01 m² of it is a gap
 * of 10 cm.
 */
export const squaredDistance: JointType = defineJoint({
  name: 'squared distance',
  rows: ['length'],
  measure(frames, out) {
    const [x, y, z] = frames.offset as unknown as [number, number, number]
    forceRow(frames, out.rows, 0, x * x + y * y + z * z, 2 * x, 2 * y, 2 * z)
  },
})

/** The good one: three rows, the rotation vector. */
export const goodLock: JointType = defineJoint({
  name: 'good lock',
  rows: ['angle', 'angle', 'angle'],
  measure: (frames, out) => fullRotationRows(frames, out.rows, 0),
})

/**
 * Tamis (3.59): C = q_A·q_B − 1, J_B = ½ (q_A q̄_B)_v; (3.61) lacks the ½. One row for three freedoms, and J is 0 where C is. Of the two quaternions
 * of the same rotation one gives C = −2 and J = 0: told that it is as wrong as can be, it knows no way out.
 */
export const quaternionRow: JointType = defineJoint({
  name: 'quaternion row',
  rows: ['angle'],
  measure: (frames, out) => quaternionRowOf(frames, out.rows),
})

function quaternionRowOf({ rotationA: p, rotationB: q }: JointFrames, rows: Parameters<typeof torqueRow>[0]): void {
  const c = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
  // Vector part of p q̄.
  const x = -p[3] * q[0] + p[0] * q[3] - p[1] * q[2] + p[2] * q[1]
  const y = -p[3] * q[1] + p[1] * q[3] - p[2] * q[0] + p[0] * q[2]
  const z = -p[3] * q[2] + p[2] * q[3] - p[0] * q[1] + p[1] * q[0]
  torqueRow(rows, 0, c - 1, 0.5 * x, 0.5 * y, 0.5 * z)
}
