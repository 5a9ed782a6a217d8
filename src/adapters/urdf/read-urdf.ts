/**
 * URDF: the text of a robot description becomes a `Robot`. Pure: nothing is loaded and no world is touched; meshes are named and fetched by whoever
 * adds the robot.
 */

import { PhysicsError } from '../../common/errors.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Vec3 } from '../../d3/index.ts'
import { addInertia, checkInertia, checkSize, diagonal, reachOf, turnInertia } from '../robots/mass.ts'
import { length, rollPitchYaw, unit, vec, ZERO, type Pose } from '../robots/poses.ts'
import {
  IDENTITY, type Robot, type RobotGeometry, type RobotJoint, type RobotJointType, type RobotLink, type RobotMass, type RobotNote, type RobotShape,
} from '../robots/robot.ts'
import { requireLoops } from '../robots/loops.ts'
import type { RobotLoopDefinition } from '../robots/loops.ts'
import { orderLinks } from '../robots/tree.ts'
import { parseXml, readLimits, type XmlElement, type XmlLimits } from '../robots/xml.ts'

/** What `readUrdf` is told. */
export interface ReadUrdfOptions {
  /** Joints that close loops, which URDF cannot say. Default none. */
  loops?: readonly RobotLoopDefinition[]
  /** How much is read before a file is refused. Default: 32 million characters, 500 deep, 200,000 elements. */
  limits?: XmlLimits
}

const FIELDS: Fields<ReadUrdfOptions> = { loops: 0, limits: 0 }

/** Elements of a robot that have no part in its motion. */
const SILENT: readonly string[] = ['material', 'gazebo', 'transmission', 'sensor', 'link', 'joint']

/** What is lost with those elements that say something of the motion elsewhere. */
const LOST: Readonly<Record<string, string>> = {
  gazebo: 'settings for Gazebo are not read: springs, contact stiffness and loops that stand there only are lost.',
  transmission: 'transmissions are not read: drives act on the joints directly.',
  sensor: 'sensors are not read.',
}

/** Reads a robot from the text of a URDF file. */
export function readUrdf(text: string, options: ReadUrdfOptions = {}): Robot {
  const { loops = [], limits } = requireOptions(options, FIELDS, 'readUrdf') as ReadUrdfOptions
  const root = parseXml(text, 'urdf', readLimits(limits, 'readUrdf.limits'))
  if (root.name !== 'robot') {
    const advice = root.name === 'mujoco' ? 'is the root of an MJCF file. Use readMjcf.' : 'is the root element; a URDF file has <robot>.'
    throw new PhysicsError('wrong-type', 'urdf.root', root.name, advice)
  }
  const notes: RobotNote[] = []
  const links = new Map<string, RobotLink>()
  for (const element of root.all('link')) readLink(element, links, notes)
  if (links.size === 0) root.refuse('link', undefined, 'is missing: a robot has at least one link.')
  const robot: Robot = {
    name: root.text('name') ?? '', format: 'urdf', links: [], joints: [], couplings: [], loops: [], actuators: [], excluded: [], selfCollision: false,
    gravity: null, timestep: null, notes,
  }
  const names = new Set<string>()
  for (const element of root.all('joint')) readJoint(element, robot, links, names)
  checkMimics(robot)
  // By custom a root of that name is the world itself.
  const world = links.get('world')
  if (world !== undefined && world.parent === null && world.mass === null) world.ground = true
  robot.links = orderLinks([...links.values()], 'urdf.robot')
  robot.loops = requireLoops(loops, links, 'readUrdf.loops')
  noteOthers(root, notes)
  return robot
}

function noteOthers(root: XmlElement, notes: RobotNote[]): void {
  const seen = new Set<string>()
  for (const { name, path } of root.children) {
    if (seen.has(name)) continue
    seen.add(name)
    if (Object.hasOwn(LOST, name)) notes.push({ kind: 'lost', element: path, message: LOST[name] })
    else if (!SILENT.includes(name)) notes.push({ kind: 'lost', element: path, message: `<${name}> is no element of URDF and is not read.` })
  }
}

