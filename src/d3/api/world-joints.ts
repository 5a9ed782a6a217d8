/**
 * The part of the world that makes joints.
 */

import { BUILT_IN_JOINTS } from '../joints/kinds/built-in-kinds.ts'
import { writeBall, type BallDefinition, type BallJoint } from '../joints/kinds/ball-joint.ts'
import { CustomJoint, writeCustom, writeTyped, type CustomJointDefinition, type TypedJointDefinition } from '../joints/kinds/custom-joint.ts'
import type { JointType } from '../joints/define-joint.ts'
import { writeMouse, type MouseDefinition, type MouseJoint } from '../joints/kinds/mouse-joint.ts'
import { writeMotor, type MotorDefinition, type MotorJoint } from '../joints/kinds/motor-joint.ts'
import { writeConstantVelocity, type ConstantVelocityDefinition, type ConstantVelocityJoint } from '../joints/kinds/constant-velocity-joint.ts'
import { writeDistance, type DistanceDefinition, type DistanceJoint } from '../joints/kinds/distance-joint.ts'
import { writeGeneric, type GenericDefinition, type GenericJoint } from '../joints/kinds/generic-joint.ts'
import { writeHinge, type HingeDefinition, type HingeJoint } from '../joints/kinds/hinge-joint.ts'
import { writeFixed, type FixedDefinition, type FixedJoint } from '../joints/kinds/fixed-joint.ts'
import { writeOrientationLock, type OrientationLockDefinition, type OrientationLockJoint } from '../joints/kinds/orientation-lock-joint.ts'
import { writeTwoPointHinge, type TwoPointHingeDefinition, type TwoPointHingeJoint } from '../joints/kinds/two-point-hinge-joint.ts'
import { writeSlider, type SliderDefinition, type SliderJoint } from '../joints/kinds/slider-joint.ts'
import { writeUniversal, type UniversalDefinition, type UniversalJoint } from '../joints/kinds/universal-joint.ts'
import { writeCylindrical, type CylindricalDefinition, type CylindricalJoint } from '../joints/kinds/cylindrical-joint.ts'
import { writeWedgeLimit, type WedgeLimitDefinition, type WedgeLimitJoint } from '../joints/kinds/wedge-limit-joint.ts'
import { writeAngularLimit, type AngularLimitDefinition, type AngularLimitJoint } from '../joints/kinds/angular-limit-joint.ts'
import { writeConeLimit, type ConeLimitDefinition, type ConeLimitJoint } from '../joints/kinds/cone-limit-joint.ts'
import { writeSwingTwist, type SwingTwistDefinition, type SwingTwistJoint } from '../joints/kinds/swing-twist-joint.ts'
import { Joint } from '../joints/joint.ts'
import { PathJoint, PathKind, writePath, type PathJointDefinition } from '../joints/kinds/path-joint.ts'
import { writeWheel, type WheelDefinition, type WheelJoint } from '../joints/kinds/wheel-joint.ts'
import { writePulley, type PulleyDefinition, type PulleyJoint } from '../joints/kinds/pulley-joint.ts'
import { writeRackAndPinion, type RackAndPinionDefinition, type RackAndPinionJoint } from '../joints/kinds/rack-and-pinion-joint.ts'
import { writeGear, type GearDefinition, type GearJoint } from '../joints/kinds/gear-joint.ts'
import { writeScrew, type ScrewDefinition, type ScrewJoint } from '../joints/kinds/screw-joint.ts'
import { WorldQueries } from './queries.ts'
import type { WorldState } from '../store/world-state.ts'

export abstract class WorldJoints extends WorldQueries {
  constructor(state: WorldState) {
    super(state)
    for (const [kind] of BUILT_IN_JOINTS) state.jointKinds.push(kind)
  }

  /** Two anchors coincide. */
  createBallJoint(definition: BallDefinition): BallJoint {
    return this.joint('createBallJoint', definition, writeBall)
  }

  /** A shared axis to turn about. */
  createHingeJoint(definition: HingeDefinition): HingeJoint {
    return this.joint('createHingeJoint', definition, writeHinge)
  }

  /** Two bodies move as one. */
  createFixedJoint(definition: FixedDefinition): FixedJoint {
    return this.joint('createFixedJoint', definition, writeFixed)
  }

  /** Two anchors at a distance: rod, rope, spring or winch. */
  createDistanceJoint(definition: DistanceDefinition): DistanceJoint {
    return this.joint('createDistanceJoint', definition, writeDistance)
  }

  /** A thread: turning moves B along the axis. */
  createScrewJoint(definition: ScrewDefinition): ScrewJoint {
    return this.joint('createScrewJoint', definition, writeScrew)
  }

