// ARCHITECTURE.md tells the truth: its stage table, the calls in step/step.ts of both dimensions and the profiler's keys in
// common/world/stages.ts name the same stages in the same order, each stage a file of that name; and its feature table says which dimension
// has what. Index-only code stands once.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './aliases.ts'
import { compareFeatures, compareFiles, findTwins, readFeatures, type Tree } from './dimensions.ts'
import { compareStages, readDocumentedStages, readProfiledStages, readStep } from './stage-lists.ts'

function read(path: string): string {
  if (!existsSync(join(PROJECT_ROOT, path))) throw new Error(`${path} is missing.`)
  return readFileSync(join(PROJECT_ROOT, path), 'utf8')
}

function readTree(folder: string): Tree {
  const root = join(PROJECT_ROOT, 'src', folder)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  return new Map(files.filter((path) => path.endsWith('.ts')).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** What is wrong with the tree as it is on disk. */
export function findProblems(): { problems: string[]; stages: number; features: number } {
  const architecture = read('ARCHITECTURE.md')
  const profiled = readProfiledStages(read('src/common/world/stages.ts'))
  const documented = readDocumentedStages(architecture)
  const problems: string[] = []
  for (const dimension of ['d2', 'd3']) {
    problems.push(...compareStages({ profiled, documented, ...readStep(read(`src/${dimension}/step/step.ts`)) }))
    for (const stage of profiled) {
      const file = `src/${dimension}/step/${stage}.ts`
      if (!existsSync(join(PROJECT_ROOT, file))) problems.push(`${file} is missing: one stage, one file.`)
    }
  }
  const d2 = readTree('d2')
  const d3 = readTree('d3')
  const features = readFeatures(architecture)
  problems.push(...compareFiles(d2, d3), ...findTwins(d2, d3), ...compareFeatures(features, d2, d3, readTree('common')))
  return { problems, stages: profiled.length, features: features.length }
}

if (process.argv[1]?.endsWith('check-architecture.ts')) {
  try {
    const { problems, stages, features } = findProblems()
    for (const problem of problems) console.error(`check-architecture: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
    else console.log(`check-architecture: ${stages} stages and ${features} features, the same in ARCHITECTURE.md and in the code`)
  } catch (error) {
    console.error(`check-architecture: ${(error as Error).message}`)
    process.exitCode = 1
  }
}
