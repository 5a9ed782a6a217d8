/** A robot in a world: its bodies and joints by name, its coordinates, its drives. */

import { PhysicsError, requireFinite } from '../../common/errors.ts'
import { requireNonNegative, requirePositive } from '../../common/bounds.ts'
import { hint, requireOptions, type Fields } from '../../common/options.ts'
import type { Body, Joint, World } from '../../d3/index.ts'
import type { JointDrive } from './joint-drive.ts'
import { DRIVE_HERTZ } from './limits.ts'
import { compose, type Pose } from './poses.ts'
import type { Robot, RobotNote } from './robot.ts'

/** How strongly a joint is driven to its target. Give `hertz`, or `stiffness` and `damping`. */
export interface JointDriveOptions {
  /** Hz of the undamped oscillation. Default 8, unless there is a stiffness or a damping. */
  hertz?: number
  /** Ratio to critical damping; goes with `hertz`. Default 1. */
  dampingRatio?: number
  /** N/m or N m/rad; instead of `hertz`. Default 0. */
  stiffness?: number
  /** N s/m or N m s/rad; goes with `stiffness`. Default 0. */
  damping?: number
  /** Speed of the target, m/s or rad/s. Default 0. */
  speed?: number
  /** Greatest force, N or N m. Default: the joint's effort in the file. */
  maxForce?: number
}

const DRIVE_FIELDS: Fields<JointDriveOptions> = { hertz: 0, dampingRatio: 0, stiffness: 0, damping: 0, speed: 0, maxForce: 0 }

/** What `addRobot` hands to the instance it makes. */
export interface RobotParts {
  /** The world it stands in. */
  world: World
  /** The data it was made from. */
  robot: Robot
  /** Bodies by link. */
  bodies: ReadonlyMap<string, Body>
  /** Place of each link on its body. */
  offsets: ReadonlyMap<string, Pose>
  /** Joints by name. */
  joints: ReadonlyMap<string, Joint>
  /** Hinges and sliders by name. */
  drives: ReadonlyMap<string, JointDrive>
  /** All bodies that were made. */
  own: readonly Body[]
  /** Notes of the file and of adding it. */
  notes: readonly RobotNote[]
}

/** A robot in a world. `addRobot` makes these. */
export class RobotInstance {
  /** The data it was made from. */
  readonly robot: Robot
  /** Bodies by the names of links. A link that was merged into another has that one's body: `linkPose` tells where it is. */
  readonly bodies: ReadonlyMap<string, Body>
  /** Joints of the engine by the names of joints and loops. Merged fixed joints and floating ones have none. */
  readonly joints: ReadonlyMap<string, Joint>
  /** What is lost, changed or looks wrong: the notes of the file and those of adding it. */
  readonly notes: readonly RobotNote[]
  private readonly parts: RobotParts

  /**
   * `addRobot` makes these.
   * @internal
   */
  constructor(parts: RobotParts) {
    this.parts = parts
    this.robot = parts.robot
    this.bodies = parts.bodies
    this.joints = parts.joints
    this.notes = parts.notes
  }

  /** The body of a link. */
  body(link: string): Body {
    return named(this.bodies, link, 'robot.body', 'link')
  }

  /** The joint of that name: `HingeJoint`, `SliderJoint`, `BallJoint`, `GenericJoint` or `FixedJoint`. */
  joint(name: string): Joint {
    return named(this.joints, name, 'robot.joint', 'joint')
  }

  /** Where a link's own frame is, world space. */
  linkPose(link: string): Pose {
    const body = this.body(link)
    return compose({ position: body.position, rotation: body.rotation }, this.parts.offsets.get(link)!)
  }

  /**
   * Where a link's own frame is on its body.
   * @internal
   */
  linkOffset(link: string): Pose {
    return named(this.parts.offsets, link, 'robot.linkOffset', 'link')
  }

  /**
   * Hinges and sliders with what drives them.
   * @internal
   */
  drives(): ReadonlyMap<string, JointDrive> {
    return this.parts.drives
  }

  /** Coordinate of a hinge or slider as the file counts it, rad or m. */
  jointPosition(name: string): number {
    return this.drive(name, 'robot.jointPosition').position
  }

  /** Speed of a hinge or slider, rad/s or m/s. */
  jointSpeed(name: string): number {
    return this.drive(name, 'robot.jointSpeed').handle.speed
  }

