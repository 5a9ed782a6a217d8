/**
 * Rules of the state that need coordinates: shapes of known kinds with sizes that make sense, rotations that are rotations. The rest is in
 * `common/world/state-rules.ts`.
 */

import { PhysicsError } from '../../common/errors.ts'
import { UNIT_TOLERANCE } from '../../common/limits.ts'
import type { Table } from '../../common/memory/world-memory.ts'
import { fail, type StateTables } from '../../common/world/state-tables.ts'
import type { CharacterColumns } from '../characters/character-table.ts'
import type { Hull } from '../geometry/hull/hull.ts'
import { instanceOf, isScale } from '../geometry/instances.ts'
import { type Kept, type KeptGeometry, suits } from '../geometry/kept-geometry.ts'
import { MaterialTable } from '../geometry/material-table.ts'
import { LEVEL } from '../geometry/shapes/level.ts'
import { SHAPES } from '../geometry/shapes/shape-table.ts'
import { checkVehicles } from '../vehicles/vehicle-rules.ts'
import type { BodyColumns } from './bodies.ts'
import { type JointColumns, FRAME_A, FRAME_B } from './joint-table.ts'
import type { ShapeColumns } from './shapes.ts'

/** `hullOf`: the hull of a number. Only columns that snapshots hold may be read. */
export function checkCoordinates(state: StateTables, hullOf: (number: number) => Kept | undefined): void {
  checkShapes(state.shapes as unknown as Table<ShapeColumns>, hullOf)
  const bodies = state.bodies as unknown as Table<BodyColumns>
  const { alive, q, inertia } = bodies.columns
  for (let b = 0; b < bodies.count; b++) {
    if (alive[b] === 0) continue
    if (!isUnit(q, b * 4)) fail('bodies', b, 'q', 'is no rotation.')
    for (let k = 0; k < 3; k++) if (!(inertia[b * 6 + k] >= 0)) fail('bodies', b, 'inertia', `is ${inertia[b * 6 + k]}.`)
  }
  checkVehicles(state as unknown as Parameters<typeof checkVehicles>[0], false)
  checkUp(state.characters as unknown as Table<CharacterColumns>)
  const joints = state.joints as unknown as Table<JointColumns>
  const { data } = joints.columns
  const { width } = joints.schema.data
  for (let j = 0; j < joints.count; j++) {
    if (joints.columns.alive[j] === 0) continue
    if (!isFrame(data, j * width + FRAME_A) || !isFrame(data, j * width + FRAME_B)) fail('joints', j, 'data', 'holds a frame that is none.')
  }
}

function checkUp(characters: Table<CharacterColumns>): void {
  const { alive, up } = characters.columns
  for (let row = 0; row < characters.count; row++) {
    if (alive[row] === 0) continue
    const o = row * 3
    const square = up[o] * up[o] + up[o + 1] * up[o + 1] + up[o + 2] * up[o + 2]
    if (!(Math.abs(square - 1) <= UNIT_TOLERANCE)) fail('characters', row, 'up', 'is no unit vector.')
  }
}

function checkShapes(shapes: Table<ShapeColumns>, hullOf: (number: number) => Kept | undefined): void {
  const { alive, kind, size, geometry: numbers, materials, density, localRotation } = shapes.columns
  let last = -1
  for (let s = 0; s < shapes.count; s++) {
    if (alive[s] === 0) continue
    if (!(density[s] >= 0)) fail('shapes', s, 'density', `is ${density[s]}.`)
    if (!isUnit(localRotation, s * 4)) fail('shapes', s, 'localRotation', 'is no rotation.')
    // Most shapes are like the one before.
    const alike = last >= 0 && kind[s] === kind[last] && numbers[s] === numbers[last] && materials[s] === materials[last]
    if (alike && sameSize(size, s * 4, last * 4)) continue
    last = s
    const shape = SHAPES[kind[s]]
    if (shape === undefined) fail('shapes', s, 'kind', `is ${kind[s]}, which is none.`)
    const kept = shape.usesHull ? hullOf(numbers[s]) : null
    if (kept === undefined || (kept === null ? numbers[s] !== -1 : !suits(kept, kind[s]))) {
      fail('shapes', s, 'geometry', `is ${numbers[s]}, which is none.`)
    }
    if (materials[s] !== 0 && !(kind[s] >= LEVEL && hullOf(materials[s] - 1) instanceof MaterialTable)) {
      fail('shapes', s, 'materials', `is ${materials[s]}, which is none.`)
    }
    const so = s * 4
    const geometry = kept === null ? null : scaled(kept as KeptGeometry, size, s)
    const thickness = shape.thickness(size, so, geometry)
    const reach = shape.reach(size, so, geometry)
    if (!(thickness > 0 && reach >= 0.5 * thickness && reach < Infinity && shape.halfLength(size, so) >= 0)) {
      fail('shapes', s, 'size', 'is that of no shape.')
    }
  }
}

/** A geometry at the scale that a shape has. */
function scaled(geometry: KeptGeometry, size: Float64Array, shape: number): Hull {
  if (!isScale(size, shape * 4)) fail('shapes', shape, 'size', 'holds a scale that is none.')
  try {
    return instanceOf(geometry, size, shape * 4, 'scale') as Hull
  } catch (error) {
    if (error instanceof PhysicsError) fail('shapes', shape, 'size', 'holds a scale that leaves no shape.')
    throw error
  }
}

function sameSize(size: Float64Array, a: number, b: number): boolean {
  return size[a] === size[b] && size[a + 1] === size[b + 1] && size[a + 2] === size[b + 2] && size[a + 3] === size[b + 3]
}

function isUnit(q: Float64Array, o: number): boolean {
  const square = q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2] + q[o + 3] * q[o + 3]
  return Math.abs(square - 1) <= UNIT_TOLERANCE
}

/** Some kinds leave a frame empty that they do not use. */
function isFrame(q: Float64Array, o: number): boolean {
  return isUnit(q, o) || (q[o] === 0 && q[o + 1] === 0 && q[o + 2] === 0 && q[o + 3] === 0)
}
