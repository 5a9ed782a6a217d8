// The documents as a site: `npm run docs` builds it into `out/site`, `npm run docs -- dev` serves it while one writes. Pages are those of `docs/`,
// which are read on their own, too.
import { cpSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { DOCS, sidebar } from '../sidebar.ts'

const REPOSITORY = 'https://github.com/fulcrum-physics/fulcrum-physics'

export default defineConfig({
  title: 'Fulcrum',
  description: 'Rigid-body physics built on constraints, for 2D and 3D: one import, no init, the same bits on every platform.',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '../docs',
  outDir: '../out/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // Where the site will stand: the root, or the folder that is asked for.
  base: process.env['DOCS_BASE'] ?? '/',
  cleanUrls: false,
  rewrites: { 'joints/README.md': 'joints/index.md' },
  markdown: {
    math: true,
    config(md) {
      // Code in a line of text is shown as it stands: props of React have double braces, which would be looked at.
      const plain = md.renderer.rules.code_inline!
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]!.attrSet('v-pre', '')
        return plain(tokens, index, ...rest)
      }
    },
  },
  // Documents of the repository that are no pages: their links lead there.
  ignoreDeadLinks: [/^(\.\.\/)*(?:\.\/)?(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG|README)/, /\/(?:ARCHITECTURE|CONTRIBUTING|CHANGELOG)$/, /\.glb$/],
  buildEnd: ({ outDir }) => cpSync(`${DOCS}gltf`, `${outDir}/gltf`, { recursive: true }),
  themeConfig: {
    sidebar,
    outline: 'deep',
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
})
