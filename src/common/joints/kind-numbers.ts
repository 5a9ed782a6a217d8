/**
 * Numbers of a world's kinds of joints, by which joints and snapshots refer to them: the built-in kinds first, then paths and users' own types
 * in the order of their first use. A kind that no joint has any more is let go, and those behind it move up by one: so the list is as long
 * as what the world holds. The last few that went are remembered, because a snapshot that is restored may name them.
 */

import { RECENT_FOR_RESTORE } from '../limits.ts'
import type { JointWorld } from './joint-world.ts'

/** The kinds that a world knows. */
export interface KindLists<Kind> {
  /** By number. */
  readonly jointKinds: Kind[]
  /** No longer in use, the latest last. */
  readonly pastKinds: Kind[]
}

/** The first kind that the world knows and that fits: one in use before one that is not. */
export function findKind<Kind, Found extends Kind>(state: KindLists<Kind>, fits: (kind: Kind) => kind is Found): Found | undefined {
  return state.jointKinds.find(fits) ?? state.pastKinds.find(fits)
}

/** The number of a kind in this world; a new one is added. */
export function kindNumber<Kind>(state: KindLists<Kind>, kind: Kind): number {
  const known = state.jointKinds.indexOf(kind)
  if (known >= 0) return known
  forget(state, kind)
  state.jointKinds.push(kind)
  return state.jointKinds.length - 1
}

/** Puts `kinds` in place of all that have a number of `from` or above. */
export function replaceKinds<Kind>(state: KindLists<Kind>, from: number, kinds: readonly Kind[]): void {
  const { jointKinds } = state
  for (let n = from; n < jointKinds.length; n++) if (!kinds.includes(jointKinds[n]!)) remember(state, jointKinds[n]!)
  jointKinds.length = from
  for (const kind of kinds) kindNumber(state, kind)
}

/** To be called when a joint of this kind is gone. */
export function letGoKind(state: JointWorld, kind: number): void {
  if (kind < state.builtInKinds || isUsed(state, kind)) return
  const { kind: kinds, alive } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) if (alive[j] === 1 && kinds[j] > kind) kinds[j]--
  remember(state, state.jointKinds.splice(kind, 1)[0])
}

/** After a restore: what nobody forged has a joint of every kind. */
export function letGoUnusedKinds(state: JointWorld): void {
  for (let kind = state.jointKinds.length - 1; kind >= state.builtInKinds; kind--) letGoKind(state, kind)
}

function isUsed(state: JointWorld, kind: number): boolean {
  const { kind: kinds, alive } = state.joints.columns
  for (let j = 0; j < state.joints.count; j++) if (alive[j] === 1 && kinds[j] === kind) return true
  return false
}

function remember<Kind>({ pastKinds }: KindLists<Kind>, kind: Kind): void {
  if (pastKinds.length === RECENT_FOR_RESTORE) pastKinds.shift()
  pastKinds.push(kind)
}

function forget<Kind>({ pastKinds }: KindLists<Kind>, kind: Kind): void {
  const at = pastKinds.indexOf(kind)
  if (at >= 0) pastKinds.splice(at, 1)
}
