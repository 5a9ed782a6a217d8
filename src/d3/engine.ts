/**
 * Everything of the engine in three dimensions that users may use. `index.ts` adds the builders.
 */

export { PhysicsError, type PhysicsErrorCode } from '../common/errors.ts'
export { Body } from './body.ts'
export type { BodyDefinition, BodyType, Inertia, LockedAxes } from './body-definition.ts'
export {
  JointFrames, JointOutput, RowBlock, angleRow, axisRow, forceRow, fullRotationRows, hingeRotationRows, pointRows, torqueRow,
} from './joints/building-blocks.ts'
export { CustomJoint, type CustomJointDefinition, type TypedJointDefinition } from './joints/custom-joint.ts'
export { JointType, defineJoint, type ErrorFunction, type JointTypeOptions, type RowUnit } from './joints/define-joint.ts'
export { Dual, DualList, type Scalar } from '../common/joints/dual.ts'
export { DualMath, DualQuat, DualVec, type DualResult } from './joints/dual.ts'
export { DualFrame } from './joints/error-measure.ts'
export type { CoordinateUnit } from './joints/joint-kind.ts'
export { BallJoint, type BallDefinition } from './joints/ball-joint.ts'
export type { HalfAngles, LimitSoftness, OrientationMotor, OrientationSpring, SwingLimit } from './joints/ball-rotation.ts'
export { CylindricalJoint, type CylindricalDefinition } from './joints/cylindrical-joint.ts'
export { MouseJoint, type MouseDefinition } from './joints/mouse-joint.ts'
export { MotorJoint, type AngularMotor, type LinearMotor, type MotorDefinition, type MotorTarget } from './joints/motor-joint.ts'
export {
  ConstantVelocityJoint, type Bend, type BendMotor, type BendSpring, type ConstantVelocityDefinition,
} from './joints/constant-velocity-joint.ts'
export { DistanceJoint, type DistanceDefinition, type LengthSpring } from './joints/distance-joint.ts'
export type { Limit, Motor, Softness, Spring, TorqueMotor } from '../common/joints/features.ts'
export { GenericJoint, type GenericDefinition } from './joints/generic-joint.ts'
export type { GenericDrive, GenericFriction, GenericLimit, JointAxis } from './joints/generic-plan.ts'
export { HingeJoint, type HingeDefinition } from './joints/hinge-joint.ts'
export { FixedJoint, type FixedDefinition } from './joints/fixed-joint.ts'
export { OrientationLockJoint, type OrientationLockDefinition } from './joints/orientation-lock-joint.ts'
export { TwoPointHingeJoint, type TwoPointHingeDefinition } from './joints/two-point-hinge-joint.ts'
export { UniversalJoint, type UniversalDefinition } from './joints/universal-joint.ts'
export { WedgeLimitJoint, type WedgeLimitDefinition } from './joints/wedge-limit-joint.ts'
export { AngularLimitJoint, type AngularLimitDefinition } from './joints/angular-limit-joint.ts'
export { ConeLimitJoint, type ConeBound, type ConeLimitDefinition } from './joints/cone-limit-joint.ts'
export { SwingTwistJoint, type SwingTwistDefinition, type SwingTwistRange } from './joints/swing-twist-joint.ts'
export { Joint } from './joints/joint.ts'
export { Path, type PathDefinition } from './joints/path.ts'
export { PathJoint, type PathJointDefinition, type PathOrientation } from './joints/path-joint.ts'
export { WheelJoint, type WheelDefinition, type Steering, type Suspension } from './joints/wheel-joint.ts'
export { PulleyJoint, type PulleyDefinition, type Stretch } from './joints/pulley-joint.ts'
export { RackAndPinionJoint, type RackAndPinionDefinition } from './joints/rack-and-pinion-joint.ts'
export { GearJoint, type GearDefinition } from './joints/gear-joint.ts'
export { ScrewJoint, type ScrewDefinition } from './joints/screw-joint.ts'
export type { AnchoredDefinition, AxisDefinition, JointDefinition, JointFrame } from './joints/joint-definition.ts'
export { SliderJoint, type SliderDefinition } from './joints/slider-joint.ts'
export type { Quat, Vec3 } from './math/types.ts'
export { STAGES } from '../common/stages.ts'
export type { BoxQuery, QueryFilter, Ray, RayCastHit, ShapePlacement } from './queries/world-queries.ts'
export {
  box, capsule, hull, sphere, type BoxOptions, type CapsuleOptions, type CollisionFilter, type CombineRule, type HullOptions,
  type ShapeDefinition, type ShapeOptions, type SphereOptions,
} from './shape-definition.ts'
export { Shape } from './shape.ts'
export type { ShapeKindName } from './shapes/shape-kinds.ts'
export { World, type WorldOptions, type WorldStats } from './world.ts'
export type { ContactEvent, ContactPoint, JointBrokenEvent, PairEvent, QuarantineEvent, WorldEvents } from './world-events.ts'
