/**
 * Fields of scene files in space: shapes, geometries, bodies, joints, characters, vehicles.
 */

import {
  BODY_REF, bodyFields, CHARACTER, COMMENT, CUSTOM, DRIVE, FILTER, GENERIC_LIMIT, JOINT, LENGTH, LIMIT, materialFields, MODE, MOTOR, NAME, PULL,
  ROPE, shapeFields, SLIDING, SOFT, SOFT_LIMIT, SPRING, targetFields, TORQUE_MOTOR, TURNING, USER_DATA, WHEEL, WORLD_OPTIONS,
} from './fields-common.ts'
import {
  BOOLEAN, BYTES, choice, either, except, list, may, must, NUMBER, numbers, object, off, PAIR_YZ, QUAT, STRING, VEC3, type Fields, type Type,
} from './table.ts'

const ZERO = { x: 0, y: 0, z: 0 }
const UNTURNED = { x: 0, y: 0, z: 0, w: 1 }

export const WORLD_3D: Fields = { gravity: may(VEC3, 'm/s².', { x: 0, y: -9.81, z: 0 }), ...WORLD_OPTIONS }

const SHAPE = shapeFields(VEC3, QUAT, { vector: ZERO, rotation: UNTURNED })
const SURFACES = may(list(object(materialFields(VEC3)), 255), 'What the materials of triangles or cells stand for.')
const SIDES = may(choice('front', 'both'), 'Which sides of the triangles collide.', 'front')
const SCALE = may(either(NUMBER, VEC3), 'Factor of the geometry, for all axes or by axis; below 0 mirrors.', { x: 1, y: 1, z: 1 })
const GEOMETRY = may(STRING, 'Name of a geometry of the file, instead of what one is built from.')
const PACKED = may(BYTES, 'The geometry as it was built, base64; not used if what it was built from has changed.')

const HULL: Fields = { points: may(numbers(), 'x y z in a row, m.'), packed: PACKED }
const MESH: Fields = {
  positions: may(numbers(), 'x y z in a row, m.'),
  indices: may(numbers(), 'Three per triangle.'),
  materials: may(numbers(), 'One number per triangle, 0 … 254.'),
  weldTolerance: may(NUMBER, 'Vertices nearer than this become one, m.'),
  packed: PACKED,
}
const HEIGHT_FIELD: Fields = {
  heights: may(numbers(undefined, true), 'm, row by row; null: a hole.'),
  samplesX: may(NUMBER, 'Samples along x.'),
  samplesZ: may(NUMBER, 'Samples along z.'),
  sizeX: may(NUMBER, 'Extent along x, m.'),
  sizeZ: may(NUMBER, 'Extent along z, m.'),
  heightScale: may(NUMBER, 'Factor of the heights.'),
  order: may(choice('x-first', 'z-first'), 'Which index runs first.'),
  diagonal: may(choice('falling', 'rising'), 'How cells are cut into triangles.'),
  holes: may(numbers(), 'Cells left out.'),
  materials: may(numbers(), 'One number per cell, 0 … 254.'),
  packed: PACKED,
}
const VOXELS: Fields = {
  cells: may(numbers(), 'x y z of filled cells in a row, whole numbers.'),
  cellSize: may(NUMBER, 'm.'),
  materials: may(numbers(), 'One number per cell, 0 … 254; 255: the shape’s own surface.'),
  packed: PACKED,
}

/** What shapes may share. */
export const GEOMETRIES_3D: Readonly<Record<string, Fields>> = { hull: HULL, mesh: MESH, heightField: HEIGHT_FIELD, voxels: VOXELS }

const ENDS: Fields = {
  radius: may(NUMBER, 'm.'), radiusTop: may(NUMBER, 'At +y, m; as radius if left out.'),
  radiusBottom: may(NUMBER, 'At −y, m; as radius if left out.'),
}
const ROUNDING = may(NUMBER, 'Radius of rounded edges, m.', 0)

