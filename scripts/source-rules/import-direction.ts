// Imports go one way: common <- linear, d2, d3, polygons, hulls <- adapters, scenes <- tests, bench, sandbox, docs. What lies above `src` and is
// meant to read like a user's program (scenes, sandbox, docs, site) sees the public entries only. The engine imports no package at all;
// polygons is an entry of its own because it needs one, and adapters are for packages that users have.
import { posix } from 'node:path'
import ts from 'typescript'
import manifest from '../../package.json' with { type: 'json' }
import { ENTRIES, PACKAGE_NAME } from '../aliases.ts'
import { problemAt, walk, type Problem, type SourceFile } from './problem.ts'

type Layer =
  | 'common' | 'linear' | 'd2' | 'd3' | 'polygons' | 'hulls' | 'adapters'
  | 'packages' | 'scenes' | 'sandbox' | 'cli' | 'docs' | 'site' | 'tests' | 'bench' | 'scripts' | 'other'

const FOLDERS: readonly (readonly [string, Layer])[] = [
  ['src/common', 'common'],
  ['src/linear', 'linear'],
  ['src/d2', 'd2'],
  ['src/d3', 'd3'],
  ['src/polygons', 'polygons'],
  ['src/hulls', 'hulls'],
  ['src/adapters', 'adapters'],
  ['packages', 'packages'],
  ['scenes', 'scenes'],
  ['sandbox', 'sandbox'],
  ['cli', 'cli'],
  ['docs', 'docs'],
  ['site', 'site'],
  ['tests', 'tests'],
  ['bench', 'bench'],
  ['scripts', 'scripts'],
]

/** For each layer, the layers it may import beside itself. */
const ALLOWED: Record<Layer, readonly Layer[]> = {
  common: [],
  linear: ['common'],
  d2: ['common'],
  d3: ['common'],
  polygons: ['common', 'd2'],
  hulls: ['common', 'd3'],
  adapters: ['common', 'linear', 'd2', 'd3', 'polygons', 'hulls'],
  packages: [],
  scenes: [],
  sandbox: ['scenes'],
  cli: [],
  docs: ['scenes'],
  site: ['scenes', 'scripts'],
  tests: ['packages', 'common', 'linear', 'd2', 'd3', 'polygons', 'hulls', 'adapters', 'scenes', 'sandbox', 'cli', 'site', 'bench', 'scripts'],
  bench: ['common', 'linear', 'd2', 'd3', 'polygons', 'hulls', 'adapters', 'scenes', 'tests', 'scripts'],
  scripts: ['common', 'linear', 'd2', 'd3', 'polygons', 'hulls', 'adapters', 'scenes', 'tests', 'bench', 'site'],
  other: ['scripts'],
}

/** Layers written against the public entries, like a user's program. */
const USERS: readonly Layer[] = ['packages', 'scenes', 'sandbox', 'cli', 'docs', 'site']

/** Layers that may import nothing from npm or Node. */
const WITHOUT_PACKAGES: readonly Layer[] = ['common', 'linear', 'd2', 'd3', 'polygons', 'hulls', 'adapters', 'scenes']

/** The packages a layer may import all the same: optional peers of the entry. */
const PEERS: Partial<Record<Layer, readonly string[]>> = {
  polygons: ['earcut'],
  adapters: Object.keys(manifest.peerDependencies),
}

const PUBLIC_ENTRIES: Record<string, string> = Object.fromEntries(
  Object.entries(ENTRIES).map(([entry, file]) => [`${PACKAGE_NAME}/${entry}`, file]),
)

function layerOf(path: string): Layer {
  if (path.endsWith('.config.ts')) return 'other'
  for (const [folder, layer] of FOLDERS) if (path.startsWith(`${folder}/`)) return layer
  return 'other'
}

/** The node that holds the specifier of an import, export, dynamic import or import type; null for any other node. */
function specifierOf(node: ts.Node): ts.StringLiteralLike | null {
  let specifier: ts.Node | undefined
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) specifier = node.moduleSpecifier
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) specifier = node.argument.literal
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) specifier = node.arguments[0]
  return specifier && ts.isStringLiteralLike(specifier) ? specifier : null
}

export function checkImportDirection(file: SourceFile): Problem[] {
  const problems: Problem[] = []
  if (!file.tree) return problems
  const from = layerOf(file.path)
  walk(file.tree, (node) => {
    const specifier = specifierOf(node)
    if (!specifier) return
    const message = refusal(file.path, from, specifier.text)
    if (message) problems.push(problemAt(file, specifier, 'import-direction', message))
  })
  return problems
}

function refusal(path: string, from: Layer, specifier: string): string | null {
  const isRelative = specifier.startsWith('.')
  const isEntry = Object.hasOwn(PUBLIC_ENTRIES, specifier)
  if (!isRelative && !isEntry) {
    if (specifier.startsWith(`${PACKAGE_NAME}/`)) return `'${specifier}' is not a public entry.`
    return WITHOUT_PACKAGES.includes(from) && !PEERS[from]?.includes(specifier) ? `${from} imports no package; '${specifier}' is one.` : null
  }
  if (isEntry && path.startsWith('src/')) return 'The engine does not import itself by its package name; use a relative path.'
  const target = isRelative ? posix.normalize(posix.join(posix.dirname(path), specifier)) : PUBLIC_ENTRIES[specifier]!
  const to = layerOf(target)
  if (to === 'other') return path.startsWith('src/') ? `The engine must not leave src ('${specifier}').` : null
  if (to === from || ALLOWED[from].includes(to)) return null
  const isUser = USERS.includes(from)
  if (isUser && Object.values(PUBLIC_ENTRIES).includes(target)) return null
  if (isUser && target.startsWith('src/')) return `${from} may import public entries of the engine only, not '${specifier}'.`
  return `${from} must not import ${to} ('${specifier}').`
}
