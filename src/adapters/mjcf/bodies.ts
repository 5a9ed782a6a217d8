/** Bodies of an MJCF file: links, joints, mass. A body with several joints becomes a chain of links without mass that ends in it. */

import { addInertia, checkInertia, diagonal, sumMasses, turnInertia } from '../robots/mass.ts'
import { compose, place, rotate, unit, vec, ZERO, type Pose } from '../robots/poses.ts'
import { IDENTITY, type Robot, type RobotJoint, type RobotLink, type RobotMass } from '../robots/robot.ts'
import type { XmlElement } from '../robots/xml.ts'
import type { Assets } from './assets.ts'
import { frameOf, orientationOf, rangeOf, vector, type Compiler, type Defaults } from './compiler.ts'
import { readGeom, type Geom } from './geoms.ts'

/** The body of the world itself. */
export const WORLD = 'world'

/** What the reading of bodies needs and fills. */
export interface BodyContext {
  robot: Robot
  compiler: Compiler
  defaults: Defaults
  assets: Assets
  /** Place of each link where all joints read their reference, in the world's axes. */
  places: Map<string, Pose>
  names: { bodies: Set<string>; joints: Set<string> }
  unnamed: { bodies: number; joints: number }
}

/** Elements in a body that have no part in its motion. */
const SILENT: readonly string[] = ['site', 'camera', 'light', 'geom', 'joint', 'freejoint', 'inertial', 'body', 'frame']

/** A joint of a body, still without its links. */
type LooseJoint = Omit<RobotJoint, 'parent' | 'child'>

/** What a body collects while its frames are walked. */
interface Contents {
  geoms: Geom[]
  joints: LooseJoint[]
  bodies: { element: XmlElement; around: Pose; childClass: string | null }[]
  inertial: XmlElement | null
}

/** The world's own geoms and all bodies. */
export function readWorldBody(context: BodyContext, elements: readonly XmlElement[]): void {
  const { robot, places } = context
  const link: RobotLink = { name: WORLD, parent: null, pose: IDENTITY, mass: null, shapes: [], ground: true }
  robot.links.push(link)
  places.set(WORLD, IDENTITY)
  for (const element of elements) {
    const contents = collect(context, element, null)
    if (contents.joints.length > 0) element.refuse('joint', contents.joints[0].name, 'cannot move the world. Put it into a body.')
    for (const { shape } of contents.geoms) if (shape !== null) link.shapes.push(shape)
    for (const { element: body, around, childClass } of contents.bodies) readBody(context, body, WORLD, around, childClass)
  }
}

function uniqueName(element: XmlElement, taken: Set<string>, what: string, count: () => number): string {
  let name = element.text('name')
  if (name === undefined || name === '') {
    do name = `${what}${count()}`
    while (taken.has(name))
  } else if (taken.has(name)) element.refuse('name', name, `is the name of two. Names must differ. See line ${element.line}.`)
  taken.add(name)
  return name
}

function readBody(context: BodyContext, element: XmlElement, parent: string, around: Pose, outerClass: string | null): void {
  const { robot, compiler, names, unnamed, places, defaults } = context
  const name = uniqueName(element, names.bodies, 'body', () => ++unnamed.bodies)
  const childClass = element.text('childclass') ?? outerClass
  if (childClass !== null && !defaults.has(childClass)) element.refuse('childclass', childClass, 'is the name of no default class.')
  const pose = compose(around, frameOf(element, compiler))
  places.set(name, compose(places.get(parent)!, pose))
  const contents = collect(context, element, childClass)
  if (element.text('mocap') === 'true') {
    robot.notes.push({ kind: 'changed', element: element.path, message: 'A mocap body stands still here: move its body with teleport.' })
  }
  if (element.number('gravcomp', 0) !== 0) {
    robot.notes.push({ kind: 'lost', element: element.path, message: 'gravcomp is left out: set gravityScale of the body.' })
  }
  const { joints } = contents
  const free = joints.find(({ type }) => type === 'free')
  if (free !== undefined && (parent !== WORLD || joints.length > 1)) {
    element.refuse('freejoint', free.name, 'may only be the one joint of a body of the world.')
  }
  let above = parent
  joints.forEach((joint, i) => {
    const last = i === joints.length - 1
    const child = last ? name : `${name}/${joint.name}`
    if (!last) {
      names.bodies.add(child)
      robot.links.push({ name: child, parent: above, pose: i === 0 ? pose : IDENTITY, mass: null, shapes: [], ground: false })
      places.set(child, places.get(name)!)
    }
    robot.joints.push({ ...joint, parent: above, child })
    above = child
  })
  const chain = joints.length > 1
  robot.links.push({
    name, parent: chain ? robot.joints.at(-1)!.parent : parent, pose: chain ? IDENTITY : pose, mass: bodyMass(context, element, contents),
    shapes: contents.geoms.flatMap(({ shape }) => shape ?? []), ground: false,
  })
  if (chain && parent !== WORLD) robot.excluded.push([parent, name])
  for (const inner of contents.bodies) readBody(context, inner.element, name, inner.around, inner.childClass)
}

