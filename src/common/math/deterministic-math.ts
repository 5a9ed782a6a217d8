/**
 * Elementary functions that give the same bits on every platform.
 *
 * The language leaves the accuracy of its own sine and its relatives to the implementation; these are built from operations it does
 * specify exactly: + - * /, the square root, `Math.fround` and the bits of a double. Errors are below 1 ulp for any argument,
 * and special values are those of `Math`.
 */
export { acos, asin } from './arcsine.ts'
export { atan, atan2, atan2At } from './arctangent.ts'
export { exp } from './exponential.ts'
export { log } from './logarithm.ts'
export { pow, power } from './power.ts'
export { cos, sin, sinCos, sinCosAt, tan } from './sine.ts'
