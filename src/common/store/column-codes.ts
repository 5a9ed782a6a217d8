/**
 * Codes in columns that index-only code reads: a body's `type` and `flags`, a shape's `flags`, a pair's `state`, a joint's `flags`.
 */

export const STATIC = 0
export const KINEMATIC = 1
export const DYNAMIC = 2

/** Bits of a body's `flags`. */
export const ENABLED = 1
export const CAN_SLEEP = 2
/** Mass, centre or inertia were given by the user and are not taken from the shapes. */
export const GIVEN_MASS = 4
export const GIVEN_CENTER = 8
export const GIVEN_INERTIA = 16
/** A target pose waits for the next step (kinematic bodies). */
export const HAS_TARGET = 32
/** Numbers went bad; disabled until the user resets its pose or velocity. */
export const QUARANTINED = 64
/** The velocity set for a target pose ends with that step. */
export const TARGET_MOTION = 128
/** Its force was applied before an `advance` that took no step: the next force replaces it. */
export const STALE_FORCE = 256
/** A character's body: moved by the stage `move-characters`; meets sensors, and everything else through that stage alone. */
export const CHARACTER = 512

/** Bits of a shape's `flags`. */
export const SENSOR = 1
export const PERSIST_EVENTS = 2
export const SURFACE_MOVES = 4
/** A sensor that senses other sensors, too. */
export const SENSES_SENSORS = 8

/** Bits of a pair's `state`. */
export const TOUCHING = 1
/** A sensor is involved: overlap is reported, without contact forces. */
export const SENSES = 2
export const WANTS_PERSIST = 4
/** A sensor's pair that is new, or whose body was put elsewhere: to be looked at even if nobody in it is awake. */
export const LOOK = 8

/** The user's word was that these two do not collide. */
export const IGNORED = 16

/** Slots of `globals.freeHead`. */
export const BODY_POOL = 0
export const SHAPE_POOL = 1
export const CONTACT_POOL = 2
export const JOINT_POOL = 3

/** Bit of a joint's `flags`: it holds. */
export const JOINT_ENABLED = 1
