/**
 * Groups of shapes that meet each other, as sixteen memberships and sixteen filters in one number.
 */

import type { CollisionFilter } from 'fulcrum-physics/3d'

/** Memberships in the upper sixteen bits, filters in the lower ones. */
export type Groups = number

function bitsOf(groups: number | readonly number[]): number {
  let bits = 0
  for (const group of typeof groups === 'number' ? [groups] : groups) {
    if (!Number.isInteger(group) || group < 0 || group > 15) {
      throw new Error(`interactionGroups: ${group} is no group. Give whole numbers from 0 to 15.`)
    }
    bits |= 1 << group
  }
  return bits
}

/** The groups that a shape is in, and those that it meets. Default of the second: all. */
export function interactionGroups(memberships: number | readonly number[], filters?: number | readonly number[]): Groups {
  return ((bitsOf(memberships) << 16) | (filters === undefined ? 0xffff : bitsOf(filters))) >>> 0
}

/** The engine's filter: sixteen groups of its 32. */
export function readGroups(groups: Groups | CollisionFilter): CollisionFilter {
  return typeof groups === 'number' ? { category: (groups >>> 16) & 0xffff, mask: groups & 0xffff } : groups
}
