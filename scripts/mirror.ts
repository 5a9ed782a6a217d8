// Compares the two dimensions' source trees: same files, same exported names, and no logic that stands twice though it holds no
// coordinate. Parses text; runs no engine code. What may differ, and why, is in mirror-table.ts.
import ts from 'typescript'

export type Dimension = 'd2' | 'd3'

/** Paths below src/d2 or src/d3, with their texts. */
export type Tree = ReadonlyMap<string, string>

/** Something that exists in one dimension only. */
export interface Exception {
  readonly in: Dimension
  /** A file, or a folder with a slash at its end. */
  readonly path: string
  /** Exported names of the file, or 'all' that differ; without them the file itself, or all files of the folder. */
  readonly names?: readonly string[] | 'all'
  readonly reason: string
}

export interface MirrorTable {
  /** Words of three dimensions, and what stands for them in two, as kebab-case: `max-hull` covers maxHull, MaxHull and MAX_HULL. */
  readonly words: readonly (readonly [d3: string, d2: string])[]
  readonly exceptions: readonly Exception[]
  /** Files, by their two-dimensional names, that may be alike though they hold no coordinate. */
  readonly alike: readonly { readonly path: string; readonly reason: string }[]
}

/** Above this share of equal lines two files are one. */
const SAME_SHARE = 0.9
/** Lines below which a file is a thin call and may look like its twin. */
const MIN_LINES = 8

/** Names that stand for a coordinate: x, ny, minX, Vec3. */
const COORDINATE = /^(?:[a-z]?[xyz]\d?|\w*[a-z][XYZ]\d?|\w*Vec[23]|[xyz]s)$/

export function compareTrees(d2: Tree, d3: Tree, table: MirrorTable): string[] {
  const problems: string[] = []
  const rename = new Renamer(table.words)
  const excused = new Excuses(table.exceptions)
  const alike = new Set(table.alike.map((entry) => entry.path))
  const counterparts = new Map<string, string[]>()
  for (const path of [...d3.keys()].sort()) {
    const twin = rename.path(path)
    if (d2.has(twin)) counterparts.set(twin, [...(counterparts.get(twin) ?? []), path])
    else if (!excused.file('d3', path)) problems.push(`src/d2/${twin} is missing; src/d3/${path} is there.`)
  }
  for (const path of [...d2.keys()].sort()) {
    const twins = counterparts.get(path)
    if (!twins) {
      if (!excused.file('d2', path)) problems.push(`src/d3 has nothing for src/d2/${path}.`)
      continue
    }
    problems.push(...compareExports(path, twins, d2, d3, rename, excused))
    for (const twin of twins) {
      const share = sameShare(d2.get(path)!, d3.get(twin)!, rename)
      if (share > SAME_SHARE && !alike.delete(path)) {
        const percent = Math.round(share * 100)
        problems.push(`src/d2/${path} and src/d3/${twin} are ${percent} % the same and hold no coordinate; move them to src/common.`)
      }
    }
  }
  const unused = [...alike].map((path) => `mirror-table.ts: src/d2/${path} is not so like its twin; drop it.`)
  return [...problems, ...rename.unused(), ...excused.unused(), ...unused]
}

function compareExports(path: string, twins: readonly string[], d2: Tree, d3: Tree, rename: Renamer, excused: Excuses): string[] {
  const problems: string[] = []
  const here = new Map(exportedNames(d2.get(path)!).map((name) => [canonical(name), name]))
  const wanted = new Set<string>()
  for (const twin of twins) {
    const names = exportedNames(d3.get(twin)!)
    const missing = names.filter((name) => !here.has(rename.name(name)) && !excused.name('d3', twin, name))
    if (missing.length > 0) problems.push(`src/d2/${path} does not export ${missing.join(', ')}; src/d3/${twin} does.`)
    for (const name of names) wanted.add(rename.name(name))
  }
  const extra = [...here].filter(([key, name]) => !wanted.has(key) && !excused.name('d2', path, name)).map(([, name]) => name)
  if (extra.length > 0) problems.push(`src/d2/${path} exports ${extra.join(', ')}; src/d3/${twins.join(', ')} does not.`)
  return problems
}

/** Every name a module exports; '*' with the path where it passes on all of another's. */
export function exportedNames(source: string): string[] {
  const tree = ts.createSourceFile('module.ts', source, ts.ScriptTarget.ES2022, true)
  const names: string[] = []
  for (const statement of tree.statements) {
    if (ts.isExportDeclaration(statement)) {
      if (!statement.exportClause) names.push(`* ${statement.moduleSpecifier!.getText().slice(1, -1)}`)
      else if (ts.isNamedExports(statement.exportClause)) names.push(...statement.exportClause.elements.map((element) => element.name.text))
      else names.push(statement.exportClause.name.text)
      continue
    }
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) continue
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations) names.push(declaration.name.getText())
    } else {
      const { name } = statement as ts.Statement & { name?: ts.Identifier }
      if (name) names.push(name.text)
    }
  }
  return [...new Set(names)].sort()
}

