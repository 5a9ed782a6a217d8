/**
 * A robot in a scene file: what its world does not hold goes into the user data of its joints and bodies, and comes back from there. So the scene has
 * its names, coordinates as its file counts them, and its drives and actuators with their controls.
 */

import { PhysicsError, requireFinite } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Body, HingeJoint, Joint, SliderJoint, World } from '../../d3/index.ts'
import { GenericJoint } from '../../d3/joints/kinds/generic-joint.ts'
import { JointDrive, needsServo } from './joint-drive.ts'
import { MOST_ACTUATORS } from './limits.ts'
import type { Pose } from './poses.ts'
import { IDENTITY, type Robot, type RobotActuator, type RobotJoint, type RobotRange } from './robot.ts'
import { RobotInstance } from './robot-instance.ts'

/** A scene as `loadScene` returns it, as far as a robot is in it. */
export interface RobotScene {
  /** The world it is in. */
  readonly world: World
  /** Every body of the file. */
  readonly bodyList: readonly Body[]
  /** Joints that have a name. */
  readonly joints: ReadonlyMap<string, Joint>
}

/** In the user data of a hinge or slider. What is left out is 0, or without bound. */
interface KeptJoint {
  name: string
  offset?: number
  effort?: number
  velocity?: number
  damping?: number
  stiffness?: number
  springReference?: number
  force?: number
  actuators?: KeptActuator[]
}

interface KeptActuator {
  name: string
  gain?: number
  bias?: number[]
  controlRange?: number[]
  forceRange?: number[]
  control?: number
}

const JOINT_FIELDS: Fields<KeptJoint> = {
  name: 0, offset: 0, effort: 0, velocity: 0, damping: 0, stiffness: 0, springReference: 0, force: 0, actuators: 0,
}
const ACTUATOR_FIELDS: Fields<KeptActuator> = { name: 0, gain: 0, bias: 0, controlRange: 0, forceRange: 0, control: 0 }

/** The property of user data. */
const KEY = 'robot'

/**
 * Writes what `saveScene` could not know into the user data of the robot's bodies and joints, as the property `robot`: places of links, drives,
 * actuators. Save the scene with the robot's names. User data that is no plain object is replaced.
 */
export function keepRobot(robot: RobotInstance): void {
  const links = new Map<Body, [string, readonly number[]][]>()
  for (const [name, body] of robot.bodies) {
    const { position: p, rotation: q } = robot.linkOffset(name)
    const list = links.get(body) ?? []
    list.push([name, [p.x, p.y, p.z, q.x, q.y, q.z, q.w]])
    links.set(body, list)
  }
  for (const [body, list] of links) keep(body, { links: Object.fromEntries(list) })
  for (const [name, drive] of robot.drives()) {
    keep(drive.handle, describe(name, drive))
    for (const { actuator, servo } of drive.actuators) if (servo !== null) keep(servo, { servo: actuator.name })
  }
}

function keep(thing: { userData: unknown }, data: object): void {
  const { userData } = thing
  const others = typeof userData === 'object' && userData !== null && !Array.isArray(userData) ? userData : {}
  thing.userData = { ...others, [KEY]: data }
}

function describe(name: string, { joint, offset, force, actuators }: JointDrive): KeptJoint {
  const { effort, velocity, damping, stiffness, springReference } = joint
  const range = (given: RobotRange | null): number[] | undefined => given === null ? undefined : [given.lower, given.upper]
  const numbers = Object.entries({ offset, effort, velocity, damping, stiffness, springReference, force })
  const list = actuators.map(({ actuator: { name: own, gain, bias, controlRange, forceRange }, control }) => withoutNothing({
    name: own, gain, bias: [...bias], controlRange: range(controlRange), forceRange: range(forceRange), control,
  }) as unknown as KeptActuator)
  const told = Object.fromEntries(numbers.filter(([, value]) => value !== 0 && value !== Infinity))
  return { name, ...told, ...(list.length > 0 ? { actuators: list } : {}) }
}

