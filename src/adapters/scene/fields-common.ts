/**
 * Fields of scene files that both dimensions have: materials, filters, features of joints, bodies and characters but for their places.
 */

import {
  BOOLEAN, choice, either, JSON_VALUE, list, may, must, NUMBER, numbers, object, off, onOrNull, STRING, type Field, type Fields, type Type,
} from './table.ts'

/** Shapes of a body, and things of one kind in a file: far more than a world takes in a step, far less than memory. */
export const MOST_THINGS = 1_000_000

const COMBINE = choice('average', 'geometric', 'min', 'max', 'multiply')

export const NAME: Field = may(STRING, 'By which other things of the file, and loadScene, refer to it; any text, once in its list.')
export const COMMENT: Field = may(STRING, 'For people; not kept.')
export const USER_DATA: Field = may(JSON_VALUE, 'Anything that JSON can hold; the engine does not look at it.')

/** A body, by its name or its index in `bodies`. */
export const BODY_REF: Type = either(STRING, NUMBER)

export const FILTER: Fields = {
  category: may(NUMBER, 'Bits that this shape is.', 1),
  mask: may(NUMBER, 'Bits that it collides with.', 0xffffffff),
  group: may(NUMBER, 'Shapes of one group never collide if it is below 0, always if it is above.', 0),
}

/** Material of a shape or of some of its triangles. */
export function materialFields(vector: Type): Fields {
  return {
    friction: may(NUMBER, "Coulomb's coefficient."),
    staticFriction: may(NUMBER, 'Coefficient of surfaces that do not slide yet.'),
    restitution: may(NUMBER, 'Share of the speed kept in a bounce, 0 … 1.'),
    rollingResistance: may(NUMBER, 'm: torque = this × normal force.'),
    surfaceVelocity: may(vector, 'Velocity of the surface over the body, body axes, m/s.'),
    frictionCombine: may(COMBINE, 'How the friction of two surfaces becomes the contact’s.'),
    restitutionCombine: may(COMBINE, 'How the restitution of two surfaces becomes the contact’s.'),
  }
}

/** What every shape has. `zero`: the vector 0 and the rotation 0. */
export function shapeFields(vector: Type, rotation: Type, zero: { vector: unknown; rotation: unknown }): Fields {
  return {
    name: NAME,
    position: may(vector, 'Place in the body, m.', zero.vector),
    rotation: may(rotation, 'Orientation in the body.', zero.rotation),
    density: may(NUMBER, 'kg/m³, in 2D kg/m².'),
    friction: may(NUMBER, "Coulomb's coefficient.", 0.6),
    staticFriction: may(NUMBER, 'Coefficient of surfaces that do not slide yet; at least friction.', 0),
    restitution: may(NUMBER, 'Share of the speed kept in a bounce, 0 … 1.', 0),
    rollingResistance: may(NUMBER, 'm: torque = this × normal force.', 0),
    surfaceVelocity: may(vector, 'Velocity of the surface over the body, body axes, m/s.', zero.vector),
    filter: may(object(FILTER), 'Which shapes it collides with.', { category: 1, mask: 0xffffffff, group: 0 }),
    sensor: may(BOOLEAN, 'Reports overlaps and pushes nothing?', false),
    sensesSensors: may(BOOLEAN, 'As a sensor, does it sense other sensors?', false),
    contactEvents: may(BOOLEAN, 'Report contacts that persist, too?', false),
    frictionCombine: may(COMBINE, 'How the friction of two surfaces becomes the contact’s.', 'geometric'),
    restitutionCombine: may(COMBINE, 'How the restitution of two surfaces becomes the contact’s.', 'max'),
    comment: COMMENT,
    userData: USER_DATA,
  }
}

/** What every body has, but for its locks and inertia. */
export function bodyFields(vector: Type, rotation: Type, spin: Type, zero: { vector: unknown; rotation: unknown; spin: unknown }): Fields {
  return {
    name: NAME,
    type: may(choice('static', 'kinematic', 'dynamic'), 'How it takes part.', 'dynamic'),
    position: may(vector, 'Place of the body’s origin, m.', zero.vector),
    rotation: may(rotation, 'Orientation.', zero.rotation),
    linearVelocity: may(vector, 'Velocity of the centre of mass, m/s.', zero.vector),
    angularVelocity: may(spin, 'Angular velocity, rad/s, world axes.', zero.spin),
    linearDamping: may(NUMBER, '1/s.', 0),
    angularDamping: may(NUMBER, '1/s.', 0),
    gravityScale: may(NUMBER, 'Factor on the world’s gravity.', 1),
    mass: may(NUMBER, 'kg; from the shapes’ densities if left out.'),
    centerOfMass: may(vector, 'Centre of mass in the body’s frame, m; from the shapes if left out.'),
    canSleep: may(BOOLEAN, 'May it fall asleep when it rests?', true),
    enabled: may(BOOLEAN, 'Does it take part?', true),
    asleep: may(BOOLEAN, 'Is it asleep at the start?', false),
    comment: COMMENT,
    userData: USER_DATA,
  }
}

