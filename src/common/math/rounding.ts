/**
 * What rounding leaves of a result, relative to the numbers it was made of. A double is good to 2e-16; how much is lost depends on how the result
 * was made, not on what it is used for, so that these few stand for all tests of "nothing but rounding". Squares of lengths take their squares.
 */

/** A few operations: a difference of two places, a short sum. Below it nothing has a direction.
 *  Test: tests/d2/geometry/fuzz/fuzz.test.ts */
export const ROUNDING: number = 1e-14

/** Many operations in a row: pivots of a factorisation, errors of joints, distances along a chain of poses. Test: none */
export const LONG_ROUNDING: number = 1e-12

/** Results of a search, and directions of what has nearly cancelled: half of the digits are left. Test: none */
export const LOST_DIGITS: number = 1e-9

/** A trace: too little to be felt or seen, far more than rounding. It decides ties, always in the same way.
 *  Test: tests/d2/joints/nets.test.ts */
export const TRACE: number = 1e-7

/** Cosine above which a normal is that of a face: rounding apart, the face itself. Test: none */
export const FLAT_COSINE: number = 1 - LONG_ROUNDING

/** Change of a free body's spin energy, relative, that is rounding: put right, spin axes would tilt. Test: tests/d3/math/free-rotation.test.ts */
export const SPIN_ENERGY_ROUNDING = 1e-13

/** Share of a joint's Jacobian that rigid motion may see: rounding, against the ratios of gears. Test: tests/families/d3/jointed-in-flight.test.ts */
export const BALANCE_ROUNDING = 1e-6

/** Turns up to this, rad, have series that end after five terms (2D). Test: tests/d2/math/turns.test.ts */
export const SMALL_TURN = 0.05

/** Step of a central difference, m and rad: where the errors of rounding and of the second difference are about equal. Test: none */
export const DIFFERENCE_STEP = 1e-5
