/**
 * The height line: ground as heights at even distances, from left to right. It is no kind of its own but a chain for every stretch without a
 * gap (`chain.ts`), solid from above.
 */

import { PhysicsError, requireObject } from '../../../common/errors.ts'
import { requireNumbers } from '../../../common/points.ts'
import { requireLength } from '../../../common/store/surface-options.ts'
import { MAX_COORDINATE } from '../../../common/limits.ts'
import { linkChain } from './chain.ts'
import type { PlacedSegment } from './segment.ts'

export function checkHeightLine(options: unknown): PlacedSegment[] {
  const { heights: given, width } = requireObject(options, 'heightLine') as { heights: unknown; width: unknown }
  const heights = requireNumbers(given, 'heightLine.heights')
  const count = heights.length
  if (count < 2) throw new PhysicsError('degenerate', 'heightLine.heights', count, 'is the number of its heights; it needs at least 2.')
  const half = 0.5 * requireLength(width, 'heightLine.width')
  const links: PlacedSegment[] = []
  let stretch: number[] = []
  const end = (): void => {
    if (stretch.length >= 4) links.push(...linkChain(Float64Array.from(stretch), false, 'heightLine.heights'))
    stretch = []
  }
  for (let i = 0; i < count; i++) {
    const height = heights[i]
    if (typeof height !== 'number' || Math.abs(height) > MAX_COORDINATE) {
      throw new PhysicsError(typeof height === 'number' ? 'out-of-range' : 'wrong-type', `heightLine.heights[${i}]`, height,
        `must be a number between −${MAX_COORDINATE} and ${MAX_COORDINATE} m, or NaN for a gap.`)
    }
    if (Number.isNaN(height)) end()
    else stretch.push((2 * i / (count - 1) - 1) * half, height)
  }
  end()
  if (links.length === 0) {
    throw new PhysicsError('degenerate', 'heightLine.heights', count, 'are the numbers, and no two of them in a row are heights. Give some ground.')
  }
  return links
}
