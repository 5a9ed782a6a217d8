/**
 * Everything of the engine in two dimensions that users may use. `index.ts` adds the builders.
 */

export { Character } from './api/character.ts'
export type { CharacterDefinition } from './api/character-definition.ts'
export type { GroundState } from '../common/characters/character-handle.ts'
export { PhysicsError, type PhysicsErrorCode } from '../common/errors.ts'
export { Body } from './api/body.ts'
export type { BodyDefinition, BodyType, LockedAxes } from './api/body-definition.ts'
export type { FullLimit, FullSpring, Limit, Motor, Softness, Spring, TorqueMotor } from '../common/joints/features.ts'
export {
  angleRow, axisRow, forceRow, JointFrames, JointOutput, lengthRow, pointRows, RowBlock, torqueRow,
} from './joints/building-blocks.ts'
export { ChipmunkJoint, type ChipmunkDefinition, type TwoAnchors } from './joints/kinds/chipmunk-joint.ts'
export { CustomJoint, type CustomJointDefinition, type TypedJointDefinition } from './joints/kinds/custom-joint.ts'
export { DampedRotarySpring, type DampedRotarySpringDefinition } from './joints/kinds/damped-rotary-spring.ts'
export { DampedSpring, type DampedSpringDefinition } from './joints/kinds/damped-spring.ts'
export { defineJoint, JointType, type ErrorFunction, type JointTypeOptions, type RowUnit } from './joints/define-joint.ts'
export { DistanceJoint, type DistanceDefinition, type FullLengthSpring, type LengthSpring } from './joints/kinds/distance-joint.ts'
export { Dual, DualList, type Scalar } from '../common/joints/dual.ts'
export { DualMath, DualRotation, DualVec, type DualResult } from './joints/dual.ts'
export { DualFrame } from './joints/error-measure.ts'
export { FixedJoint, type FixedDefinition } from './joints/kinds/fixed-joint.ts'
export { GearJoint, type GearDefinition, type GearFrame } from './joints/kinds/gear-joint.ts'
export {
  GenericJoint, type GenericDefinition, type GenericDrive, type GenericFriction, type GenericLimit, type JointAxis,
} from './joints/kinds/generic-joint.ts'
export { GrooveJoint, type GrooveDefinition } from './joints/kinds/groove-joint.ts'
export { HingeJoint, type HingeDefinition } from './joints/kinds/hinge-joint.ts'
export { Joint } from './joints/joint.ts'
export type { AnchoredDefinition, AxisDefinition, JointDefinition, JointFrame } from './joints/joint-definition.ts'
export type { CoordinateUnit } from './joints/joint-kind.ts'
export { MotorJoint, type AngularMotor, type LinearMotor, type MotorDefinition, type MotorTarget } from './joints/kinds/motor-joint.ts'
export { MouseJoint, type MouseDefinition } from './joints/kinds/mouse-joint.ts'
export { PinJoint, type PinDefinition } from './joints/kinds/pin-joint.ts'
export { PivotJoint, type PivotDefinition } from './joints/kinds/pivot-joint.ts'
export { PulleyJoint, type PulleyDefinition, type Stretch } from './joints/kinds/pulley-joint.ts'
export { RatchetJoint, type RatchetDefinition } from './joints/kinds/ratchet-joint.ts'
export { RotaryLimitJoint, type RotaryLimitDefinition } from './joints/kinds/rotary-limit-joint.ts'
export { SimpleMotor, type SimpleMotorDefinition } from './joints/kinds/simple-motor.ts'
export { SlideJoint, type SlideDefinition } from './joints/kinds/slide-joint.ts'
export { SliderJoint, type SliderDefinition } from './joints/kinds/slider-joint.ts'
export { WheelJoint, type Suspension, type WheelDefinition } from './joints/kinds/wheel-joint.ts'
export type { Vec2 } from './math/types.ts'
export type { AdvanceOptions } from '../common/world/fixed-steps.ts'
export type { RestoreOptions, SnapshotOptions } from '../common/world/snapshots.ts'
export type { EventName } from '../common/world/event-lists.ts'
export { STAGES } from '../common/world/stages.ts'
export { Contact } from './api/contact.ts'
export type { BodyContact } from './api/body-contacts.ts'
export type { BoxQuery, OverlapPoint, QueryFilter, Ray, RayCastHit, ShapeOverlap, ShapePlacement } from './api/queries.ts'
export {
  box, capsule, chain, circle, heightLine, polygon, segment, tiles, type BoxOptions, type CapsuleOptions, type ChainOptions,
  type CircleOptions, type CollisionFilter, type CombineRule, type HeightLineOptions, type PolygonOptions, type SegmentOptions,
  type ShapeDefinition, type ShapeOptions, type TilesOptions,
} from './api/shape-definition.ts'
export type { ClosestPoint, PointQuery, ShapeCast, ShapeCastHit, ShapeDistance } from './api/shape-queries.ts'
export { Shape } from './api/shape.ts'
export type { ShapeKindName } from './geometry/shapes/shape-record.ts'
export { World, type WorldOptions } from './api/world.ts'
export type { GuardCounts } from '../common/world/guards.ts'
export type { WorldStats } from '../common/world/stats.ts'
export type { ContactEvent, ContactPoint, JointBrokenEvent, PairEvent, QuarantineEvent, SensorEvent, WorldEvents } from './api/events.ts'
