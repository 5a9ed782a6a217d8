// Gives the variables and inner properties of a finished bundle short names. A minifier's own naming starts afresh in every function and
// leaves properties alone; here a name of the source becomes the same short name wherever it stands, which packs better.
//
// Why nothing can break. Variables: wherever two names can be seen side by side they stay different, and a name that is one name in the
// source is one name afterwards, so each still finds its own binding. Properties: all different names stay different, and what is public
// (public-names.ts), belongs to the language, or is spelled in any string of the bundle is left as it is.
import ts from 'typescript'
import { builtinNames } from './builtin-names.ts'

/** The commoner in English and in the language's own words, the earlier. */
const LETTERS = 'tensoirachlufdmpgbyvkwxjqzSTMABCDEFGHIJKLNOPQRUVWXYZ_$'
const WORDS = ['as', 'do', 'if', 'in', 'is', 'of']

const PAIRS: string[] = [...LETTERS].flatMap((first) => [...LETTERS, ...'0123456789'].map((second) => first + second))
const SHORT_NAMES: string[] = [...LETTERS, ...PAIRS.filter((name) => !WORDS.includes(name))]

/** Where bindings live, from a block to the whole file. */
interface Scope {
  outer: Scope | null
  declared: Set<string>
  /** Keys of variables that stand here or further in, and are not declared further in. */
  seen: Set<string>
}

/** An identifier in the bundle. `both` is a property and a variable at once, as in `{ a }`. */
interface Use {
  node: ts.Identifier
  scope: Scope
  role: 'variable' | 'property' | 'both' | 'export'
  /** Variables with one key get one name: a local one's key is its name, wherever it is declared. */
  key: string
}

/** Begins the keys of the top level's variables, which are to have nothing to do with local ones of the same name. */
const TOP = '^'


/** The bundle with short names; `kept` are the properties to leave alone. */
export function shortenNames(code: string, kept: Iterable<string>): string {
  const fixed = new Set([...kept, ...builtinNames()])
  const uses: Use[] = []
  const scopes: Scope[] = []
  readNode(ts.createSourceFile('bundle.js', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS), null)
  const properties = nameProperties(uses, fixed)
  const variables = nameVariables(uses, scopes, properties)

  let out = ''
  let at = 0
  for (const { node, role, key } of uses) {
    const property = properties.get(node.text) ?? node.text
    const variable = variables.get(key) ?? node.text
    out += code.slice(at, node.getStart())
    if (role === 'property') out += property
    else if (role === 'variable') out += variable
    else if (role === 'export') out += `${variable} as ${node.text}`
    else out += property === variable ? variable : `${property}:${variable}`
    at = node.getEnd()
  }
  return out + code.slice(at)

  function readNode(node: ts.Node, outer: Scope | null): void {
    let scope = outer
    if (scope === null || opensScope(node)) scopes.push((scope = { outer, declared: new Set(), seen: new Set() }))
    if (ts.isStringLiteralLike(node)) fixed.add(node.text)
    if (ts.isImportDeclaration(node)) throw new Error('short-names: a file that stands alone has no imports.')
    if (ts.isVariableDeclarationList(node) && !(node.flags & ts.NodeFlags.BlockScoped) && scope.outer) {
      throw new Error('short-names: a var below the top level is not provided for.')
    }
    if (!ts.isIdentifier(node)) return ts.forEachChild(node, (child) => readNode(child, scope))
    const role = roleOf(node)
    if (role === 'none') return
    uses.push({ node, scope, role, key: node.text })
    if (isDeclaration(node)) {
      // A function's or class's name belongs to where the declaration stands, not to its inside.
      const isOutside = ts.isFunctionDeclaration(node.parent) || ts.isClassDeclaration(node.parent)
      ;(isOutside ? scope.outer! : scope).declared.add(node.text)
    }
  }
}

function nameProperties(uses: Use[], fixed: Set<string>): Map<string, string> {
  const counts = new Map<string, number>()
  for (const { node, role } of uses) {
    if ((role === 'property' || role === 'both') && !fixed.has(node.text)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1)
  }
  const free = SHORT_NAMES.filter((name) => !fixed.has(name))
  const order = [...counts].sort((a, b) => b[1] - a[1])
  return new Map(order.map(([name], index) => [name, free[index]!]))
}

function nameVariables(uses: Use[], scopes: Scope[], properties: Map<string, string>): Map<string, string> {
  const counts = new Map<string, number>()
  const bare = new Set<string>()
  const outer = new Set<string>()
  for (const use of uses) {
    if (use.role === 'property') continue
    const name = use.node.text
    let binding: Scope | null = use.scope
    while (binding && !binding.declared.has(name)) binding = binding.outer
    if (binding === null) {
      // Declared nowhere: it comes from outside and keeps its name.
      outer.add(name)
      continue
    }
    if (binding.outer === null) use.key = TOP + name
    for (let scope: Scope = use.scope; ; scope = scope.outer!) {
      scope.seen.add(use.key)
      if (scope === binding) break
    }
    counts.set(use.key, (counts.get(use.key) ?? 0) + 1)
    if (use.role === 'both') bare.add(name)
  }
  const neighbours = new Map<string, Set<string>>([...counts.keys()].map((key) => [key, new Set()]))
  for (const { seen } of scopes) for (const key of seen) for (const other of seen) if (other !== key) neighbours.get(key)!.add(other)

  const short = new Map<string, string>()
  for (const [key] of [...counts].sort((a, b) => b[1] - a[1])) {
    const taken = new Set(outer)
    for (const other of neighbours.get(key)!) if (short.has(other)) taken.add(short.get(other)!)
    const first = SHORT_NAMES.find((name) => !taken.has(name))!
    // Under its property's name it need not be written twice.
    const same = bare.has(key) ? properties.get(key) : undefined
    short.set(key, same && same.length <= first.length && !taken.has(same) ? same : first)
  }
  return short
}

function opensScope(node: ts.Node): boolean {
  // The body of a function shares the scope of its parameters.
  if (ts.isBlock(node)) return !ts.isFunctionLike(node.parent)
  return ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isCaseBlock(node) || ts.isCatchClause(node) || ts.isIterationStatement(node, false)
}

function roleOf(node: ts.Identifier): Use['role'] | 'none' {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isClassElement(parent)) {
    return parent.name === node ? 'property' : 'variable'
  }
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node ? 'both' : 'variable'
  if (ts.isBindingElement(parent)) {
    if (parent.propertyName === node) return 'property'
    const isBare = parent.name === node && !parent.propertyName && !parent.dotDotDotToken && ts.isObjectBindingPattern(parent.parent)
    return isBare ? 'both' : 'variable'
  }
  if (ts.isExportSpecifier(parent)) {
    if (parent.propertyName) return parent.propertyName === node ? 'variable' : 'none'
    return 'export'
  }
  return ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent) || ts.isMetaProperty(parent) ? 'none' : 'variable'
}

function isDeclaration(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) return parent.name === node
  return (ts.isFunctionDeclaration(parent) || ts.isFunctionExpression(parent) || ts.isClassLike(parent)) && parent.name === node
}
