/**
 * Scene files in space: how bodies, joints and the world itself are told. Shapes are in `shapes-3d.ts`, vehicles in `vehicles-3d.ts`.
 */

import { GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS } from '../../common/store/column-codes.ts'
import type { Body } from '../../d3/api/body.ts'
import { World } from '../../d3/api/world.ts'
import { readCoordinates } from '../../d3/joints/joint-definition.ts'
import { AngularLimitJoint } from '../../d3/joints/kinds/angular-limit-joint.ts'
import { BallJoint } from '../../d3/joints/kinds/ball-joint.ts'
import { ConeLimitJoint } from '../../d3/joints/kinds/cone-limit-joint.ts'
import { ConstantVelocityJoint } from '../../d3/joints/kinds/constant-velocity-joint.ts'
import { CustomJoint } from '../../d3/joints/kinds/custom-joint.ts'
import { CylindricalJoint } from '../../d3/joints/kinds/cylindrical-joint.ts'
import { DistanceJoint } from '../../d3/joints/kinds/distance-joint.ts'
import { FixedJoint } from '../../d3/joints/kinds/fixed-joint.ts'
import { GearJoint } from '../../d3/joints/kinds/gear-joint.ts'
import { GenericJoint } from '../../d3/joints/kinds/generic-joint.ts'
import { HingeJoint } from '../../d3/joints/kinds/hinge-joint.ts'
import { MotorJoint } from '../../d3/joints/kinds/motor-joint.ts'
import { MouseJoint } from '../../d3/joints/kinds/mouse-joint.ts'
import { OrientationLockJoint } from '../../d3/joints/kinds/orientation-lock-joint.ts'
import { PathJoint } from '../../d3/joints/kinds/path-joint.ts'
import type { Path } from '../../d3/joints/kinds/path.ts'
import { PulleyJoint } from '../../d3/joints/kinds/pulley-joint.ts'
import { RackAndPinionJoint } from '../../d3/joints/kinds/rack-and-pinion-joint.ts'
import { ScrewJoint } from '../../d3/joints/kinds/screw-joint.ts'
import { SliderJoint } from '../../d3/joints/kinds/slider-joint.ts'
import { SwingTwistJoint } from '../../d3/joints/kinds/swing-twist-joint.ts'
import { TwoPointHingeJoint } from '../../d3/joints/kinds/two-point-hinge-joint.ts'
import { UniversalJoint } from '../../d3/joints/kinds/universal-joint.ts'
import { WedgeLimitJoint } from '../../d3/joints/kinds/wedge-limit-joint.ts'
import { WheelJoint } from '../../d3/joints/kinds/wheel-joint.ts'
import { WorldKind } from '../../d3/joints/world-kind.ts'
import { quatConjugate, quatMultiply, quatRotate } from '../../d3/math/quaternion.ts'
import type { Quat, Vec3 } from '../../d3/math/types.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN } from '../../d3/store/joint-table.ts'
import type { WorldState } from '../../d3/store/world-state.ts'
import { GEAR_ROWS } from '../shared/gear-rows.ts'
import { undo, type AnyBody, type AnyState, type AnyThing, type AnyWorld, type Dimension, type JointKindSpec } from './dimension.ts'
import { BODY_3D, CHARACTER_3D, GEOMETRIES_3D, JOINTS_3D, SHAPES_3D, VEHICLE_3D, WORLD_3D } from './fields-3d.ts'
import { customPlace, distancePlace, withMoves } from './joint-places.ts'
import { MOVES_3D, readPlacement3 } from './placement-3d.ts'
import { describeExactly, describeShape, makeGeometry, makeShape } from './shapes-3d.ts'
import { describeVehicle, makeVehicle } from './vehicles-3d.ts'
import { HeightField } from '../../d3/geometry/height-field/height-field.ts'
import { TriangleMesh } from '../../d3/geometry/mesh/triangle-mesh.ts'
import { Voxels } from '../../d3/geometry/voxels/voxels.ts'

type Values = Record<string, unknown>

function vectorAt(data: Float64Array, o: number): Vec3 {
  return { x: data[o]!, y: data[o + 1]!, z: data[o + 2]! }
}

/** Undefined where a kind leaves a frame empty. */
function frameAt(data: Float64Array, anchor: number, frame: number): Values {
  const rotation = { ...vectorAt(data, frame), w: data[frame + 3]! }
  const empty = rotation.x === 0 && rotation.y === 0 && rotation.z === 0 && rotation.w === 0
  return empty ? { position: vectorAt(data, anchor) } : { position: vectorAt(data, anchor), rotation }
}