function vector(element: XmlElement, attribute: string): Vec3 | undefined {
  const numbers = element.numbers(attribute, 3)
  return numbers && vec(numbers[0], numbers[1], numbers[2])
}

/** The <origin> of an element. */
function originOf(element: XmlElement): Pose {
  const origin = element.child('origin')
  if (origin === null) return IDENTITY
  const turned = vector(origin, 'rpy') ?? ZERO
  return { position: vector(origin, 'xyz') ?? ZERO, rotation: rollPitchYaw(turned.x, turned.y, turned.z) }
}

function readLink(element: XmlElement, links: Map<string, RobotLink>, notes: RobotNote[]): void {
  const name = element.requireText('name')
  if (links.has(name)) element.refuse('name', name, `is the name of two links. Names must differ. See line ${element.line}.`)
  const shapes = element.all('collision').flatMap(collision => readCollision(collision, notes))
  const inertial = element.child('inertial')
  const mass = inertial === null ? null : readInertial(inertial, notes)
  let reach = 0
  for (const { geometry, pose } of shapes) {
    const own = reachOf(geometry)
    if (own === 0) reach = Infinity
    reach = Math.max(reach, length(pose.position) + own)
  }
  if (mass !== null && inertial !== null && Number.isFinite(reach)) checkSize(mass, reach, inertial.path, notes)
  links.set(name, { name, parent: null, pose: IDENTITY, mass, shapes, ground: false })
}

function readInertial(element: XmlElement, notes: RobotNote[]): RobotMass | null {
  const massElement = element.require('mass')
  const mass = massElement.requireNumber('value')
  if (mass < 0) massElement.refuse('value', mass, 'is below 0. Give the mass in kg.')
  const pose = originOf(element)
  const inertiaElement = element.child('inertia')
  let given = diagonal(0, 0, 0)
  if (inertiaElement !== null) {
    given = {
      xx: inertiaElement.number('ixx', 0), yy: inertiaElement.number('iyy', 0), zz: inertiaElement.number('izz', 0),
      xy: inertiaElement.number('ixy', 0), xz: inertiaElement.number('ixz', 0), yz: inertiaElement.number('iyz', 0),
    }
  }
  const empty = Object.values(given).every(value => value === 0)
  if (mass === 0) {
    if (!empty) notes.push({ kind: 'changed', element: element.path, message: 'The mass is 0 and the inertia is not: the link counts as empty.' })
    return null
  }
  const inertia = empty ? given : checkInertia(given, element.path, notes)
  if (inertia.xx + inertia.yy + inertia.zz === 0) {
    notes.push({
      kind: 'changed', element: element.path,
      message: 'There is a mass and no inertia: that of a ball of the density of water is used. Give <inertia>, or the body turns wrongly.',
    })
    // r of a ball of 1000 kg/m³.
    const volume = mass / 1000
    const radius = cubeRoot((3 * volume) / (4 * Math.PI))
    const moment = 0.4 * mass * radius * radius
    return { mass, center: pose.position, inertia: diagonal(moment, moment, moment) }
  }
  return { mass, center: pose.position, inertia: addInertia(diagonal(0, 0, 0), turnInertia(inertia, pose.rotation)) }
}

/** Newton's method; exact enough for a guess, and the same on every platform. */
function cubeRoot(value: number): number {
  let x = value > 1 ? value : 1
  for (let i = 0; i < 200; i++) x -= (x * x * x - value) / (3 * x * x)
  return x
}

function readCollision(element: XmlElement, notes: RobotNote[]): RobotShape[] {
  const geometry = element.child('geometry')
  // Exporters leave empty ones behind.
  if (geometry === null || geometry.children.length === 0) return []
  const read = geometry.children.map(child => readGeometry(child, notes)).filter(found => found !== null)
  const name = element.text('name') ?? ''
  const pose = originOf(element)
  return read.map(found => ({ name, geometry: found, pose, friction: null, rollingResistance: null, collision: null }))
}

