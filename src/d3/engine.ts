/**
 * Everything of the engine in three dimensions that users may use. `index.ts` adds the builders.
 */

export { PhysicsError, type PhysicsErrorCode } from '../common/errors.ts'
export { Body } from './api/body.ts'
export type { BodyDefinition, BodyType, Inertia, LockedAxes } from './api/body-definition.ts'
export { Character } from './api/character.ts'
export type { CharacterDefinition } from './api/character-definition.ts'
export { solvePlanes, type MoverCast, type MoverHit, type MoverPlacement, type MoverPlane, type MoverSurroundings, type Plane } from './api/movers.ts'
export type { GroundState } from '../common/characters/character-handle.ts'
export {
  JointFrames, JointOutput, RowBlock, angleRow, axisRow, forceRow, fullRotationRows, hingeRotationRows, pointRows, torqueRow,
} from './joints/building-blocks.ts'
export { CustomJoint, type CustomJointDefinition, type TypedJointDefinition } from './joints/kinds/custom-joint.ts'
export { JointType, defineJoint, type ErrorFunction, type JointTypeOptions, type RowUnit } from './joints/define-joint.ts'
export { Dual, DualList, type Scalar } from '../common/joints/dual.ts'
export { DualMath, DualQuat, DualVec, type DualResult } from './joints/dual.ts'
export { DualFrame } from './joints/error-measure.ts'
export type { CoordinateUnit } from './joints/joint-kind.ts'
export { BallJoint, type BallDefinition } from './joints/kinds/ball-joint.ts'
export type {
  FullOrientationSpring, FullSwingLimit, HalfAngles, LimitSoftness, OrientationMotor, OrientationSpring, SwingLimit,
} from './joints/kinds/ball-rotation.ts'
export { CylindricalJoint, type CylindricalDefinition } from './joints/kinds/cylindrical-joint.ts'
export { MouseJoint, type MouseDefinition } from './joints/kinds/mouse-joint.ts'
export { MotorJoint, type AngularMotor, type LinearMotor, type MotorDefinition, type MotorTarget } from './joints/kinds/motor-joint.ts'
export {
  ConstantVelocityJoint, type Bend, type BendMotor, type BendSpring, type ConstantVelocityDefinition,
} from './joints/kinds/constant-velocity-joint.ts'
export { DistanceJoint, type DistanceDefinition, type FullLengthSpring, type LengthSpring } from './joints/kinds/distance-joint.ts'
export type { FullLimit, FullSpring, Limit, Motor, Softness, Spring, TorqueMotor } from '../common/joints/features.ts'
export { GenericJoint, type GenericDefinition } from './joints/kinds/generic-joint.ts'
export type { GenericDrive, GenericFriction, GenericLimit, JointAxis } from './joints/kinds/generic-plan.ts'
export { HingeJoint, type HingeDefinition } from './joints/kinds/hinge-joint.ts'
export { FixedJoint, type FixedDefinition } from './joints/kinds/fixed-joint.ts'
export { OrientationLockJoint, type OrientationLockDefinition } from './joints/kinds/orientation-lock-joint.ts'
export { TwoPointHingeJoint, type TwoPointHingeDefinition } from './joints/kinds/two-point-hinge-joint.ts'
export { UniversalJoint, type UniversalDefinition } from './joints/kinds/universal-joint.ts'
export { WedgeLimitJoint, type WedgeLimitDefinition } from './joints/kinds/wedge-limit-joint.ts'
export { AngularLimitJoint, type AngularLimitDefinition } from './joints/kinds/angular-limit-joint.ts'
export { ConeLimitJoint, type ConeBound, type ConeLimitDefinition } from './joints/kinds/cone-limit-joint.ts'
export { SwingTwistJoint, type SwingTwistDefinition, type SwingTwistRange } from './joints/kinds/swing-twist-joint.ts'
export { Joint } from './joints/joint.ts'
export { Path, type PathDefinition } from './joints/kinds/path.ts'
export { PathJoint, type PathJointDefinition, type PathOrientation } from './joints/kinds/path-joint.ts'
export { WheelJoint, type WheelDefinition, type Steering, type Suspension } from './joints/kinds/wheel-joint.ts'
export { PulleyJoint, type PulleyDefinition, type Stretch } from './joints/kinds/pulley-joint.ts'
export { RackAndPinionJoint, type RackAndPinionDefinition } from './joints/kinds/rack-and-pinion-joint.ts'
export { GearJoint, type GearDefinition, type GearFrame } from './joints/kinds/gear-joint.ts'
export { ScrewJoint, type ScrewDefinition } from './joints/kinds/screw-joint.ts'
export type { AnchoredDefinition, AxisDefinition, JointDefinition, JointFrame } from './joints/joint-definition.ts'
export { SliderJoint, type SliderDefinition } from './joints/kinds/slider-joint.ts'
export type { Quat, Vec3 } from './math/types.ts'
export { WheeledVehicle } from './vehicles/vehicle.ts'
export { VehicleWheel } from './vehicles/vehicle-wheel.ts'
export type {
  AntiRollBar, ClutchOptions, DifferentialOptions, EngineOptions, GearboxOptions, SlipPoint, TorquePoint, WheelOptions, WheelSuspension,
  WheeledVehicleDefinition,
} from './vehicles/vehicle-definition.ts'
export type { AdvanceOptions } from '../common/world/fixed-steps.ts'
export type { RestoreOptions, SnapshotOptions } from '../common/world/snapshots.ts'
export type { EventName } from '../common/world/event-lists.ts'
export { STAGES } from '../common/world/stages.ts'
export type { DrawColors, DrawOptions } from '../common/world/draw-options.ts'
export type { DebugRenderer } from './api/draw.ts'
export { Contact } from './api/contact.ts'
export type { BodyContact } from './api/body-contacts.ts'
export type { ContactRow } from './api/contact-rows.ts'
export type { ConstraintRow, RowRole, RowRoute, RowWrench } from '../common/joints/read-rows.ts'
export type { BoxQuery, OverlapPoint, QueryFilter, Ray, RayCastHit, ShapeOverlap, ShapePlacement } from './api/queries.ts'
export {
  box, capsule, cone, cylinder, ellipsoid, heightField, hull, mesh, plane, sphere, voxels, type BoxOptions, type CapsuleOptions,
  type CollisionFilter, type CombineRule, type ConeOptions, type CylinderOptions, type EllipsoidOptions, type HeightFieldShapeOptions,
  type HullOptions, type MeshOptions, type PlaneOptions, type ShapeDefinition, type ShapeOptions, type SphereOptions, type VoxelsShapeOptions,
} from './api/shape-definition.ts'
export type { ClosestPoint, PointQuery, ShapeCast, ShapeCastHit, ShapeDistance } from './api/shape-queries.ts'
export { Shape } from './api/shape.ts'
export { HeightField, type GridCell, type HeightFieldOptions } from './geometry/height-field/height-field.ts'
export { Voxels, type VoxelCell, type VoxelsEdit, type VoxelsOptions } from './geometry/voxels/voxels.ts'
export type { SurfaceMaterial } from './geometry/material-table.ts'
export { TriangleMesh, type MeshReport, type TriangleMeshOptions } from './geometry/mesh/triangle-mesh.ts'
export type { NumberArray } from './geometry/mesh/mesh-input.ts'
export type { ShapeKindName } from './geometry/shapes/shape-record.ts'
export { World, type WorldOptions } from './api/world.ts'
export type { GuardCounts } from '../common/world/guards.ts'
export type { WorldStats } from '../common/world/stats.ts'
export type { ContactEvent, ContactPoint, JointBrokenEvent, PairEvent, QuarantineEvent, SensorEvent, WorldEvents } from './api/events.ts'
