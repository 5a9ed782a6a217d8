/**
 * The part of the world that makes, lists and removes joints.
 */

import { PhysicsError } from '../common/errors.ts'
import type { Body } from './body.ts'
import { HandleCache, requireIdle, requireRow } from './handles.ts'
import { isCurrent, rowOfHandle } from '../common/ids.ts'
import { BUILT_IN_JOINTS } from './joints/built-in-kinds.ts'
import { writeBall, type BallDefinition, type BallJoint } from './joints/ball-joint.ts'
import { CustomJoint, writeCustom, writeTyped, type CustomJointDefinition, type TypedJointDefinition } from './joints/custom-joint.ts'
import type { JointType } from './joints/define-joint.ts'
import { writeMouse, type MouseDefinition, type MouseJoint } from './joints/mouse-joint.ts'
import { writeMotor, type MotorDefinition, type MotorJoint } from './joints/motor-joint.ts'
import { writeConstantVelocity, type ConstantVelocityDefinition, type ConstantVelocityJoint } from './joints/constant-velocity-joint.ts'
import { writeDistance, type DistanceDefinition, type DistanceJoint } from './joints/distance-joint.ts'
import { writeGeneric, type GenericDefinition, type GenericJoint } from './joints/generic-joint.ts'
import { writeHinge, type HingeDefinition, type HingeJoint } from './joints/hinge-joint.ts'
import { writeFixed, type FixedDefinition, type FixedJoint } from './joints/fixed-joint.ts'
import { writeOrientationLock, type OrientationLockDefinition, type OrientationLockJoint } from './joints/orientation-lock-joint.ts'
import { writeTwoPointHinge, type TwoPointHingeDefinition, type TwoPointHingeJoint } from './joints/two-point-hinge-joint.ts'
import { writeSlider, type SliderDefinition, type SliderJoint } from './joints/slider-joint.ts'
import { writeUniversal, type UniversalDefinition, type UniversalJoint } from './joints/universal-joint.ts'
import { writeCylindrical, type CylindricalDefinition, type CylindricalJoint } from './joints/cylindrical-joint.ts'
import { writeWedgeLimit, type WedgeLimitDefinition, type WedgeLimitJoint } from './joints/wedge-limit-joint.ts'
import { writeAngularLimit, type AngularLimitDefinition, type AngularLimitJoint } from './joints/angular-limit-joint.ts'
import { writeConeLimit, type ConeLimitDefinition, type ConeLimitJoint } from './joints/cone-limit-joint.ts'
import { writeSwingTwist, type SwingTwistDefinition, type SwingTwistJoint } from './joints/swing-twist-joint.ts'
import { Joint } from './joints/joint.ts'
import { PathJoint, PathKind, writePath, type PathJointDefinition } from './joints/path-joint.ts'
import { writeWheel, type WheelDefinition, type WheelJoint } from './joints/wheel-joint.ts'
import { writePulley, type PulleyDefinition, type PulleyJoint } from './joints/pulley-joint.ts'
import { writeRackAndPinion, type RackAndPinionDefinition, type RackAndPinionJoint } from './joints/rack-and-pinion-joint.ts'
import { writeGear, type GearDefinition, type GearJoint } from './joints/gear-joint.ts'
import { writeScrew, type ScrewDefinition, type ScrewJoint } from './joints/screw-joint.ts'
import { destroyJointRow, destroyJointsOf } from './joints/joint-lifecycle.ts'
import type { JointColumns } from './joints/joint-table.ts'
import { WorldQueries } from './queries/world-queries.ts'
import type { World } from './world.ts'
import type { WorldState } from './world-state.ts'

export abstract class WorldJoints extends WorldQueries {
  protected readonly jointCache: HandleCache<Joint, JointColumns>

  constructor(state: WorldState) {
    super(state)
    for (const [kind] of BUILT_IN_JOINTS) state.jointKinds.push(kind)
    const fits = (joint: Joint): boolean => !joint.isValid || joint.constructor === this.classOf(joint.id)
    this.jointCache = new HandleCache(state.joints, (id) => this.makeJoint(id), fits)
  }