function positive(element: XmlElement, attribute: string): number {
  const value = element.requireNumber(attribute)
  if (!(value > 0)) element.refuse(attribute, value, `must be above 0. See line ${element.line}.`)
  return value
}

function readGeometry(element: XmlElement, notes: RobotNote[]): RobotGeometry | null {
  switch (element.name) {
    case 'box': {
      const size = vector(element, 'size') ?? element.refuse('size', undefined, `is missing: <box> needs it. See line ${element.line}.`)
      if (!(size.x > 0 && size.y > 0 && size.z > 0)) element.refuse('size', element.text('size'), `must be above 0. See line ${element.line}.`)
      return { kind: 'box', halfExtents: vec(0.5 * size.x, 0.5 * size.y, 0.5 * size.z) }
    }
    case 'sphere':
      return { kind: 'sphere', radius: positive(element, 'radius') }
    case 'cylinder':
      return { kind: 'cylinder', radius: positive(element, 'radius'), halfHeight: 0.5 * positive(element, 'length') }
    // An extension that several readers share: the length is that of the straight part.
    case 'capsule':
      return { kind: 'capsule', radius: positive(element, 'radius'), halfLength: 0.5 * positive(element, 'length') }
    case 'mesh': {
      const scale = element.numbers('scale', 1, 3) ?? [1, 1, 1]
      if (scale.length === 2 || scale.includes(0)) element.refuse('scale', element.text('scale'), 'must be one number or three, none of them 0.')
      const [x, y = x, z = x] = scale
      return { kind: 'mesh', uri: element.requireText('filename'), scale: vec(x, y, z), data: null }
    }
    default:
      notes.push({ kind: 'lost', element: element.path, message: `<${element.name}> is no geometry of URDF: the link does not collide there.` })
      return null
  }
}

const TYPES: Readonly<Record<string, RobotJointType>> = {
  fixed: 'fixed', revolute: 'hinge', continuous: 'hinge', prismatic: 'slider', floating: 'free', planar: 'planar', spherical: 'ball',
}

function linkOf(element: XmlElement, side: 'parent' | 'child', links: ReadonlyMap<string, RobotLink>): RobotLink {
  const holder = element.require(side)
  const name = holder.requireText('link')
  return links.get(name) ?? holder.refuse('link', name, `is the name of no link. See line ${holder.line}.`)
}

function readJoint(element: XmlElement, robot: Robot, links: ReadonlyMap<string, RobotLink>, names: Set<string>): void {
  const name = element.requireText('name')
  if (names.has(name)) element.refuse('name', name, `is the name of two joints. Names must differ. See line ${element.line}.`)
  names.add(name)
  const word = element.requireText('type')
  if (!Object.hasOwn(TYPES, word)) element.refuse('type', word, `must be one of: ${Object.keys(TYPES).join(', ')}. See line ${element.line}.`)
  const type = TYPES[word]
  const parent = linkOf(element, 'parent', links)
  const child = linkOf(element, 'child', links)
  if (child.parent !== null) {
    element.require('child').refuse('link', child.name, 'is the child of two joints. URDF holds trees; close loops with the option `loops`.')
  }
  if (child === parent) element.require('child').refuse('link', child.name, 'is its own parent.')
  child.parent = parent.name
  child.pose = originOf(element)
  const joint: RobotJoint = {
    name, type, parent: parent.name, child: child.name, anchor: ZERO, axis: vec(1, 0, 0), reference: 0, limit: null, effort: Infinity,
    velocity: Infinity, damping: 0, friction: 0, stiffness: 0, springReference: 0, armature: 0, element: element.path,
  }
  const axisElement = element.child('axis')
  if (axisElement !== null && (type === 'hinge' || type === 'slider' || type === 'planar')) {
    const given = vector(axisElement, 'xyz') ?? joint.axis
    joint.axis = unit(given) ?? axisElement.refuse('xyz', axisElement.text('xyz'), `has no length. See line ${axisElement.line}.`)
  }
  readLimit(element, word, joint, robot.notes)
  readDynamics(element, joint)
  readMimic(element, joint, robot)
  noteJoint(element, joint, robot.notes)
  robot.joints.push(joint)
}

