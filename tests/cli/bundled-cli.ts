/** The command line as one file, as it is published: threads run it. */

import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { ALIASES, PROJECT_ROOT } from '../../scripts/aliases.ts'

/** Bundles it into a folder of its own below `out`. */
export async function bundleCli(name: string): Promise<URL> {
  const folder = `${PROJECT_ROOT}out/${name}`
  rmSync(folder, { recursive: true, force: true })
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: ALIASES },
    build: { ssr: true, outDir: folder, minify: false, target: 'es2022', rolldownOptions: { input: `${PROJECT_ROOT}cli/cli.ts` } },
  })
  return pathToFileURL(`${folder}/cli.js`)
}
