/**
 * Every tuning number of the engine, with its unit and its reason. "Size" is a shape's thickness (the diameter of the largest
 * ball that fits), so that worlds of 1 mm and of 1 km behave alike.
 */

/** Steps are cut into this many substeps unless the user says otherwise. Four hold 1:1000 chains and stacks (probes). */
export const DEFAULT_SUBSTEPS = 4

/** Overlap left alone, per unit of size. Touching contacts need a little overlap to stay found; 0 loses stacks of ten. */
export const SLOP_PER_SIZE = 5e-4

/** Distance at which contacts are prepared before they touch, per unit of size. */
export const MARGIN_PER_SIZE = 0.02

/** Most of one step's own motion that contact margins cover, per unit of size; what moves further is swept (`continuous`). */
export const COVERED_MOTION_PER_SIZE = 1

/**
 * The same for bodies that a joint holds: contacts look further ahead for them, because stopping one of them at its impact would tear it from the
 * others.
 */
export const JOINTED_MOTION_PER_SIZE = 3

/** Overlap per size at which a fast body that has a contact is stopped all the same: well above what push-out leaves. */
export const BREACH_PER_SIZE = 0.1

/** Share of the overlap that push-out removes in one substep. 0.1 sinks under load, 0.6 gains nothing. */
export const PUSH_OUT_SHARE = 0.3

/** Push-out speed limit, 1/s per unit of size: half-deep cubes part in about a third of a second. */
export const PUSH_OUT_SPEED_PER_SIZE = 3

/** Diagonal added to a manifold's K, relative: four coplanar points have rank three. */
export const BLOCK_COMPLIANCE = 1e-3

/** Radius of twist friction per distance from the centre of pressure: exact for a uniformly pressed square. */
export const TWIST_RADIUS_SHARE = 0.541

/** A bounce below this many substeps of its own acceleration is taken as rest; smaller hops cannot be resolved. */
export const REST_SPEED_SUBSTEPS = 4

/** Rounds of the impact pass, so that a blow can run through a line of touching balls. */
export const IMPACT_ROUNDS = 32

/** Box margin in the tree, per unit of size: bodies that jitter stay inside and cost nothing. */
export const FAT_MARGIN_PER_SIZE = 0.1

/** Speed below which a body may fall asleep, m/s for a size of 1 m; grows with the square root of size, as falling does. */
export const SLEEP_SPEED = 0.03

/** Seconds an island must be slow before it sleeps. */
export const SLEEP_SECONDS = 0.5

/** Contacts deeper than this many bodies from the ground make an island hard (probe: five stand on single sweeps). */
export const EASY_DEPTH = 5

/** Columns above this many bodies get more substeps (probe: 20 stand on four). */
export const DEEP_DEPTH = 18

/** Mass ratio across a contact above which an island is hard, and above which it is heavy. */
export const HARD_MASS_RATIO = 10
export const HEAVY_MASS_RATIO = 30

/** Steps an island stays hard after a new contact: drift of piles is born in the landing. */
export const BURST_STEPS = 20

/** Share of new contacts up to which an island counts as calm all the same: a large pile always has a few. */
export const BURST_SHARE = 0.02

/** Touching contacts per body above which a calm island is held from so many sides that half the substeps will do. Towers have one. */
export const FIRM_CONTACTS = 2

/** Steps a lone body that has just touched gets the most sweeps, so that friction holds it from the start. */
export const LANDING_STEPS = 2

/** Free motion in one step, per size, above which an island is cut into more substeps: 1 mm cubes fall 2.7 mm in a step. */
export const FALL_PER_SIZE = 0.4

/** Joint errors up to this are taken back within one substep: per size, and rad. Larger ones are no matter of rounding or curvature. */
export const JOINT_RECOVERY_LENGTH = 0.005
export const JOINT_RECOVERY_ANGLE = 0.02

/** Larger joint errors: share taken back per substep, and how fast at most, sizes per second and rad/s. */
export const JOINT_RECOVERY_SHARE = 0.2
export const JOINT_RECOVERY_SPEED = 3
export const JOINT_RECOVERY_SPIN = 10

/** Largest coordinate and speed a user may set. Beyond it squares lose all precision. */
export const MAX_COORDINATE = 1e9

/** Smallest and largest length of a shape, m. */
export const MIN_SHAPE_SIZE = 1e-7
export const MAX_SHAPE_SIZE = 1e7
