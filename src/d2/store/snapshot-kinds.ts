/**
 * What snapshots of the plane are made of, beyond the tables.
 */

import { isMadeBy } from '../../common/errors.ts'
import type { SnapshotKinds } from '../../common/world/snapshots.ts'
import { packPolygon, unpackPolygon } from '../geometry/polygon/polygon-packing.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { JointType } from '../joints/define-joint.ts'
import type { JointKind } from '../joints/joint-kind.ts'
import { kindOfType } from '../joints/world-kind.ts'
import { rebuild } from './restore.ts'
import { checkCoordinates } from './state-rules.ts'
import type { WorldState } from './world-state.ts'

export type KeptGeometry = Polygon

export const SNAPSHOT_KINDS: SnapshotKinds<WorldState, JointKind, KeptGeometry, JointType> = {
  dimension: 2,
  geometry: ({ polygonRegistry, packedPolygons }) => ({
    name: 'polygons',
    list: polygonRegistry.list,
    pack: packPolygon,
    unpack: unpackPolygon,
    replace(list) {
      polygonRegistry.replace(list)
      packedPolygons.packAll()
    },
  }),
  jointMaker: null,
  kindOfType: (state, type) => (isMadeBy(type, JointType) ? kindOfType(state, type) : null),
  check: checkCoordinates,
  rebuild,
}
