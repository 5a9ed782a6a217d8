/** The documents as a site: every page has its place in it, and every joint its equations. The site itself is built in `tests/browser`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { sidebar } from '../../site/sidebar.ts'

const DOCS = join(PROJECT_ROOT, 'docs')
const JOINTS = readdirSync(join(DOCS, 'joints')).filter(file => !['README.md', 'custom.md', 'laboratory.md'].includes(file))

interface Entry {
  readonly link?: string
  readonly items?: readonly Entry[]
}

function linksOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ link, items }) => [...(link === undefined ? [] : [link.slice(1).replace(/\/$/, '/README')]), ...linksOf(items ?? [])])
}

describe('the site', () => {
  it('has a place for every page', () => {
    const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md') && file !== 'index.md')
    expect(linksOf(sidebar).sort()).toEqual(pages.map(file => file.replace(/\.md$/, '').replaceAll('\\', '/')).sort())
  })
})

describe.each(JOINTS)('%s', file => {
  const text = readFileSync(join(DOCS, 'joints', file), 'utf8')

  it('has its equations, sources and file', () => {
    const equations = /^## Equations\n(.*)/ms.exec(text)?.[1] ?? ''
    expect(equations.match(/^\$\$$/gm)?.length).toBeGreaterThanOrEqual(2)
    expect(equations).toMatch(/^Freedoms: /m)
    expect(equations).toMatch(/^Sources: /m)
    const source = /File: `([^`]+)`|File:\n`([^`]+)`/.exec(equations)
    expect(existsSync(join(PROJECT_ROOT, source?.[1] ?? source?.[2] ?? 'missing'))).toBe(true)
  })

  it('opens and closes its mathematics', () => {
    expect((text.match(/\$\$/g) ?? []).length % 2).toBe(0)
    for (const paragraph of text.replaceAll(/\$\$.*?\$\$|```.*?```/gs, '').split(/\n\n/)) expect((paragraph.match(/\$/g) ?? []).length % 2).toBe(0)
  })
})
