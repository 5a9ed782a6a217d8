// The documents as a site: `npm run docs` builds it into `out/site`, `npm run docs -- dev` serves it while one writes. Pages are those of `docs/`,
// which are read on their own, too.
import { cpSync } from 'node:fs'
import { build } from 'vite'
import { defineConfig } from 'vitepress'
import { ALIASES, PROJECT_ROOT } from '../../scripts/aliases.ts'
import { anchorOf } from '../anchors.ts'
import { JOINT_PAGES, samplesPlugin } from '../samples.ts'
import { DOCS, sidebar } from '../sidebar.ts'

const REPOSITORY = 'https://github.com/fulcrum-physics/fulcrum-physics'
const BASE = process.env['DOCS_BASE'] ?? '/'

export default defineConfig({
  title: 'Fulcrum',
  description: 'Rigid-body physics built on constraints, for 2D and 3D: one import, no init, the same bits on every platform.',
  head: [['link', { rel: 'icon', href: 'data:,' }], ['script', { type: 'module', src: `${BASE}samples/sample-element.js` }]],
  srcDir: '../docs',
  outDir: '../out/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // Where the site will stand: the root, or the folder that is asked for.
  base: BASE,
  cleanUrls: false,
  rewrites: { 'joints/README.md': 'joints/index.md' },
  markdown: {
    math: true,
    anchor: { slugify: anchorOf },
    config(md) {
      // Code in a line of text is shown as it stands: props of React have double braces, which would be looked at.
      const plain = md.renderer.rules.code_inline!
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]!.attrSet('v-pre', '')
        return plain(tokens, index, ...rest)
      }
      // The first program of a joint's page is followed by itself, at work.
      const fence = md.renderer.rules.fence!
      md.renderer.rules.fence = (tokens, index, options, env: { relativePath?: string }, self) => {
        const page = /^joints\/(.+)\.md$/.exec(env.relativePath ?? '')?.[1] ?? ''
        const isFirst = tokens.findIndex(({ type }) => type === 'fence') === index
        if (!isFirst || !JOINT_PAGES.includes(page)) return fence(tokens, index, options, env, self)
        const address = `${BASE}sandbox/index.html?scene=joint-${page}&show=signs`
        const more = `<fulcrum-sample page="${page}"></fulcrum-sample><p><a href="${address}" target="_self">More of it in the sandbox</a></p>`
        return fence(tokens, index, options, env, self) + more
      }
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: tag => tag === 'fulcrum-sample' } } },
  vite: { plugins: [samplesPlugin()], resolve: { alias: ALIASES } },
  // Documents of the repository that are no pages: their links lead there.
  ignoreDeadLinks: [/^(\.\.\/)*(?:\.\/)?(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG|README)/, /\/(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG)$/, /\.glb$/,
    // Built beside the pages.
    /\/sandbox\/index/],
  async buildEnd({ outDir }) {
    cpSync(`${DOCS}gltf`, `${outDir}/gltf`, { recursive: true })
    cpSync(`${DOCS}images/pile.png`, `${outDir}/images/pile.png`)
    await build({
      configFile: `${PROJECT_ROOT}sandbox/vite.config.ts`,
      logLevel: 'error',
      build: { outDir: `${outDir}/sandbox`, emptyOutDir: true },
    })
    // Live samples with the engine, on their own: within the pages' build the engine would be bundled twice, once for the server.
    await build({
      configFile: false,
      // Chunks beside each other, wherever the site stands.
      base: './',
      logLevel: 'warn',
      plugins: [samplesPlugin()],
      resolve: { alias: ALIASES },
      build: {
        outDir: `${outDir}/samples`,
        emptyOutDir: true,
        chunkSizeWarningLimit: 1000,
        rollupOptions: {
          input: `${PROJECT_ROOT}site/.vitepress/theme/sample-element.ts`,
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    })
  },
  themeConfig: {
    sidebar,
    // Written beside the pages by typedoc, the second half of `npm run docs`.
    nav: [{ text: 'Sandbox', link: '/sandbox/index.html', target: '_self' }, { text: 'API', link: '/api/index.html', target: '_blank' }],
    outline: 'deep',
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
})
