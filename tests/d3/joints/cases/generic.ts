import type { Body, GenericDefinition, Joint, World } from 'fulcrum-physics/3d'
import { genericKind } from '../../../../src/d3/joints/kinds/generic-measure.ts'
import { AXES_A, AXES_B, D } from '../../../../src/d3/joints/joint-kind.ts'
import { cosine, isHalfTurn } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'

const anchor = { x: 0.5, y: 0, z: 0 }
/** Above B, which hangs at rest then: what falls against a hard stop breaks any joint. */
const hook = { x: 1, y: 0.5, z: 0 }
const POINT = { linearAxes: [0, 1, 2], min: 0, max: 0 } as const

function make(more: Partial<GenericDefinition>): (world: World, bodyA: Body | null, bodyB: Body) => Joint {
  return (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, anchor, ...more })
}

/** Axis k of A and of B at almost half a turn, where there is no twist. */
function isOpposite(pose: Float64Array, k: number): boolean {
  return cosine(pose, AXES_A + 3 * k, AXES_B + 3 * k) < -0.98
}

/** … or together, where a cone has its tip. */
function isConeEnd(pose: Float64Array, k: number): boolean {
  return Math.abs(cosine(pose, AXES_A + 3 * k, AXES_B + 3 * k)) > 0.98
}

export const generic: JointCase = {
  name: 'generic',
  kind: genericKind(0, 3, 0),
  create: make({}),
  isDegenerate: isHalfTurn,
  exempt: { weight: 'nothing is locked' },
  refused: [
    {
      says: /generic\.limits\[0\]\.min \(2\) is above max \(1\)\. Swap them\./,
      call: (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, limits: [{ linearAxes: [0], min: 2, max: 1 }] }),
    },
    {
      says: /generic\.limits\[0\] .*either linearAxes or angularAxes/,
      call: (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, limits: [{ min: 0, max: 1 }] }),
    },
    {
      says: /generic\.drives\[0\]\.axis \(1\) is locked/,
      call: (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, limits: [POINT], drives: [{ type: 'linear', axis: 1, stiffness: 1 }] }),
    },
  ],
}

export const genericHinge: JointCase = {
  name: 'generic, hinge about y',
  kind: genericKind(3, 0, 1),
  create: make({ limits: [POINT, { angularAxes: [0, 2], min: 0, max: 0 }] }),
  isDegenerate: pose => isOpposite(pose, 1),
}

export const genericWeld: JointCase = {
  name: 'generic, weld',
  kind: genericKind(3, 0, 0),
  create: make({ limits: [POINT, { angularAxes: [0, 1, 2], min: 0, max: 0 }] }),
  isDegenerate: isHalfTurn,
}

export const genericSlider: JointCase = {
  name: 'generic, slider along z',
  kind: genericKind(2, 1, 0),
  create: make({ limits: [{ linearAxes: [0, 1], min: 0, max: 0 }, { angularAxes: [0, 1, 2], min: 0, max: 0 }] }),
  isDegenerate: isHalfTurn,
}

/** Locked about x, y and z in turn: the other two axes are those of the cross. */
function cross(locked: 0 | 1 | 2): JointCase {
  const first = (locked + 1) % 3
  const second = (locked + 2) % 3
  return {
    name: `generic, cross without ${'xyz'[locked]!}`,
    kind: genericKind(3, 0, 2),
    create: make({ limits: [POINT, { angularAxes: [locked], min: 0, max: 0 }] }),
    // Where the two axes of the cross are one line.
    isDegenerate: pose => Math.abs(cosine(pose, AXES_A + 3 * first, AXES_B + 3 * second)) > 0.95,
    exempt: { exchange: 'the axes of A and of B are different ones', mirror: 'a cross is a cross again half a turn on' },
  }
}

export const genericCrossX: JointCase = cross(0)
export const genericCrossY: JointCase = cross(1)
export const genericCrossZ: JointCase = cross(2)

export const genericCone: JointCase = {
  name: 'generic, cone',
  kind: genericKind(3, 0, 1),
  create: make({ anchor: hook, limits: [POINT, { angularAxes: [1, 2], max: 1 }] }),
  isDegenerate: pose => isConeEnd(pose, 0),
}

export const genericShoulder: JointCase = {
  name: 'generic, shoulder',
  kind: genericKind(3, 0, 1),
  create: make({ limits: [POINT, { angularAxes: [1, 2], max: 1 }, { angularAxes: [0], min: -0.5, max: 0.7 }] }),
  isDegenerate: pose => isConeEnd(pose, 0),
  exempt: { strength: 'made sideways, it breaks when its weight strikes the cone' },
}

export const genericBend: JointCase = {
  name: 'generic, bend without twist',
  kind: genericKind(3, 0, 0),
  create: make({ anchor: hook, limits: [POINT, { angularAxes: [1], min: 0, max: 0 }, { angularAxes: [0, 2], max: 1 }] }),
  isDegenerate: pose => isConeEnd(pose, 1),
}

export const genericCylinder: JointCase = {
  name: 'generic, cylinder',
  kind: genericKind(0, 4, 0),
  create: make({ limits: [{ linearAxes: [0, 2], max: 2 }] }),
  isDegenerate: pose => isHalfTurn(pose) || isMeeting(pose),
  exempt: { weight: 'within its limits nothing holds' },
}

export const genericBall: JointCase = {
  ...genericCylinder,
  exempt: {},
  name: 'generic, ball',
  create: make({ limits: [{ linearAxes: [0, 1, 2], max: 2 }] }),
}

export const genericTotal: JointCase = {
  name: 'generic, whole rotation',
  kind: genericKind(0, 2, 0),
  create: make({ limits: [{ angularAxes: [0, 1, 2], max: 2 }] }),
  isDegenerate: pose => isHalfTurn(pose) || trace(pose) > 2.98,
  exempt: { weight: 'it holds no place' },
}

/** Anchors on one spot, where a distance has its tip. */
function isMeeting(pose: Float64Array): boolean {
  return Math.hypot(pose[D]!, pose[D + 1]!, pose[D + 2]!) < 0.05
}

/** Of the relative rotation: 3 where the frames agree. */
function trace(pose: Float64Array): number {
  return [0, 3, 6].reduce((sum, k) => sum + cosine(pose, AXES_A + k, AXES_B + k), 0)
}
