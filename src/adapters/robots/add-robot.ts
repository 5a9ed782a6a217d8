/**
 * Puts a robot into a world: one body for each link (fixed ones are merged), one joint of the engine for each joint of the file, gear rows for
 * joints that follow others, loops, drives. What cannot be made is in the notes; what is wrong throws, and the world is as it was.
 */

import { PhysicsError, requireBoolean, requireFinite } from '../../common/errors.ts'
import { requirePositive } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import type { Body, CollisionFilter, Joint, Quat, ShapeDefinition, Vec3, World } from '../../d3/index.ts'
import { readQuat, readVec3 } from '../../d3/math/types.ts'
import { requireMade, requireSpace } from '../shared/given.ts'
import { addArmature } from './armature.ts'
import { couple, type CoupledJoint } from './couplings.ts'
import { needsServo, type JointDrive } from './joint-drive.ts'
import { CARRIER_SHARE, MAX_CLASSES, MOST_FOLLOWING } from './limits.ts'
import { makeJoint, type MadeJoint } from './make-joints.ts'
import { addInertia, diagonal, moveMass, pointInertia, sumMasses } from './mass.ts'
import { add, compose, cross, multiply, NO_TURN, place, relative, rotate, subtract, times, turnAbout, vec, ZERO, type Pose } from './poses.ts'
import { RobotInstance, type JointDriveOptions } from './robot-instance.ts'
import { scaleRobot } from './scale-robot.ts'
import { makeShapes, type MeshFit, type MeshSource } from './robot-shapes.ts'
import type { Robot, RobotJoint, RobotLink, RobotMass, RobotNote, RobotShape } from './robot.ts'
import { Ways } from './way.ts'

/** What `addRobot` is told. */
export interface AddRobotOptions {
  /** Where the robot's frame is in the world, m. Default 0, 0, 0. */
  position?: Vec3
  /** How the robot's frame is turned in the world. Default: not. */
  rotation?: Quat
  /** The world's axis that the file's z becomes: 'y' lays the file's x, y, z along x, −z, y; 'z' keeps them. Default 'y'. */
  up?: 'y' | 'z'
  /** Is the root link fixed to the world? Roots without mass always are. Default false. */
  fixedBase?: boolean
  /** Factor of all lengths, for files in other units; inertias go with its square, masses and forces stay. Default 1. */
  scale?: number
  /** Gives the points and triangles of a mesh by its name in the file. Default: meshes are left out, with a note. */
  meshes?: MeshSource
  /** What stands for a mesh. Default 'hull'. */
  meshFit?: MeshFit
  /** Are links on fixed joints merged into their parents? Otherwise those with mass get bodies and fixed joints. Default true. */
  mergeFixed?: boolean
  /** Do links of the robot touch each other? Neighbours never do. Default: true for MJCF, false for URDF. */
  selfCollision?: boolean
  /** Coulomb's coefficient of shapes whose file says none. Default: that of the engine. */
  friction?: number
  /** Category and mask of all shapes whose file says none. Default: as the engine's. */
  filter?: CollisionFilter
  /** Coordinates to begin with, by joint: rad, m. Default: 0, or what the file says. */
  jointPositions?: Readonly<Record<string, number>>
  /** Speeds to begin with, by joint: rad/s, m/s. Default 0. */
  jointSpeeds?: Readonly<Record<string, number>>
  /** Velocity of roots that are not fixed, of their origins, m/s, world axes. Default 0, 0, 0. */
  linearVelocity?: Vec3
  /** Angular velocity of roots that are not fixed, rad/s, world axes. Default 0, 0, 0. */
  angularVelocity?: Vec3
  /** Holds every hinge and slider where it begins, as `setJointTarget` does; true: with 8 Hz. Default: they are free. */
  hold?: boolean | JointDriveOptions
}

const FIELDS: Fields<AddRobotOptions> = {
  position: 0, rotation: 0, up: 0, fixedBase: 0, scale: 0, meshes: 0, meshFit: 0, mergeFixed: 0, selfCollision: 0, friction: 0, filter: 0,
  jointPositions: 0, jointSpeeds: 0, linearVelocity: 0, angularVelocity: 0, hold: 0,
}

const FITS: readonly unknown[] = ['hull', 'hulls', 'mesh', 'box']

/** Turns z into y. */
const Z_TO_Y: Quat = { x: -Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }

