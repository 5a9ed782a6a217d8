/**
 * Bit access to doubles, and exact powers of two, shared by the functions of this folder.
 *
 * Only exact operations live here: reinterpretation and multiplication by powers of two. Nothing is rounded.
 */

/** One double and its two 32-bit words, seen through the same eight bytes. */
export const DOUBLE: Float64Array = /* @__PURE__ */ new Float64Array([1])
export const WORDS: Int32Array = /* @__PURE__ */ new Int32Array(DOUBLE.buffer)

/** Which word holds sign, exponent and the upper 20 bits of the mantissa: 1.0 has zeros in the other one. */
export const HIGH: number = WORDS[0] === 0 ? 1 : 0

/**
 * Exponents that the table of powers covers on either side of 0. A full scaling 2^k, |k| <= 1076, is done in two halves, so that
 * no factor overflows or is subnormal.
 */
const POWER_REACH = 540

/** POWERS[POWER_ZERO + k] = 2^k. Writing an exponent into a word instead would stall the load of the double that follows. */
export const POWERS: Float64Array = /* @__PURE__ */ createPowers()
export const POWER_ZERO: number = POWER_REACH

function createPowers(): Float64Array {
  const powers = new Float64Array(2 * POWER_REACH + 1)
  let up = 1
  let down = 1
  for (let k = 0; k <= POWER_REACH; k++) {
    powers[POWER_REACH + k] = up
    powers[POWER_REACH - k] = down
    up *= 2
    down *= 0.5
  }
  return powers
}
