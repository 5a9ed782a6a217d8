import type { GenericLimit } from 'fulcrum-physics/2d'
import type { JointKind } from '../../../../src/d2/joints/joint-kind.ts'
import { GENERIC_KINDS } from '../../../../src/d2/joints/kinds/generic-joint.ts'
import { isHalfTurn, isShort } from '../degenerate.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

const anchor = { x: 0.5, y: 0 }

function generic(name: string, limits: GenericLimit[], kind: JointKind, more: Partial<JointCase> = {}): JointCase {
  return {
    name: `generic, ${name}`,
    kind,
    create: (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, anchor, axis: { x: 0, y: 1 }, limits }),
    isDegenerate: isHalfTurn,
    ...more,
  }
}

export const genericFree: JointCase = generic('free', [], GENERIC_KINDS[0], { exempt: { weight: 'nothing is locked' } })

export const genericAcross: JointCase = generic('across', [{ linearAxes: [1], min: 0, max: 0 }], GENERIC_KINDS[2], {
  exempt: { weight: 'along its axis nothing is locked', exchange: "its axes are those of A's frame" },
})

export const genericHinge: JointCase = generic('hinge', [{ linearAxes: [0, 1], min: 0, max: 0 }], GENERIC_KINDS[3])

export const genericSlider: JointCase = generic('slider', [{ linearAxes: [1], min: 0, max: 0 }, { angular: true, min: 0, max: 0 }], GENERIC_KINDS[6], {
  exempt: { weight: 'it slides up and down' },
})

export const genericWeld: JointCase = generic('weld', [{ linearAxes: [0, 1], min: 0, max: 0 }, { angular: true, min: 0, max: 0 }], GENERIC_KINDS[7], {
  refused: [
    refuse(/generic\.limits\[0\] \(\{.*\}\) must have either/, 'createGenericJoint', { limits: [{ min: 0 }] }),
    refuse(/generic\.limits\[0\]\.min \(2\) is above max \(1\)/, 'createGenericJoint', { limits: [{ angular: true, min: 2, max: 1 }] }),
    refuse(/generic\.limits\[1\] \("x"\) is limited twice/, 'createGenericJoint', {
      limits: [{ linearAxes: [0], max: 1 }, { linearAxes: [0, 1], max: 1 }],
    }),
    refuse(/generic\.drives\[0\] \("angle"\) is locked/, 'createGenericJoint', {
      limits: [{ angular: true, min: 0, max: 0 }], drives: [{ type: 'angular', hertz: 1 }],
    }),
    refuse(/generic\.drives\[0\] \("x"\) cannot act beside/, 'createGenericJoint', {
      limits: [{ linearAxes: [0, 1], max: 1 }], drives: [{ type: 'linear', axis: 0, hertz: 1 }],
    }),
  ],
})

export const genericDisc: JointCase = generic('disc', [{ linearAxes: [0, 1], max: 0.4 }], GENERIC_KINDS[0], {
  isDegenerate: isShort,
})
