/**
 * A robot as plain data, whatever file it came from: links, joints, couplings, loops, actuators. It knows no world; `addRobot` makes one of it.
 *
 * Units are SI, angles are radians. Axes of the file are kept: z is up in both formats, cylinders and capsules stand along z.
 */

import type { Inertia, Quat, Vec3 } from '../../d3/index.ts'
import type { Pose } from './poses.ts'

export type { Pose } from './poses.ts'

/** Something about the file that the user should know. */
export interface RobotNote {
  /** 'lost': something of the file is left out; 'changed': it is taken otherwise than written; 'advice': it is taken as written, and looks wrong. */
  kind: 'lost' | 'changed' | 'advice'
  /** Where in the file, as in `urdf.robot("arm").link("hand").inertial`. */
  element: string
  /** What it is and what to do. */
  message: string
}

/** Mass properties of a link. */
export interface RobotMass {
  /** kg. */
  mass: number
  /** Centre of mass in the link's frame, m. */
  center: Vec3
  /** About the centre of mass, axes of the link, kg m². */
  inertia: Required<Inertia>
}

/** A collision shape of the kind 'box'. */
export interface RobotBoxGeometry {
  /** What it is. */
  kind: 'box'
  /** Half the edges, m. */
  halfExtents: Vec3
}

/** A collision shape of the kind 'sphere'. */
export interface RobotSphereGeometry {
  /** What it is. */
  kind: 'sphere'
  /** m. */
  radius: number
}

/** A collision shape of the kind 'cylinder'. */
export interface RobotCylinderGeometry {
  /** What it is. */
  kind: 'cylinder'
  /** m. */
  radius: number
  /** Half the height, m. */
  halfHeight: number
}

/** A collision shape of the kind 'capsule'. */
export interface RobotCapsuleGeometry {
  /** What it is. */
  kind: 'capsule'
  /** m. */
  radius: number
  /** Half the distance of the caps' centres, m. */
  halfLength: number
}

/** A collision shape of the kind 'ellipsoid'. */
export interface RobotEllipsoidGeometry {
  /** What it is. */
  kind: 'ellipsoid'
  /** Along the local axes, m. */
  radii: Vec3
}

/** A collision shape of the kind 'plane'. */
export interface RobotPlaneGeometry {
  /** What it is. */
  kind: 'plane'
}

/** A collision shape of the kind 'mesh'. */
export interface RobotMeshGeometry {
  /** What it is. */
  kind: 'mesh'
  /** Its name in the file. */
  uri: string
  /** Factor of its points. */
  scale: Vec3
  /** Its points, if they are known. */
  data: RobotMesh | null
}

/** A collision shape of the kind 'heightField'. */
export interface RobotHeightFieldGeometry {
  /** What it is. */
  kind: 'heightField'
  /** Its name in the file. */
  uri: string
  /** Row by row, the least y first, m. */
  heights: ArrayLike<number>
  /** How many samples along y; a count. */
  rows: number
  /** How many samples along x; a count. */
  columns: number
  /** Extent along x, m. */
  sizeX: number
  /** Extent along y, m. */
  sizeY: number
}

/** Geometry of a collision shape. Cylinders and capsules stand along local z. */
export type RobotGeometry =
  | RobotBoxGeometry | RobotSphereGeometry | RobotCylinderGeometry | RobotCapsuleGeometry
  | RobotEllipsoidGeometry | RobotPlaneGeometry | RobotMeshGeometry | RobotHeightFieldGeometry

/** Bits that decide what a shape touches, as in MJCF. */
export interface RobotCollision {
  /** Bits that it is: contype. */
  type: number
  /** Bits that it touches: conaffinity. */
  affinity: number
}

/** From a least to a greatest value. */
export interface RobotRange {
  /** Least value, m or rad, N or N m. */
  lower: number
  /** Greatest value, m or rad, N or N m. */
  upper: number
}

/** Corners and triangles of a mesh. */
export interface RobotMesh {
  /** x y z in a row, m. */
  points: ArrayLike<number>
  /** Three corners for each triangle, counter-clockwise from outside. Without them: the hull of the points. Default none. */
  indices?: ArrayLike<number>
}

/** A collision shape of a link. */
export interface RobotShape {
  /** Its name in the file, or ''. */
  name: string
  /** What it looks like. */
  geometry: RobotGeometry
  /** Place in the link's frame. */
  pose: Pose
  /** Coulomb's coefficient; null: the world's default. */
  friction: number | null
  /** Resistance to rolling, m; null: none. */
  rollingResistance: number | null
  /** Bits of MJCF: shapes touch where one's type is in the other's affinity. null: with everything. */
  collision: RobotCollision | null
}

