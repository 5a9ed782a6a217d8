// Which file each scene comes from, for the source button: read off the lists of scenes when the page is built. The files themselves are laid
// beside the page, so that they can be read wherever it stands.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SCENES = fileURLToPath(new URL('../scenes/', import.meta.url))
const MODULE = 'virtual:scene-files'

/** Files of the scenes of one dimension, in the order of their list. */
export function sceneFiles(dimension: 2 | 3): string[] {
  const text = readFileSync(`${SCENES}d${dimension}/index.ts`, 'utf8')
  const files = new Map<string, string>()
  for (const [, names, file] of text.matchAll(/^import \{([^}]+)\} from '\.\/(.+)'$/gm)) {
    for (const name of names!.split(',')) files.set(name.split(' as ').at(-1)!.trim(), `d${dimension}/${file}`)
  }
  const list = text.slice(text.indexOf('= [') + 3, text.lastIndexOf(']')).replace(/\/\/.*$/gm, '')
  const listed = list.split(',').map((name) => name.trim()).filter((name) => name !== '')
  return listed.map((name) => {
    const file = files.get(name)
    if (file === undefined) throw new Error(`scenes/d${dimension}/index.ts lists ${name}, which it does not import by that name.`)
    return file
  })
}

export function sceneSources(): Plugin {
  return {
    name: 'scene-sources',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null
      return `export const files2d = ${JSON.stringify(sceneFiles(2))}\nexport const files3d = ${JSON.stringify(sceneFiles(3))}\n`
    },
    configureServer(server) {
      server.middlewares.use('/sources', (request, response) => {
        const file = (request.url ?? '').replace(/^\/|\?.*$/g, '').replace(/\.txt$/, '')
        const known = [...sceneFiles(2), ...sceneFiles(3)].includes(file)
        response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' })
        response.end(known ? readFileSync(SCENES + file) : 'There is no such scene.')
      })
    },
    generateBundle() {
      for (const file of readdirSync(SCENES, { recursive: true, encoding: 'utf8' })) {
        // As plain text: servers take the ending .ts for films.
        if (/^d[23]\/.*\.ts$/.test(file)) this.emitFile({ type: 'asset', fileName: `sources/${file}.txt`, source: readFileSync(SCENES + file) })
      }
    },
  }
}