/** A link on its way into the world. */
interface Placed {
  link: RobotLink
  /** The joint to its parent; null: it is welded, or a root. */
  joint: RobotJoint | null
  /** The link whose body it shares, and its place in that body. */
  carrier: Placed
  offset: Pose
  pose: Pose
  /** Velocity of its origin, and angular. */
  velocity: Vec3
  spin: Vec3
  fixed: boolean
  mass: RobotMass | null
  body: Body | null
}

/** Adds a robot to a world. */
export function addRobot(world: World, robot: Robot, options: AddRobotOptions = {}): RobotInstance {
  requireSpace(world, 'addRobot.world')
  requireMade(robot, ['links', 'joints', 'notes'], 'addRobot.robot', 'readUrdf or readMjcf')
  return new Builder(world, robot, options).build()
}

class Builder {
  private readonly world: World
  private readonly robot: Robot
  private readonly options: AddRobotOptions
  private readonly notes: RobotNote[]
  private readonly placed = new Map<string, Placed>()
  private readonly jointOf = new Map<string, RobotJoint>()
  private readonly own: Body[] = []
  private readonly joints = new Map<string, Joint>()
  private readonly made = new Map<string, MadeJoint>()
  private readonly drives = new Map<string, JointDrive>()
  private starts = new Map<string, { position: number; speed: number }>()

  constructor(world: World, robot: Robot, options: AddRobotOptions) {
    this.world = world
    this.options = requireOptions(options, FIELDS, 'addRobot') as AddRobotOptions
    const { scale = 1, up = 'y', meshFit = 'hull', fixedBase = false, mergeFixed = true } = this.options
    this.robot = scaleRobot(robot, requirePositive(scale, 'addRobot.scale'))
    if (up !== 'y' && up !== 'z') throw new PhysicsError('wrong-type', 'addRobot.up', up, "must be 'y' or 'z'.")
    if (!FITS.includes(meshFit)) throw new PhysicsError('wrong-type', 'addRobot.meshFit', meshFit, `must be one of: ${FITS.join(', ')}.`)
    requireBoolean(fixedBase, 'addRobot.fixedBase')
    requireBoolean(mergeFixed, 'addRobot.mergeFixed')
    this.notes = [...robot.notes]
  }

  build(): RobotInstance {
    const { robot, world } = this
    for (const joint of robot.joints) this.jointOf.set(joint.child, joint)
    this.placeLinks()
    try {
      this.makeBodies()
      this.makeJoints()
      this.makeCouplings()
      this.makeArmatures()
      this.makeLoops()
      this.makeExclusions()
      this.makeActuators()
      const bodies = new Map([...this.placed].map(([name, { carrier }]) => [name, carrier.body!]))
      const offsets = new Map([...this.placed].map(([name, { offset }]) => [name, offset]))
      const instance = new RobotInstance({
        world, robot, bodies, offsets, joints: this.joints, drives: this.drives, own: this.own, notes: this.notes,
      })
      const { hold = false } = this.options
      if (hold !== false) {
        for (const [name, drive] of this.drives) instance.setJointTarget(name, drive.position, hold === true ? {} : hold)
      }
      return instance
    } catch (error) {
      for (const body of this.own) world.destroyBody(body)
      throw error
    }
  }

  /** Coordinates to begin with. Joints that follow others are where these put them. */
  private startOf(): Map<string, { position: number; speed: number }> {
    const { jointPositions = {}, jointSpeeds = {} } = this.options
    const start = new Map<string, { position: number; speed: number }>()
    for (const { name, type, reference } of this.robot.joints) {
      if (type === 'hinge' || type === 'slider') start.set(name, { position: reference, speed: 0 })
    }
    for (const [record, key] of [[jointPositions, 'position'], [jointSpeeds, 'speed']] as const) {
      const field = key === 'position' ? 'addRobot.jointPositions' : 'addRobot.jointSpeeds'
      for (const [name, value] of Object.entries(record)) {
        const entry = start.get(name)
        if (entry === undefined) throw new PhysicsError('out-of-range', `${field}.${name}`, value, 'is for no hinge or slider of the robot.')
        entry[key] = requireFinite(value, `${field}.${name}`)
      }
    }
    // A follower of a follower may stand before it in the file.
    for (let round = 0; round < Math.min(this.robot.couplings.length, MOST_FOLLOWING); round++) {
      for (const { joint, leader, multiplier, offset } of this.robot.couplings) {
        const follower = start.get(joint)!
        const lead = start.get(leader)!
        if (!Object.hasOwn(jointPositions, joint)) follower.position = multiplier * lead.position + offset
        if (!Object.hasOwn(jointSpeeds, joint)) follower.speed = multiplier * lead.speed
      }
    }
    return start
  }

