/** The height field: terrain by its heights. */

import { requireObject } from '../../../common/errors.ts'
import { HEIGHT_FIELD_OPTIONS, HeightField } from '../height-field/height-field.ts'
import type { Hull } from '../hull/hull.ts'
import { readScale } from '../instances.ts'
import { levelRecord, only, readGeometry, readSides } from './level.ts'
import type { ShapeGeometry, ShapeRecord } from './shape-record.ts'

export const HEIGHT_FIELD: number = 11

const PARTS = /* @__PURE__ */ Object.keys(HEIGHT_FIELD_OPTIONS)

function check(options: unknown): ShapeGeometry {
  const given = requireObject(options, 'heightField') as Record<string, unknown>
  const build = (): HeightField => HeightField.build(only(given, PARTS) as never)
  const field = readGeometry(given, 'heightField', 'field', HeightField, PARTS, build)
  return { size: [readSides(given['sides'], 'heightField.sides'), ...readScale(given['scale'], 'heightField.scale')], hull: field as unknown as Hull }
}

export const heightFieldShape: ShapeRecord = /* @__PURE__ */ levelRecord(HEIGHT_FIELD, 'height-field', check)