export const SHAPES_3D: Readonly<Record<string, Fields>> = {
  sphere: { radius: must(NUMBER, 'm.'), ...SHAPE },
  box: { halfExtents: must(VEC3, 'Half the lengths of the edges, m.'), rounding: ROUNDING, ...SHAPE },
  capsule: { ...ENDS, halfLength: must(NUMBER, 'Half the distance of the caps’ centres, m; along y.'), ...SHAPE },
  cylinder: { ...ENDS, halfHeight: must(NUMBER, 'm; along y.'), rounding: ROUNDING, ...SHAPE },
  cone: { radius: must(NUMBER, 'Of the base, m.'), halfHeight: must(NUMBER, 'm; the tip is at +y.'), ...SHAPE },
  ellipsoid: { radii: must(VEC3, 'm.'), ...SHAPE },
  plane: except(SHAPE, 'density'),
  hull: { ...HULL, geometry: GEOMETRY, scale: SCALE, rounding: ROUNDING, ...SHAPE },
  mesh: { ...MESH, geometry: GEOMETRY, scale: SCALE, sides: SIDES, surfaces: SURFACES, ...SHAPE },
  heightField: { ...HEIGHT_FIELD, geometry: GEOMETRY, scale: SCALE, sides: SIDES, surfaces: SURFACES, ...SHAPE },
  voxels: { ...VOXELS, geometry: GEOMETRY, scale: SCALE, surfaces: SURFACES, ...SHAPE },
}

const AXES: Type = object({ x: may(BOOLEAN, 'x?', false), y: may(BOOLEAN, 'y?', false), z: may(BOOLEAN, 'z?', false) })
const NO_AXES = { x: false, y: false, z: false }
const INERTIA: Type = object({
  xx: must(NUMBER, 'kg m².'), yy: must(NUMBER, 'kg m².'), zz: must(NUMBER, 'kg m².'), xy: must(NUMBER, 'kg m².'), xz: must(NUMBER, 'kg m².'),
  yz: must(NUMBER, 'kg m².'),
})

export const BODY_3D: Fields = {
  ...bodyFields(VEC3, QUAT, VEC3, { vector: ZERO, rotation: UNTURNED, spin: ZERO }),
  lockedAxes: may(
    object({ linear: may(AXES, 'May not move along.', NO_AXES), angular: may(AXES, 'May not turn about.', NO_AXES) }), 'Axes of the world.',
    { linear: NO_AXES, angular: NO_AXES },
  ),
  inertia: may(INERTIA, 'About the centre of mass, body axes; from the shapes if left out.'),
}

const FRAME: Type = object({ position: may(VEC3, 'From the body’s origin, m.', ZERO), rotation: may(QUAT, 'In the body.', UNTURNED) })
const FRAMES: Fields = { frameA: may(FRAME, 'Frame on A, in its axes; x is the main axis.'), frameB: may(FRAME, 'Frame on B, in its axes.') }
const ANCHORED: Fields = { ...JOINT, anchor: may(VEC3, 'm, world space; instead of frames.'), ...FRAMES }
const AXIS: Fields = { ...ANCHORED, axis: may(VEC3, 'Main axis, world space; instead of frames.') }
const PLANE_AXIS = may(VEC3, 'Direction across axis, world space; instead of frames.')
const TURNING_ONLY = except(JOINT, 'softness', 'breakForce')

const SWING: Type = object({
  cone: may(NUMBER, 'Half angle, rad.'), ellipse: may(PAIR_YZ, 'Half angles about y and z, rad.'),
  pyramid: may(PAIR_YZ, 'Half angles about y and z, rad.'), ...SOFT_LIMIT,
})
const MAX_TORQUE = may(NUMBER, 'N m.', Infinity)
const ORIENTATION_SPRING: Type = object({
  target: may(QUAT, 'Of frame B in frame A.', UNTURNED), targetVelocity: may(VEC3, 'rad/s.', ZERO), ...SOFT, mode: MODE, maxTorque: MAX_TORQUE,
})
const velocityMotor = (velocity: Type, most: string): Type =>
  object({ velocity: must(velocity, 'm/s or rad/s, axes of frame A.'), [most]: must(NUMBER, 'N or N m.') })

/** Screws, racks and pinions. */
const TRAVEL_AND_ANGLE: Fields = {
  travelLimit: off(LIMIT, 'm.'), travelMotor: off(MOTOR, 'Drives the travel.'), travelFriction: may(NUMBER, 'N.', 0),
  angleLimit: off(LIMIT, 'rad.'), angleMotor: off(TORQUE_MOTOR, 'Drives the angle.'), angleFriction: may(NUMBER, 'N m.', 0),
}
const FRICTION = may(NUMBER, 'Dry friction, N or N m.', 0)

