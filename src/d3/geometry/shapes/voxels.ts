/** Voxels: filled cells of a cubic grid, of which only the free faces exist. */

import { requireObject } from '../../../common/errors.ts'
import type { Hull } from '../hull/hull.ts'
import { Voxels, VOXELS_OPTIONS } from '../voxels/voxels.ts'
import { readScale } from '../instances.ts'
import { levelRecord, only, readGeometry } from './level.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const VOXELS: number = 12

const PARTS = /* @__PURE__ */ Object.keys(VOXELS_OPTIONS)

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'voxels') as Record<string, unknown>
  const build = (): Voxels => Voxels.build(only(given, PARTS) as never)
  const voxels = readGeometry(given, 'voxels', 'voxels', Voxels, PARTS, build)
  return { size: [0, ...readScale(given['scale'], 'voxels.scale')], hull: voxels as unknown as Hull }
}

export const voxelsShape: ShapeRecord = /* @__PURE__ */ levelRecord(VOXELS, 'voxels', check)
