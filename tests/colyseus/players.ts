/** Players of tests: keys by seed, seat and tick, so that any process knows what was pressed. */

/** Holds a random set of keys for a quarter of a second. */
export function keysOf(seed: number, seat: number, tick: number): number {
  let mixed = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(seat + 1, 0x85ebca6b) ^ Math.imul(Math.floor(tick / 15) + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & 15
}
