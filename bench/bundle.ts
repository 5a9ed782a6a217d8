/**
 * Makes plain modules of what is to be timed. Loaders that compile on the fly turn module constants into look-ups, which slows hot code
 * several times over; the bench times what a user's bundler would produce.
 */

import { mkdirSync } from 'node:fs'
import { build, type Rolldown } from 'tsdown'
import { ALIASES, PROJECT_ROOT } from '../scripts/aliases.ts'

/** Where results and bundles go. */
export const OUT_FOLDER: string = `${PROJECT_ROOT}out/bench`

export interface BundleOptions {
  /** Packages that stay imports. */
  readonly external?: readonly RegExp[]
  readonly minify?: boolean
  /** Where the package's entries are, if not in the source. What they lack is undefined. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** Resolves names before anything else does: the paths of tsconfig.json would lead to the source. */
function resolveTo(aliases: Readonly<Record<string, string>>): Rolldown.Plugin {
  return { name: 'other-build', resolveId: { order: 'pre', handler: id => aliases[id] ?? null } }
}

/** Bundles each entry (name → path from the project root) into `<folder>/<name>.mjs`. */
export async function bundle(entries: Record<string, string>, folder: string, options: BundleOptions = {}): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, path] of Object.entries(entries)) {
    // One build each, so that no entry shares a chunk with another.
    await build({
      config: false,
      cwd: PROJECT_ROOT,
      entry: { [name]: path },
      outDir: folder,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      alias: ALIASES,
      ...(options.aliases ? { plugins: [resolveTo(options.aliases)], inputOptions: { shimMissingExports: true } } : {}),
      deps: { neverBundle: [...(options.external ?? [])] },
      minify: options.minify ?? false,
      dts: false,
      clean: false,
      hash: false,
      fixedExtension: true,
      report: false,
      logLevel: 'error',
    })
  }
}
