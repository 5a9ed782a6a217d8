// The built package as tests read it: the files of `dist`, and which of them each one loads.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

export const DIST: string = `${PROJECT_ROOT}dist/`

export function listDist(): string[] {
  if (!existsSync(DIST)) throw new Error('dist is missing. Run npm run build first.')
  return readdirSync(DIST).sort()
}

export function readDist(file: string): string {
  return readFileSync(DIST + file, 'utf8')
}

/** What a file imports, as it is written there. */
function importsOf(file: string): string[] {
  return ts.preProcessFile(readDist(file)).importedFiles.map(({ fileName }) => fileName)
}

/** Packages that a file or one that it loads imports. */
export function packagesOf(file: string): string[] {
  const names = loadedBy(file).flatMap(importsOf).filter((name) => !name.startsWith('./'))
  return [...new Set(names)].sort()
}

/** The file and all it imports, directly or not, of the same kind: modules for a module, declarations for declarations. */
export function loadedBy(file: string): string[] {
  const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js'
  const loaded = new Set([file])
  for (const at of loaded) {
    for (const name of importsOf(at)) if (name.startsWith('./')) loaded.add(name.slice('./'.length).replace(/\.js$/, ending))
  }
  return [...loaded].sort()
}