  /** Forward kinematics, and which links share a body. */
  private placeLinks(): void {
    const numbers = new Float64Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    const { position, rotation, linearVelocity, angularVelocity, up = 'y', mergeFixed = true, fixedBase = false } = this.options
    if (position !== undefined) readVec3(position, 'addRobot.position', numbers, 0)
    if (rotation !== undefined) readQuat(rotation, 'addRobot.rotation', numbers, 3)
    if (linearVelocity !== undefined) readVec3(linearVelocity, 'addRobot.linearVelocity', numbers, 7)
    if (angularVelocity !== undefined) readVec3(angularVelocity, 'addRobot.angularVelocity', numbers, 10)
    const turned: Quat = { x: numbers[3], y: numbers[4], z: numbers[5], w: numbers[6] }
    const base: Pose = { position: vec(numbers[0], numbers[1], numbers[2]), rotation: up === 'y' ? multiply(turned, Z_TO_Y) : turned }
    this.starts = this.startOf()
    for (const link of this.robot.links) {
      const parent = link.parent === null ? null : this.placed.get(link.parent)!
      const joint = this.jointOf.get(link.name) ?? null
      const welded = parent !== null && (joint === null || joint.type === 'fixed')
      const local = link.pose
      const at = this.starts.get(joint?.name ?? '')
      const moved = at === undefined || joint === null ? local : compose(local, motionOf(joint, at.position - joint.reference))
      const pose = compose(parent === null ? base : parent.pose, moved)
      const free = parent === null || joint?.type === 'free'
      const entry: Placed = {
        link, joint: welded ? null : joint, carrier: null as unknown as Placed, offset: { position: ZERO, rotation: NO_TURN }, pose,
        velocity: free ? vec(numbers[7], numbers[8], numbers[9]) : ZERO, spin: free ? vec(numbers[10], numbers[11], numbers[12]) : ZERO,
        fixed: parent === null && (fixedBase || link.ground), mass: link.mass, body: null,
      }
      const empty = link.mass === null && link.shapes.length === 0
      entry.carrier = welded && (mergeFixed || empty || joint === null || parent.carrier.fixed) ? parent.carrier : entry
      if (entry.carrier !== entry) {
        entry.offset = compose(parent!.offset, moved)
        const { carrier } = entry
        if (entry.mass !== null) carrier.mass = sumMasses([...(carrier.mass === null ? [] : [carrier.mass]), moveMass(entry.mass, entry.offset)])
      }
      if (!free) this.carryVelocity(entry, parent!, joint, at?.speed ?? 0)
      this.placed.set(link.name, entry)
    }
    for (const entry of this.placed.values()) if (entry.carrier === entry) this.settleMass(entry)
  }

  private carryVelocity(entry: Placed, parent: Placed, joint: RobotJoint | null, speed: number): void {
    entry.spin = parent.spin
    entry.velocity = add(parent.velocity, cross(parent.spin, subtract(entry.pose.position, parent.pose.position)))
    if (joint === null || speed === 0) return
    const axis = times(rotate(entry.pose.rotation, joint.axis), speed)
    if (joint.type === 'slider') entry.velocity = add(entry.velocity, axis)
    else {
      const anchor = place(entry.pose, joint.anchor)
      entry.velocity = add(entry.velocity, cross(axis, subtract(entry.pose.position, anchor)))
      entry.spin = add(entry.spin, axis)
    }
  }

  /** Links without mass: roots are fixed, others get a trace of what hangs on them. */
  private settleMass(entry: Placed): void {
    if (entry.fixed || entry.mass !== null) return
    const { link } = entry
    const element = this.jointOf.get(link.name)?.element ?? `link("${link.name}")`
    if (link.parent === null) {
      entry.fixed = true
      if (this.options.fixedBase === false && !link.ground) {
        this.notes.push({ kind: 'changed', element, message: `The root "${link.name}" has no mass and is fixed to the world.` })
      }
      return
    }
    const heir = this.heaviestBelow(link.name)
    const like = heir?.mass ?? entry.mass ?? null
    if (like === null) {
      const advice = 'moves without a mass, and nothing hangs on it. Give it an inertia.'
      throw new PhysicsError('degenerate', `robot.link("${link.name}").mass`, null, advice)
    }
    const about = addInertia(like.inertia, pointInertia(like.mass, like.center))
    const moment = (CARRIER_SHARE * (about.xx + about.yy + about.zz)) / 3
    entry.mass = { mass: CARRIER_SHARE * like.mass, center: ZERO, inertia: diagonal(moment, moment, moment) }
    this.notes.push({
      kind: 'changed', element,
      message: `"${link.name}" moves and has no mass: it gets a ten-thousandth of that of "${heir!.link.name}", which hangs on it.`,
    })
  }

