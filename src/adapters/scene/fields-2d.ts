/**
 * Fields of scene files in the plane: shapes, geometries, bodies, joints, characters. Cars of the plane are wheel joints: there are no vehicles.
 */

import {
  bodyFields, CHARACTER, CUSTOM, DRIVE, GENERIC_LIMIT, JOINT, LENGTH, PULL, ROPE, shapeFields, SLIDING, targetFields, TURNING, WHEEL, WORLD_OPTIONS,
} from './fields-common.ts'
import { BOOLEAN, choice, except, list, may, must, NUMBER, numbers, object, off, STRING, VEC2, type Fields, type Type } from './table.ts'

const ZERO = { x: 0, y: 0 }

export const WORLD_2D: Fields = { gravity: may(VEC2, 'm/s².', { x: 0, y: -9.81 }), ...WORLD_OPTIONS }

const SHAPE = shapeFields(VEC2, NUMBER, { vector: ZERO, rotation: 0 })
const POLYGON: Fields = { points: may(numbers(), 'x y in a row, m.') }
const ROUNDING = may(NUMBER, 'Rounds the corners by going this far out, m.', 0)

/** What shapes may share. */
export const GEOMETRIES_2D: Readonly<Record<string, Fields>> = { polygon: POLYGON }

export const SHAPES_2D: Readonly<Record<string, Fields>> = {
  circle: { radius: must(NUMBER, 'm.'), ...SHAPE },
  box: { halfExtents: must(VEC2, 'Half the lengths of the edges, m.'), radius: ROUNDING, ...SHAPE },
  capsule: { radius: must(NUMBER, 'm.'), halfLength: must(NUMBER, 'Half the distance of the caps’ centres, m; along y.'), ...SHAPE },
  ellipse: { radii: must(VEC2, 'm.'), ...SHAPE },
  polygon: { ...POLYGON, geometry: may(STRING, 'Name of a geometry of the file, instead of points.'), radius: ROUNDING, ...SHAPE },
  segment: { a: must(VEC2, 'One end, m.'), b: must(VEC2, 'The other end, m.'), ...SHAPE },
  // A segment by its middle, as the engine keeps it.
  link: {
    halfLength: must(NUMBER, 'm, along x.'),
    turnBefore: may(NUMBER, 'Tangent of half the angle by which the chain turns left from the link before; −1: it begins here.', -1),
    turnAfter: may(NUMBER, 'The same towards the next; −1: it ends here.', -1),
    side: may(choice('both', 'start', 'left'), 'both: alone; start: first of an open chain; left: a later one.', 'both'),
    ...SHAPE,
  },
  chain: { points: must(numbers(), 'x y in a row, m; solid on the left.'), loop: may(BOOLEAN, 'Join the last point to the first?', false), ...SHAPE },
  heightLine: { heights: must(numbers(undefined, true), 'm; null: a gap.'), width: must(NUMBER, 'Extent along x, m.'), ...SHAPE },
  tiles: { cells: must(numbers(), 'x y of filled squares in a row, whole numbers.'), cellSize: may(NUMBER, 'm.', 1), ...SHAPE },
}

export const BODY_2D: Fields = {
  ...bodyFields(VEC2, NUMBER, NUMBER, { vector: ZERO, rotation: 0, spin: 0 }),
  lockedAxes: may(
    object({ x: may(BOOLEAN, 'x?', false), y: may(BOOLEAN, 'y?', false), rotation: may(BOOLEAN, 'Turning?', false) }), 'What is held.',
    { x: false, y: false, rotation: false },
  ),
  inertia: may(NUMBER, 'kg m² about the centre of mass; from the shapes if left out.'),
}

const FRAME: Type = object({ position: may(VEC2, 'From the body’s origin, m.', ZERO), rotation: may(NUMBER, 'In the body, rad.', 0) })
const FRAMES: Fields = { frameA: may(FRAME, 'Frame on A, in its axes; x is the main axis.'), frameB: may(FRAME, 'Frame on B, in its axes.') }
const ANCHORED: Fields = { ...JOINT, anchor: may(VEC2, 'm, world space; instead of frames.'), ...FRAMES }
const AXIS: Fields = { ...ANCHORED, axis: may(VEC2, 'Main axis, world space; instead of frames.') }
const velocityMotor = (velocity: Type, most: string): Type => object({ velocity: must(velocity, 'm/s or rad/s.'), [most]: must(NUMBER, 'N or N m.') })

