import { wheelKind } from '../../../../src/d2/joints/kinds/wheel-joint.ts'
import type { JointCase } from '../joint-case.ts'
import { refuse } from '../refuse.ts'

export const wheel: JointCase = {
  name: 'wheel',
  kind: wheelKind,
  create: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, suspension: null }),
  exempt: { weight: 'along its suspension nothing holds', exchange: 'the suspension is fast to A' },
  refused: [
    refuse(/wheel\.suspensionAxis \(\{ x: 0.* \}\) has no length/, 'createWheelJoint', { suspensionAxis: { x: 0, y: 0 } }),
    refuse(/wheel\.suspension\.hertz \(-1\)/, 'createWheelJoint', { suspension: { hertz: -1 } }),
  ],
}