  /** The nearest link with a mass below a link, depth by depth. */
  private heaviestBelow(name: string): Placed | null {
    const below = new Set([name])
    for (const { link, carrier } of this.placed.values()) {
      if (link.parent === null || !below.has(link.parent)) continue
      if (carrier.mass !== null && carrier.link.name !== name) return carrier
      below.add(link.name)
    }
    return null
  }

  private makeBodies(): void {
    const { robot, options, world } = this
    const { selfCollision = robot.selfCollision, filter = {}, friction, meshes, meshFit = 'hull' } = options
    requireBoolean(selfCollision, 'addRobot.selfCollision')
    let group = -2
    // Robots that are added after each other do not share a group.
    if (!selfCollision && filter.group === undefined) for (const _ of world.bodies) group--
    const classes = collisionClasses(robot)
    const filterOf = (shape: RobotShape): CollisionFilter => ({
      ...(shape.collision === null ? {} : classes.get(keyOf(shape))!), ...(selfCollision ? {} : { group }), ...filter,
    })
    const shapesOf = new Map<Placed, ShapeDefinition[]>()
    const settings = { meshes: meshes ?? null, meshFit, friction: friction ?? null, filterOf, notes: this.notes }
    for (const { link, carrier, offset } of this.placed.values()) {
      const list = shapesOf.get(carrier) ?? []
      for (const shape of link.shapes) list.push(...makeShapes(shape, offset, settings, carrier.fixed, `link("${link.name}")`))
      shapesOf.set(carrier, list)
    }
    for (const entry of this.placed.values()) {
      if (entry.carrier !== entry) continue
      const { pose, mass, spin, velocity, fixed } = entry
      const shapes = shapesOf.get(entry)!
      if (fixed) entry.body = world.createBody({ type: 'static', ...pose, shapes })
      else {
        const { center, inertia } = mass!
        const linearVelocity = add(velocity, cross(spin, rotate(pose.rotation, center)))
        entry.body = world.createBody({
          ...pose, shapes, mass: mass!.mass, centerOfMass: center, inertia, linearVelocity, angularVelocity: spin,
        })
      }
      this.own.push(entry.body)
    }
  }

  private makeJoints(): void {
    for (const joint of this.robot.joints) {
      const child = this.placed.get(joint.child)!
      const parent = this.placed.get(joint.parent)!
      // Merged, or loose.
      if (child.carrier === parent.carrier || joint.type === 'free') continue
      const made = makeJoint(this.world, joint, {
        parent: parent.carrier.body!, child: child.carrier.body!,
        // The joint's frames where it reads its reference.
        onParent: compose(parent.offset, child.link.pose), onChild: child.offset,
        collideConnected: parent.carrier.link.ground && this.robot.format === 'mjcf',
        start: this.starts.get(joint.name)?.position ?? 0, notes: this.notes,
      })
      if (made === null) continue
      this.joints.set(joint.name, made.handle)
      this.made.set(joint.name, made)
      if (made.drive !== null) {
        this.drives.set(joint.name, made.drive)
        made.drive.apply()
      }
    }
  }

  private makeCouplings(): void {
    const ways = new Ways(this.made.values())
    for (const coupling of this.robot.couplings) {
      const follower = this.made.get(coupling.joint)
      const leader = this.made.get(coupling.leader)
      // Merged away, or held by nothing.
      if (!follower?.drive || !leader?.drive) continue
      if (coupling.multiplier === 0) {
        const held = coupling.offset - follower.drive.offset
        follower.drive.handle.limit = { lower: held, upper: held }
        continue
      }
      const made = couple(this.world, coupling, coupled(follower), coupled(leader), () => ways.find(leader, follower), this.notes)
      this.own.push(...made)
    }
  }

  private makeArmatures(): void {
    for (const made of this.made.values()) {
      if (made.joint.armature === 0) continue
      if (made.drive === null) {
        this.notes.push({ kind: 'lost', element: made.joint.element, message: 'Armature is for hinges and sliders: here it is left out.' })
      } else this.own.push(...addArmature(this.world, coupled(made), made.drive.handle.speed, this.notes))
    }
  }