/** A rigid part of the robot. */
export interface RobotLink {
  /** Its name in the file. */
  name: string
  /** The link it hangs on; null for those that stand by themselves. */
  parent: string | null
  /** Place in the parent's frame where all joints read their reference; of a link without parent in the robot's frame. */
  pose: Pose
  /** null: it has none. */
  mass: RobotMass | null
  /** What it collides with. */
  shapes: RobotShape[]
  /** It belongs to the world and never moves: the world body of MJCF. */
  ground: boolean
}

/** Kinds of joints. `free` holds nothing. `planar` moves across its axis and turns about it. */
export type RobotJointType = 'fixed' | 'hinge' | 'slider' | 'ball' | 'free' | 'planar'

/** A joint between a link and its parent. Coordinates are in m or rad, forces in N or N m. */
export interface RobotJoint {
  /** Its name in the file. */
  name: string
  /** How it moves. */
  type: RobotJointType
  /** The link it holds on to. */
  parent: string
  /** The link it moves. */
  child: string
  /** A point of the joint in the child's frame, m. */
  anchor: Vec3
  /** Unit axis in the child's frame. */
  axis: Vec3
  /** Coordinate at the link's `pose`, m or rad: what the joint reads there. */
  reference: number
  /** Range of the coordinate; null: none. */
  limit: RobotRange | null
  /** Greatest force of a drive, N or N m; Infinity: not limited. */
  effort: number
  /** Greatest speed of a drive, m/s or rad/s; Infinity: not limited. */
  velocity: number
  /** Viscous: N s/m or N m s/rad. */
  damping: number
  /** Dry, N or N m. */
  friction: number
  /** Spring, N/m or N m/rad, and where it rests. */
  stiffness: number
  /** Where the spring rests, m or rad. */
  springReference: number
  /** Inertia of the rotor as the joint feels it, kg or kg m²: adds ½ armature speed² to the kinetic energy. */
  armature: number
  /** Where in the file. */
  element: string
}

/** A joint that follows another: q = multiplier × q of the leader + offset. */
export interface RobotCoupling {
  /** Its name in the file. */
  name: string
  /** Name of the joint. */
  joint: string
  /** The joint it follows. */
  leader: string
  /** Factor of the leader. */
  multiplier: number
  /** Added to it, m or rad. */
  offset: number
  /** Where in the file. */
  element: string
}

/** A joint that closes a loop, besides the tree. */
export interface RobotLoop {
  /** Its name in the file. */
  name: string
  /** How it holds. */
  type: 'ball' | 'hinge' | 'slider' | 'fixed'
  /** Name of the first link. */
  linkA: string
  /** null: the world. */
  linkB: string | null
  /** Place of the joint in each link's frame; x is the axis of hinges and sliders. `frameB` null: wherever it is as the robot stands. */
  frameA: Pose
  /** Place in link B's frame; null: wherever frame A is as the robot stands. */
  frameB: Pose | null
  /** Where in the file. */
  element: string
}

/** A drive of a joint with the law force = gain × control + bias₀ + bias₁ q + bias₂ speed. */
export interface RobotActuator {
  /** Its name in the file. */
  name: string
  /** Name of the joint. */
  joint: string
  /** Factor of the control. */
  gain: number
  /** Constant, by coordinate and by speed. */
  bias: readonly [number, number, number]
  /** The control is cut to this range; null: not. */
  controlRange: RobotRange | null
  /** The force is cut to this range; null: not. */
  forceRange: RobotRange | null
  /** Where in the file. */
  element: string
}

/** A robot as it stands in a file. */
export interface Robot {
  /** Its name in the file. */
  name: string
  /** What it was read from. */
  format: 'urdf' | 'mjcf'
  /** Parents before their children. */
  links: RobotLink[]
  /** One for each link that moves, and fixed ones of URDF. */
  joints: RobotJoint[]
  /** Joints that follow others. */
  couplings: RobotCoupling[]
  /** Joints besides the tree. */
  loops: RobotLoop[]
  /** Drives of the file. */
  actuators: RobotActuator[]
  /** Pairs of links whose shapes do not touch. */
  excluded: (readonly [string, string])[]
  /** Whether shapes of one link touch those of others, but for neighbours: by custom of the format. */
  selfCollision: boolean
  /** Gravity that the file asks for, m/s², its axes; null: none. */
  gravity: Vec3 | null
  /** Length of a step that the file asks for, s; null: none. */
  timestep: number | null
  /** What is lost, changed or looks wrong. Empty: all of the file that bears on the motion is in the robot. */
  notes: RobotNote[]
}

export const IDENTITY: Pose = { position: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } as Quat }