function frames(_joint: AnyThing, state: AnyState, row: number): Values {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  return { frameA: frameAt(data!, o + ANCHOR_A, o + FRAME_A), frameB: frameAt(data!, o + ANCHOR_B, o + FRAME_B) }
}

const turned = new Float64Array(3)

/** An axis of a rotation. */
function axisOf({ x, y, z, w }: Quat, axis: readonly [number, number, number]): Vec3 {
  quatRotate(Float64Array.of(x, y, z, w), 0, axis[0], axis[1], axis[2], turned, 0)
  return vectorAt(turned, 0)
}

const X = [1, 0, 0] as const
const Y = [0, 1, 0] as const

interface Placed {
  readonly rotationA: Quat
  readonly rotationB: Quat
  readonly anchorA: Vec3
  readonly anchorB: Vec3
}

function placed(joint: AnyThing): Placed {
  return joint as unknown as Placed
}

/** The axle of a wheel at right angles to its suspension, which the joint itself holds only as well as it can. */
function wheelPlace(joint: AnyThing): Values {
  const { rotationA, rotationB, anchorA } = placed(joint)
  const up = axisOf(rotationA, X)
  const axle = axisOf(rotationB, Y)
  const along = up.x * axle.x + up.y * axle.y + up.z * axle.z
  const square = Math.abs(along) < 0.05 ? axle : axisOf(rotationA, Y)
  return { anchor: anchorA, suspensionAxis: up, axleAxis: square }
}

function pathPlace(joint: AnyThing): Values {
  const { path, limit } = joint as unknown as PathJoint
  const { source, closed, length } = path as Path
  const bare = limit !== null && limit.restitution === 0 && Object.keys(limit).length === 3
  const whole = limit === null || (bare && !closed && limit.lower === 0 && limit.upper === length)
  const up = source[1] === 1 ? { up: vectorAt(source, 2) } : {}
  return { path: { points: source.subarray(5), closed, ...up }, anchor: placed(joint).anchorB, limit: whole ? undefined : limit }
}

function lockPlace(_joint: AnyThing, state: AnyState, row: number): Values {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  const inverse = new Float64Array(4)
  const relative = new Float64Array(4)
  quatConjugate(data!, o + FRAME_B, inverse, 0)
  quatMultiply(data!, o + FRAME_A, inverse, 0, relative, 0)
  return { rotation: { ...vectorAt(relative, 0), w: relative[3]! } }
}

function spec(create: string, handle: object, place: JointKindSpec['place'] = frames, derived: boolean = false): JointKindSpec {
  return { create, handle, place, derived }
}

const JOINT_KINDS: Readonly<Record<string, JointKindSpec>> = {
  ball: spec('createBallJoint', BallJoint),
  hinge: spec('createHingeJoint', HingeJoint),
  twoPointHinge: spec('createTwoPointHingeJoint', TwoPointHingeJoint, (joint) => ({ first: placed(joint).anchorA, second: joint.secondPoint })),
  slider: spec('createSliderJoint', SliderJoint),
  fixed: spec('createFixedJoint', FixedJoint),
  distance: spec('createDistanceJoint', DistanceJoint, (joint, state, row) => ({
    ...frames(joint, state, row), anchorA: undefined, anchorB: undefined, ...distancePlace(joint),
  })),
  cylindrical: spec('createCylindricalJoint', CylindricalJoint),
  screw: spec('createScrewJoint', ScrewJoint),
  universal: spec('createUniversalJoint', UniversalJoint),
  constantVelocity: spec('createConstantVelocityJoint', ConstantVelocityJoint),
  wheel: spec('createWheelJoint', WheelJoint, wheelPlace),
  gear: spec('createGearJoint', GearJoint, (joint) => ({
    axisA: axisOf(placed(joint).rotationA, X), axisB: axisOf(placed(joint).rotationB, X), anchorA: placed(joint).anchorA,
    anchorB: placed(joint).anchorB,
  })),
  rackAndPinion: spec('createRackAndPinionJoint', RackAndPinionJoint, (joint, state, row) => ({
    axis: axisOf(placed(joint).rotationA, X), direction: vectorAt(state.joints.columns.data!, row * DATA_SIZE + OWN + 4),
    anchor: placed(joint).anchorB,
  })),
  pulley: spec('createPulleyJoint', PulleyJoint, (joint) => ({ anchorA: placed(joint).anchorA, anchorB: placed(joint).anchorB })),
  path: spec('createPathJoint', PathJoint, pathPlace),
  swingTwist: spec('createSwingTwistJoint', SwingTwistJoint),
  coneLimit: spec('createConeLimitJoint', ConeLimitJoint, (joint, state, row) => {
    // A bound that is off is kept by its last numbers.
    const bound = (joint as unknown as ConeLimitJoint).bound ?? { angle: Math.PI }
    return { ...frames(joint, state, row), ...bound }
  }),
  wedgeLimit: spec('createWedgeLimitJoint', WedgeLimitJoint),
  angularLimit: spec('createAngularLimitJoint', AngularLimitJoint),
  orientationLock: spec('createOrientationLockJoint', OrientationLockJoint, lockPlace),
  // Its own numbers are read off its limits, and count other numbers.
  generic: spec('createGenericJoint', GenericJoint, frames, true),
  motor: spec('createMotorJoint', MotorJoint),
  mouse: spec('createMouseJoint', MouseJoint, (joint) => ({ anchor: placed(joint).anchorB })),
  custom: spec('', CustomJoint, (joint, state, row) => ({ ...frames(joint, state, row), ...customPlace(joint) })),
}