export const JOINTS_3D: Readonly<Record<string, Fields>> = {
  ball: {
    ...AXIS, planeAxis: PLANE_AXIS, swingLimit: off(SWING, 'How far the axis may lean.'), twistLimit: off(LIMIT, 'rad.'),
    motor: off(velocityMotor(VEC3, 'maxTorque'), 'Drives the spin.'), spring: off(ORIENTATION_SPRING, 'Pulls to an orientation.'), friction: FRICTION,
  },
  hinge: { ...AXIS, ...TURNING, formulation: may(choice('axis', 'quaternion'), 'How the axes are held together.', 'axis') },
  twoPointHinge: { ...JOINT, first: must(VEC3, 'First bearing, m, world space.'), second: must(VEC3, 'Second bearing, m, world space.'), ...TURNING },
  slider: { ...AXIS, ...SLIDING },
  fixed: ANCHORED,
  distance: { ...JOINT, anchorA: may(VEC3, 'm, world space.'), anchorB: may(VEC3, 'm, world space.'), ...FRAMES, ...LENGTH },
  cylindrical: {
    ...AXIS, linearLimit: off(LIMIT, 'm.'), angularLimit: off(LIMIT, 'rad.'), linearMotor: off(MOTOR, 'Drives the travel.'),
    angularMotor: off(TORQUE_MOTOR, 'Drives the angle.'), linearSpring: off(SPRING, 'Of the travel.'), angularSpring: off(SPRING, 'Of the angle.'),
    linearFriction: FRICTION, angularFriction: FRICTION,
  },
  screw: { ...AXIS, pitch: must(NUMBER, 'm of travel per turn.'), ...TRAVEL_AND_ANGLE },
  universal: {
    ...ANCHORED, axisA: may(VEC3, 'Axis of the cross in A, world space.'), axisB: may(VEC3, 'Axis of the cross in B, world space.'),
    limitA: off(LIMIT, 'rad.'), motorA: off(TORQUE_MOTOR, 'About A’s axis.'), springA: off(SPRING, 'About A’s axis.'), frictionA: FRICTION,
    limitB: off(LIMIT, 'rad.'), motorB: off(TORQUE_MOTOR, 'About B’s axis.'), springB: off(SPRING, 'About B’s axis.'), frictionB: FRICTION,
  },
  constantVelocity: {
    ...AXIS, planeAxis: PLANE_AXIS, limit: off(SWING, 'How far the shafts may bend.'),
    spring: off(object({ target: may(PAIR_YZ, 'rad.', { y: 0, z: 0 }), ...SOFT, mode: MODE, maxTorque: MAX_TORQUE }), 'Pulls to a bend.'),
    motor: off(velocityMotor(PAIR_YZ, 'maxTorque'), 'Drives the bend.'), friction: FRICTION,
    formulation: may(choice('bisector', 'quaternion'), 'How turning alike is told.', 'bisector'),
  },
  wheel: {
    ...JOINT, anchor: may(VEC3, 'The hub, m, world space.'), suspensionAxis: may(VEC3, 'Fixed in A, world space.'),
    axleAxis: may(VEC3, 'Fixed in B, world space.'), ...WHEEL,
    steering: off(
      object({
        angle: may(NUMBER, 'rad.', 0), limit: may(NUMBER, 'rad to either side.'), maxTorque: MAX_TORQUE, hertz: may(NUMBER, 'Hz.', 10),
        dampingRatio: may(NUMBER, 'Ratio to critical damping.', 1),
      }),
      'Turns the wheel about the suspension axis.',
    ),
  },
  gear: {
    ...JOINT, axisA: may(VEC3, 'World space.'), axisB: may(VEC3, 'World space.'), ratio: must(NUMBER, 'Teeth of A to those of B.'),
    frame: may(choice('world', 'axles'), 'What angles are told from.'), anchorA: may(VEC3, 'A point of A’s axle, m, world space.'),
    anchorB: may(VEC3, 'A point of B’s axle, m, world space.'), limit: off(LIMIT, 'Of A’s angle, rad.'), motor: off(TORQUE_MOTOR, 'Drives A.'),
    friction: FRICTION,
  },
  rackAndPinion: {
    ...JOINT, axis: may(VEC3, 'Of the pinion, world space.'), direction: may(VEC3, 'Of the rack, world space.'),
    anchor: may(VEC3, 'Where the teeth push, m, world space.'), radius: must(NUMBER, 'm of travel per radian.'), ...TRAVEL_AND_ANGLE,
  },
  pulley: {
    ...JOINT, groundA: must(VEC3, 'Wheel above A, m, world space.'), groundB: must(VEC3, 'Wheel above B, m, world space.'),
    anchorA: may(VEC3, 'm, world space.'), anchorB: may(VEC3, 'm, world space.'), ...ROPE,
  },
  path: {
    ...JOINT,
    path: must(
      object({ points: must(numbers(30_000), 'x y z in a row, m, in A’s axes.'), closed: may(BOOLEAN, 'Closed?', false),
      up: may(VEC3, 'Up at the start.') }),
      'The curve.',
    ),
    anchor: may(VEC3, 'Point of B, m, world space.'),
    orientation: may(choice('free', 'tangent', 'fixed'), 'How B turns on it.', 'free'), ...SLIDING,
    // Left out, it is the whole path; null cannot be told from that.
    limit: may(LIMIT, 'Range of the distance, m; the whole path if left out.'),
  },
  swingTwist: {
    ...AXIS, planeAxis: PLANE_AXIS, swingY: may(NUMBER, 'rad.'), swingZ: may(NUMBER, 'rad.'), twistLower: may(NUMBER, 'rad.'),
    twistUpper: may(NUMBER, 'rad.'), limitSoftness: off(object(SOFT_LIMIT), 'How the limits give way.'), friction: FRICTION,
    drive: off(ORIENTATION_SPRING, 'Pulls to a pose.'),
  },
  coneLimit: {
    ...TURNING_ONLY, angle: must(NUMBER, 'Largest angle, rad.'), ...SOFT_LIMIT, axis: may(VEC3, 'World space.'), axisA: may(VEC3, 'In A’s axes.'),
    axisB: may(VEC3, 'In B’s axes.'), ...FRAMES,
  },
  wedgeLimit: {
    ...TURNING_ONLY, axis: may(VEC3, 'World space.'), direction: may(VEC3, 'Of B, world space.'), ...FRAMES,
    limit: { type: LIMIT, about: 'Azimuths, rad; null: none.', required: true, nullable: true },
  },
  angularLimit: { ...TURNING_ONLY, axis: may(VEC3, 'World space.'), ...FRAMES, ...TURNING },
  orientationLock: { ...JOINT, rotation: may(QUAT, 'Of B as seen from A; as the bodies stand if left out.') },
  generic: {
    ...AXIS, limits: may(list(object({ ...GENERIC_LIMIT, angularAxes: may(numbers(3), 'Axes of frame A, 0 to 2.') }), 12),
      'What is not named is free.', []),
    drives: may(list(object(DRIVE), 6), 'At most one per axis.', []),
    friction: may(
      object({ linear: may(VEC3, 'N.', ZERO), angular: may(VEC3, 'N m.', ZERO) }), 'Dry friction by axis.', { linear: ZERO, angular: ZERO },
    ),
  },
  motor: {
    ...AXIS, linear: off(velocityMotor(VEC3, 'maxForce'), 'Drives the motion.'),
    angular: off(velocityMotor(VEC3, 'maxTorque'), 'Drives the turning.'),
    target: off(object(targetFields(VEC3, QUAT, VEC3)), 'A pose to go to.'),
  },
  mouse: { ...except(JOINT, 'softness'), anchor: may(VEC3, 'm, world space.'), target: may(VEC3, 'm, world space.'), ...PULL },
  custom: { ...AXIS, ...CUSTOM },
}

