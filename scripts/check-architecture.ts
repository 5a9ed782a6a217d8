// One story in three places: the stage table in ARCHITECTURE.md, the calls in step/step.ts of both dimensions and the profiler's keys in
// common/world/stages.ts name the same stages in the same order, and each stage is a file of that name.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './aliases.ts'
import { compareStages, readDocumentedStages, readProfiledStages, readStep } from './stage-lists.ts'

const PIPELINES = ['src/d2/step', 'src/d3/step']

function read(path: string): string {
  if (!existsSync(join(PROJECT_ROOT, path))) throw new Error(`${path} is missing.`)
  return readFileSync(join(PROJECT_ROOT, path), 'utf8')
}

function findProblems(): { problems: string[]; count: number } {
  const profiled = readProfiledStages(read('src/common/world/stages.ts'))
  const documented = readDocumentedStages(read('ARCHITECTURE.md'))
  const problems: string[] = []
  for (const pipeline of PIPELINES) {
    problems.push(...compareStages({ profiled, documented, ...readStep(read(`${pipeline}/step.ts`)) }))
    for (const stage of profiled) {
      if (!existsSync(join(PROJECT_ROOT, pipeline, `${stage}.ts`))) problems.push(`${pipeline}/${stage}.ts is missing: one stage, one file.`)
    }
  }
  return { problems, count: profiled.length }
}

try {
  const { problems, count } = findProblems()
  for (const problem of problems) console.error(`check-architecture: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`check-architecture: ${count} stages, the same in ARCHITECTURE.md, step.ts and the profiler`)
} catch (error) {
  console.error(`check-architecture: ${(error as Error).message}`)
  process.exitCode = 1
}
