/** The documents as a site: every page has its place in it, and every joint its equations. The site itself is built in `tests/browser`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { factsOf, freedomTable } from '../../site/joint-facts.ts'
import { JOINT_PAGES } from '../../site/samples.ts'
import { sidebar } from '../../site/sidebar.ts'

const DOCS = join(PROJECT_ROOT, 'docs')

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

it('has a page for every kind of joint', () => {
  expect(JOINT_PAGES).toHaveLength(23)
})

describe.each(JOINT_PAGES)('%s', page => {
  const text = readFileSync(join(DOCS, 'joints', `${page}.md`), 'utf8')

  it('has a drawing and a table of freedoms, both of its own program: npm run joint-pages', async () => {
    const { svg, freedoms } = await factsOf(page)
    expect(readFileSync(join(DOCS, 'images/joints', `${page}.svg`), 'utf8')).toBe(svg)
    expect(text).toContain(`](../images/joints/${page}.svg)`)
    expect(/!\[([^\]]+)\]/.exec(text)![1]!.length).toBeGreaterThan(20)
    expect(text).toContain(`<!-- freedoms:begin -->\n${freedomTable(freedoms)}\n<!-- freedoms:end -->`)
    // As many held as the page says.
    const said = /^Freedoms: (\d+) held(.*)/m.exec(text)
    if (said !== null && !/as a rod|more with|while taut/.test(said[2]!)) expect(freedoms.held).toBe(Number(said[1]))
  })

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