const CHIPMUNK: Fields = {
  ...except(JOINT, 'collideConnected', 'softness'),
  maxForce: may(NUMBER, 'N or N m.', Infinity),
  errorBias: may(NUMBER, 'Share of an error that is left after a second.'),
  maxBias: may(NUMBER, 'm/s or rad/s.', Infinity),
  collideBodies: may(BOOLEAN, 'Do the two bodies collide?', true),
}
const ENDS: Fields = { anchorA: may(VEC2, 'On A, its own axes, m.'), anchorB: may(VEC2, 'On B, its own axes, m.') }
const STRENGTH: Fields = { stiffness: must(NUMBER, 'N/m or N m/rad.'), damping: must(NUMBER, 'N s/m or N m s/rad.') }

export const JOINTS_2D: Readonly<Record<string, Fields>> = {
  hinge: { ...ANCHORED, ...TURNING },
  slider: { ...AXIS, ...SLIDING },
  fixed: ANCHORED,
  distance: { ...JOINT, anchorA: may(VEC2, 'm, world space.'), anchorB: may(VEC2, 'm, world space.'), ...FRAMES, ...LENGTH },
  wheel: { ...JOINT, anchor: may(VEC2, 'The hub, m, world space.'), suspensionAxis: may(VEC2, 'Fixed in A, world space.'), ...WHEEL },
  gear: {
    ...CHIPMUNK, ...ENDS, phase: may(NUMBER, 'rad; as the bodies stand if left out.'), ratio: must(NUMBER, 'Turns of A for one of B.'),
    frame: may(choice('world', 'axles'), 'What angles are told from.'),
  },
  pulley: {
    ...JOINT, groundA: must(VEC2, 'Wheel above A, m, world space.'), groundB: must(VEC2, 'Wheel above B, m, world space.'),
    anchorA: may(VEC2, 'm, world space.'), anchorB: may(VEC2, 'm, world space.'), ...ROPE,
  },
  generic: {
    ...AXIS, limits: may(list(object({ ...GENERIC_LIMIT, angular: may(BOOLEAN, 'Of the angle?') }), 6), 'What is not named is free.', []),
    drives: may(list(object(DRIVE), 3), 'At most one per axis.', []),
    friction: may(object({ linear: may(VEC2, 'N.', ZERO), angular: may(NUMBER, 'N m.', 0) }), 'Dry friction.', { linear: ZERO, angular: 0 }),
  },
  motor: {
    ...AXIS, linear: off(velocityMotor(VEC2, 'maxForce'), 'Drives the motion.'),
    angular: off(velocityMotor(NUMBER, 'maxTorque'), 'Drives the turning.'),
    target: off(object(targetFields(VEC2, NUMBER, NUMBER)), 'A pose to go to.'),
  },
  mouse: { ...except(JOINT, 'softness'), anchor: may(VEC2, 'm, world space.'), target: may(VEC2, 'm, world space.'), ...PULL },
  pin: { ...CHIPMUNK, ...ENDS, dist: may(NUMBER, 'm; as the points stand if left out.') },
  slide: { ...CHIPMUNK, ...ENDS, min: may(NUMBER, 'm.', 0), max: must(NUMBER, 'm.') },
  pivot: { ...CHIPMUNK, ...ENDS, pivot: may(VEC2, 'm, world space; instead of anchors.') },
  groove: { ...CHIPMUNK, grooveA: must(VEC2, 'On A, its own axes, m.'), grooveB: must(VEC2, 'On A, m.'),
  anchorB: may(VEC2, 'On B, its own axes, m.') },
  dampedSpring: { ...CHIPMUNK, ...ENDS, restLength: may(NUMBER, 'm; as the points stand if left out.'), ...STRENGTH },
  dampedRotarySpring: { ...CHIPMUNK, restAngle: may(NUMBER, 'rad; as the bodies stand if left out.'), ...STRENGTH },
  rotaryLimit: { ...CHIPMUNK, min: must(NUMBER, 'rad.'), max: must(NUMBER, 'rad.') },
  ratchet: { ...CHIPMUNK, phase: may(NUMBER, 'rad.', 0), ratchet: must(NUMBER, 'rad from tooth to tooth.') },
  simpleMotor: { ...CHIPMUNK, rate: must(NUMBER, 'rad/s.') },
  custom: { ...AXIS, ...CUSTOM },
}

export const CHARACTER_2D: Fields = {
  ...CHARACTER,
  position: may(VEC2, 'm.', ZERO), rotation: may(NUMBER, 'rad; turns y to up if left out.'), up: may(VEC2, 'Against gravity if left out.'),
  velocity: may(VEC2, 'm/s.', ZERO), move: may(VEC2, 'Wanted velocity over the ground, m/s.', ZERO),
}
