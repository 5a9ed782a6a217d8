/**
 * Limits of what may be set or stored, so that products in the step stay finite, and of what is kept. None steers the solver. The last line of
 * a comment names the test that notices the number (`npm run mutants`).
 */

/** Largest coordinate and speed a user may set, m and m/s. Beyond it squares lose all precision. Test: tests/common/limits.test.ts */
export const MAX_COORDINATE = 1e9

/** Largest number of any other unit a user may set: kg, N, N m, N s, N/m, Hz, kg/m³, m/s², and what has no unit. The sun has 2e30 kg. Beyond it
 * products of the step overflow: masses times squares of lengths and rates. A spring of a higher rate is a wall.
 *  Test: none */
export const MAX_NUMBER = 1e30

/** Largest ratio of a gear or a pulley, and 1 over the least; of screws and racks, m per turn or radian. Beyond it one side stands still.
 *  Test: tests/common/limits.test.ts */
export const MAX_RATIO = 1e9

/** Least mass, kg, and moment of inertia, kg m², of a dynamic body: a grain of 0.1 μm has 1e-18 kg. Inverses of smaller ones overflow.
 *  Test: tests/common/limits.test.ts; none */
export const MIN_MASS = 1e-30
export const MIN_INERTIA = 1e-50

/** Shortest and longest step, s. Below it a step moves nothing that a double holds at 1 m; above it nothing is followed.
 *  Test: tests/common/limits.test.ts */
export const MIN_STEP = 1e-9
export const MAX_STEP = 10

/** A frame of more than this is taken for milliseconds, s; clocks may go back by this, s: more is a mistake. Test: none */
export const MAX_FRAME = 1
export const MAX_CLOCK_ERROR = 0.1

/** Points that a hull, a polygon, a chain, a path or an outline may be given. A million take seconds; more is a mistake.
 *  Test: tests/common/limits.test.ts */
export const MAX_POINTS = 1_000_000

/** Points of a path in a snapshot of unknown origin, at most: what a curve is made of grows with them a hundredfold. Test: none */
export const MAX_PATH_POINTS = 1e5

/** Smallest and largest length of a shape, m. Test: tests/common/limits.test.ts */
export const MIN_SHAPE_SIZE = 1e-7
export const MAX_SHAPE_SIZE = 1e7

/** Hulls and polygons: extents, m, beyond which the inertia (size to the fifth power) leaves the range of doubles.
 *  Test: none; tests/d2/geometry/polygon/polygon-builder.test.ts */
export const MIN_EXTENT = 1e-30
export const MAX_EXTENT = 1e30

/** How far rays, casts and searches look unless told otherwise, m. Test: none */
export const DEFAULT_DISTANCE = 1e6

/** Square of the length of a unit vector or quaternion that is restored may miss 1 by this: far more than steps leave, far less than does harm.
 *  Test: none */
export const UNIT_TOLERANCE = 1e-3

/** Bridges: sine of the angle to gravity below which a way is no bridge but a shaft. Test: none */
export const MIN_BRIDGE_SLOPE = 1e-3

/** Inertia per mass of a body without shapes, m²: that of a disc of 1 m (2D). Test: tests/d2/api/motion.test.ts -t disc of a metre */
export const SHAPELESS_INERTIA = 0.125

/** Stored joint forces above this, N, are no number worth keeping. Test: none */
export const MAX_STORED_FORCE = 1e150

/** K below which a scalar row can move nothing: its inverse would overflow. Test: none */
export const LEAST_SCALAR_K = 1e-300

/** Multiplications of the factorisation that a net is given when it is new (2D), at most: a second. Test: none */
export const MAX_NET_WORK = 120e6

/** Lists of hulls or polygons, and kinds of joints no longer in use, that a world remembers for snapshots that name them: a second of rollback
 *  in which every step adds or removes one. Test: tests/common/geometry-is-let-go.test.ts -t goes back */
export const RECENT_FOR_RESTORE = 64
