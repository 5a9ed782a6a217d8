// One engine in two dimensions: src/d2 and src/d3 have the same files with the same exported names, but for what mirror-table.ts excuses,
// and what holds no coordinate stands once, in src/common.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './aliases.ts'
import { MIRROR_TABLE } from './mirror-table.ts'
import { compareTrees, type Dimension, type Tree } from './mirror.ts'

function readTree(dimension: Dimension): Tree {
  const root = join(PROJECT_ROOT, 'src', dimension)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  return new Map(files.filter((path) => path.endsWith('.ts')).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** What is wrong with the tree as it is on disk. */
export function findProblems(): { problems: string[]; count: number } {
  const d2 = readTree('d2')
  return { problems: compareTrees(d2, readTree('d3'), MIRROR_TABLE), count: d2.size }
}

if (process.argv[1]?.endsWith('check-mirror.ts')) {
  const { problems, count } = findProblems()
  for (const problem of problems) console.error(`check-mirror: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`check-mirror: ${count} files of src/d2 have their like in src/d3`)
}