/** Geoms, joints and bodies of a body, those inside of frames too. */
function collect(context: BodyContext, element: XmlElement, childClass: string | null): Contents {
  const contents: Contents = { geoms: [], joints: [], bodies: [], inertial: null }
  collectFrom(context, element, IDENTITY, childClass, contents)
  return contents
}

function collectFrom(context: BodyContext, element: XmlElement, around: Pose, childClass: string | null, out: Contents): void {
  const { compiler, defaults, assets, robot } = context
  const lost = new Set<string>()
  for (const child of element.children) {
    if (child.name === 'geom') out.geoms.push(readGeom(defaults.fill(child, childClass), around, compiler, assets, robot.notes))
    else if (child.name === 'joint' || child.name === 'freejoint') out.joints.push(readJoint(context, child, around, childClass))
    else if (child.name === 'body') out.bodies.push({ element: child, around, childClass })
    else if (child.name === 'inertial') out.inertial = child
    else if (child.name === 'frame') {
      const inner = child.text('childclass') ?? childClass
      collectFrom(context, child, compose(around, frameOf(child, compiler)), inner, out)
    } else if (!SILENT.includes(child.name) && !lost.has(child.name)) {
      lost.add(child.name)
      robot.notes.push({ kind: 'lost', element: child.path, message: `<${child.name}> is not read, and what it would add is missing.` })
    }
  }
}

function bodyMass(context: BodyContext, element: XmlElement, contents: Contents): RobotMass | null {
  const { compiler, robot } = context
  const { inertial, geoms } = contents
  let mass: RobotMass | null = null
  if (inertial !== null && compiler.inertiaFromGeom !== 'true') mass = readInertial(inertial, context)
  else if (compiler.inertiaFromGeom !== 'false') mass = sumMasses(geoms.flatMap(geom => geom.mass ?? []))
  if (contents.joints.length === 0) return mass
  if (mass === null) {
    if (!(compiler.boundMass > 0 && compiler.boundInertia > 0)) {
      robot.notes.push({ kind: 'advice', element: element.path, message: 'The body moves and has no mass. Give it a geom or an inertial.' })
      return null
    }
    mass = { mass: 0, center: ZERO, inertia: diagonal(0, 0, 0) }
  }
  const least = compiler.boundInertia
  const { xx, yy, zz } = mass.inertia
  return {
    mass: Math.max(mass.mass, compiler.boundMass), center: mass.center,
    inertia: { ...mass.inertia, xx: Math.max(xx, least), yy: Math.max(yy, least), zz: Math.max(zz, least) },
  }
}

function readInertial(element: XmlElement, { compiler, robot }: BodyContext): RobotMass {
  const mass = element.requireNumber('mass')
  if (!(mass >= 0)) element.refuse('mass', mass, `is below 0. See line ${element.line}.`)
  const center = vector(element, 'pos') ?? element.refuse('pos', undefined, `is missing: <inertial> needs it. See line ${element.line}.`)
  const full = element.numbers('fullinertia', 6)
  const three = element.numbers('diaginertia', 3)
  const turned = orientationOf(element, compiler)
  if (full !== undefined && (three !== undefined || turned !== null)) {
    element.refuse('fullinertia', element.text('fullinertia'), 'stands in the axes of the body: no orientation and no diaginertia beside it.')
  }
  let inertia = diagonal(0, 0, 0)
  if (full !== undefined) inertia = { xx: full[0], yy: full[1], zz: full[2], xy: full[3], xz: full[4], yz: full[5] }
  else if (three !== undefined) {
    const [x, y, z] = three
    const broken = x + y < z || x + z < y || y + z < x
    const even = (x + y + z) / 3
    inertia = broken && compiler.balanceInertia ? diagonal(even, even, even) : diagonal(x, y, z)
  } else {
    // As the compiler of MuJoCo would: without an inertia there is only a point.
    robot.notes.push({ kind: 'advice', element: element.path, message: 'There is a mass and no inertia: give diaginertia or fullinertia.' })
    const moment = Math.max(compiler.boundInertia, 1e-6 * mass)
    return { mass, center, inertia: diagonal(moment, moment, moment) }
  }
  const sound = checkInertia(inertia, element.path, robot.notes)
  return { mass, center, inertia: turned === null ? addInertia(diagonal(0, 0, 0), sound) : turnInertia(sound, turned) }
}

