// Compares the source of the two dimensions. Three rules: outside the folders that are free to differ both have the same files; logic that
// holds no coordinate stands once, in src/common; and what one dimension has and the other lacks is a row of the feature table in
// ARCHITECTURE.md. Parses text; runs no engine code.
import ts from 'typescript'

export type Dimension = 'd2' | 'd3'

/** Paths below src/d2 or src/d3, with their texts. */
export type Tree = ReadonlyMap<string, string>

/** Folders whose files follow the geometry of their dimension. A feature of the solver that stands in one of them is in the table all the same. */
export const FREE_FOLDERS: readonly string[] = ['geometry/', 'math/', 'joints/kinds/', 'joints/parts/', 'contacts/', 'joints/solver/', 'vehicles/']

/** Folders in which a file without a twin is a feature, and needs its row. */
export const FEATURE_FOLDERS: readonly string[] = ['contacts/', 'joints/solver/', 'step/', 'store/']

/** Files that may be alike though they hold no coordinate, by their paths below d2. */
export const ALIKE: Readonly<Record<string, string>> = {
  'step/step.ts': 'calls the stages of its own dimension',
}

/** Above this share of equal lines two files are one. */
const SAME_SHARE = 0.9
/** Lines below which a file is a thin call and may look like its twin. */
const MIN_LINES = 8

/** Names that stand for a coordinate: x, ny, minX, Vec3. */
const COORDINATE = /^(?:[a-z]?[xyz]\d?|\w*[a-z][XYZ]\d?|\w*Vec[23]|[xyz]s)$/

/** Files that one dimension has and the other lacks, outside the free folders. */
export function compareFiles(d2: Tree, d3: Tree): string[] {
  const problems: string[] = []
  const isFree = (path: string): boolean => FREE_FOLDERS.some((folder) => path.startsWith(folder))
  for (const [here, there, name] of [[d2, d3, 'd3'], [d3, d2, 'd2']] as const) {
    for (const path of [...here.keys()].sort()) {
      if (!there.has(path) && !isFree(path)) problems.push(`src/${name}/${path} is missing; the other dimension has it.`)
    }
  }
  return problems
}

/** Files of one path that are nearly the same and hold no coordinate. */
export function findTwins(d2: Tree, d3: Tree, alike: Readonly<Record<string, string>> = ALIKE): string[] {
  const problems: string[] = []
  const excused = new Set(Object.keys(alike))
  for (const path of [...d2.keys()].sort()) {
    const twin = d3.get(path)
    if (twin === undefined) continue
    const share = sameShare(d2.get(path)!, twin)
    if (share <= SAME_SHARE || excused.delete(path)) continue
    problems.push(`src/d2/${path} and src/d3/${path} are ${Math.round(share * 100)} % the same and hold no coordinate; move them to src/common.`)
  }
  for (const path of excused) problems.push(`dimensions.ts: ${path} is not so like its twin; drop it from ALIKE.`)
  return problems
}

/** Equal lines of code as a share of the longer file's; 0 if either handles coordinates or is too short to matter. */
function sameShare(a: string, b: string): number {
  const codeA = codeLines(a)
  const codeB = codeLines(b)
  if (codeA.coordinates || codeB.coordinates || Math.min(codeA.lines.length, codeB.lines.length) < MIN_LINES) return 0
  const left = new Map<string, number>()
  for (const line of codeA.lines) left.set(line, (left.get(line) ?? 0) + 1)
  let same = 0
  for (const line of codeB.lines) {
    const count = left.get(line) ?? 0
    if (count === 0) continue
    left.set(line, count - 1)
    same++
  }
  return same / Math.max(codeA.lines.length, codeB.lines.length)
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

/** A row of the feature table. */
export interface Feature {
  readonly name: string
  /** Files below src/d2 and src/d3, files of src/common that a dimension imports, or names in its code. */
  readonly evidence: readonly string[]
  readonly d2: boolean
  readonly d3: boolean
}

const BEGIN = '<!-- features:begin -->'
const END = '<!-- features:end -->'

/** Rows `| feature | `evidence` … | yes or – | yes or – | why |` between the markers. */
export function readFeatures(markdown: string): Feature[] {
  const begin = markdown.indexOf(BEGIN)
  const end = markdown.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`ARCHITECTURE.md has no feature table between ${BEGIN} and ${END}.`)
  const features: Feature[] = []
  for (const line of markdown.slice(begin, end).split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length < 7 || cells[1] === 'feature' || /^-+$/.test(cells[1]!)) continue
    const [, name, evidence, d2, d3] = cells as [string, string, string, string, string]
    const found = [...evidence.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
    if (found.length === 0) throw new Error(`The feature '${name}' names no file and no function.`)
    features.push({ name, evidence: found, d2: hasTick(d2, name), d3: hasTick(d3, name) })
  }
  return features
}

function hasTick(cell: string, name: string): boolean {
  if (cell !== 'yes' && cell !== '–') throw new Error(`The feature '${name}' says '${cell}'; write yes or –.`)
  return cell === 'yes'
}

/** What the table says and the code does not, and what the code has and no row tells. `common` is the tree of src/common. */
export function compareFeatures(features: readonly Feature[], d2: Tree, d3: Tree, common: Tree): string[] {
  const problems: string[] = []
  const trees = { d2, d3 }
  for (const feature of features) {
    for (const dimension of ['d2', 'd3'] as const) {
      for (const evidence of feature.evidence) {
        const there = hasEvidence(evidence, trees[dimension])
        if (there === feature[dimension]) continue
        problems.push(`The feature '${feature.name}': src/${dimension} ${there ? 'has' : 'lacks'} ${evidence}, the table says otherwise.`)
      }
    }
  }
  const told = new Set(features.flatMap((feature) => feature.evidence))
  for (const [here, there, name] of [[d2, d3, 'd2'], [d3, d2, 'd3']] as const) {
    for (const path of [...here.keys()].sort()) {
      const isFeature = FEATURE_FOLDERS.some((folder) => path.startsWith(folder)) && !there.has(path)
      if (isFeature && !told.has(path)) problems.push(`src/${name}/${path} has no twin and no row in the feature table.`)
    }
  }
  for (const path of [...common.keys()].sort()) {
    const file = `common/${path}`
    if (hasEvidence(file, common) || told.has(file)) continue
    if (hasEvidence(file, d2) !== hasEvidence(file, d3)) problems.push(`src/${file} serves one dimension and has no row in the feature table.`)
  }
  return problems
}

/** Whether a tree has a file, imports a file of src/common, or has a name in its code. */
function hasEvidence(evidence: string, tree: Tree): boolean {
  if (!evidence.endsWith('.ts')) {
    const word = new RegExp(`\\b${evidence}\\b`)
    return [...tree.values()].some((text) => word.test(text))
  }
  if (!evidence.startsWith('common/')) return tree.has(evidence)
  const tail = evidence.slice('common/'.length)
  return [...tree].some(([path, text]) => importsOf(text).some((specifier) => pointsTo(path, specifier, tail)))
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1]!)
}

/** Whether an import of a file, by its path below its own tree, is the file of src/common with that path. */
function pointsTo(path: string, specifier: string, tail: string): boolean {
  if (specifier.includes('/common/')) return specifier.endsWith(`/common/${tail}`)
  const folders = path.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.') folders.push(part)
  }
  return folders.join('/') === tail
}
