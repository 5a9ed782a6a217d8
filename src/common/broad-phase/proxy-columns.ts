/**
 * The columns of the table of proxies: one row per shape, the row of the shape. A box is its lowest coordinates, then its highest.
 */

import { f64, i32, type Schema, u8 } from '../memory/schema.ts'

/** In `kind`: no proxy in this row. */
export const NONE = 0
/** In `kind`: never paired with another static one. */
export const STATIC = 1
/** In `kind`: awake, asleep and kinematic alike, and sensors of static bodies, which sense other static ones. */
export const MOVABLE = 2

/** In `touched`: its old box was reset, all its pairs count as new. */
export const FORGOTTEN = 1
/** In `touched`: its box has changed and the old one is known. */
export const MOVED = 2

export interface ProxyColumns {
  /** Box with margin. History, not a function of the pose, and therefore state. */
  fat: Float64Array
  kind: Uint8Array
  /** Change since the last `findPairs`: 0, FORGOTTEN or MOVED. */
  touched: Uint8Array
  /** The fat box at the last `findPairs`; inverted if there was none. Equal to `fat` where `touched` is 0. */
  oldFat: Float64Array
  /** 1 if it was touched at the last `findPairs`. Pairs of two proxies that have not moved cannot have come apart. */
  moved: Uint8Array
  /** Its leaf in the tree of its kind, or ~place in the list of those that wait for one. */
  leaf: Int32Array
}

/** The columns for boxes of `width` numbers. */
export function proxySchema(width: number): Schema<ProxyColumns> {
  return {
    fat: f64('state', width),
    kind: u8('state'),
    touched: u8('state'),
    oldFat: f64('scratch', width),
    moved: u8('scratch'),
    leaf: i32('scratch'),
  }
}
