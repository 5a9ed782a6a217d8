// The project's own source rules: what oxlint cannot know. One rule, one file.
import { checkColumnViews } from './column-views.ts'
import { checkDeterminism } from './determinism.ts'
import { checkImportDirection } from './import-direction.ts'
import { openSource, type Problem, type SourceRule } from './problem.ts'
import { checkText } from './text.ts'

export const SOURCE_RULES: readonly SourceRule[] = [checkImportDirection, checkDeterminism, checkColumnViews, checkText]

/** Every problem of one file. `path` is relative to the project root; it decides which rules apply. */
export function checkSource(path: string, text: string): Problem[] {
  const file = openSource(path, text)
  return SOURCE_RULES.flatMap((rule) => rule(file)).sort((a, b) => a.line - b.line)
}
