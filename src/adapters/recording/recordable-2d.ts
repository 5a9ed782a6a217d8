/**
 * What a recording must know of the plane: its classes, its shapes and the columns of its bodies.
 */

import { Body } from '../../d2/api/body.ts'
import { Character } from '../../d2/api/character.ts'
import { isDefinition, type ShapeDefinition } from '../../d2/api/shape-definition.ts'
import { Shape } from '../../d2/api/shape.ts'
import { World } from '../../d2/api/world.ts'
import { PLANE } from '../scene/d2.ts'
import { describeShape } from '../scene/shapes-2d.ts'
import { tableOf } from './definitions.ts'
import type { Recordable } from './recordable.ts'

/** How worlds of the plane are recorded. */
export const RECORDABLE: Recordable = {
  scene: PLANE,
  classes: [World, Body, Shape, Character, ...Object.values(PLANE.jointKinds).map(({ handle }) => handle)],
  describeDefinition(value) {
    if (!isDefinition(value)) return null
    const { polygon } = value as ShapeDefinition
    return describeShape(tableOf(value as never, { polygon: [polygon === null ? -1 : 0] }, { polygons: [polygon] }), 0)
  },
  path: null,
  bodyColumns: ['x', 'angle', 'v', 'w'],
}
