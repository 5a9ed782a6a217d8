/**
 * Tiles: filled squares of a grid, such as a platformer's level. They are no kind of their own: the lines between filled and empty squares,
 * straight ones joined, become loops of chains (`chain.ts`). A line between two filled squares does not exist, so nothing can catch on it.
 */

import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { requireNumbers } from '../../../common/points.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { linkChain } from './chain.ts'
import type { PlacedSegment } from './segment.ts'

/** Squares lie within ±this along both axes, so that a place is one whole number. */
const MAX_TILE = 1 << 20
const SPAN = 2 * MAX_TILE + 4

/** Ways along the grid: right, up, left, down. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]

/** One number per place of the grid. */
function keyOf(x: number, y: number): number {
  return (y + MAX_TILE + 1) * SPAN + x + MAX_TILE + 1
}

export function checkTiles(options: unknown): PlacedSegment[] {
  const { cells: given, cellSize } = requireObject(options, 'tiles') as { cells: unknown; cellSize?: unknown }
  const size = cellSize === undefined ? 1 : requireLength(cellSize, 'tiles.cellSize')
  const cells = requireNumbers(given, 'tiles.cells')
  if (cells.length % 2 !== 0) throw new PhysicsError('wrong-size', 'tiles.cells.length', cells.length, 'is odd. Give x and y of every square.')
  const most = Math.min(MAX_TILE, Math.floor(MAX_COORDINATE / size) - 1)
  const filled = new Set<number>()
  for (let i = 0; i < cells.length; i++) {
    const number = cells[i]
    if (!Number.isInteger(number) || Math.abs(number as number) > most) {
      throw new PhysicsError('out-of-range', `tiles.cells[${i}]`, number, `of square ${i >> 1} must be a whole number from −${most} to ${most}.`)
    }
    if (i % 2 === 1) filled.add(keyOf(cells[i - 1] as number, number as number))
  }
  if (filled.size === 0) throw new PhysicsError('degenerate', 'tiles.cells', 0, 'holds no square. Give at least one.')
  return outlines(filled).flatMap(corners => linkChain(corners.map(x => x * size), true, 'tiles.cells'))
}

/** Does an outline go from the corner (x, y) this way? A filled square is on its right then, an empty one on its left. */
function runs(filled: ReadonlySet<number>, x: number, y: number, way: number): boolean {
  // Squares by their lower left corner: above and below, left and right of the line.
  const right = way === 0 ? keyOf(x, y - 1) : way === 1 ? keyOf(x, y) : way === 2 ? keyOf(x - 1, y) : keyOf(x - 1, y - 1)
  const left = way === 0 ? keyOf(x, y) : way === 1 ? keyOf(x - 1, y) : way === 2 ? keyOf(x - 1, y - 1) : keyOf(x, y - 1)
  return filled.has(right) && !filled.has(left)
}

/** The corners of all outlines, clockwise around filled squares: x y in a row. */
function outlines(filled: ReadonlySet<number>): Float64Array[] {
  const loops: Float64Array[] = []
  const walked = new Set<number>()
  // From the lowest square on, whatever the order they came in. Each loop has a top side that goes right.
  for (const key of Float64Array.from(filled).sort()) {
    const cellX = (key % SPAN) - MAX_TILE - 1
    const cellY = Math.floor(key / SPAN) - MAX_TILE - 1
    if (walked.has(key) || !runs(filled, cellX, cellY + 1, 0)) continue
    const corners: number[] = []
    let x = cellX
    let y = cellY + 1
    let way = 0
    do {
      // The top sides of squares are marked by their squares.
      if (way === 0) walked.add(keyOf(x, y - 1))
      x += STEP_X[way]
      y += STEP_Y[way]
      // Right first: squares that touch in a corner are apart.
      const next = runs(filled, x, y, (way + 3) & 3) ? (way + 3) & 3 : runs(filled, x, y, way) ? way : (way + 1) & 3
      if (next !== way) corners.push(x, y)
      way = next
    } while (!(x === cellX && y === cellY + 1 && way === 0))
    loops.push(Float64Array.from(corners))
  }
  return loops
}
