/**
 * Rules of the state that need coordinates: shapes of known kinds with sizes that make sense. The rest is in `common/world/state-rules.ts`.
 */

import { UNIT_TOLERANCE } from '../../common/limits.ts'
import type { Table } from '../../common/memory/world-memory.ts'
import { fail, type StateTables } from '../../common/world/state-tables.ts'
import type { CharacterColumns } from '../characters/character-table.ts'
import type { Polygon } from '../geometry/polygon/polygon.ts'
import { POLYGON } from '../geometry/shapes/polygon.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import type { BodyColumns } from './bodies.ts'
import type { ShapeColumns } from './shapes.ts'

/** `polygonOf`: the polygon of a number. Only columns that snapshots hold may be read. */
export function checkCoordinates(state: StateTables, polygonOf: (number: number) => Polygon | undefined): void {
  checkShapes(state.shapes as unknown as Table<ShapeColumns>, polygonOf)
  checkUp(state.characters as unknown as Table<CharacterColumns>)
  const bodies = state.bodies as unknown as Table<BodyColumns>
  const { alive, inertia } = bodies.columns
  for (let b = 0; b < bodies.count; b++) if (alive[b] === 1 && !(inertia[b] >= 0)) fail('bodies', b, 'inertia', `is ${inertia[b]}.`)
}

function checkUp(characters: Table<CharacterColumns>): void {
  const { alive, up } = characters.columns
  for (let row = 0; row < characters.count; row++) {
    if (alive[row] === 0) continue
    const square = up[row * 2] * up[row * 2] + up[row * 2 + 1] * up[row * 2 + 1]
    if (!(Math.abs(square - 1) <= UNIT_TOLERANCE)) fail('characters', row, 'up', 'is no unit vector.')
  }
}

function checkShapes(shapes: Table<ShapeColumns>, polygonOf: (number: number) => Polygon | undefined): void {
  const { alive, kind, size, polygon, density } = shapes.columns
  let last = -1
  for (let s = 0; s < shapes.count; s++) {
    if (alive[s] === 0) continue
    if (!(density[s] >= 0)) fail('shapes', s, 'density', `is ${density[s]}.`)
    // Most shapes are like the one before.
    if (last >= 0 && kind[s] === kind[last] && polygon[s] === polygon[last] && sameSize(size, s * 4, last * 4)) continue
    last = s
    const shape = SHAPES[kind[s]]
    if (shape === undefined) fail('shapes', s, 'kind', `is ${kind[s]}, which is none.`)
    const geometry = kind[s] === POLYGON ? polygonOf(polygon[s]) : null
    if (geometry === undefined || (kind[s] !== POLYGON && polygon[s] !== -1)) fail('shapes', s, 'polygon', `is ${polygon[s]}, which is none.`)
    const so = s * 4
    const thickness = shape.thickness(size, so, geometry)
    const reach = shape.reach(size, so, geometry)
    const rounding = shape.rounded ? size[so] : 0
    if (!(thickness > 0 && rounding >= 0 && reach >= 0.5 * thickness && reach < Infinity && shape.halfLength(size, so) >= 0)) {
      fail('shapes', s, 'size', 'is that of no shape.')
    }
  }
}

function sameSize(size: Float64Array, a: number, b: number): boolean {
  return size[a] === size[b] && size[a + 1] === size[b + 1] && size[a + 2] === size[b + 2] && size[a + 3] === size[b + 3]
}
