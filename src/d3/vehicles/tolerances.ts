/**
 * Tuning numbers of vehicles; those of the solver are in `common/tuning.ts`.
 */

/** Rounds over a vehicle's wheels, at most, and the change of velocities, m/s, that ends them: 1e-4 m in a day for a car that creeps by it.
 *  Test: tests/d3/vehicles/brakes.test.ts -t slope; tests/d3/vehicles/brakes.test.ts -t slope */
export const MAX_WHEEL_ROUNDS = 32
export const WHEEL_TOLERANCE = 1e-9

/** Cosine between ground's normal and suspension below which ground is a wall. Test: tests/d3/vehicles/testers.test.ts -t wall */
export const MIN_WHEEL_COSINE = 0.1

/** Speed below which a tyre is at rest and has no slip to measure, m/s. Test: tests/d3/vehicles/driving.test.ts -t curve */
export const SLIP_SPEED = 0.01

/** Distance from the point of touch, of the radius, at which a wheel looks how the ground goes on; sine of the bend up to which it is one
 *  face, and tangent beyond which there is none. Test: tests/families/d3/vehicle-kerbs.test.ts */
export const EDGE_HAIR = 1e-3
export const EDGE_BEND = 0.01
export const STEEPEST_FACE = 8
