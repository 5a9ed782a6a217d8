/** docs/papers.md has a row for every section of the five documents, and every row names a page, a file and a test or scene that exist. */

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

/** Sections of the documents, as their tables of contents have them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Chappuis: ['1.1', '1.2', '2.1', '2.2', '2.3', '2.4', '2.5', 'A', 'B', 'C'],
  Hodges: Array.from({ length: 23 }, (_, i) => String(i + 2)),
  Tamis: [
    '1.1', '1.2', '2.1', '2.2', '2.3', '2.4', '2.5', '3.1.1', '3.1.2', '3.1.3', '3.1.4', '3.2.1', '3.2.2', '3.2.3', '3.2.4', '3.2.5', '3.2.6',
    '3.2.7', '3.2.8', '3.2.9', '3.2.10', '3.3.1', '3.3.2', '3.3.3', 'A', 'B',
  ],
  Robson: ['(1)–(4)', '(5)–(18)'],
  Halliwushka: ['GD1, DD1–DD9', ...Array.from({ length: 12 }, (_, i) => `IM${i + 1}`)],
}

const STATUS = /^(?:works|laboratory|shown|partly: .+)$/

const text = readFileSync(`${PROJECT_ROOT}docs/papers.md`, 'utf8')
const chapters = text.split(/^## /m).slice(1).map((chapter) => {
  const rows = chapter.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| section'))
  return { author: /^(\w+):/.exec(chapter)![1]!, rows: rows.map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim())) }
})

it('has every section once, in order', () => {
  expect(Object.fromEntries(chapters.map(({ author, rows }) => [author, rows.map(([section]) => section)]))).toEqual(SECTIONS)
})

it.each(chapters.flatMap(({ author, rows }) => rows.map((cells) => [`${author} ${cells[0]}`, cells] as const)))('%s leads somewhere', (_, cells) => {
  const [, , page, file, shown, status] = cells as [string, string, string, string, string, string]
  expect(existsSync(`${PROJECT_ROOT}docs/${/\]\((.+)\)/.exec(page)![1]!}`)).toBe(true)
  expect(existsSync(`${PROJECT_ROOT}${/^`(.+)`$/.exec(file)![1]!}`)).toBe(true)
  const path = /^`(.+)`$/.exec(shown)![1]!
  expect(path).toMatch(/^(?:tests\/.+\.test\.ts|scenes\/.+\.ts)$/)
  expect(existsSync(`${PROJECT_ROOT}${path}`)).toBe(true)
  expect(status).toMatch(STATUS)
})
