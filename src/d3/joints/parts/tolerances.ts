/**
 * Where a formulation of a joint degenerates: sines, cosines and angles below which a direction means nothing. Tuning numbers of the solver
 * are in `common/tuning.ts`.
 */

/** World angle: cos² of half the tilt within which a body counts as turned over: 4° from half a turn.
 *  Test: tests/d3/joints/all-joints.test.ts -t Jacobians */
export const TURNED_OVER = 1e-3

/** Wedge: ρ below which b counts as in a corner.
 *  Test: none */
export const WEDGE_CORNER = 0.1

/** Cardan angles: cos γ below which a and b count as one line (gimbal lock).
 *  Test: none */
export const GIMBAL_LOCK = 1e-6

/** Wedge limit: sine between direction and axis below which azimuth 0 is nowhere.
 *  Test: none */
export const AZIMUTH_LOST = 1e-6

/** Wheel: sin² of the angle between axle and suspension below which steering and spin mean nothing.
 *  Test: none */
export const AXLE_ALONG_SUSPENSION = 1e-4

/** Angular limit: cosine between the axes below which the twist is not told: 8° from opposite.
 *  Test: none */
export const TWIST_BLIND = -0.99

/** Path: least part of c′·c′ that c′·c′ − c″·e is taken for.
 *  Test: tests/d3/joints/path.test.ts */
export const LEAST_PATH_SLOPE = 0.1

/** Ball: rad. A fast swing crosses a narrower cone from its middle to beyond its wall within a substep: 48 rad/s do at four substeps.
 *  Test: none */
export const NARROW_CONE = 0.2

/** Universal: cosine below which axes count as perpendicular; what is left is taken out of axisB.
 *  Test: none */
export const PERPENDICULAR = 1e-3

/** Gears: square of the share of the line between axles that is across an axle, below which it has no direction there.
 *  Test: none */
export const ALONG_AXLE = 1e-12
