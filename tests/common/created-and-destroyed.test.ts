/** Bodies of all shapes, level geometry, characters and joints that come and go leave neither heap nor buffer larger. */

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import type { LeakReport } from './helpers/leak-child.ts'

const LONG = process.env['FULCRUM_FAMILIES'] === 'long'
const ROUNDS = LONG ? 100_000 : 2000
/**
 * What compiled code may take meanwhile, bytes: 2 to 3 MB are measured until everything is compiled. Of 2,000 rounds that is 4 kB each, of
 * 100,000 it is 80 bytes.
 */
const ROOM = 6_000_000

it.each([2, 3] as const)(`${ROUNDS} rounds in %iD`, { timeout: LONG ? 3_600_000 : 120_000 }, (dimension) => {
  const flags = ['--expose-gc', '--import', 'tsx', `${PROJECT_ROOT}tests/common/helpers/leak-child.ts`, String(dimension), String(ROUNDS)]
  const { heap, outside, buffer } = JSON.parse(execFileSync(process.execPath, flags, { cwd: PROJECT_ROOT, encoding: 'utf8' })) as LeakReport
  expect(heap[1] - heap[0], `heap ${heap.join(' → ')}`).toBeLessThan(ROOM)
  expect(outside[1] - outside[0], `outside ${outside.join(' → ')}`).toBeLessThan(ROOM)
  expect(buffer[1], `buffer ${buffer.join(' → ')}`).toBeLessThanOrEqual(2 * buffer[0])
})