/** World options but for gravity. */
export const WORLD_OPTIONS: Fields = {
  substeps: may(NUMBER, 'Substeps of a step, 1 … 64.', 4),
  sleeping: may(BOOLEAN, 'Do resting bodies sleep?', true),
  continuous: may(BOOLEAN, 'Are fast bodies stopped at their first impact?', true),
  fixedStep: may(NUMBER, 'Step length of advance, s.', 1 / 60),
  maxStepsPerAdvance: may(NUMBER, 'Steps that one advance may take.', 4),
}

const SOFT: Fields = {
  hertz: may(NUMBER, 'Hz of the undamped oscillation.'),
  dampingRatio: may(NUMBER, 'Ratio to critical damping; goes with hertz.', 1),
  stiffness: may(NUMBER, 'N/m or N m/rad; instead of hertz.'),
  damping: may(NUMBER, 'N s/m or N m s/rad; goes with stiffness.'),
}
const RESTITUTION = may(NUMBER, 'Share of the speed kept when it is hit, 0 … 1.', 0)
const MODE: Field = may(choice('force', 'acceleration'), 'acceleration: per unit of the mass that is moved.', 'force')
const MAX_FORCE: Field = may(NUMBER, 'Greatest force or torque, N or N m.', Infinity)

export const SOFT_LIMIT: Fields = { restitution: RESTITUTION, ...SOFT }
export const LIMIT: Type = object({ lower: must(NUMBER, 'm or rad.'), upper: must(NUMBER, 'm or rad.'), ...SOFT_LIMIT })
export const MOTOR: Type = object({ speed: must(NUMBER, 'm/s or rad/s of B against A.'), maxForce: must(NUMBER, 'N or N m.') })
export const TORQUE_MOTOR: Type = object({ speed: must(NUMBER, 'rad/s of B against A.'), maxTorque: must(NUMBER, 'N m.') })
export const SPRING: Type = object({
  target: may(NUMBER, 'm or rad.', 0), targetSpeed: may(NUMBER, 'm/s or rad/s.', 0), ...SOFT, mode: MODE, maxForce: MAX_FORCE,
})
const SOFTNESS: Type = object({
  ...SOFT, beta: may(NUMBER, 'Share of the error that a step takes back.'), gamma: may(NUMBER, 's/kg or s/(kg m²); goes with beta.'),
})

/** A joint as the engine keeps it, where its definition alone would give other last digits, or turns that were counted are known. */
const EXACT: Fields = {
  data: may(numbers(64), 'Anchors and frames in the bodies’ axes, then the kind’s own numbers.'),
  features: may(numbers(512), 'Numbers of limits, motors, springs and friction.'),
  turns: may(numbers(16), 'Coordinates as last measured, turns counted.'),
}

/** What every joint has. */
export const JOINT: Fields = {
  name: NAME,
  bodyA: { type: BODY_REF, about: 'The first body, by name or index; left out or null: the world itself.', standard: null, nullable: true },
  bodyB: must(BODY_REF, 'The second body, by name or index.'),
  collideConnected: may(BOOLEAN, 'Do the two bodies collide?', false),
  enabled: may(BOOLEAN, 'Does it hold?', true),
  broken: may(BOOLEAN, 'Has it broken? It is off then.', false),
  breakForce: may(NUMBER, 'N beyond which it breaks.', Infinity),
  breakTorque: may(NUMBER, 'N m about the anchor beyond which it breaks.', Infinity),
  softness: off(SOFTNESS, 'Makes what it holds soft; null is rigid.'),
  exact: may(object(EXACT), 'Last digits and counted turns, by which a loaded joint is the same to the bit. Leave it out when you write by hand.'),
  comment: COMMENT,
  userData: USER_DATA,
}

/** Features of the free coordinate of a joint that turns. */
export const TURNING: Fields = {
  limit: off(LIMIT, 'Range of the angle, rad, any number of turns.'), motor: off(TORQUE_MOTOR, 'Drives the angle.'),
  spring: off(SPRING, 'Spring or position drive.'), friction: may(NUMBER, 'Dry friction, N m.', 0),
}

/** The same of one that slides. */
export const SLIDING: Fields = {
  limit: off(LIMIT, 'Range of the travel, m.'), motor: off(MOTOR, 'Drives the travel.'),
  spring: off(SPRING, 'Spring or position drive.'), friction: may(NUMBER, 'Dry friction, N.', 0),
}