  /** Two anchors coincide. */
  createBallJoint(definition: BallDefinition): BallJoint {
    return this.joint('createBallJoint', definition, writeBall)
  }

  /** A shared axis to turn about. */
  createHingeJoint(definition: HingeDefinition): HingeJoint {
    return this.joint('createHingeJoint', definition, writeHinge)
  }

  /** Two bodies move as one. */
  createFixedJoint(definition: FixedDefinition): FixedJoint {
    return this.joint('createFixedJoint', definition, writeFixed)
  }

  /** Two anchors at a distance: rod, rope, spring or winch. */
  createDistanceJoint(definition: DistanceDefinition): DistanceJoint {
    return this.joint('createDistanceJoint', definition, writeDistance)
  }

  /** A thread: turning moves B along the axis. */
  createScrewJoint(definition: ScrewDefinition): ScrewJoint {
    return this.joint('createScrewJoint', definition, writeScrew)
  }

  /** Two bodies keep looking the same way; where they are is free. */
  createOrientationLockJoint(definition: OrientationLockDefinition): OrientationLockJoint {
    return this.joint('createOrientationLockJoint', definition, writeOrientationLock)
  }

  /** Two bodies turn at a fixed ratio. */
  createGearJoint(definition: GearDefinition): GearJoint {
    return this.joint('createGearJoint', definition, writeGear)
  }

  /** A joint of a type of your own, made with `defineJoint`. */
  createJoint(type: JointType, definition: TypedJointDefinition): CustomJoint {
    return this.joint('createJoint', definition, (state, d) => writeTyped(state, type, d))
  }

  /** A joint given by its position error alone; derivatives are taken for you. */
  createCustomJoint(definition: CustomJointDefinition): CustomJoint {
    return this.joint('createCustomJoint', definition, writeCustom)
  }

  /** Every axis free, locked, limited, driven or rubbed. */
  createGenericJoint(definition: GenericDefinition): GenericJoint {
    return this.joint('createGenericJoint', definition, writeGeneric)
  }

  /** A pinion turns, a rack moves. */
  createRackAndPinionJoint(definition: RackAndPinionDefinition): RackAndPinionJoint {
    return this.joint('createRackAndPinionJoint', definition, writeRackAndPinion)
  }

  /** An axis to turn about, given by two of its points. */
  createTwoPointHingeJoint(definition: TwoPointHingeDefinition): TwoPointHingeJoint {
    return this.joint('createTwoPointHingeJoint', definition, writeTwoPointHinge)
  }

  /** An axis to move along, without turning. */
  createSliderJoint(definition: SliderDefinition): SliderJoint {
    return this.joint('createSliderJoint', definition, writeSlider)
  }

  /** Two shafts under an angle, by a cross of two axes. */
  createUniversalJoint(definition: UniversalDefinition): UniversalJoint {
    return this.joint('createUniversalJoint', definition, writeUniversal)
  }

  /** An axis to move along and to turn about. */
  createCylindricalJoint(definition: CylindricalDefinition): CylindricalJoint {
    return this.joint('createCylindricalJoint', definition, writeCylindrical)
  }

  /** A rope over two wheels that stand still. */
  createPulleyJoint(definition: PulleyDefinition): PulleyJoint {
    return this.joint('createPulleyJoint', definition, writePulley)
  }

  /** A direction of one body stays in a wedge about an axis of the other. */
  createWedgeLimitJoint(definition: WedgeLimitDefinition): WedgeLimitJoint {
    return this.joint('createWedgeLimitJoint', definition, writeWedgeLimit)
  }

  /** The twist of one body against the other stays in a range. */
  createAngularLimitJoint(definition: AngularLimitDefinition): AngularLimitJoint {
    return this.joint('createAngularLimitJoint', definition, writeAngularLimit)
  }

  /** Two shafts that bend against each other and turn alike. */
  createConstantVelocityJoint(definition: ConstantVelocityDefinition): ConstantVelocityJoint {
    return this.joint('createConstantVelocityJoint', definition, writeConstantVelocity)
  }