function withoutNothing(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** The robot of a scene that was saved after `keepRobot`: names, coordinates, drives and actuators. Null if there is none. */
export function robotOf(scene: RobotScene): RobotInstance | null {
  const bodies = new Map<string, Body>()
  const offsets = new Map<string, Pose>()
  for (const body of scene.bodyList) {
    const kept = keptIn(body)
    if (kept === null) continue
    const { links } = requireOptions(kept, { links: 1 }, 'body.userData.robot') as { links: Record<string, number[]> }
    if (typeof links !== 'object' || links === null) throw new PhysicsError('wrong-type', 'body.userData.robot.links', links, 'must be an object.')
    for (const [name, place] of Object.entries(links)) {
      const [x, y, z, qx, qy, qz, qw] = numbersOf(place, 7, `body.userData.robot.links.${name}`)
      bodies.set(name, body)
      offsets.set(name, { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } })
    }
  }
  const servos = servosOf(scene.world)
  const drives = new Map<string, JointDrive>()
  for (const handle of scene.joints.values()) {
    const kept = keptIn(handle)
    if (kept === null || (handle.type !== 'hinge' && handle.type !== 'slider')) continue
    const drive = driveOf(handle as HingeJoint | SliderJoint, kept, servos)
    drives.set(drive.joint.name, drive)
  }
  if (bodies.size === 0 && drives.size === 0) return null
  const robot: Robot = {
    name: '', format: 'mjcf', links: [], joints: [...drives.values()].map(({ joint }) => joint), couplings: [], loops: [],
    actuators: [...drives.values()].flatMap(({ actuators }) => actuators.map(({ actuator }) => actuator)), excluded: [], selfCollision: true,
    gravity: null, timestep: null, notes: [],
  }
  return new RobotInstance({ world: scene.world, robot, bodies, offsets, joints: scene.joints, drives, own: scene.bodyList, notes: [] })
}

function keptIn({ userData }: { userData: unknown }): object | null {
  if (typeof userData !== 'object' || userData === null || !Object.hasOwn(userData, KEY)) return null
  const kept = (userData as { robot: unknown }).robot
  return typeof kept === 'object' ? kept : null
}

/** Drives of actuators whose force has a range, by the actuator's name. */
function servosOf(world: World): Map<unknown, GenericJoint[]> {
  const found = new Map<unknown, GenericJoint[]>()
  for (const joint of world.joints) {
    const kept = joint instanceof GenericJoint ? keptIn(joint) as { servo?: unknown } | null : null
    if (kept?.servo === undefined) continue
    const list = found.get(kept.servo) ?? []
    list.push(joint as GenericJoint)
    found.set(kept.servo, list)
  }
  return found
}

function driveOf(handle: HingeJoint | SliderJoint, kept: object, servos: ReadonlyMap<unknown, readonly GenericJoint[]>): JointDrive {
  const path = 'joint.userData.robot'
  const given = requireOptions(kept, JOINT_FIELDS, path) as KeptJoint
  const name = textOf(given.name, `${path}.name`)
  const number = (key: keyof KeptJoint, standard: number): number => numberOf(given[key], standard, `${path}.${key}`)
  const hinge = handle.type === 'hinge'
  const joint: RobotJoint = {
    name, type: hinge ? 'hinge' : 'slider', parent: '', child: '', anchor: IDENTITY.position, axis: { x: 1, y: 0, z: 0 }, reference: 0,
    limit: handle.limit, effort: number('effort', Infinity), velocity: number('velocity', Infinity), damping: number('damping', 0),
    friction: handle.friction, stiffness: number('stiffness', 0), springReference: number('springReference', 0), armature: 0, element: path,
  }
  const drive = new JointDrive(joint, handle, number('offset', 0))
  drive.force = number('force', 0)
  const { actuators = [] } = given
  if (!Array.isArray(actuators) || actuators.length > MOST_ACTUATORS) {
    throw new PhysicsError('limit-exceeded', `${path}.actuators`, actuators.length, `must be a list of at most ${MOST_ACTUATORS}.`)
  }
  actuators.forEach((item, i) => {
    const own = `${path}.actuators[${i}]`
    const read = requireOptions(item, ACTUATOR_FIELDS, own) as KeptActuator
    const range = (value: unknown, key: string): RobotRange | null => {
      if (value === undefined) return null
      const [lower, upper] = numbersOf(value, 2, `${own}.${key}`)
      return { lower, upper }
    }
    const bias = read.bias === undefined ? [0, 0, 0] : numbersOf(read.bias, 3, `${own}.bias`)
    const actuator: RobotActuator = {
      name: textOf(read.name, `${own}.name`), joint: name, gain: numberOf(read.gain, 0, `${own}.gain`), bias: [bias[0], bias[1], bias[2]],
      controlRange: range(read.controlRange, 'controlRange'), forceRange: range(read.forceRange, 'forceRange'), element: own,
    }
    // Several robots in a world may have actuators of one name.
    const servo = servos.get(actuator.name)?.find(({ bodyA, bodyB }) => bodyA === handle.bodyA && bodyB === handle.bodyB) ?? null
    drive.actuators.push({ actuator, control: numberOf(read.control, 0, `${own}.control`), servo: needsServo(actuator) ? servo : null })
  })
  return drive
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new PhysicsError('wrong-type', field, value, 'must be text.')
  return value
}

function numberOf(value: unknown, standard: number, field: string): number {
  return value === undefined ? standard : requireFinite(value, field)
}

function numbersOf(value: unknown, length: number, field: string): number[] {
  if (!Array.isArray(value) || value.length !== length) throw new PhysicsError('wrong-type', field, value, `must be a list of ${length} numbers.`)
  return value.map((item, i) => requireFinite(item, `${field}[${i}]`))
}
