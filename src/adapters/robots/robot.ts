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
  inertia: Inertia
}

/** Geometry of a collision shape; lengths in m. Cylinders and capsules stand along local z. */
export type RobotGeometry =
  | { kind: 'box'; halfExtents: Vec3 }
  | { kind: 'sphere'; radius: number }
  | { kind: 'cylinder'; radius: number; halfHeight: number }
  | { kind: 'capsule'; radius: number; halfLength: number }
  | { kind: 'ellipsoid'; radii: Vec3 }
  | { kind: 'plane' }
  | { kind: 'mesh'; uri: string; scale: Vec3; data: RobotMesh | null }
  | { kind: 'heightField'; uri: string; heights: ArrayLike<number>; rows: number; columns: number; sizeX: number; sizeY: number }

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
  geometry: RobotGeometry
  /** Place in the link's frame. */
  pose: Pose
  /** Coulomb's coefficient; null: the world's default. */
  friction: number | null
  /** Resistance to rolling, m; null: none. */
  rollingResistance: number | null
  /** Bits of MJCF: shapes touch where one's type is in the other's affinity. null: with everything. */
  collision: { type: number; affinity: number } | null
}

/** A rigid part of the robot. */
export interface RobotLink {
  name: string
  /** The link it hangs on; null for those that stand by themselves. */
  parent: string | null
  /** Place in the parent's frame where all joints read their reference; of a link without parent in the robot's frame. */
  pose: Pose
  /** null: it has none. */
  mass: RobotMass | null
  shapes: RobotShape[]
  /** It belongs to the world and never moves: the world body of MJCF. */
  ground: boolean
}

/** Kinds of joints. `free` holds nothing. `planar` moves across its axis and turns about it. */
export type RobotJointType = 'fixed' | 'hinge' | 'slider' | 'ball' | 'free' | 'planar'

/** A joint between a link and its parent. Coordinates are in m or rad, forces in N or N m. */
export interface RobotJoint {
  name: string
  type: RobotJointType
  /** The link it holds on to. */
  parent: string
  /** The link it moves. */
  child: string
  /** A point of the joint in the child's frame. */
  anchor: Vec3
  /** Unit axis in the child's frame. */
  axis: Vec3
  /** Coordinate at the link's `pose`: what the joint reads there. */
  reference: number
  /** Range of the coordinate; null: none. */
  limit: { lower: number; upper: number } | null
  /** Greatest force of a drive; Infinity: not limited. */
  effort: number
  /** Greatest speed of a drive, m/s or rad/s; Infinity: not limited. */
  velocity: number
  /** Viscous: N s/m or N m s/rad. */
  damping: number
  /** Dry, N or N m. */
  friction: number
  /** Spring, N/m or N m/rad, and where it rests. */
  stiffness: number
  springReference: number
  /** Inertia of the rotor as the joint feels it, kg or kg m²: adds ½ armature speed² to the kinetic energy. */
  armature: number
  /** Where in the file. */
  element: string
}

/** A joint that follows another: q = multiplier × q of the leader + offset. */
export interface RobotCoupling {
  name: string
  joint: string
  leader: string
  multiplier: number
  offset: number
  element: string
}

/** A joint that closes a loop, besides the tree. */
export interface RobotLoop {
  name: string
  type: 'ball' | 'hinge' | 'slider' | 'fixed'
  linkA: string
  /** null: the world. */
  linkB: string | null
  /** Place of the joint in each link's frame; x is the axis of hinges and sliders. `frameB` null: wherever it is as the robot stands. */
  frameA: Pose
  frameB: Pose | null
  element: string
}

/** A drive of a joint with the law force = gain × control + bias₀ + bias₁ q + bias₂ speed. */
export interface RobotActuator {
  name: string
  joint: string
  gain: number
  bias: readonly [number, number, number]
  /** The control is cut to this range; null: not. */
  controlRange: { lower: number; upper: number } | null
  /** The force is cut to this range; null: not. */
  forceRange: { lower: number; upper: number } | null
  element: string
}

/** A robot as it stands in a file. */
export interface Robot {
  name: string
  format: 'urdf' | 'mjcf'
  /** Parents before their children. */
  links: RobotLink[]
  joints: RobotJoint[]
  couplings: RobotCoupling[]
  loops: RobotLoop[]
  actuators: RobotActuator[]
  /** Pairs of links whose shapes do not touch. */
  excluded: (readonly [string, string])[]
  /** Whether shapes of one link touch those of others, but for neighbours: by custom of the format. */
  selfCollision: boolean
  /** What the file says of the world; null: nothing. */
  gravity: Vec3 | null
  timestep: number | null
  /** What is lost, changed or looks wrong. Empty: all of the file that bears on the motion is in the robot. */
  notes: RobotNote[]
}

export const IDENTITY: Pose = { position: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } as Quat }