function readLimit(element: XmlElement, word: string, joint: RobotJoint, notes: RobotNote[]): void {
  const limit = element.child('limit')
  if (limit === null) {
    if (word === 'revolute' || word === 'prismatic') {
      notes.push({ kind: 'advice', element: element.path, message: `A ${word} joint should have a <limit>; without one it is not limited.` })
    }
    return
  }
  if (word === 'revolute' || word === 'prismatic') {
    const lower = limit.number('lower', 0)
    const upper = limit.number('upper', 0)
    if (lower > upper) limit.refuse('lower', lower, `is above upper (${upper}). Swap them. See line ${limit.line}.`)
    joint.limit = { lower, upper }
    if (lower === upper) {
      notes.push({ kind: 'advice', element: limit.path, message: `lower and upper are both ${lower}: the joint cannot move.` })
    }
  }
  for (const name of ['effort', 'velocity'] as const) {
    const value = limit.number(name, Infinity)
    if (value < 0) limit.refuse(name, value, `is below 0. See line ${limit.line}.`)
    // Exporters write 0 where they know nothing.
    if (value === 0) notes.push({ kind: 'changed', element: limit.path, message: `${name} is 0 and counts as not limited.` })
    joint[name] = value === 0 ? Infinity : value
  }
}

function readDynamics(element: XmlElement, joint: RobotJoint): void {
  const dynamics = element.child('dynamics')
  if (dynamics === null) return
  for (const name of ['damping', 'friction'] as const) {
    const value = dynamics.number(name, 0)
    if (value < 0) dynamics.refuse(name, value, `is below 0: it would drive the joint. See line ${dynamics.line}.`)
    joint[name] = value
  }
}

function readMimic(element: XmlElement, joint: RobotJoint, robot: Robot): void {
  const mimic = element.child('mimic')
  if (mimic === null) return
  robot.couplings.push({
    name: joint.name, joint: joint.name, leader: mimic.requireText('joint'), multiplier: mimic.number('multiplier', 1),
    offset: mimic.number('offset', 0), element: mimic.path,
  })
}

function checkMimics(robot: Robot): void {
  const joints = new Map(robot.joints.map(joint => [joint.name, joint]))
  for (const { joint, leader, element } of robot.couplings) {
    const other = joints.get(leader)
    const field = `${element}.joint`
    if (other === undefined) throw new PhysicsError('out-of-range', field, leader, 'is the name of no joint.')
    if (leader === joint) throw new PhysicsError('out-of-range', field, leader, 'follows itself.')
    for (const { type, name } of [other, joints.get(joint)!]) {
      if (type !== 'hinge' && type !== 'slider') {
        const advice = 'has not one coordinate: only revolute, continuous and prismatic joints follow each other.'
        throw new PhysicsError('out-of-range', field, name, advice)
      }
    }
  }
}

function noteJoint(element: XmlElement, joint: RobotJoint, notes: RobotNote[]): void {
  for (const { name, path } of element.children) {
    if (name === 'safety_controller') {
      notes.push({ kind: 'lost', element: path, message: 'Soft limits of controllers are not read; the joint has its hard limits.' })
    }
  }
  if ((joint.type === 'free' || joint.type === 'planar') && (joint.damping > 0 || joint.friction > 0)) {
    const what = joint.type === 'free' ? 'floating' : 'planar'
    notes.push({ kind: 'lost', element: joint.element, message: `Damping and friction of ${what} joints are left out.` })
  }
}

