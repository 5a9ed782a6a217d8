// The declarations as they are published: built afresh into a folder of their own, and everything in them that a user of the types can reach.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

/** A class, interface, type, function or constant that an entry's types lead to. */
export interface Reached {
  readonly name: string
  /** The entry or the declaration that led here first. */
  readonly from: string
  /** The source file it was written in, below the project. */
  readonly source: string
  readonly declarations: readonly ts.Declaration[]
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  types: [],
  noEmit: true,
  skipLibCheck: false,
}

export class PublishedTypes {
  private readonly folder: string = mkdtempSync(join(tmpdir(), 'published-types-'))
  /** Declaration files of the entries: `3d` → `3d.d.ts`. */
  private readonly files: ReadonlyMap<string, string> = typedEntries()
  private readonly program: ts.Program
  private readonly checker: ts.TypeChecker
  /** Everything the entries' types lead to. */
  readonly reached: readonly Reached[]

  /** Runs the package's own build, so that what is read is what is published. Throws what the compiler says against it. */
  constructor() {
    const tsdown = join(dirname(createRequire(import.meta.url).resolve('tsdown/package.json')), 'dist/run.mjs')
    execFileSync(process.execPath, [tsdown, '--out-dir', this.folder, '--no-clean'], { cwd: PROJECT_ROOT, stdio: 'pipe' })
    // Adapters speak of their peers' types.
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(this.folder, 'node_modules'))
    const program = ts.createProgram([...this.files.values()].map((file) => join(this.folder, file)), OPTIONS)
    // Types of other packages are theirs to check, and may want a browser's.
    const own = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file?.fileName.includes('/node_modules/'))
    const wrong = own.map(messageOf)
    if (wrong.length > 0) throw new Error(`The published declarations do not compile:\n${wrong.join('\n')}`)
    this.program = program
    this.checker = program.getTypeChecker()
    this.reached = this.walk()
  }

  /** Names that an entry's types promise as values: classes, functions, constants. */
  valuesOf(entry: string): string[] {
    const values = this.exportsOf(entry).filter((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
      return (target.flags & ts.SymbolFlags.Value) !== 0
    })
    return values.map(({ name }) => name)
  }

  /** Lines that the compiler refuses in a module beside the entries, which imports them as `./3d.js`. */
  refusedLines(source: string): string[] {
    const path = join(this.folder, 'user.ts')
    const host = ts.createCompilerHost(OPTIONS)
    const { getSourceFile, fileExists } = host
    host.fileExists = (file) => file === path || fileExists(file)
    host.getSourceFile = (file, ...rest) =>
      file === path ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest)
    const program = ts.createProgram([path], OPTIONS, host)
    const lines = source.split('\n')
    const found = ts.getPreEmitDiagnostics(program).map(({ file, start }) => lines[file!.getLineAndCharacterOfPosition(start!).line]!.trim())
    return [...new Set(found)]
  }

  close(): void {
    rmSync(this.folder, { recursive: true })
  }

  private exportsOf(entry: string): ts.Symbol[] {
    const file = this.program.getSourceFile(join(this.folder, this.files.get(entry)!))!
    return this.checker.getExportsOfModule(this.checker.getSymbolAtLocation(file)!)
  }

  private walk(): Reached[] {
    const { checker } = this
    const seen = new Map<ts.Symbol, Reached>()
    const queue: Reached[] = []
    const enter = (symbol: ts.Symbol, from: string): void => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      if (seen.has(target)) return
      const declarations = (target.declarations ?? []).filter((node) => node.getSourceFile().fileName.startsWith(this.folder) && isTopLevel(node))
      if (declarations.length === 0) return
      // The bundler numbers names that stand in two files.
      const reached = { name: target.name.replace(/\$\d+$/, ''), from, source: sourceOf(declarations[0]!), declarations }
      seen.set(target, reached)
      queue.push(reached)
    }
    for (const entry of this.files.keys()) for (const symbol of this.exportsOf(entry)) enter(symbol, entry)
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name } = next
      const visit = (node: ts.Node): void => {
        const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
        if (symbol) enter(symbol, name)
        ts.forEachChild(node, visit)
      }
      next.declarations.forEach(visit)
    }
    return [...seen.values()]
  }
}

/** Entries of package.json with types, by what follows the package's name. */
function typedEntries(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { exports: Record<string, { types?: string }> }
  const entries = new Map<string, string>()
  for (const [name, { types }] of Object.entries(exports)) if (types !== undefined) entries.set(name.slice(2), basename(types))
  return entries
}

function messageOf({ file, messageText }: ts.Diagnostic): string {
  return `${file ? basename(file.fileName) : ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}

function isTopLevel(node: ts.Declaration): boolean {
  return ts.isSourceFile(ts.isVariableDeclaration(node) ? node.parent.parent.parent : node.parent)
}

/** The source file that a place in a bundled declaration file comes from: the bundler leaves a region comment before each. */
function sourceOf(node: ts.Node): string {
  const before = node.getSourceFile().text.slice(0, node.getStart())
  const regions = [...before.matchAll(/^\/\/#region (\S+)\.d\.ts$/gm)]
  if (regions.length === 0) throw new Error('The bundler no longer says which file a declaration comes from.')
  return `${regions.at(-1)![1]}.ts`
}
