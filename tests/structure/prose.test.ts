// Lines of prose in the documents are at most 120 columns wide, so that differences can be read, and links lead somewhere.
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'
import { anchorOf } from '../../site/anchors.ts'
import { documentPaths, parseDocument, readDocument, type Line } from './markdown.ts'

const MAX_COLUMNS = 120

const paths = documentPaths()

/** Lines that are too wide. Addresses of links cannot be broken and do not count. */
function wideLines(prose: readonly Line[]): number[] {
  return prose.filter(({ text }) => text.replaceAll(/\]\([^)]*\)/g, ']()').length > MAX_COLUMNS).map(({ number }) => number)
}

function anchorsOf(path: string): string[] {
  return readDocument(path).prose.filter(({ text }) => /^#+ /.test(text)).map(({ text }) => anchorOf(text.replace(/^#+ /, '')))
}

/** Links of a document that lead to no file or to no heading. */
function deadLinks(path: string): string[] {
  const targets = [...readFileSync(PROJECT_ROOT + path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets.filter(target => !/^https?:/.test(target)).filter(target => {
    const [file, anchor] = target.split('#') as [string, string | undefined]
    const to = file === '' ? path : posix.join(posix.dirname(path), file)
    if (!existsSync(PROJECT_ROOT + to)) return true
    return anchor !== undefined && !anchorsOf(to).includes(anchor)
  })
}

describe('prose', () => {
  it.each(paths)('of %s is at most 120 columns wide', path => {
    expect(wideLines(readDocument(path).prose)).toEqual([])
  })

  it('is measured without code, tables, comments and addresses', () => {
    const long = 'word '.repeat(30)
    const text = [long, '```text', long, '```', `| ${long} |`, `<!-- ${long} -->`, `[a](${'x'.repeat(130)})`, 'x'.repeat(120), 'x'.repeat(121)]
    expect(wideLines(parseDocument('a.md', text.join('\n')).prose)).toEqual([1, 9])
  })
})

describe('links', () => {
  it.each(paths)('of %s lead to files and headings that exist', path => {
    expect(deadLinks(path)).toEqual([])
  })

  it('are anchored as GitHub does', () => {
    expect(['In 2D', 'buildRope', '`a` and b: c!'].map(anchorOf)).toEqual(['in-2d', 'buildrope', 'a-and-b-c'])
  })
})