/** Attributes of joints that a joint without one coordinate, or our solver, has no use for. */
function noteJoint(element: XmlElement, joint: LooseJoint, context: BodyContext): void {
  const { notes } = context.robot
  const lose = (message: string): unknown => notes.push({ kind: 'lost', element: joint.element, message })
  if (joint.type === 'free' && (joint.damping > 0 || joint.friction > 0 || joint.armature > 0 || joint.stiffness > 0)) {
    lose('Damping, friction, armature and stiffness of free joints are left out.')
  }
  if (element.text('springdamper') !== undefined) lose('springdamper is left out: give stiffness and damping.')
  if (element.number('margin', 0) > 0) lose('margin is left out: the limit acts where it is reached.')
}

function readJoint(context: BodyContext, given: XmlElement, around: Pose, childClass: string | null): LooseJoint {
  const { compiler, defaults, names, unnamed } = context
  // A freejoint has no defaults.
  const element = given.name === 'freejoint' ? given : defaults.fill(given, childClass)
  const name = uniqueName(element, names.joints, 'joint', () => ++unnamed.joints)
  const word = given.name === 'freejoint' ? 'free' : element.word('type', ['hinge', 'slide', 'ball', 'free'], 'hinge')
  const type = word === 'slide' ? 'slider' : word
  const angle = word === 'slide' ? 1 : compiler.angle
  const axis = unit(vector(element, 'axis') ?? vec(0, 0, 1))
    ?? element.refuse('axis', element.text('axis'), `has no length. See line ${element.line}.`)
  // New files may give polynomials; the first number is the linear one.
  const notNegative = (attribute: string): number => {
    const numbers = element.numbers(attribute, 1, 5) ?? [0]
    if (numbers[0] < 0) element.refuse(attribute, element.text(attribute), `is below 0. See line ${element.line}.`)
    if (numbers.slice(1).some(value => value !== 0)) {
      context.robot.notes.push({ kind: 'lost', element: element.path, message: `Only the linear part of ${attribute} is read.` })
    }
    return numbers[0]
  }
  const forces = rangeOf(element, 'actuatorfrcrange', 'actuatorfrclimited', compiler)
  const joint: LooseJoint = {
    name, type, anchor: word === 'free' ? ZERO : place(around, vector(element, 'pos') ?? ZERO), axis: rotate(around.rotation, axis),
    reference: word === 'hinge' || word === 'slide' ? element.number('ref', 0) * angle : 0,
    limit: word === 'free' ? null : rangeOf(element, 'range', 'limited', compiler, angle),
    effort: forces === null ? Infinity : Math.max(Math.abs(forces.lower), Math.abs(forces.upper)), velocity: Infinity,
    damping: notNegative('damping'), friction: notNegative('frictionloss'), stiffness: notNegative('stiffness'),
    springReference: element.number('springref', 0) * angle, armature: notNegative('armature'), element: element.path,
  }
  noteJoint(element, joint, context)
  return joint
}

/** Makes all masses together weigh what the compiler says. */
export function setTotalMass(robot: Robot, total: number): void {
  if (!(total > 0)) return
  const sum = robot.links.reduce((whole, { mass, ground }) => whole + (mass === null || ground ? 0 : mass.mass), 0)
  if (!(sum > 0)) return
  const factor = total / sum
  for (const link of robot.links) {
    if (link.mass === null) continue
    link.mass = { mass: link.mass.mass * factor, center: link.mass.center, inertia: addInertia(diagonal(0, 0, 0), link.mass.inertia, factor) }
  }
}
