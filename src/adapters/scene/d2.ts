/**
 * Scene files in the plane: how bodies, joints and the world itself are told. Shapes are in `shapes-2d.ts`.
 */

import { PhysicsError } from '../../common/errors.ts'
import { cos, sin } from '../../common/math/deterministic-math.ts'
import { GIVEN_CENTER, GIVEN_INERTIA, GIVEN_MASS } from '../../common/store/column-codes.ts'
import type { Body } from '../../d2/api/body.ts'
import { World } from '../../d2/api/world.ts'
import { readCoordinates } from '../../d2/joints/joint-definition.ts'
import { CustomJoint } from '../../d2/joints/kinds/custom-joint.ts'
import { DampedRotarySpring } from '../../d2/joints/kinds/damped-rotary-spring.ts'
import { DampedSpring } from '../../d2/joints/kinds/damped-spring.ts'
import { DistanceJoint } from '../../d2/joints/kinds/distance-joint.ts'
import { FixedJoint } from '../../d2/joints/kinds/fixed-joint.ts'
import { GearJoint } from '../../d2/joints/kinds/gear-joint.ts'
import { GenericJoint } from '../../d2/joints/kinds/generic-joint.ts'
import { GrooveJoint } from '../../d2/joints/kinds/groove-joint.ts'
import { HingeJoint } from '../../d2/joints/kinds/hinge-joint.ts'
import { MotorJoint } from '../../d2/joints/kinds/motor-joint.ts'
import { MouseJoint } from '../../d2/joints/kinds/mouse-joint.ts'
import { PinJoint } from '../../d2/joints/kinds/pin-joint.ts'
import { PivotJoint } from '../../d2/joints/kinds/pivot-joint.ts'
import { PulleyJoint } from '../../d2/joints/kinds/pulley-joint.ts'
import { RatchetJoint } from '../../d2/joints/kinds/ratchet-joint.ts'
import { RotaryLimitJoint } from '../../d2/joints/kinds/rotary-limit-joint.ts'
import { SimpleMotor } from '../../d2/joints/kinds/simple-motor.ts'
import { SlideJoint } from '../../d2/joints/kinds/slide-joint.ts'
import { SliderJoint } from '../../d2/joints/kinds/slider-joint.ts'
import { WheelJoint } from '../../d2/joints/kinds/wheel-joint.ts'
import { WorldKind } from '../../d2/joints/world-kind.ts'
import { rotate } from '../../d2/math/rotation.ts'
import type { Vec2 } from '../../d2/math/types.ts'
import { ANCHOR_A, ANCHOR_B, DATA_SIZE, FRAME_A, FRAME_B, OWN, UPPER } from '../../d2/store/joint-table.ts'
import type { WorldState } from '../../d2/store/world-state.ts'
import { undo, type AnyBody, type AnyState, type AnyThing, type AnyWorld, type Dimension, type JointKindSpec } from './dimension.ts'
import { BODY_2D, CHARACTER_2D, GEOMETRIES_2D, JOINTS_2D, SHAPES_2D, WORLD_2D } from './fields-2d.ts'
import { customPlace, distancePlace, withMoves } from './joint-places.ts'
import { MOVES_2D, readPlacement2 } from './placement-2d.ts'
import { describeGeometry, describeShape, makeGeometry, makeShapes } from './shapes-2d.ts'

type Values = Record<string, unknown>

function vectorAt(data: Float64Array, o: number): Vec2 {
  return { x: data[o]!, y: data[o + 1]! }
}

function frames(_joint: AnyThing, state: AnyState, row: number): Values {
  const { data } = state.joints.columns
  const o = row * DATA_SIZE
  return {
    frameA: { position: vectorAt(data!, o + ANCHOR_A), rotation: data![o + FRAME_A] },
    frameB: { position: vectorAt(data!, o + ANCHOR_B), rotation: data![o + FRAME_B] },
  }
}

/** Anchors in the bodies' own axes, as joints with names of Chipmunk have them. */
function ends(_joint: AnyThing, state: AnyState, row: number): Values {
  const { data } = state.joints.columns
  return { anchorA: vectorAt(data!, row * DATA_SIZE + ANCHOR_A), anchorB: vectorAt(data!, row * DATA_SIZE + ANCHOR_B) }
}

function groovePlace(joint: AnyThing, state: AnyState, row: number): Values {
  const { data, features } = state.joints.columns
  const { anchorA, anchorB } = ends(joint, state, row) as { anchorA: Vec2; anchorB: Vec2 }
  const angle = data![row * DATA_SIZE + FRAME_A]!
  const length = features![row * state.joints.schema.features!.width + UPPER]!
  return { grooveA: anchorA, grooveB: { x: anchorA.x + length * cos(angle), y: anchorA.y + length * sin(angle) }, anchorB }
}

interface Placed {
  readonly rotationA: number
  readonly anchorA: Vec2
  readonly anchorB: Vec2
}

function placed(joint: AnyThing): Placed {
  return joint as unknown as Placed
}

function spec(create: string, handle: object, place: JointKindSpec['place'], derived: boolean = false): JointKindSpec {
  return { create, handle, place, derived }
}

