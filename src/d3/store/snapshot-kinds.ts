/**
 * What snapshots of space are made of, beyond the tables.
 */

import type { SnapshotKinds } from '../../common/world/snapshots.ts'
import { type KeptGeometry, packGeometry, unpackGeometry } from '../geometry/kept-geometry.ts'
import type { JointKind } from '../joints/joint-kind.ts'
import { PATH_MAKER } from '../joints/kinds/path-joint.ts'
import { rebuild } from './restore.ts'
import { checkCoordinates } from './state-rules.ts'
import type { WorldState } from './world-state.ts'

export type { KeptGeometry }

export const SNAPSHOT_KINDS: SnapshotKinds<WorldState, JointKind, KeptGeometry> = {
  dimension: 3,
  geometry: ({ hullRegistry }) => ({
    name: 'hulls',
    list: hullRegistry.list,
    pack: packGeometry,
    unpack: unpackGeometry,
    replace: (list) => hullRegistry.replace(list),
  }),
  jointMaker: PATH_MAKER,
  check: checkCoordinates,
  rebuild,
}
