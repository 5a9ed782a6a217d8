// docs/collision-cases.md names tests that exist, by words that stand in them; every row has one.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

const text = readFileSync(`${PROJECT_ROOT}docs/collision-cases.md`, 'utf8')

/** `path` and the words after it: up to the next path or cell. */
function claims(row: string): { path: string; words: string }[] {
  return [...row.matchAll(/`([\w/.-]+\.ts)`(?:: ([^|;`]+))?/g)].map(([, path, words]) => ({ path: path!, words: (words ?? '').trim() }))
}

const rows = text.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| case'))

describe('the page of collision cases', () => {
  it('has rows, and each names a test', () => {
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(row => claims(row).length === 0)).toEqual([])
  })

  it.each(rows.flatMap(claims))('$path: $words', ({ path, words }) => {
    const file = `${PROJECT_ROOT}tests/${path}`
    expect(existsSync(file), file).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(words)
  })
})
