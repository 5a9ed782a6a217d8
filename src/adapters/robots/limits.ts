/**
 * Numbers of robots that are neither in a file nor physics of it: sizes of helpers, and bounds.
 */

/**
 * Mass of a rotor as a share of its link's, and its moment as a share of the least moment of the links that move with either joint: small beside what
 * the joints feel, and far above rounding.
 */
export const ROTOR_SHARE = 1e-5

/** Share of a carrier's mass and moment that each of its two planets takes over. */
export const CARRIER_PART = 0.2

/** Cosine below which two axles count as across each other, and distance of it from 1 above which they are not one: rounding of unit vectors. */
export const ALIGNED_AXLES = 1e-9

/** Share of a link's inertia that both balls of an armature may take. */
export const BALL_SHARE = 0.2

/** Share of a link's mass that each ball of an armature takes. */
export const MASS_SHARE = 1e-3

/** The most turns of an armature's ball for one of a hinge: turns of fast wheels would be miscounted. */
export const MAX_RATIO = 30

/**
 * Mass and inertia of a link that has none and must move, as a share of those of the links that hang on it: they are felt by about as much. Lighter
 * ones give way: the compliance of a group's rows is a share of the row's own K, which is theirs.
 */
export const CARRIER_SHARE = 1e-4

/** Bits of the engine; one for each class of shapes. */
export const MAX_CLASSES = 32

/** Speed that no joint reaches, m/s or rad/s: a motor told so gives its greatest force. */
export const OUT_OF_REACH = 1e6

/** Frequency of drives that say nothing else, Hz. */
export const DRIVE_HERTZ = 8

/** Actuators of one joint, at most, in a scene file. */
export const MOST_ACTUATORS = 1000

/** Rounds in which followers of followers find their first coordinates. */
export const MOST_FOLLOWING = 10