const offset = new Float64Array(3)

/** The origin from which the engine computes exactly the same centre of mass. */
function originOf(state: WorldState, row: number): Vec3 {
  const { x, q, localCenter } = state.bodies.columns
  const o = row * 3
  if (localCenter[o] === 0 && localCenter[o + 1] === 0 && localCenter[o + 2] === 0) return vectorAt(x, o)
  quatRotate(q, row * 4, localCenter[o]!, localCenter[o + 1]!, localCenter[o + 2]!, offset, 0)
  const [a, b, c] = [0, 1, 2].map((k) => {
    const moved = offset[k]!
    return undo(x[o + k]!, x[o + k]! - moved, (place) => place + moved)
  })
  return { x: a!, y: b!, z: c! }
}

function describeBody(any: AnyBody, state: AnyState, row: number): Values {
  const body = any as unknown as Body
  const bodies = (state as unknown as WorldState).bodies.columns
  const flags = bodies.flags[row]!
  return {
    position: originOf(state as unknown as WorldState, row),
    rotation: body.rotation, linearVelocity: body.linearVelocity, angularVelocity: body.angularVelocity,
    mass: (flags & GIVEN_MASS) !== 0 ? bodies.mass[row] : undefined,
    centerOfMass: (flags & GIVEN_CENTER) !== 0 ? body.localCenterOfMass : undefined,
    inertia: (flags & GIVEN_INERTIA) !== 0 ? body.getInertia() : undefined,
    lockedAxes: body.lockedAxes,
  }
}

/** Square of a quaternion's length may miss 1 by this, as in snapshots. */
const UNIT_TOLERANCE = 1e-3

function isFrame(q: Float64Array, o: number): boolean {
  const square = q[o]! * q[o]! + q[o + 1]! * q[o + 1]! + q[o + 2]! * q[o + 2]! + q[o + 3]! * q[o + 3]!
  return square === 0 || Math.abs(square - 1) <= UNIT_TOLERANCE
}

export const SPACE: Dimension = {
  dimension: 3,
  world: WORLD_3D,
  body: BODY_3D,
  shapes: SHAPES_3D,
  geometries: GEOMETRIES_3D,
  joints: JOINTS_3D,
  character: CHARACTER_3D,
  vehicle: VEHICLE_3D,
  jointKinds: withMoves(JOINT_KINDS, MOVES_3D),
  ownNumbers: OWN,
  atRest: { vector: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 }, spin: { x: 0, y: 0, z: 0 } },
  readPlacement: readPlacement3,
  makeWorld: (options) => new World(options) as unknown as AnyWorld,
  isWorld: (value) => value instanceof World,
  describeWorld(any) {
    const world = any as unknown as World
    const { gravity, substeps, sleeping, continuous, fixedStep } = world
    return { gravity, substeps, sleeping, continuous, fixedStep, maxStepsPerAdvance: world['fixedSteps'].stepsPerAdvance }
  },
  makeGeometry,
  describeGeometry: describeExactly,
  isLarge: (geometry) => geometry instanceof TriangleMesh || geometry instanceof HeightField || geometry instanceof Voxels,
  makeShapes: makeShape,
  describeShape,
  describeBody,
  areFrames: (data, at) => isFrame(data, at + FRAME_A) && isFrame(data, at + FRAME_B),
  measureJoint: (state, row) => readCoordinates(state as unknown as WorldState, row),
  makeVehicle,
  describeVehicle,
  ownTypes: GEAR_ROWS,
  typeOf: (kind) => (kind instanceof WorldKind ? kind.type : null),
}
