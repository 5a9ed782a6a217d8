/**
 * Checks that several shapes share.
 */

import { requireLength } from '../../../common/store/surface-options.ts'

/** What rounds the corners: 0 if nothing is given. */
export function readRounding(value: unknown, field: string): number {
  return value === undefined || value === 0 ? 0 : requireLength(value, field)
}
