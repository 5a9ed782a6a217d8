/**
 * `@fulcrum-physics/react`: physics as components and hooks of react-three-fiber. Names are those of @react-three/rapier where they mean the same.
 */

export { Character, type CharacterProps } from './character.ts'
export {
  AnyCollider, BallCollider, CapsuleCollider, ConeCollider, ConvexHullCollider, CuboidCollider, CylinderCollider, HeightfieldCollider, MeshCollider,
  RoundConeCollider, RoundCuboidCollider, RoundCylinderCollider, TrimeshCollider, type AnyColliderProps, type ColliderArgs, type ColliderProps,
  type ColliderShape, type MeshColliderProps, type SizedCollider, type SizedColliderProps,
} from './colliders.ts'
export { CoefficientCombineRule, type Combine } from './combine-rules.ts'
export { useFulcrum, type ColliderKind, type ContactFilter, type FulcrumContext, type PairFilter, type StepCallback } from './context.ts'
export type {
  CollisionEnterPayload, CollisionExitPayload, ContactForcePayload, EventHandlers, EventTarget, IntersectionPayload, Manifold,
} from './events.ts'
export {
  useAfterPhysicsStep, useBeforePhysicsStep, useFilterContactPair, useFilterIntersectionPair, useSnapshot, type Snapshots,
} from './hooks.ts'
export { InstancedRigidBodies, type InstancedRigidBodiesProps, type InstancedRigidBodyProps } from './instanced-rigid-bodies.ts'
export { interactionGroups, type Groups } from './interaction-groups.ts'
export {
  AngularLimitJoint, BallJoint, ConeLimitJoint, ConstantVelocityJoint, CustomJoint, CylindricalJoint, DistanceJoint, FixedJoint, GearJoint,
  GenericJoint, HingeJoint, MotorJoint, MouseJoint, OrientationLockJoint, PathJoint, PulleyJoint, RackAndPinionJoint, ScrewJoint,
  SliderJoint, SwingTwistJoint, TwoPointHingeJoint, UniversalJoint, useFixedJoint, useJoint, usePrismaticJoint, useRevoluteJoint,
  useRopeJoint, useSphericalJoint, useSpringJoint, WedgeLimitJoint, WheelJoint, type BodyRef, type JointComponent, type JointedBodies,
  type JointOptions, type JointProps,
} from './joints.ts'
export { Physics, type PhysicsProps } from './physics.ts'
export { RigidBody, type BodyProps, type MassProperties, type RigidBodyProps, type RigidBodyType, type SurfaceProps } from './rigid-body.ts'
export { euler, quat, vec3, type Angles, type Rotation, type Vector } from './vectors.ts'
export { Vehicle, type VehicleProps } from './vehicle.ts'
