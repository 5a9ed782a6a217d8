/**
 * A net: a grid of balls, each joined to its neighbours by ball joints midway.
 */

import { PhysicsError, requireBoolean, requireInteger, requireObject, requirePositive } from '../../common/errors.ts'
import type { Body } from '../body.ts'
import type { BallJoint } from '../joints/ball-joint.ts'
import type { Vec3 } from '../math/types.ts'
import { sphere } from '../shape-definition.ts'
import type { World } from '../world.ts'
import { assemble, requireVec3, type Assembly, type PieceOptions } from './assembly.ts'
import { addScaled, cross, lengthOf, unit } from './vectors.ts'

/** The most knots along one side. */
const MAX_SIDE = 1000

export interface NetDefinition {
  /** Knots along the first direction, 2 … 1000. */
  columns: number
  /** Knots along the second direction, 2 … 1000. */
  rows: number
  /** From knot to knot, m. */
  spacing: number
  /** Of a knot, m. Default a fifth of the spacing. */
  radius?: number
  /** Middle of the net, m. Default 0, 0, 0. */
  center?: Vec3
  /** Direction of the columns. Default x. */
  right?: Vec3
  /** Direction of the rows, not parallel to `right`. Default z. */
  down?: Vec3
  /** Knots that never move: the four corners, the first row, all around, none, or by column and row. Default 'corners'. */
  fixed?: 'corners' | 'row' | 'edge' | 'none' | ((column: number, row: number) => boolean)
  /** Do knots touch anything? Knots that are joined never touch each other. Default true. */
  collide?: boolean
  /** kg of one knot. Default: by density. */
  knotMass?: number
  /** Density, surface and filter of the knots. */
  shape?: PieceOptions
}

export interface Net extends Assembly {
  readonly joints: readonly BallJoint[]
  /** The knot at a column and row, both from 0. */
  knot(column: number, row: number): Body
}

/** Makes a net of balls on ball joints. */
export function buildNet(world: World, definition: NetDefinition): Net {
  requireObject(definition, 'net')
  const columns = requireInteger(definition.columns, 2, MAX_SIDE, 'net.columns')
  const rows = requireInteger(definition.rows, 2, MAX_SIDE, 'net.rows')
  const spacing = requirePositive(definition.spacing, 'net.spacing')
  const radius = requirePositive(definition.radius ?? spacing / 5, 'net.radius')
  if (!(2 * radius < spacing)) {
    throw new PhysicsError('out-of-range', 'net.radius', radius, `must be below half the spacing (${spacing / 2}), or knots overlap.`)
  }
  const center = requireVec3(definition.center ?? { x: 0, y: 0, z: 0 }, 'net.center')
  const right = readDirection(definition.right ?? { x: 1, y: 0, z: 0 }, 'net.right')
  const down = readDirection(definition.down ?? { x: 0, y: 0, z: 1 }, 'net.down')
  if (lengthOf(cross(right, down)) < 1e-6) {
    throw new PhysicsError('degenerate', 'net.down', definition.down, 'is parallel to right. Give two directions.')
  }
  const isFixed = readFixed(definition.fixed ?? 'corners', columns, rows)
  const isSolid = requireBoolean(definition.collide ?? true, 'net.collide')
  const mass = definition.knotMass === undefined ? {} : { mass: requirePositive(definition.knotMass, 'net.knotMass') }
  const knot = sphere({ ...definition.shape, radius, ...(isSolid ? {} : { filter: { category: 0, mask: 0 } }) })
  const place = (column: number, row: number): Vec3 =>
    addScaled(addScaled(center, right, (column - (columns - 1) / 2) * spacing), down, (row - (rows - 1) / 2) * spacing)
  return assemble(world, parts => {
    const { bodies } = parts
    const joints: BallJoint[] = []
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const type = isFixed(column, row) ? 'static' : 'dynamic'
        bodies.push(world.createBody({ type, position: place(column, row), shapes: [knot], ...mass }))
      }
    }
    const join = (bodyA: Body, bodyB: Body, anchor: Vec3): void => {
      if (bodyA.type === 'static' && bodyB.type === 'static') return
      const joint = world.createBallJoint({ bodyA, bodyB, anchor })
      parts.joints.push(joint)
      joints.push(joint)
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const here = bodies[row * columns + column]
        if (column + 1 < columns) join(here, bodies[row * columns + column + 1], place(column + 0.5, row))
        if (row + 1 < rows) join(here, bodies[(row + 1) * columns + column], place(column, row + 0.5))
      }
    }
    return {
      bodies,
      joints,
      knot(column, row) {
        const c = requireInteger(column, 0, columns - 1, 'net.knot.column')
        return bodies[requireInteger(row, 0, rows - 1, 'net.knot.row') * columns + c]
      },
    }
  })
}

function readDirection(value: unknown, field: string): Vec3 {
  const direction = requireVec3(value, field)
  if (!(lengthOf(direction) > 1e-12)) throw new PhysicsError('degenerate', field, 0, 'has no length. Give a direction, such as { x: 1, y: 0, z: 0 }.')
  return unit(direction)
}

function readFixed(value: NonNullable<NetDefinition['fixed']>, columns: number, rows: number): (column: number, row: number) => boolean {
  if (typeof value === 'function') return value
  const isSide = (column: number): boolean => column === 0 || column === columns - 1
  const isEnd = (row: number): boolean => row === 0 || row === rows - 1
  switch (value) {
    case 'corners':
      return (column, row) => isSide(column) && isEnd(row)
    case 'row':
      return (_column, row) => row === 0
    case 'edge':
      return (column, row) => isSide(column) || isEnd(row)
    case 'none':
      return () => false
    default:
      throw new PhysicsError('wrong-type', 'net.fixed', value, "must be 'corners', 'row', 'edge', 'none' or a function of column and row.")
  }
}