export const LENGTH: Fields = {
  length: may(NUMBER, 'm of the rod, or of the spring at rest; as the anchors stand if left out.'),
  minLength: may(NUMBER, 'Least length, m.'),
  maxLength: may(NUMBER, 'Greatest length, m.'),
  restitution: RESTITUTION,
  spring: off(object({ targetSpeed: may(NUMBER, 'm/s.', 0), ...SOFT, mode: MODE, maxForce: MAX_FORCE }), 'A spring about length.'),
  motor: off(MOTOR, 'Winch.'),
  friction: may(NUMBER, 'Dry friction, N.', 0),
}

export const ROPE: Fields = {
  ratio: may(NUMBER, 'Of a block and tackle.', 1),
  totalLength: may(NUMBER, 'm of rope; as the bodies stand if left out.'),
  rigid: may(BOOLEAN, 'Can the rope push?', false),
  stretch: off(object(SOFT), 'How the rope stretches.'),
  limitA: off(LIMIT, 'Range of the rope on A’s side, m.'),
  limitB: off(LIMIT, 'Range of the rope on B’s side, m.'),
}

export const WHEEL: Fields = {
  suspension: onOrNull(
    object({
      ...SOFT, target: may(NUMBER, 'm.', 0), lower: may(NUMBER, 'Least travel, m.', -Infinity), upper: may(NUMBER, 'Greatest travel, m.', Infinity),
    }),
    'Spring and travel; null: none. Left out: 2 Hz, damping ratio 0.7.',
  ),
  motor: off(TORQUE_MOTOR, 'Drives the axle.'),
  brake: may(NUMBER, 'Brake torque, N m.', 0),
}

export const PULL: Fields = {
  hertz: may(NUMBER, 'How quickly the grabbed point follows, Hz.', 5), dampingRatio: may(NUMBER, 'Ratio to critical damping.', 1),
  maxForce: may(NUMBER, 'N along each axis; 981 m/s² times the mass if left out.'),
}

export const CUSTOM: Fields = {
  kind: must(STRING, 'Name of the type, which options.jointTypes of loadScene must hold.'),
  data: may(numbers(18), 'Numbers of the joint’s own.'),
  limits: may(list(LIMIT, 6, true), 'By coordinate.'),
  motors: may(list(MOTOR, 6, true), 'By coordinate.'),
  springs: may(list(SPRING, 6, true), 'By coordinate.'),
  friction: may(numbers(6), 'By coordinate, N or N m.'),
}

/** A drive of a generic joint. */
export const DRIVE: Fields = {
  type: must(choice('linear', 'angular'), 'Along the axis, or about it?'), axis: may(NUMBER, '0, 1 or 2: x, y or z of frame A.'),
  positionTarget: may(NUMBER, 'm or rad.', 0), velocityTarget: may(NUMBER, 'm/s or rad/s.', 0), ...SOFT, mode: MODE, maxForce: MAX_FORCE,
}
export const GENERIC_LIMIT: Fields = {
  linearAxes: may(numbers(3), 'Axes of frame A, 0 to 2.'), min: may(NUMBER, 'm or rad.'), max: may(NUMBER, 'm or rad.'), ...SOFT_LIMIT,
}

/** Target of a motor joint. */
export function targetFields(vector: Type, rotation: Type, spin: Type): Fields {
  return {
    position: may(vector, 'm, in frame A.'), rotation: may(rotation, 'In frame A.'), linearVelocity: may(vector, 'm/s.'),
    angularVelocity: may(spin, 'rad/s.'), ...SOFT, angularStiffness: may(NUMBER, 'N m/rad.'), angularDamping: may(NUMBER, 'N m s/rad.'), mode: MODE,
    maxForce: MAX_FORCE, maxTorque: may(NUMBER, 'N m.', Infinity),
  }
}

export { SOFT, MODE, MAX_FORCE }

/** What characters have, but for places and directions. */
export const CHARACTER: Fields = {
  name: NAME,
  mass: may(NUMBER, 'kg.', 70),
  strength: may(NUMBER, 'Greatest force with which it pushes bodies, N.', 400),
  maxSlope: may(NUMBER, 'Steepest slope that it walks on, rad.', (50 * Math.PI) / 180),
  stepHeight: may(NUMBER, 'Highest step, m; half its thickness if left out.'),
  stickDistance: may(NUMBER, 'How far it reaches down to stay on the floor, m; as stepHeight if left out.'),
  skin: may(NUMBER, 'Gap that it keeps, m; a hundredth of its thickness if left out.'),
  acceleration: may(NUMBER, 'm/s² on the ground.', Infinity),
  airAcceleration: may(NUMBER, 'm/s² in the air.', 10),
  gravityScale: may(NUMBER, 'Factor on the world’s gravity.', 1),
  stepsOnDynamic: may(BOOLEAN, 'Does it step onto dynamic bodies?', false),
  enabled: may(BOOLEAN, 'Does it take part?', true),
  bodiesBefore: may(NUMBER, 'How many bodies of the list stand before its own in the order of the world; all if left out.'),
  comment: COMMENT,
  userData: USER_DATA,
}
