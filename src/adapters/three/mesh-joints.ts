/**
 * Joints between meshes: every joint of the engine by its name, with meshes where the engine takes bodies.
 */

import type { Object3D } from 'three'
import { PhysicsError } from '../../common/errors.ts'
import { hint } from '../../common/options.ts'
import type {
  AngularLimitDefinition, AngularLimitJoint, BallDefinition, BallJoint, Body, ConeLimitDefinition, ConeLimitJoint, ConstantVelocityDefinition,
  ConstantVelocityJoint, CustomJoint, CustomJointDefinition, CylindricalDefinition, CylindricalJoint, DistanceDefinition, DistanceJoint,
  FixedDefinition, FixedJoint, GearDefinition, GearJoint, GenericDefinition, GenericJoint, HingeDefinition, HingeJoint, Joint, MotorDefinition,
  MotorJoint, MouseDefinition, MouseJoint, OrientationLockDefinition, OrientationLockJoint, PathJoint, PathJointDefinition, PulleyDefinition,
  PulleyJoint, RackAndPinionDefinition, RackAndPinionJoint, ScrewDefinition, ScrewJoint, SliderDefinition, SliderJoint, SwingTwistDefinition,
  SwingTwistJoint, TwoPointHingeDefinition, TwoPointHingeJoint, UniversalDefinition, UniversalJoint, WedgeLimitDefinition, WedgeLimitJoint,
  WheelDefinition, WheelJoint, World,
} from '../../d3/index.ts'

/** An instance of an `InstancedMesh` or a `BatchedMesh`. */
export interface MeshInstance {
  /** The mesh. */
  readonly mesh: Object3D
  /** Which of its instances; an index. */
  readonly index: number
}

/** What has a body: a mesh that was added, one of its instances, or the body itself. */
export type Bodied = Object3D | MeshInstance | Body

/** Joints by name, each with what it is told and what it gives. */
export interface JointsByName {
  /** Two points coincide, every turn is free. */
  ball: [BallDefinition, BallJoint]
  /** One axis to turn about. */
  hinge: [HingeDefinition, HingeJoint]
  /** A hinge by two points of its axis. */
  twoPointHinge: [TwoPointHingeDefinition, TwoPointHingeJoint]
  /** One axis to move along. */
  slider: [SliderDefinition, SliderJoint]
  /** A weld. */
  fixed: [FixedDefinition, FixedJoint]
  /** A rod, a rope, a spring. */
  distance: [DistanceDefinition, DistanceJoint]
  /** One axis to move along and to turn about. */
  cylindrical: [CylindricalDefinition, CylindricalJoint]
  /** Turning moves along the axis. */
  screw: [ScrewDefinition, ScrewJoint]
  /** Two shafts under an angle. */
  universal: [UniversalDefinition, UniversalJoint]
  /** Two shafts that turn alike. */
  constantVelocity: [ConstantVelocityDefinition, ConstantVelocityJoint]
  /** A car wheel on its suspension. */
  wheel: [WheelDefinition, WheelJoint]
  /** Two cogwheels. */
  gear: [GearDefinition, GearJoint]
  /** A pinion and its rack. */
  rackAndPinion: [RackAndPinionDefinition, RackAndPinionJoint]
  /** A rope over two wheels. */
  pulley: [PulleyDefinition, PulleyJoint]
  /** A point stays on a curve. */
  path: [PathJointDefinition, PathJoint]
  /** A shoulder: swing and twist. */
  swingTwist: [SwingTwistDefinition, SwingTwistJoint]
  /** The angle between two directions stays below a bound. */
  coneLimit: [ConeLimitDefinition, ConeLimitJoint]
  /** A direction stays in a wedge. */
  wedgeLimit: [WedgeLimitDefinition, WedgeLimitJoint]
  /** The twist stays in a range. */
  angularLimit: [AngularLimitDefinition, AngularLimitJoint]
  /** Two bodies look the same way. */
  orientationLock: [OrientationLockDefinition, OrientationLockJoint]
  /** Six axes, each as you like. */
  generic: [GenericDefinition, GenericJoint]
  /** Drives B relative to A. */
  motor: [MotorDefinition, MotorJoint]
  /** Drags a point. */
  mouse: [MouseDefinition, MouseJoint]
  /** By its position error alone. */
  custom: [CustomJointDefinition, CustomJoint]
}

/** Names of the joints: `'hinge'` for the hinge joint. */
export type JointName = keyof JointsByName

/** Whom a joint joins. */
export interface JoinedMeshes {
  /** The first mesh or body. Left out or null: the world itself. */
  bodyA?: Bodied | null
  /** The second mesh or body, the one that forces, speeds and angles are told of. */
  bodyB: Bodied
}

/** A joint's definition with meshes in place of bodies. */
export type MeshJointDefinition<Name extends JointName> = JoinedMeshes & Omit<JointsByName[Name][0], 'bodyA' | 'bodyB'>

type Make = (world: World, definition: never) => Joint

const MAKERS: Readonly<Record<JointName, Make>> = {
  ball: (world, d) => world.createBallJoint(d),
  hinge: (world, d) => world.createHingeJoint(d),
  twoPointHinge: (world, d) => world.createTwoPointHingeJoint(d),
  slider: (world, d) => world.createSliderJoint(d),
  fixed: (world, d) => world.createFixedJoint(d),
  distance: (world, d) => world.createDistanceJoint(d),
  cylindrical: (world, d) => world.createCylindricalJoint(d),
  screw: (world, d) => world.createScrewJoint(d),
  universal: (world, d) => world.createUniversalJoint(d),
  constantVelocity: (world, d) => world.createConstantVelocityJoint(d),
  wheel: (world, d) => world.createWheelJoint(d),
  gear: (world, d) => world.createGearJoint(d),
  rackAndPinion: (world, d) => world.createRackAndPinionJoint(d),
  pulley: (world, d) => world.createPulleyJoint(d),
  path: (world, d) => world.createPathJoint(d),
  swingTwist: (world, d) => world.createSwingTwistJoint(d),
  coneLimit: (world, d) => world.createConeLimitJoint(d),
  wedgeLimit: (world, d) => world.createWedgeLimitJoint(d),
  angularLimit: (world, d) => world.createAngularLimitJoint(d),
  orientationLock: (world, d) => world.createOrientationLockJoint(d),
  generic: (world, d) => world.createGenericJoint(d),
  motor: (world, d) => world.createMotorJoint(d),
  mouse: (world, d) => world.createMouseJoint(d),
  custom: (world, d) => world.createCustomJoint(d),
}

/** Names of all joints. */
export const JOINT_NAMES: readonly JointName[] = Object.keys(MAKERS) as JointName[]

/** Makes a joint by its name; `bodyOf` finds the body of a mesh. */
export function createMeshJoint<Name extends JointName>(
  world: World, name: Name, definition: MeshJointDefinition<Name>, bodyOf: (bodied: Bodied, field: string) => Body,
): JointsByName[Name][1] {
  if (!Object.hasOwn(MAKERS, name)) {
    throw new PhysicsError('unknown-option', 'physics.addJoint.name', name, `is no joint. ${hint(String(name), JOINT_NAMES)}`)
  }
  const { bodyA, bodyB } = definition
  const bodies = {
    ...(bodyA === undefined ? {} : { bodyA: bodyA === null ? null : bodyOf(bodyA, `${name}.bodyA`) }),
    bodyB: bodyOf(bodyB, `${name}.bodyB`),
  }
  return MAKERS[name](world, { ...definition, ...bodies } as never) as JointsByName[Name][1]
}