export const CHARACTER_3D: Fields = {
  ...CHARACTER,
  position: may(VEC3, 'm.', ZERO), rotation: may(QUAT, 'Turns y to up if left out.'), up: may(VEC3, 'Against gravity if left out.'),
  velocity: may(VEC3, 'm/s.', ZERO), move: may(VEC3, 'Wanted velocity over the ground, m/s.', ZERO),
}

const CURVE = may(list(object({ slip: must(NUMBER, 'Ratio, or rad.'), friction: must(NUMBER, 'Factor.') }), 16), 'Slips ascending.')
const WHEELS = must(numbers(2), 'Indices of wheels.')

/** Every field of a vehicle and of its parts. */
export const VEHICLE_3D: Fields = {
  name: NAME,
  chassis: must(BODY_REF, 'The body that the wheels carry.'),
  wheels: must(
    list(
      object({
        position: must(VEC3, 'Where its suspension begins, in the chassis, m.'), direction: may(VEC3, 'Which way it goes; against up if left out.'),
        radius: may(NUMBER, 'm.', 0.35), width: may(NUMBER, 'm.', 0.2), mass: may(NUMBER, 'kg; for the inertia alone.'),
        inertia: may(NUMBER, 'kg m².'),
        suspension: may(
          object({
            min: may(NUMBER, 'm.', 0), max: may(NUMBER, 'm.', 0.3), preload: may(NUMBER, 'm.', 0), hertz: may(NUMBER, 'Hz.'),
            dampingRatio: may(NUMBER, 'Ratio to critical damping.'), stiffness: may(NUMBER, 'N/m.'), damping: may(NUMBER, 'N s/m.'),
          }),
          'Spring, damper and stops.',
        ),
        friction: may(NUMBER, 'Of the tyre.', 1), longitudinalCurve: CURVE, lateralCurve: CURVE, rollingResistance: may(NUMBER, 'A number.', 0),
        maxSteer: may(NUMBER, 'rad.', 0), brakeTorque: may(NUMBER, 'N m.', 3000), handBrakeTorque: may(NUMBER, 'N m.', 0),
        driveTorque: may(NUMBER, 'N m.', 0), angularVelocity: may(NUMBER, 'rad/s.', 0),
      }),
      16,
    ),
    'The wheels.',
  ),
  forward: may(VEC3, 'In the chassis.', { x: 0, y: 0, z: 1 }),
  up: may(VEC3, 'In the chassis.', { x: 0, y: 1, z: 0 }),
  tester: may(choice('ray', 'sphere', 'cylinder'), 'How wheels look for ground.', 'ray'),
  filter: may(object(FILTER), 'What the wheels stand on; everything if left out.'),
  ignore: may(list(BODY_REF, 8), 'Bodies that wheels do not see.', []),
  antiRollBars: may(list(object({ wheels: WHEELS, stiffness: may(NUMBER, 'N/m.', 10000) }), 8), 'Anti-roll bars.', []),
  ackermann: may(NUMBER, '0 … 1.', 1),
  engine: may(
    object({
      torqueCurve: may(list(object({ rpm: must(NUMBER, '1/min.'), torque: must(NUMBER, 'N m.') }), 16), 'rpm ascending.'),
      idleRpm: may(NUMBER, '1/min.'),
      maxRpm: may(NUMBER, '1/min.'), inertia: may(NUMBER, 'kg m².'), brakeTorque: may(NUMBER, 'N m.'),
    }),
    'What drives it.',
  ),
  clutch: may(object({ torque: may(NUMBER, 'N m.'), engageRpm: may(NUMBER, '1/min.') }), 'Between engine and gearbox.'),
  gearbox: may(
    object({
      automatic: may(BOOLEAN, 'Changes gears by itself?'), ratios: may(numbers(16), 'First gear first.'), reverseRatios: may(numbers(4), 'Above 0.'),
      shiftUpRpm: may(NUMBER, '1/min.'), shiftDownRpm: may(NUMBER, '1/min.'), switchTime: may(NUMBER, 's.'),
    }),
    'The gearbox.',
  ),
  differentials: may(
    list(
      object({
        wheels: WHEELS, ratio: may(NUMBER, 'Turns of the shaft per turn of the wheels.'), split: may(NUMBER, '0 … 1.', 0.5),
        lock: may(NUMBER, 'N m.', 0),
        torqueShare: may(NUMBER, 'Relative to the others.', 1),
      }),
      8,
    ),
    'What the engine drives.', [],
  ),
  centerLock: may(NUMBER, 'N m.', 0),
  throttle: may(NUMBER, '0 … 1.', 0), brake: may(NUMBER, '0 … 1.', 0), handBrake: may(NUMBER, '0 … 1.', 0), steering: may(NUMBER, '−1 … 1.', 0),
  clutchPedal: may(NUMBER, '0 … 1.', 0), gear: may(NUMBER, 'Below 0: reverse.'),
  comment: COMMENT,
  userData: USER_DATA,
}

