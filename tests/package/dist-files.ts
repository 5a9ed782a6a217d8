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

/** The file and all it imports, directly or not, of the same kind: modules for a module, declarations for declarations. */
export function loadedBy(file: string): string[] {
  const ending = file.endsWith('.d.ts') ? '.d.ts' : '.js'
  const loaded = new Set([file])
  for (const at of loaded) {
    for (const { fileName } of ts.preProcessFile(readDist(at)).importedFiles) {
      if (fileName.startsWith('./')) loaded.add(fileName.slice('./'.length).replace(/\.js$/, ending))
    }
  }
  return [...loaded].sort()
}
