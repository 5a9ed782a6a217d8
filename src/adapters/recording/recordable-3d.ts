/**
 * What a recording must know of space: its classes, its shapes and the columns of its bodies.
 */

import { Body } from '../../d3/api/body.ts'
import { Character } from '../../d3/api/character.ts'
import { isDefinition, type ShapeDefinition } from '../../d3/api/shape-definition.ts'
import { Shape } from '../../d3/api/shape.ts'
import { World } from '../../d3/api/world.ts'
import { Path } from '../../d3/joints/kinds/path.ts'
import { VehicleWheel } from '../../d3/vehicles/vehicle-wheel.ts'
import { WheeledVehicle } from '../../d3/vehicles/vehicle.ts'
import { SPACE } from '../scene/d3.ts'
import { describeShape } from '../scene/shapes-3d.ts'
import { tableOf } from './definitions.ts'
import type { Recordable } from './recordable.ts'

/** How worlds of space are recorded. */
export const RECORDABLE: Recordable = {
  scene: SPACE,
  classes: [World, Body, Shape, Character, WheeledVehicle, VehicleWheel, ...Object.values(SPACE.jointKinds).map(({ handle }) => handle)],
  describeDefinition(value) {
    if (!isDefinition(value)) return null
    const { geometry, materials } = value as ShapeDefinition
    const columns = { geometry: [geometry === null ? -1 : 0], materials: [materials === null ? 0 : 2] }
    return describeShape(tableOf(value as never, columns, { hullRegistry: { list: [geometry, materials] } }), 0)
  },
  path: {
    describe: (value) => (value instanceof Path ? { source: value.source } : null),
    make: ({ source }: { source?: ArrayLike<number> }) => Path.of(Float64Array.from(source ?? [])),
  },
  bodyColumns: ['x', 'q', 'v', 'w'],
}