  /** Two bodies keep looking the same way; where they are is free. */
  createOrientationLockJoint(definition: OrientationLockDefinition): OrientationLockJoint {
    return this.joint('createOrientationLockJoint', definition, writeOrientationLock)
  }

  /** Two bodies turn at a fixed ratio. */
  createGearJoint(definition: GearDefinition): GearJoint {
    return this.joint('createGearJoint', definition, writeGear)
  }

  /** A joint of a type of your own, made with `defineJoint`. */
  createJoint(type: JointType, definition: TypedJointDefinition): CustomJoint {
    return this.joint('createJoint', definition, (state, d) => writeTyped(state, type, d))
  }

  /** A joint given by its position error alone; derivatives are taken for you. */
  createCustomJoint(definition: CustomJointDefinition): CustomJoint {
    return this.joint('createCustomJoint', definition, writeCustom)
  }

  /** Every axis free, locked, limited, driven or rubbed. */
  createGenericJoint(definition: GenericDefinition): GenericJoint {
    return this.joint('createGenericJoint', definition, writeGeneric)
  }

  /** A pinion turns, a rack moves. */
  createRackAndPinionJoint(definition: RackAndPinionDefinition): RackAndPinionJoint {
    return this.joint('createRackAndPinionJoint', definition, writeRackAndPinion)
  }

  /** An axis to turn about, given by two of its points. */
  createTwoPointHingeJoint(definition: TwoPointHingeDefinition): TwoPointHingeJoint {
    return this.joint('createTwoPointHingeJoint', definition, writeTwoPointHinge)
  }

  /** An axis to move along, without turning. */
  createSliderJoint(definition: SliderDefinition): SliderJoint {
    return this.joint('createSliderJoint', definition, writeSlider)
  }

  /** Two shafts under an angle, by a cross of two axes. */
  createUniversalJoint(definition: UniversalDefinition): UniversalJoint {
    return this.joint('createUniversalJoint', definition, writeUniversal)
  }

  /** An axis to move along and to turn about. */
  createCylindricalJoint(definition: CylindricalDefinition): CylindricalJoint {
    return this.joint('createCylindricalJoint', definition, writeCylindrical)
  }

  /** A rope over two wheels that stand still. */
  createPulleyJoint(definition: PulleyDefinition): PulleyJoint {
    return this.joint('createPulleyJoint', definition, writePulley)
  }

  /** A direction of one body stays in a wedge about an axis of the other. */
  createWedgeLimitJoint(definition: WedgeLimitDefinition): WedgeLimitJoint {
    return this.joint('createWedgeLimitJoint', definition, writeWedgeLimit)
  }

  /** The twist of one body against the other stays in a range. */
  createAngularLimitJoint(definition: AngularLimitDefinition): AngularLimitJoint {
    return this.joint('createAngularLimitJoint', definition, writeAngularLimit)
  }

  /** Two shafts that bend against each other and turn alike. */
  createConstantVelocityJoint(definition: ConstantVelocityDefinition): ConstantVelocityJoint {
    return this.joint('createConstantVelocityJoint', definition, writeConstantVelocity)
  }

  /** A wheel on a suspension: travels, steers, spins. */
  createWheelJoint(definition: WheelDefinition): WheelJoint {
    return this.joint('createWheelJoint', definition, writeWheel)
  }

  /** A point of B stays on a curve. */
  createPathJoint(definition: PathJointDefinition): PathJoint {
    return this.joint('createPathJoint', definition, writePath)
  }

  /** A velocity or a pose to strive for. */
  createMotorJoint(definition: MotorDefinition): MotorJoint {
    return this.joint('createMotorJoint', definition, writeMotor)
  }

  /** Keeps the angle between two directions below a bound. */
  createConeLimitJoint(definition: ConeLimitDefinition): ConeLimitJoint {
    return this.joint('createConeLimitJoint', definition, writeConeLimit)
  }

  /** A shoulder or hip: a shared point, an oval of swing, a range of twist. */
  createSwingTwistJoint(definition: SwingTwistDefinition): SwingTwistJoint {
    return this.joint('createSwingTwistJoint', definition, writeSwingTwist)
  }

  /** Drags a point of a body towards a target. */
  createMouseJoint(definition: MouseDefinition): MouseJoint {
    return this.joint('createMouseJoint', definition, writeMouse)
  }

  protected override jointClass(kind: number): typeof Joint {
    // Kinds of paths are made with the paths.
    const other = kind >= 0 && this.state.jointKinds[kind] instanceof PathKind ? PathJoint : CustomJoint
    return BUILT_IN_JOINTS[kind]?.[1] ?? (kind < 0 ? Joint : other)
  }
}
