// Reads the list of pipeline stages from each of the places that tell it, so that they can be compared. Parses text; runs no engine code.
import ts from 'typescript'

export interface StageLists {
  /** Rows of the table in ARCHITECTURE.md, top to bottom. */
  readonly documented: string[]
  /** Stage files imported by step.ts, in the order in which their functions are first called. */
  readonly called: string[]
  /** Stage files imported by step.ts of which nothing is called. */
  readonly unused: string[]
  /** The exported array STAGES: the profiler's keys. */
  readonly profiled: string[]
}

const BEGIN = '<!-- stages:begin -->'
const END = '<!-- stages:end -->'

/** Imports of step.ts that are not stages. */
const NOT_STAGES = ['stages']

/** Names in the first cell of each row between the markers: `| `name` | … |`. */
export function readDocumentedStages(markdown: string): string[] {
  const begin = markdown.indexOf(BEGIN)
  const end = markdown.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md has no stage table between ${BEGIN} and ${END}.`)
  const stages: string[] = []
  for (const line of markdown.slice(begin, end).split('\n')) {
    const cell = /^\s*\|([^|]*)\|/.exec(line)
    if (cell) for (const name of cell[1]!.matchAll(/`([a-z0-9-]+)`/g)) stages.push(name[1]!)
  }
  return stages
}

/** The string elements of `export const STAGES = […]`. */
export function readProfiledStages(source: string): string[] {
  const tree = ts.createSourceFile('stages.ts', source, ts.ScriptTarget.ES2022, true)
  const stages: string[] = []
  let found = false
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'STAGES' && node.initializer) {
      found = true
      let list = node.initializer
      while (ts.isAsExpression(list) || ts.isSatisfiesExpression(list) || ts.isParenthesizedExpression(list)) list = list.expression
      if (!ts.isArrayLiteralExpression(list)) throw new Error('STAGES in stages.ts is not an array literal.')
      for (const element of list.elements) {
        if (!ts.isStringLiteralLike(element)) throw new Error(`STAGES in stages.ts holds ${element.getText()}, which is not a string.`)
        stages.push(element.text)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  if (!found) throw new Error('stages.ts exports no STAGES.')
  return stages
}

/** Sibling files that step.ts imports values from, in the order of their first call, and those never called. */
export function readCalledStages(source: string): { called: string[]; unused: string[] } {
  const tree = ts.createSourceFile('step.ts', source, ts.ScriptTarget.ES2022, true)
  const stageOfName = new Map<string, string>()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const stage = /^\.\/([a-z0-9-]+)\.ts$/.exec(statement.moduleSpecifier.text)?.[1]
    const clause = statement.importClause
    if (!stage || !clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword || NOT_STAGES.includes(stage)) continue
    if (clause.name) stageOfName.set(clause.name.text, stage)
    const bindings = clause.namedBindings
    if (bindings && ts.isNamedImports(bindings)) {
      for (const element of bindings.elements) if (!element.isTypeOnly) stageOfName.set(element.name.text, stage)
    }
  }
  const called: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      // A stage may be called directly or handed to whoever times it: step(clock, findPairs).
      for (const name of [node.expression, ...node.arguments]) {
        const stage = ts.isIdentifier(name) ? stageOfName.get(name.text) : undefined
        if (stage && !called.includes(stage)) called.push(stage)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  const unused = [...new Set(stageOfName.values())].filter((stage) => !called.includes(stage))
  return { called, unused }
}

/** What the lists disagree on, as sentences; empty when they tell the same story. */
export function compareStages(lists: StageLists): string[] {
  const problems = lists.unused.map((stage) => `step.ts imports ./${stage}.ts and never calls it.`)
  const sources: [string, string[]][] = [
    ['The table in ARCHITECTURE.md', lists.documented],
    ['step.ts', lists.called],
  ]
  for (const [name, list] of sources) {
    for (const stage of lists.profiled) if (!list.includes(stage)) problems.push(`${name} lacks '${stage}', which STAGES has.`)
    for (const stage of list) if (!lists.profiled.includes(stage)) problems.push(`${name} has '${stage}', which STAGES lacks.`)
    const shared = list.filter((stage) => lists.profiled.includes(stage))
    const expected = lists.profiled.filter((stage) => list.includes(stage))
    const at = shared.findIndex((stage, i) => stage !== expected[i])
    if (at >= 0) problems.push(`${name} has '${shared[at]}' where STAGES has '${expected[at]}': the order differs.`)
  }
  return problems
}
