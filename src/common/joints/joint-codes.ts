/**
 * Joints as numbers, where dimensions make no difference: bits of `flags`, softness, and what is kept of a coordinate's limit, motor, spring and
 * friction.
 */

/** Further bits of `flags`. */
export const COLLIDE_CONNECTED = 2
export const BROKEN = 4

/** Numbers of a kind's own, at the end of `data`. */
export const OWN_NUMBERS = 18

/** `softness` of the rigid rows: how it was given, two numbers. */
export const SOFT_MODE = 0
export const SOFT_FIRST = 1
export const SOFT_SECOND = 2
export const RIGID = 0
export const BY_HERTZ = 1
export const BY_STIFFNESS = 2
export const BY_BETA = 3
/** Stiffness and damping per unit of mass: drives in acceleration mode. */
export const BY_ACCELERATION = 4

/** `features` of a coordinate. */
export const ACTIVE = 0
export const LOWER = 1
export const UPPER = 2
/** Softness of the limit: mode and two numbers; then its restitution. */
export const LIMIT_MODE = 3
export const LIMIT_FIRST = 4
export const LIMIT_SECOND = 5
export const LIMIT_RESTITUTION = 6
export const MOTOR_SPEED = 7
export const MOTOR_MAX = 8
/** Spring or drive: target, target speed, mode and two numbers, greatest force. */
export const SPRING_TARGET = 9
export const SPRING_SPEED = 10
export const SPRING_MODE = 11
export const SPRING_FIRST = 12
export const SPRING_SECOND = 13
export const SPRING_MAX = 14
export const FRICTION_MAX = 15
export const FEATURE_STRIDE = 16

/** Bits of ACTIVE. */
export const HAS_LIMIT = 1
export const HAS_MOTOR = 2
export const HAS_SPRING = 4
export const HAS_FRICTION = 8

/** Roles of scalar rows, and the order in which a coordinate's rows are solved. */
export const ROLE_SPRING = 0
export const ROLE_FRICTION = 1
export const ROLE_MOTOR = 2
export const ROLE_LIMIT = 3
export const ROLES = 4

/** Whether a scalar row can give energy: motors, and springs that it comes out of, soft limits too. */
export function isDriven(role: number, limitMode: number): boolean {
  return role === ROLE_LIMIT ? limitMode !== RIGID : role !== ROLE_FRICTION
}
