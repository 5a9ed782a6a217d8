// The files that stand alone have everything their types promise: each class the members it has in the source, each function its name.
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as d2 from '../../src/d2/engine.ts'
import * as d3 from '../../src/d3/engine.ts'
import * as linear from '../../src/linear/index.ts'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

type Module = Record<string, unknown>

const ENTRIES = [
  ['2d', d2],
  ['3d', d3],
  ['linear', linear],
] as const

/** Exports and the members of their prototypes, as `World.step`. */
function membersOf(module: Module): string[] {
  const list: string[] = []
  for (const [name, value] of Object.entries(module)) {
    list.push(name)
    if (typeof value !== 'function') continue
    for (let at = value.prototype as object | null; at && at !== Object.prototype; at = Object.getPrototypeOf(at) as object | null) {
      for (const member of Object.getOwnPropertyNames(at)) list.push(`${name}.${member}`)
    }
  }
  return [...new Set(list)].sort()
}

describe.each(ENTRIES)('fulcrum-%s.min.js', (name, source) => {
  it('has the names of the source', async () => {
    const file = `${PROJECT_ROOT}dist/fulcrum-${name}.min.js`
    if (!existsSync(file)) throw new Error(`dist/fulcrum-${name}.min.js is missing. Run npm run build first.`)
    const bundle = (await import(/* @vite-ignore */ file)) as Module
    expect(membersOf(bundle)).toEqual(membersOf(source))
  })
})