  /** Drives a hinge or slider to a position, rad or m, with at most its effort. A speed that was set is dropped. */
  setJointTarget(name: string, position: number, options: JointDriveOptions = {}): void {
    const drive = this.drive(name, 'robot.setJointTarget')
    const field = `robot.setJointTarget("${name}")`
    requireFinite(position, `${field}.position`)
    const given = requireOptions(options, DRIVE_FIELDS, `${field}.options`) as JointDriveOptions
    const { dampingRatio = 1, stiffness = 0, damping = 0, speed = 0, maxForce = drive.joint.effort } = given
    const byStiffness = given.stiffness !== undefined || given.damping !== undefined
    if (byStiffness && given.hertz !== undefined) {
      throw new PhysicsError('wrong-type', `${field}.hertz`, given.hertz, 'and stiffness are two answers to one question. Give one.')
    }
    const { hertz = byStiffness ? 0 : DRIVE_HERTZ } = given
    if (!byStiffness) requirePositive(hertz, `${field}.hertz`)
    drive.target = {
      target: position, targetSpeed: requireFinite(speed, `${field}.speed`), hertz,
      dampingRatio: requireNonNegative(dampingRatio, `${field}.dampingRatio`),
      stiffness: requireNonNegative(stiffness, `${field}.stiffness`), damping: requireNonNegative(damping, `${field}.damping`),
      maxForce: requireForce(maxForce, `${field}.maxForce`),
    }
    drive.speed = null
    drive.apply()
  }

  /**
   * Drives a hinge or slider at a speed, rad/s or m/s, cut to the file's velocity, with at most `maxForce` (default: its effort). A target is
   * dropped.
   */
  setJointSpeed(name: string, speed: number, maxForce?: number): void {
    const drive = this.drive(name, 'robot.setJointSpeed')
    const field = `robot.setJointSpeed("${name}")`
    const most = drive.joint.velocity
    const wanted = Math.min(Math.max(requireFinite(speed, `${field}.speed`), -most), most)
    drive.speed = { speed: wanted, maxForce: requireForce(maxForce ?? drive.joint.effort, `${field}.maxForce`) }
    drive.target = null
    drive.apply()
  }

  /** A force (N) or torque (N m) on a hinge or slider until it is changed, cut to the joint's effort; besides springs, dampers and targets. */
  setJointForce(name: string, force: number): void {
    const drive = this.drive(name, 'robot.setJointForce')
    const most = drive.joint.effort
    drive.force = Math.min(Math.max(requireFinite(force, `robot.setJointForce("${name}").force`), -most), most)
    drive.apply()
  }

  /** Drops target, speed and force of a joint. What the file says of it stays: spring, damping, friction, actuators. */
  releaseJoint(name: string): void {
    const drive = this.drive(name, 'robot.releaseJoint')
    drive.target = null
    drive.speed = null
    drive.force = 0
    drive.apply()
  }

  /** Control of an actuator of the file; 0 until it is set. */
  control(actuator: string): number {
    return this.actuator(actuator, 'robot.control').entry.control
  }

  /** Sets the control of an actuator; its range in the file cuts it. */
  setControl(actuator: string, value: number): void {
    const { drive, entry } = this.actuator(actuator, 'robot.setControl')
    entry.control = requireFinite(value, `robot.setControl("${actuator}").value`)
    drive.apply()
  }

  /** Takes the robot out of the world: all its bodies, and with them its joints. A second call is harmless. */
  destroy(): void {
    for (const body of this.parts.own) this.parts.world.destroyBody(body)
  }

  private drive(name: string, field: string): JointDrive {
    const { drives } = this.parts
    if (!drives.has(name) && this.joints.has(name)) {
      throw new PhysicsError('out-of-range', field, name, 'has not one coordinate. Take robot.joint(name) and use its own properties.')
    }
    return named(drives, name, field, 'hinge or slider')
  }

  private actuator(name: string, field: string): { drive: JointDrive; entry: JointDrive['actuators'][number] } {
    for (const drive of this.parts.drives.values()) {
      const entry = drive.actuators.find(({ actuator }) => actuator.name === name)
      if (entry !== undefined) return { drive, entry }
    }
    const names = [...this.parts.drives.values()].flatMap(drive => drive.actuators.map(({ actuator }) => actuator.name))
    throw new PhysicsError('out-of-range', field, name, `is the name of no actuator. ${hint(String(name), names)}`)
  }
}

function named<Value>(map: ReadonlyMap<string, Value>, name: string, field: string, what: string): Value {
  const found = map.get(name)
  if (found === undefined) throw new PhysicsError('out-of-range', field, name, `is the name of no ${what}. ${hint(String(name), [...map.keys()])}`)
  return found
}

function requireForce(value: unknown, field: string): number {
  return value === Infinity ? Infinity : requireNonNegative(value, field)
}
