/**
 * All built-in kinds of joints with the classes of their handles. The order is that of their numbers in snapshots: new ones go to the end.
 */

import type { HandleClass } from '../../../common/world/world-handles.ts'
import { CustomJoint } from './custom-joint.ts'
import { DampedRotarySpring, dampedRotarySpringKind } from './damped-rotary-spring.ts'
import { DampedSpring, dampedSpringKind } from './damped-spring.ts'
import { DistanceJoint, distanceKind } from './distance-joint.ts'
import { FixedJoint, fixedKind } from './fixed-joint.ts'
import { GearJoint, gearKind } from './gear-joint.ts'
import { GENERIC_KINDS, GenericJoint } from './generic-joint.ts'
import { GrooveJoint, grooveKind } from './groove-joint.ts'
import { HingeJoint, hingeKind } from './hinge-joint.ts'
import { Joint } from '../joint.ts'
import type { JointKind } from '../joint-kind.ts'
import { MotorJoint, motorKind } from './motor-joint.ts'
import { MouseJoint, mouseKind } from './mouse-joint.ts'
import { PinJoint, pinKind } from './pin-joint.ts'
import { PivotJoint, pivotKind } from './pivot-joint.ts'
import { PulleyJoint, pulleyKind } from './pulley-joint.ts'
import { RatchetJoint, ratchetKind } from './ratchet-joint.ts'
import { RotaryLimitJoint, rotaryLimitKind } from './rotary-limit-joint.ts'
import { SimpleMotor, simpleMotorKind } from './simple-motor.ts'
import { SlideJoint, slideKind } from './slide-joint.ts'
import { SliderJoint, sliderKind } from './slider-joint.ts'
import { WheelJoint, wheelKind } from './wheel-joint.ts'

export const BUILT_IN_JOINTS: readonly (readonly [JointKind, HandleClass<Joint>])[] = [
  [distanceKind, DistanceJoint],
  [hingeKind, HingeJoint],
  [sliderKind, SliderJoint],
  [fixedKind, FixedJoint],
  [wheelKind, WheelJoint],
  [pulleyKind, PulleyJoint],
  [mouseKind, MouseJoint],
  [motorKind, MotorJoint],
  ...GENERIC_KINDS.map((kind) => [kind, GenericJoint] as const),
  [gearKind, GearJoint],
  [pinKind, PinJoint],
  [slideKind, SlideJoint],
  [pivotKind, PivotJoint],
  [grooveKind, GrooveJoint],
  [dampedSpringKind, DampedSpring],
  [dampedRotarySpringKind, DampedRotarySpring],
  [rotaryLimitKind, RotaryLimitJoint],
  [ratchetKind, RatchetJoint],
  [simpleMotorKind, SimpleMotor],
]

/** What users hold of joints of a kind; −1 = of one that is no more. */
export function jointClass(kind: number): HandleClass<Joint> {
  return kind < 0 ? Joint : (BUILT_IN_JOINTS[kind]?.[1] ?? CustomJoint)
}
