/** Bodies of all shapes, level geometry, characters and joints that come and go leave neither heap nor buffer larger. */

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import type { LeakReport } from './helpers/leak-child.ts'

const LONG = process.env['FULCRUM_FAMILIES'] === 'long'
const ROUNDS = LONG ? 100_000 : 2000
/** What compiled code may take meanwhile, bytes: 2 to 3 MB are measured until everything is compiled. */
const ROOM = 6_000_000
/**
 * Growth of the heap over the second half, bytes per round, that is none: a round makes and destroys a body, and the smallest object that could be
 * kept of each is larger. What is compiled and dropped meanwhile is 5 bytes per round or so. Only of the long run: in 2000 rounds that is all there is.
 */
const FLAT = 16

/** Slope of the straight line through the samples of the second half, by least squares. */
function slopeOf(rounds: readonly number[], bytes: readonly number[]): number {
  const from = bytes.length >> 1
  const [x, y] = [rounds.slice(from), bytes.slice(from)]
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length
  const [mx, my] = [mean(x), mean(y)]
  return x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) / x.reduce((sum, value) => sum + (value - mx) ** 2, 0)
}

it('a slope is that of the second half', () => {
  expect(slopeOf([1, 2, 3, 4, 5, 6], [9, 9, 9, 4, 6, 8])).toBeCloseTo(2, 12)
})

it.each([2, 3] as const)(`${ROUNDS} rounds in %iD`, { timeout: LONG ? 3_600_000 : 120_000 }, (dimension) => {
  const flags = ['--expose-gc', '--import', 'tsx', `${PROJECT_ROOT}tests/common/helpers/leak-child.ts`, String(dimension), String(ROUNDS)]
  const { rounds, heap, outside, buffer } = JSON.parse(execFileSync(process.execPath, flags, { cwd: PROJECT_ROOT, encoding: 'utf8' })) as LeakReport
  const quarter = heap.length >> 2
  expect(heap.at(-1)! - heap[quarter]!, `heap ${heap.join(' → ')}`).toBeLessThan(ROOM)
  expect(outside.at(-1)! - outside[quarter]!, `outside ${outside.join(' → ')}`).toBeLessThan(ROOM)
  expect(buffer.at(-1), `buffer ${buffer.join(' → ')}`).toBeLessThanOrEqual(2 * buffer[quarter]!)
  if (!LONG) return
  expect(slopeOf(rounds, heap), `heap ${heap.join(' → ')}`).toBeLessThan(FLAT)
  expect(slopeOf(rounds, outside), `outside ${outside.join(' → ')}`).toBeLessThan(FLAT)
  expect(buffer.at(-1), `buffer ${buffer.join(' → ')}`).toBe(buffer[buffer.length >> 1])
})