/** Equal lines of code as a share of the longer file's; 0 if either handles coordinates or is too short to matter. */
function sameShare(a: string, b: string, rename: Renamer): number {
  const codeA = codeLines(a)
  if (codeA.coordinates) return 0
  const codeB = codeLines(b)
  const longer = Math.max(codeA.lines.length, codeB.lines.length)
  if (codeB.coordinates || Math.min(codeA.lines.length, codeB.lines.length) < MIN_LINES) return 0
  const left = new Map<string, number>()
  for (const line of codeA.lines) left.set(canonicalLine(line), (left.get(canonicalLine(line)) ?? 0) + 1)
  let same = 0
  for (const line of codeB.lines) {
    const key = canonicalLine(line, rename)
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    same++
  }
  return same / longer
}

const WORD = /[A-Za-z_]\w*/g

function canonicalLine(line: string, rename?: Renamer): string {
  return line.replace(WORD, (word) => (rename ? rename.apply(word) : canonical(word)))
}

/** Lines without comments, imports and lone brackets, and whether any of them handles coordinates. */
function codeLines(source: string): { lines: string[]; coordinates: boolean } {
  const tree = ts.createSourceFile('module.ts', source, ts.ScriptTarget.ES2022, true)
  let coordinates = false
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && COORDINATE.test(node.text)) coordinates = true
    // An offset into rows of several numbers: column[3 * row + 1].
    if (ts.isElementAccessExpression(node) && /(?:^|\W)[2-9] \*|\* [2-9](?:\W|$)/.test(node.argumentExpression.getText())) coordinates = true
    ts.forEachChild(node, visit)
  }
  const lines: string[] = []
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier)) continue
    visit(statement)
    lines.push(...statement.getText().replace(/\/\*[\s\S]*?\*\//g, '').split('\n'))
  }
  const code = lines.map((line) => line.replace(/(?:^|\s)\/\/.*$/, '').trim()).filter((line) => /\w/.test(line))
  return { lines: code, coordinates }
}

/** 'maxHull', 'MaxHull' and 'MAX_HULL' as 'max-hull'. */
function canonical(name: string): string {
  return words(name).join('-')
}

function words(name: string): string[] {
  const found = name.match(/[A-Z][a-z][a-z0-9]*|[A-Z]+(?![a-z])\d*|[a-z0-9]+/g) ?? [name]
  return found.map((word) => word.toLowerCase())
}

/** Turns names of three dimensions into those of two. Longer entries go first. */
class Renamer {
  private readonly entries: { from: string[]; to: string; used: boolean }[]

  constructor(table: MirrorTable['words']) {
    this.entries = table.map(([from, to]) => ({ from: from.split('-'), to, used: false }))
    this.entries.sort((a, b) => b.from.length - a.from.length)
  }

  /** The two-dimensional name, in kebab-case. What the table says of it is of use. */
  name(name: string): string {
    return this.apply(name, true)
  }

  apply(name: string, isUse = false): string {
    const from = words(name)
    const to: string[] = []
    for (let i = 0; i < from.length; ) {
      const entry = this.entries.find((e) => e.from.every((word, k) => from[i + k] === word))
      if (entry && isUse) entry.used = true
      to.push(entry ? entry.to : from[i]!)
      i += entry ? entry.from.length : 1
    }
    return to.filter((word) => word !== '').join('-')
  }

  path(path: string): string {
    return path.split('/').map((part) => `${this.name(part.replace(/\.ts$/, ''))}${part.endsWith('.ts') ? '.ts' : ''}`).join('/')
  }

  unused(): string[] {
    return this.entries.filter((e) => !e.used).map((e) => `mirror-table.ts: the word '${e.from.join('-')}' is in no name of src/d3; drop it.`)
  }
}

/** Asks the table for forgiveness and remembers what was of use. */
class Excuses {
  private readonly exceptions: readonly Exception[]
  private readonly used: Set<string> = new Set()

  constructor(exceptions: readonly Exception[]) {
    this.exceptions = exceptions
  }

  file(dimension: Dimension, path: string): boolean {
    const entry = this.exceptions.find(
      (e) => e.in === dimension && !e.names && (e.path === path || (e.path.endsWith('/') && path.startsWith(e.path))),
    )
    if (entry) this.used.add(keyOf(entry))
    return entry !== undefined
  }

  name(dimension: Dimension, path: string, name: string): boolean {
    const entry = this.exceptions.find((e) => e.in === dimension && e.path === path && (e.names === 'all' || e.names?.includes(name)))
    if (entry) this.used.add(keyOf(entry, entry.names === 'all' ? 'all' : name))
    return entry !== undefined
  }

  unused(): string[] {
    return this.exceptions.flatMap((entry) =>
      (entry.names === 'all' ? ['all'] : (entry.names ?? [undefined]))
        .filter((name) => !this.used.has(keyOf(entry, name)))
        .map((name) => `mirror-table.ts: ${keyOf(entry, name)} needs no excuse; drop it.`),
    )
  }
}

function keyOf(entry: Exception, name?: string): string {
  return `src/${entry.in}/${entry.path}${name === undefined ? '' : ` '${name}'`}`
}
