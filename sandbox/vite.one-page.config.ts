// The sandbox as one page without other files, which the package carries for `fulcrum view`: scripts and styles stand in the page itself.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mergeConfig, type Plugin, type UserConfig } from 'vite'
import sandbox from './vite.config.ts'

/** Libraries whose code is in the page, and which want their licences to go with it. */
const LIBRARIES = { three: 'LICENSE', 'lil-gui': 'LICENSE.md' }

function licences(): string {
  const texts = Object.entries(LIBRARIES).map(([name, file]) => {
    const text = readFileSync(fileURLToPath(new URL(`../node_modules/${name}/${file}`, import.meta.url)), 'utf8')
    return `${name}\n\n${text.trim().replaceAll('--', '- -')}`
  })
  return `<!--\nThis page holds code of:\n\n${texts.join('\n\n')}\n-->`
}

/** Puts what a page links to into the page, and gives it a name of its own. */
const inOnePage: Plugin = {
  name: 'in-one-page',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('There is no page.')
    let html = String(page.source)
    const taken = new Set(['index.html'])
    /** Takes a file out of the bundle. */
    const take = (file: string): string => {
      const output = bundle[file]
      if (output === undefined) throw new Error(`${file} is not there.`)
      delete bundle[file]
      taken.add(file)
      return output.type === 'chunk' ? output.code : String(output.source)
    }
    html = html.replace(/<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/, (_tag, file: string) => {
      // Inside of a page a script ends at the first such tag, wherever it stands.
      return `<script type="module">${take(file).replaceAll('</script', '<\\/script')}</script>`
    })
    html = html.replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/, (_tag, file: string) => `<style>${take(file)}</style>`)
    html = html.replace('<html', () => `${licences()}\n<html`)
    // Sources of scenes, and the worker, lie beside a page that has a place for them.
    for (const file of Object.keys(bundle)) if (file.startsWith('sources/') || file.includes('physics-worker')) take(file)
    const left = Object.keys(bundle).filter((file) => !taken.has(file))
    if (left.length > 0) throw new Error(`These files are not in the page: ${left.join(', ')}.`)
    delete bundle['index.html']
    this.emitFile({ type: 'asset', fileName: 'sandbox.html', source: html })
  },
}

const onePage: UserConfig = {
  plugins: [inOnePage],
  build: { outDir: fileURLToPath(new URL('../dist', import.meta.url)), emptyOutDir: false, modulePreload: false, chunkSizeWarningLimit: 3000 },
}

export default mergeConfig(sandbox, onePage)
