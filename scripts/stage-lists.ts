// Reads the list of pipeline stages from each of the places that tell it, so that they can be compared. Parses text; runs no engine code.
import ts from 'typescript'

export interface StageLists {
  /** Rows of the table in ARCHITECTURE.md, top to bottom. */
  readonly documented: string[]
  /** Stages whose function, of the file's name in camelCase, step.ts calls; in the order of their first calls. */
  readonly called: string[]
  /** Stages that step.ts names to the profiler, in the order of their first marks. */
  readonly marked: string[]
  /** Files that step.ts imports and whose function it does not call. */
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

/** What step.ts calls and what it tells the profiler, both in the order in which a step comes by them first. */
export function readStep(source: string): { called: string[]; marked: string[]; unused: string[] } {
  const tree = ts.createSourceFile('step.ts', source, ts.ScriptTarget.ES2022, true)
  const stageOfFunction = new Map<string, string>()
  const ownFunctions = new Map<string, ts.FunctionDeclaration>()
  for (const statement of tree.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) ownFunctions.set(statement.name.text, statement)
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const stage = /^\.\/([a-z0-9-]+)\.ts$/.exec(statement.moduleSpecifier.text)?.[1]
    const clause = statement.importClause
    if (!stage || clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || NOT_STAGES.includes(stage)) continue
    stageOfFunction.set(camelCase(stage), stage)
  }
  const start = ownFunctions.get('step')
  if (!start) throw new Error('step.ts has no function step.')

  const called: string[] = []
  const marked: string[] = []
  const entered = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      if (ts.isIdentifier(node.expression)) {
        const name = node.expression.text
        const stage = stageOfFunction.get(name)
        if (stage && !called.includes(stage)) called.push(stage)
        const own = ownFunctions.get(name)
        if (own) enter(own)
      } else if (ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'mark') {
        if (first && ts.isStringLiteralLike(first) && !marked.includes(first.text)) marked.push(first.text)
      }
    }
    ts.forEachChild(node, visit)
  }
  // A step that is split into functions of its own is followed into them.
  const enter = (own: ts.FunctionDeclaration): void => {
    if (entered.has(own) || !own.body) return
    entered.add(own)
    visit(own.body)
  }
  enter(start)
  return { called, marked, unused: [...stageOfFunction.values()].filter((stage) => !called.includes(stage)) }
}

function camelCase(kebab: string): string {
  return kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** What the lists disagree on, as sentences; empty when they tell the same story. */
export function compareStages(lists: StageLists): string[] {
  const problems = lists.unused.map((stage) => `step.ts imports ./${stage}.ts and never calls ${camelCase(stage)}.`)
  const sources: [string, string[]][] = [
    ['The table in ARCHITECTURE.md', lists.documented],
    ['step.ts', lists.called],
    ['The profile marked in step.ts', lists.marked],
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
