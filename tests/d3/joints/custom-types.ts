/** Types of joints as a user would write them, that tests share. */

import {
  angleRow, defineJoint, forceRow, hingeRotationRows, pointRows, type Dual, type DualFrame, type DualMath, type JointType,
} from 'fulcrum-physics/3d'

export const ballByError: JointType = defineJoint({
  name: 'ball by error',
  rows: 3,
  error: (a, b, m) => m.sub(b.position, a.position),
})

/** θ / sin θ of the angle between the x axes, as long as they are not opposite. */
function stretch(a: DualFrame, b: DualFrame, m: DualMath): Dual | number {
  const s = m.length(m.cross(a.x, b.x))
  return s.value < 1e-9 ? 1 : m.div(m.atan2(s, m.dot(a.x, b.x)), s)
}

export const hingeByError: JointType = defineJoint({
  name: 'hinge by error',
  rows: ['length', 'length', 'length', 'angle', 'angle'],
  coordinates: ['turn'],
  error(a, b, m) {
    const apart = m.sub(b.position, a.position)
    const f = stretch(a, b, m)
    // Opposite axes: half a turn, about y of A.
    if (f === 1 && m.dot(a.x, b.x).value < 0) return m.list(apart, m.add(Math.PI, m.dot(a.z, b.x)), m.neg(m.dot(a.y, b.x)))
    return m.list(apart, m.mul(m.neg(m.dot(a.z, b.x)), f), m.mul(m.dot(a.y, b.x), f))
  },
  values(a, b, m) {
    const q = m.relative(a.rotation, b.rotation)
    return m.mul(m.atan2(q.x, q.w), 2)
  },
})

export const hingeByHand: JointType = defineJoint({
  name: 'hinge by hand',
  rows: ['length', 'length', 'length', 'angle', 'angle'],
  coordinates: ['turn'],
  measure(frames, out) {
    pointRows(frames, out.rows, 0)
    hingeRotationRows(frames, out.rows, 3)
    angleRow(frames, out.coordinates, 0)
  },
})

/** A rod of length data[0]. */
export const rodByHand: JointType = defineJoint({
  name: 'rod by hand',
  rows: 1,
  measure(frames, out) {
    const [x, y, z] = frames.offset as unknown as [number, number, number]
    const length = Math.sqrt(x * x + y * y + z * z)
    forceRow(frames, out.rows, 0, length - frames.data[0]!, x / length, y / length, z / length)
  },
})
