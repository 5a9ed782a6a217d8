// What every source rule works on and what it reports.
import ts from 'typescript'

export interface SourceFile {
  /** Path from the project root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Syntax tree; null for files that are not TypeScript. */
  readonly tree: ts.SourceFile | null
}

export interface Problem {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly message: string
}

export type SourceRule = (file: SourceFile) => Problem[]

export function openSource(path: string, text: string): SourceFile {
  const tree = path.endsWith('.ts') ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true) : null
  return { path, text, tree }
}

/** A problem at a syntax node. */
export function problemAt(file: SourceFile, node: ts.Node, rule: string, message: string): Problem {
  const tree = node.getSourceFile()
  return { path: file.path, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, rule, message }
}

/** Calls `visit` for every node below and including `root`, parents first. */
export function walk(root: ts.Node, visit: (node: ts.Node) => void): void {
  visit(root)
  ts.forEachChild(root, (child) => walk(child, visit))
}

/** Whether a file belongs to one of the folders. */
export function isIn(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}
