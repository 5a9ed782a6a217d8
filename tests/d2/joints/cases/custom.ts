import { defineJoint, type JointType } from 'fulcrum-physics/2d'
import { WorldKind } from '../../../../src/d2/joints/world-kind.ts'
import { WorldState } from '../../../../src/d2/store/world-state.ts'
import { isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0 }

const weldByError = defineJoint({
  name: 'weld by error',
  rows: ['length', 'length', 'angle'],
  error: (a, b, m) => m.list(m.sub(b.position, a.position), m.angle(m.relative(a.rotation, b.rotation))),
})

const hingeByHand = defineJoint({
  name: 'hinge by hand',
  rows: 2,
  coordinates: ['turn'],
  measure(frames, out) {
    const { armA, armB, offset } = frames
    out.rows.set(0, offset[0], [-1, 0, armA[1], 1, 0, -armB[1]])
    out.rows.set(1, offset[1], [0, -1, -armA[0], 0, 1, armB[0]])
    out.coordinates.set(0, frames.angles[1] - frames.angles[0], [0, 0, -1, 0, 0, 1])
  },
})

function typed(type: JointType): JointCase {
  return {
    name: type.name,
    kind: new WorldKind(new WorldState(null), type),
    create: (world, bodyA, bodyB) => world.createJoint(type, { bodyA, bodyB, anchor }),
  }
}

export const customWeld: JointCase = { ...typed(weldByError), isDegenerate: isHalfTurn }

export const customHinge: JointCase = typed(hingeByHand)