  /** A wheel on a suspension: travels, steers, spins. */
  createWheelJoint(definition: WheelDefinition): WheelJoint {
    return this.joint('createWheelJoint', definition, writeWheel)
  }

  /** A point of B stays on a curve. */
  createPathJoint(definition: PathJointDefinition): PathJoint {
    return this.joint('createPathJoint', definition, writePath)
  }

  /** A velocity or a pose to strive for. */
  createMotorJoint(definition: MotorDefinition): MotorJoint {
    return this.joint('createMotorJoint', definition, writeMotor)
  }

  /** Keeps the angle between two directions below a bound. */
  createConeLimitJoint(definition: ConeLimitDefinition): ConeLimitJoint {
    return this.joint('createConeLimitJoint', definition, writeConeLimit)
  }

  /** A shoulder or hip: a shared point, an oval of swing, a range of twist. */
  createSwingTwistJoint(definition: SwingTwistDefinition): SwingTwistJoint {
    return this.joint('createSwingTwistJoint', definition, writeSwingTwist)
  }

  /** Drags a point of a body towards a target. */
  createMouseJoint(definition: MouseDefinition): MouseJoint {
    return this.joint('createMouseJoint', definition, writeMouse)
  }

  /** Removes a joint. Removing it twice is harmless. */
  destroyJoint(joint: Joint): void {
    requireIdle(this.state, 'world.destroyJoint')
    if (!(joint instanceof Joint)) throw new PhysicsError('wrong-type', 'world.destroyJoint', joint, 'must be a joint of this world.')
    if (joint.world !== (this as unknown as World)) {
      throw new PhysicsError('foreign-handle', 'world.destroyJoint', joint.id, 'belongs to another world. Use the world that made it.')
    }
    if (!joint.isValid) return
    const row = requireRow(this.state.joints, joint.id, 'joint')
    destroyJointRow(this.state, row)
    this.jointCache.retire(row)
  }

  /** All joints, in the order of their rows. */
  get joints(): IterableIterator<Joint> {
    return this.iterateJoints()
  }

  get jointCount(): number {
    return this.state.globals.columns.jointCount[0]
  }

  /** The joints of a body. For the engine's own classes. */
  jointsOf(body: Body): Joint[] {
    const row = requireRow(this.state.bodies, body.id, 'body')
    const { alive, bodyA, bodyB } = this.state.joints.columns
    const found: Joint[] = []
    for (let j = 0; j < this.state.joints.count; j++) {
      if (alive[j] === 1 && (bodyA[j] === row || bodyB[j] === row)) found.push(this.jointCache.ofRow(j))
    }
    return found
  }

  protected override destroyJointsOfRow(body: number): void {
    destroyJointsOf(this.state, body, (row) => this.jointCache.retire(row))
  }

  private joint<Definition extends { userData?: unknown }, Handle extends Joint>(
    name: string, definition: Definition, write: (state: WorldState, definition: Definition) => number,
  ): Handle {
    requireIdle(this.state, `world.${name}`)
    const joint = this.jointCache.ofRow(write(this.state, definition)) as Handle
    joint.userData = definition.userData
    return joint
  }

  private makeJoint(id: number): Joint {
    const Class = this.classOf(id)
    return new Class(this as unknown as World, this.state, id)
  }

  private classOf(id: number): typeof Joint {
    const { state } = this
    const number = isCurrent(state.joints, id) ? state.joints.columns.kind[rowOfHandle(id)] : -1
    // Kinds of paths are made with the paths.
    const other = number >= 0 && state.jointKinds[number] instanceof PathKind ? PathJoint : CustomJoint
    return BUILT_IN_JOINTS[number]?.[1] ?? (number < 0 ? Joint : other)
  }

  private *iterateJoints(): IterableIterator<Joint> {
    // The table may grow or shrink between two joints.
    for (let row = 0; row < this.state.joints.count; row++) if (this.state.joints.columns.alive[row] === 1) yield this.jointCache.ofRow(row)
  }
}
