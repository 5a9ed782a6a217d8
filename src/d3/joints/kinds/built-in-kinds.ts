/**
 * All built-in kinds of joints with the classes of their handles. The order is that of their numbers in snapshots: new ones go to the end.
 */

import type { HandleClass } from '../../../common/world/world-handles.ts'
import type { WorldState } from '../../store/world-state.ts'
import { CustomJoint } from './custom-joint.ts'
import { PathJoint, PathKind } from './path-joint.ts'
import { BallJoint, ballKind } from './ball-joint.ts'
import { MouseJoint, mouseKind } from './mouse-joint.ts'
import { MotorJoint, motorKind } from './motor-joint.ts'
import { ConstantVelocityJoint, constantVelocityKind } from './constant-velocity-joint.ts'
import { DistanceJoint, distanceKind } from './distance-joint.ts'
import { GenericJoint } from './generic-joint.ts'
import { GENERIC_KINDS } from './generic-measure.ts'
import { HingeJoint, hingeKind } from './hinge-joint.ts'
import { FixedJoint, fixedKind } from './fixed-joint.ts'
import { ScrewJoint, screwKind } from './screw-joint.ts'
import { OrientationLockJoint, orientationLockKind } from './orientation-lock-joint.ts'
import { GearJoint, gearKind } from './gear-joint.ts'
import { RackAndPinionJoint, rackAndPinionKind } from './rack-and-pinion-joint.ts'
import { TwoPointHingeJoint, twoPointHingeKind } from './two-point-hinge-joint.ts'
import { SliderJoint, sliderKind } from './slider-joint.ts'
import { UniversalJoint, universalKind } from './universal-joint.ts'
import { CylindricalJoint, cylindricalKind } from './cylindrical-joint.ts'
import { PulleyJoint, pulleyKind } from './pulley-joint.ts'
import { WedgeLimitJoint, wedgeLimitKind } from './wedge-limit-joint.ts'
import { AngularLimitJoint, angularLimitKind } from './angular-limit-joint.ts'
import { WheelJoint, wheelKind } from './wheel-joint.ts'
import { ConeLimitJoint, coneLimitKind } from './cone-limit-joint.ts'
import { SwingTwistJoint, swingTwistKind } from './swing-twist-joint.ts'
import { Joint } from '../joint.ts'
import type { JointKind } from '../joint-kind.ts'

export const BUILT_IN_JOINTS: readonly (readonly [JointKind, HandleClass<Joint>])[] = [
  [ballKind, BallJoint],
  [hingeKind, HingeJoint],
  [fixedKind, FixedJoint],
  [distanceKind, DistanceJoint],
  [screwKind, ScrewJoint],
  [orientationLockKind, OrientationLockJoint],
  [gearKind, GearJoint],
  ...GENERIC_KINDS.map((kind) => [kind, GenericJoint] as const),
  [rackAndPinionKind, RackAndPinionJoint],
  [twoPointHingeKind, TwoPointHingeJoint],
  [sliderKind, SliderJoint],
  [universalKind, UniversalJoint],
  [cylindricalKind, CylindricalJoint],
  [pulleyKind, PulleyJoint],
  [wedgeLimitKind, WedgeLimitJoint],
  [angularLimitKind, AngularLimitJoint],
  [constantVelocityKind, ConstantVelocityJoint],
  [wheelKind, WheelJoint],
  [motorKind, MotorJoint],
  [coneLimitKind, ConeLimitJoint],
  [swingTwistKind, SwingTwistJoint],
  [mouseKind, MouseJoint],
]

/** What users hold of joints of a kind; −1 = of one that is no more. */
export function jointClass(kind: number, state: WorldState): HandleClass<Joint> {
  if (kind < 0) return Joint
  // Kinds of paths are made with the paths.
  return BUILT_IN_JOINTS[kind]?.[1] ?? (state.jointKinds[kind] instanceof PathKind ? PathJoint : CustomJoint)
}
