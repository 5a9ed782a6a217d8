/**
 * The geometry fuzz at any length: `npm run fuzz-geometry -- --count 1000000 --only "cylinder and"`. Prints per pair of kinds what was off: p99, worst
 * and the seed of the worst. `--seed 17 --count 1` runs one case.
 */

import { parseArgs } from 'node:util'
import { CELLS as CELLS_2D, fuzzCell as fuzzCell2 } from '../../d2/geometry/fuzz/fuzz-pairs.ts'
import { CELLS as CELLS_3D, fuzzCell as fuzzCell3 } from '../../d3/geometry/fuzz/fuzz-pairs.ts'
import { CellFigures } from './figures.ts'

const { values } = parseArgs({
  options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '0' }, only: { type: 'string', default: '' } },
})
const count = Number(values.count)
const seed = Number(values.seed)

const jobs = [
  ...CELLS_2D.map((cell) => ({ name: cell.name, run: (figures: CellFigures) => fuzzCell2(cell, seed, count, figures) })),
  ...CELLS_3D.map((cell) => ({ name: cell.name, run: (figures: CellFigures) => fuzzCell3(cell, seed, count, figures) })),
].filter(({ name }) => name.includes(values.only))

let failed = 0
for (const { name, run } of jobs) {
  const figures = new CellFigures()
  run(figures)
  const parts = [...figures.figures].map(([figure, found]) =>
    `${figure} ${found.count}: ${found.percentile(0.99).toExponential(1)} ${found.worst.toExponential(1)} (${found.worstSeed})`)
  console.log(`${name}: ${parts.join(' · ')}`)
  for (const { message, seed } of figures.errors.slice(0, 3)) console.log(`  seed ${seed}: ${message}`)
  failed += figures.errors.length
}
if (failed > 0) process.exitCode = 1