  private makeLoops(): void {
    const { world } = this
    for (const { name, type, linkA, linkB, frameA, frameB } of this.robot.loops) {
      const a = this.placed.get(linkA)!
      const b = linkB === null ? null : this.placed.get(linkB)!
      const onA = compose(a.offset, frameA)
      const bodyA = a.carrier.body!
      const bodyB = b?.carrier.body ?? null
      const there = compose(a.carrier.pose, onA)
      const onB = frameB === null
        ? bodyB === null ? there : relative(b!.carrier.pose, there)
        : b === null ? frameB : compose(b.offset, frameB)
      // The world can be the first body only.
      const [first, second] = bodyB === null ? [{ frame: onB }, { frame: onA }] : [{ frame: onA }, { frame: onB }]
      const definition = { bodyA: bodyB === null ? null : bodyA, bodyB: bodyB ?? bodyA, frameA: first.frame, frameB: second.frame }
      if (bodyA === bodyB || (bodyA.type !== 'dynamic' && bodyB?.type !== 'dynamic')) continue
      const joint = type === 'ball' ? world.createBallJoint(definition)
        : type === 'hinge' ? world.createHingeJoint(definition)
          : type === 'slider' ? world.createSliderJoint(definition) : world.createFixedJoint(definition)
      this.joints.set(name, joint)
    }
  }

  /** Pairs that do not touch: a joint that holds nothing keeps them from it. */
  private makeExclusions(): void {
    for (const [a, b] of this.robot.excluded) {
      const bodyA = this.placed.get(a)!.carrier.body!
      const bodyB = this.placed.get(b)!.carrier.body!
      if (bodyA === bodyB || (bodyA.type !== 'dynamic' && bodyB.type !== 'dynamic')) continue
      this.world.createGenericJoint({ bodyA, bodyB })
    }
  }

  private makeActuators(): void {
    for (const actuator of this.robot.actuators) {
      const made = this.made.get(actuator.joint)
      if (!made?.drive) continue
      const { parent: bodyA, child: bodyB, frameA, frameB, drive, handle: { collideConnected } } = made
      const servo = needsServo(actuator) ? this.world.createGenericJoint({ bodyA, bodyB, frameA, frameB, collideConnected }) : null
      drive.actuators.push({ actuator, control: 0, servo })
      drive.apply()
    }
  }
}

/** How far a joint moves its link from where it reads its reference. */
function motionOf(joint: RobotJoint, by: number): Pose {
  if (joint.type === 'slider') return { position: times(joint.axis, by), rotation: NO_TURN }
  if (joint.type !== 'hinge') return { position: ZERO, rotation: NO_TURN }
  const rotation = turnAbout(joint.axis, by)
  const { anchor } = joint
  return { position: subtract(anchor, rotate(rotation, anchor)), rotation }
}

function coupled({ joint, parent, child, frameA, frameB, drive }: MadeJoint): CoupledJoint {
  return { joint, parent, child, frameA, frameB, offset: drive!.offset, value: drive!.position - drive!.offset, speed: drive!.handle.speed }
}

function keyOf(shape: RobotShape): string {
  return `${shape.collision!.type} ${shape.collision!.affinity}`
}

/**
 * Categories and masks of the classes that the types and affinities of a file make. There two shapes touch if one's type is in the other's affinity;
 * here if each one's category is in the other's mask. So each class gets a category of its own. Type 1, affinity 1 is the engine's default category.
 */
function collisionClasses(robot: Robot): Map<string, CollisionFilter> {
  const found = new Map<string, { type: number; affinity: number }>([['1 1', { type: 1, affinity: 1 }]])
  for (const { shapes } of robot.links) for (const shape of shapes) if (shape.collision !== null) found.set(keyOf(shape), shape.collision)
  const list = [...found]
  if (list.length > MAX_CLASSES) {
    const advice = `different pairs of contype and conaffinity; ${MAX_CLASSES} can be told apart.`
    throw new PhysicsError('limit-exceeded', 'robot.shapes', list.length, advice)
  }
  return new Map(list.map(([key, own], i) => {
    let mask = 0
    list.forEach(([, other], k) => {
      if ((own.type & other.affinity) !== 0 || (other.type & own.affinity) !== 0) mask |= 1 << k
    })
    return [key, { category: (1 << i) >>> 0, mask: mask >>> 0 }]
  }))
}
