/**
 * A net: a grid of balls, each tied to its neighbours by strings.
 *
 * Balls on hinges midway, as nets in space have them, would be a stiff plate in the plane: a ball that turns there must turn its neighbours. Strings
 * from middle to middle leave the meshes free to lean and to crumple.
 */

import { addKnots, joinKnots, knotAt, readGrid, GRID_FIELDS, type FixedKnots, type GridOptions } from '../../common/builders/grid.ts'
import { requireNonNegative } from '../../common/bounds.ts'
import { requireOptions, type Fields } from '../../common/options.ts'
import { PhysicsError } from '../../common/errors.ts'
import type { Body } from '../api/body.ts'
import type { DistanceJoint } from '../joints/kinds/distance-joint.ts'
import type { Vec2 } from '../math/types.ts'
import { circle } from '../api/shape-definition.ts'
import type { World } from '../api/world.ts'
import { assemble, requireVec2, requireWorld, readPiece, type Assembly, type PieceOptions } from './assembly.ts'
import { addScaled, cross, lengthOf, unit } from './vectors.ts'

/** What a net is told. */
export interface NetDefinition extends GridOptions {
  /** Middle of the net, m. Default 0, 0. */
  center?: Vec2
  /** Direction of the columns, any length. Default x. */
  right?: Vec2
  /** Direction of the rows, any length, not parallel to `right`. Default −y. */
  down?: Vec2
  /** By how much the strings are longer than the spacing, as a share of it. Default 0: taut, and its pull enormous where both ends are fixed. */
  slack?: number
  /** Knots that never move: the four corners, the first row, all around, none, or by column and row. Default 'row'. */
  fixed?: FixedKnots
  /** Density, surface and filter of the knots. Default: as shapes are. */
  shape?: PieceOptions
}

const FIELDS: Fields<NetDefinition> = { ...GRID_FIELDS, center: 0, right: 0, down: 0, slack: 0, fixed: 0, shape: 0 }

/** A net of knots. */
export interface Net extends Assembly {
  /** What holds neighbouring knots together. */
  readonly joints: readonly DistanceJoint[]
  /** The knot at a column and row, both from 0. */
  knot(column: number, row: number): Body
}

/** Makes a net of balls on strings. */
export function buildNet(world: World, definition: NetDefinition): Net {
  requireWorld(world, 'net.world')
  requireOptions(definition, FIELDS, 'net')
  const grid = readGrid(definition, definition.fixed ?? 'row')
  const { columns, rows, spacing, radius, isSolid, mass } = grid
  const center = requireVec2(definition.center ?? { x: 0, y: 0 }, 'net.center')
  const right = readDirection(definition.right ?? { x: 1, y: 0 }, 'net.right')
  const down = readDirection(definition.down ?? { x: 0, y: -1 }, 'net.down')
  if (Math.abs(cross(right, down)) < 1e-6) {
    throw new PhysicsError('degenerate', 'net.down', definition.down, 'is parallel to right. Give two directions.')
  }
  const maxLength = spacing * (1 + requireNonNegative(definition.slack ?? 0, 'net.slack'))
  const knot = circle({ ...readPiece(definition.shape, 'net.shape'), radius, ...(isSolid ? {} : { filter: { category: 0, mask: 0 } }) })
  const place = (column: number, row: number): Vec2 =>
    addScaled(addScaled(center, right, (column - (columns - 1) / 2) * spacing), down, (row - (rows - 1) / 2) * spacing)
  return assemble(world, parts => {
    const { bodies } = parts
    const joints: DistanceJoint[] = []
    addKnots(grid, (type, column, row) => bodies.push(world.createBody({ type, position: place(column, row), shapes: [knot], ...mass })))
    joinKnots(grid, bodies, (bodyA, bodyB) => {
      const joint = world.createDistanceJoint({ bodyA, bodyB, maxLength })
      parts.joints.push(joint)
      joints.push(joint)
    })
    return { bodies, joints, knot: (column, row) => knotAt(grid, bodies, column, row) }
  })
}

function readDirection(value: unknown, field: string): Vec2 {
  const direction = requireVec2(value, field)
  if (!(lengthOf(direction) > 1e-12)) throw new PhysicsError('degenerate', field, value, 'has no length. Give a direction, such as { x: 1, y: 0 }.')
  return unit(direction)
}