/** errorBias is null where it is left out. */
function chipmunk(create: string, handle: object, place: JointKindSpec['place'] = () => ({})): JointKindSpec {
  return spec(create, handle, (joint, state, row) => ({ errorBias: joint.errorBias ?? undefined, ...place(joint, state, row) }))
}

const JOINT_KINDS: Readonly<Record<string, JointKindSpec>> = {
  hinge: spec('createHingeJoint', HingeJoint, frames),
  slider: spec('createSliderJoint', SliderJoint, frames),
  fixed: spec('createFixedJoint', FixedJoint, frames),
  distance: spec('createDistanceJoint', DistanceJoint, (joint, state, row) => ({
    ...frames(joint, state, row), anchorA: undefined, anchorB: undefined, ...distancePlace(joint),
  })),
  wheel: spec('createWheelJoint', WheelJoint, (joint) => {
    const { rotationA, anchorA } = placed(joint)
    return { anchor: anchorA, suspensionAxis: { x: cos(rotationA), y: sin(rotationA) } }
  }),
  gear: chipmunk('createGearJoint', GearJoint, ends),
  pulley: spec('createPulleyJoint', PulleyJoint, (joint) => ({ anchorA: placed(joint).anchorA, anchorB: placed(joint).anchorB })),
  // Its own numbers are read off its limits.
  generic: spec('createGenericJoint', GenericJoint, frames, true),
  motor: spec('createMotorJoint', MotorJoint, frames),
  mouse: spec('createMouseJoint', MouseJoint, (joint) => ({ anchor: placed(joint).anchorB })),
  pin: chipmunk('createPinJoint', PinJoint, ends),
  slide: chipmunk('createSlideJoint', SlideJoint, ends),
  pivot: chipmunk('createPivotJoint', PivotJoint, ends),
  groove: chipmunk('createGrooveJoint', GrooveJoint, groovePlace),
  dampedSpring: chipmunk('createDampedSpring', DampedSpring, ends),
  dampedRotarySpring: chipmunk('createDampedRotarySpring', DampedRotarySpring),
  rotaryLimit: chipmunk('createRotaryLimitJoint', RotaryLimitJoint),
  ratchet: chipmunk('createRatchetJoint', RatchetJoint),
  simpleMotor: chipmunk('createSimpleMotor', SimpleMotor),
  custom: spec('', CustomJoint, (joint, state, row) => ({ ...frames(joint, state, row), ...customPlace(joint) })),
}

const offset = new Float64Array(2)

/** The origin from which the engine computes exactly the same centre of mass. */
function originOf(state: WorldState, row: number): Vec2 {
  const { x, rotation, localCenter } = state.bodies.columns
  const o = row * 2
  if (localCenter[o] === 0 && localCenter[o + 1] === 0) return vectorAt(x, o)
  rotate(rotation, o, localCenter[o]!, localCenter[o + 1]!, offset, 0)
  const [a, b] = [0, 1].map((k) => {
    const moved = offset[k]!
    return undo(x[o + k]!, x[o + k]! - moved, (place) => place + moved)
  })
  return { x: a!, y: b! }
}

function describeBody(any: AnyBody, state: AnyState, row: number): Values {
  const body = any as unknown as Body
  const bodies = (state as unknown as WorldState).bodies.columns
  const flags = bodies.flags[row]!
  return {
    position: originOf(state as unknown as WorldState, row),
    rotation: bodies.angle[row], linearVelocity: body.linearVelocity, angularVelocity: body.angularVelocity,
    mass: (flags & GIVEN_MASS) !== 0 ? bodies.mass[row] : undefined,
    centerOfMass: (flags & GIVEN_CENTER) !== 0 ? body.localCenterOfMass : undefined,
    inertia: (flags & GIVEN_INERTIA) !== 0 ? bodies.inertia[row] : undefined,
    lockedAxes: body.lockedAxes,
  }
}

export const PLANE: Dimension = {
  dimension: 2,
  world: WORLD_2D,
  body: BODY_2D,
  shapes: SHAPES_2D,
  geometries: GEOMETRIES_2D,
  joints: JOINTS_2D,
  character: CHARACTER_2D,
  vehicle: null,
  jointKinds: withMoves(JOINT_KINDS, MOVES_2D),
  ownNumbers: OWN,
  atRest: { vector: { x: 0, y: 0 }, rotation: 0, spin: 0 },
  readPlacement: readPlacement2,
  makeWorld: (options) => new World(options) as unknown as AnyWorld,
  isWorld: (value) => value instanceof World,
  describeWorld(any) {
    const world = any as unknown as World
    const { gravity, substeps, sleeping, continuous, fixedStep } = world
    return { gravity, substeps, sleeping, continuous, fixedStep, maxStepsPerAdvance: world['fixedSteps'].stepsPerAdvance }
  },
  makeGeometry,
  describeGeometry,
  isLarge: () => false,
  makeShapes,
  describeShape,
  describeBody,
  areFrames: () => true,
  measureJoint: (state, row) => readCoordinates(state as unknown as WorldState, row),
  makeVehicle() {
    throw new PhysicsError('unknown-option', 'vehicles', undefined, 'are of three dimensions. A car of the plane is wheel joints.')
  },
  describeVehicle: () => ({}),
  ownTypes: [],
  typeOf: (kind) => (kind instanceof WorldKind ? kind.type : null),
}
