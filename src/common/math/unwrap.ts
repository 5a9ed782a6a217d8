/** Angles that count their turns. */

const TURN = 2 * Math.PI

/** The angle that differs from `raw` by whole turns and lies nearest to `near`. */
export function unwrap(raw: number, near: number): number {
  return raw + TURN * Math.round((near - raw) / TURN)
}
