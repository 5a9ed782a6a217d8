/**
 * What snapshots of space are made of, beyond the tables.
 */

import { isMadeBy } from '../../common/errors.ts'
import type { SnapshotKinds } from '../../common/world/snapshots.ts'
import { type Kept, packGeometry, unpackGeometry } from '../geometry/kept-geometry.ts'
import { JointType } from '../joints/define-joint.ts'
import type { JointKind } from '../joints/joint-kind.ts'
import { PATH_MAKER } from '../joints/kinds/path-joint.ts'
import { kindOfType } from '../joints/world-kind.ts'
import { rebuild } from './restore.ts'
import { checkCoordinates } from './state-rules.ts'
import type { WorldState } from './world-state.ts'

export type { Kept }

export const SNAPSHOT_KINDS: SnapshotKinds<WorldState, JointKind, Kept, JointType> = {
  dimension: 3,
  geometry: ({ hullRegistry }) => ({
    name: 'hulls',
    list: hullRegistry.list,
    pack: packGeometry,
    unpack: unpackGeometry,
    replace: (list) => hullRegistry.replace(list),
  }),
  jointMaker: PATH_MAKER,
  kindOfType: (state, type) => (isMadeBy(type, JointType) ? kindOfType(state, type) : null),
  check: checkCoordinates,
  rebuild,
}
