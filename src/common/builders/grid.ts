/**
 * Nets as columns and rows of knots: which are held, and which are neighbours. Where they are is the builders' matter.
 */

import { PhysicsError, requireBoolean, requireInteger } from '../errors.ts'
import { requirePositive } from '../bounds.ts'
import type { Fields } from '../options.ts'
import { massIfGiven } from './assembly.ts'

/** The most knots along one side. */
const MAX_SIDE = 1000

/** Knots that never move: the four corners, the first row, all around, none, or by column and row. */
export type FixedKnots = 'corners' | 'row' | 'edge' | 'none' | ((column: number, row: number) => boolean)

/** What a net's definition says besides its place and its shape. */
export interface GridOptions {
  /** Count of knots along the first direction, 2 … 1000. */
  columns: number
  /** Count of knots along the second direction, 2 … 1000. */
  rows: number
  /** Distance from knot to knot, m. */
  spacing: number
  /** Radius of a knot, m. Default a fifth of the spacing. */
  radius?: number
  /** Do knots touch anything? Knots that are joined never touch each other. Default true. */
  collide?: boolean
  /** kg of one knot. Default: by density. */
  knotMass?: number
}

export const GRID_FIELDS: Fields<GridOptions> = { columns: 0, rows: 0, spacing: 0, radius: 0, collide: 0, knotMass: 0 }

/** The same, checked. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  readonly spacing: number
  readonly radius: number
  readonly isSolid: boolean
  readonly mass: { mass?: number }
  readonly isFixed: (column: number, row: number) => boolean
}

export function readGrid(d: GridOptions, fixed: FixedKnots): Grid {
  const columns = requireInteger(d.columns, 2, MAX_SIDE, 'net.columns')
  const rows = requireInteger(d.rows, 2, MAX_SIDE, 'net.rows')
  const spacing = requirePositive(d.spacing, 'net.spacing')
  const radius = requirePositive(d.radius ?? spacing / 5, 'net.radius')
  if (!(2 * radius < spacing)) {
    throw new PhysicsError('out-of-range', 'net.radius', radius, `must be below half the spacing (${spacing / 2}), or knots overlap.`)
  }
  return {
    columns, rows, spacing, radius,
    isSolid: requireBoolean(d.collide ?? true, 'net.collide'),
    mass: massIfGiven(d.knotMass, 'net.knotMass'),
    isFixed: readFixed(fixed, columns, rows),
  }
}

function readFixed(value: FixedKnots, columns: number, rows: number): (column: number, row: number) => boolean {
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

/** Knots row by row. */
export function addKnots({ columns, rows, isFixed }: Grid, add: (type: 'static' | 'dynamic', column: number, row: number) => void): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) add(isFixed(column, row) ? 'static' : 'dynamic', column, row)
  }
}

/** Every two neighbours of which one can move, and the place midway between them. */
export function joinKnots<Body extends { readonly type: string }>(
  { columns, rows }: Grid, knots: readonly Body[], join: (bodyA: Body, bodyB: Body, column: number, row: number) => void,
): void {
  const tie = (bodyA: Body, bodyB: Body, column: number, row: number): void => {
    if (bodyA.type !== 'static' || bodyB.type !== 'static') join(bodyA, bodyB, column, row)
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const here = knots[row * columns + column]
      if (column + 1 < columns) tie(here, knots[row * columns + column + 1], column + 0.5, row)
      if (row + 1 < rows) tie(here, knots[(row + 1) * columns + column], column, row + 0.5)
    }
  }
}

/** The knot at a column and row, both from 0. */
export function knotAt<Body>({ columns, rows }: Grid, knots: readonly Body[], column: number, row: number): Body {
  const c = requireInteger(column, 0, columns - 1, 'net.knot.column')
  return knots[requireInteger(row, 0, rows - 1, 'net.knot.row') * columns + c]
}
