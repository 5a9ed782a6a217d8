/**
 * The part of the world that makes joints.
 */

import { BUILT_IN_JOINTS } from '../joints/kinds/built-in-kinds.ts'
import { CustomJoint, writeCustom, writeTyped, type CustomJointDefinition, type TypedJointDefinition } from '../joints/kinds/custom-joint.ts'
import { writeDampedRotarySpring, type DampedRotarySpringDefinition, type DampedRotarySpring } from '../joints/kinds/damped-rotary-spring.ts'
import { writeDampedSpring, type DampedSpringDefinition, type DampedSpring } from '../joints/kinds/damped-spring.ts'
import { writeDistance, type DistanceDefinition, type DistanceJoint } from '../joints/kinds/distance-joint.ts'
import { writeFixed, type FixedDefinition, type FixedJoint } from '../joints/kinds/fixed-joint.ts'
import { writeGear, type GearDefinition, type GearJoint } from '../joints/kinds/gear-joint.ts'
import { writeGeneric, type GenericDefinition, type GenericJoint } from '../joints/kinds/generic-joint.ts'
import { writeGroove, type GrooveDefinition, type GrooveJoint } from '../joints/kinds/groove-joint.ts'
import { writeHinge, type HingeDefinition, type HingeJoint } from '../joints/kinds/hinge-joint.ts'
import { writeMotor, type MotorDefinition, type MotorJoint } from '../joints/kinds/motor-joint.ts'
import { writeMouse, type MouseDefinition, type MouseJoint } from '../joints/kinds/mouse-joint.ts'
import { writePin, type PinDefinition, type PinJoint } from '../joints/kinds/pin-joint.ts'
import { writePivot, type PivotDefinition, type PivotJoint } from '../joints/kinds/pivot-joint.ts'
import { writePulley, type PulleyDefinition, type PulleyJoint } from '../joints/kinds/pulley-joint.ts'
import { writeRatchet, type RatchetDefinition, type RatchetJoint } from '../joints/kinds/ratchet-joint.ts'
import { writeRotaryLimit, type RotaryLimitDefinition, type RotaryLimitJoint } from '../joints/kinds/rotary-limit-joint.ts'
import { writeSimpleMotor, type SimpleMotorDefinition, type SimpleMotor } from '../joints/kinds/simple-motor.ts'
import { writeSlide, type SlideDefinition, type SlideJoint } from '../joints/kinds/slide-joint.ts'
import { writeSlider, type SliderDefinition, type SliderJoint } from '../joints/kinds/slider-joint.ts'
import { writeWheel, type WheelDefinition, type WheelJoint } from '../joints/kinds/wheel-joint.ts'
import type { JointType } from '../joints/define-joint.ts'
import { Joint } from '../joints/joint.ts'
import { WorldQueries } from './queries.ts'
import type { WorldState } from '../store/world-state.ts'

export abstract class WorldJoints extends WorldQueries {
  constructor(state: WorldState) {
    super(state)
    for (const [kind] of BUILT_IN_JOINTS) state.jointKinds.push(kind)
  }

  /** Two anchors at a distance: rod, rope, spring or winch. */
  createDistanceJoint(definition: DistanceDefinition): DistanceJoint {
    return this.joint('createDistanceJoint', definition, writeDistance)
  }

  /** A shared point to turn about. */
  createHingeJoint(definition: HingeDefinition): HingeJoint {
    return this.joint('createHingeJoint', definition, writeHinge)
  }

  /** An axis to move along, without turning. */
  createSliderJoint(definition: SliderDefinition): SliderJoint {
    return this.joint('createSliderJoint', definition, writeSlider)
  }

  /** Two bodies move as one. */
  createFixedJoint(definition: FixedDefinition): FixedJoint {
    return this.joint('createFixedJoint', definition, writeFixed)
  }

  /** A wheel on a suspension: travels and spins. */
  createWheelJoint(definition: WheelDefinition): WheelJoint {
    return this.joint('createWheelJoint', definition, writeWheel)
  }

  /** A rope over two wheels that stand still. */
  createPulleyJoint(definition: PulleyDefinition): PulleyJoint {
    return this.joint('createPulleyJoint', definition, writePulley)
  }

  /** Drags a point of a body towards a target. */
  createMouseJoint(definition: MouseDefinition): MouseJoint {
    return this.joint('createMouseJoint', definition, writeMouse)
  }

  /** A velocity or a pose to strive for. */
  createMotorJoint(definition: MotorDefinition): MotorJoint {
    return this.joint('createMotorJoint', definition, writeMotor)
  }

  /** Both axes and the angle each free, locked, limited, driven or rubbed. */
  createGenericJoint(definition: GenericDefinition): GenericJoint {
    return this.joint('createGenericJoint', definition, writeGeneric)
  }

  /** Two bodies turn at a fixed ratio. */
  createGearJoint(definition: GearDefinition): GearJoint {
    return this.joint('createGearJoint', definition, writeGear)
  }

  /** A bar between two points, as in Chipmunk. */
  createPinJoint(definition: PinDefinition): PinJoint {
    return this.joint('createPinJoint', definition, writePin)
  }

  /** A range of distances between two points, as in Chipmunk. */
  createSlideJoint(definition: SlideDefinition): SlideJoint {
    return this.joint('createSlideJoint', definition, writeSlide)
  }

  /** A shared point, as in Chipmunk. */
  createPivotJoint(definition: PivotDefinition): PivotJoint {
    return this.joint('createPivotJoint', definition, writePivot)
  }

  /** A point of B slides in a groove of A, as in Chipmunk. */
  createGrooveJoint(definition: GrooveDefinition): GrooveJoint {
    return this.joint('createGrooveJoint', definition, writeGroove)
  }

  /** A spring between two points, as in Chipmunk. */
  createDampedSpring(definition: DampedSpringDefinition): DampedSpring {
    return this.joint('createDampedSpring', definition, writeDampedSpring)
  }

  /** A spring between two angles, as in Chipmunk. */
  createDampedRotarySpring(definition: DampedRotarySpringDefinition): DampedRotarySpring {
    return this.joint('createDampedRotarySpring', definition, writeDampedRotarySpring)
  }

  /** A range for the angle between two bodies, as in Chipmunk. */
  createRotaryLimitJoint(definition: RotaryLimitDefinition): RotaryLimitJoint {
    return this.joint('createRotaryLimitJoint', definition, writeRotaryLimit)
  }

  /** B turns one way and clicks from tooth to tooth, as in Chipmunk. */
  createRatchetJoint(definition: RatchetDefinition): RatchetJoint {
    return this.joint('createRatchetJoint', definition, writeRatchet)
  }

  /** Two spins a fixed rate apart, as in Chipmunk. */
  createSimpleMotor(definition: SimpleMotorDefinition): SimpleMotor {
    return this.joint('createSimpleMotor', definition, writeSimpleMotor)
  }

  /** A joint of a type of your own, made with `defineJoint`. */
  createJoint(type: JointType, definition: TypedJointDefinition): CustomJoint {
    return this.joint('createJoint', definition, (state, d) => writeTyped(state, type, d))
  }

  /** A joint given by its position error alone; derivatives are taken for you. */
  createCustomJoint(definition: CustomJointDefinition): CustomJoint {
    return this.joint('createCustomJoint', definition, writeCustom)
  }

  protected override jointClass(kind: number): typeof Joint {
    return BUILT_IN_JOINTS[kind]?.[1] ?? (kind < 0 ? Joint : CustomJoint)
  }
}
