/** What the suite measured of each kind, the worst of all tests, printed when it is done. */

import { worse } from './pairs.ts'

const figures = new Map<string, Map<string, number>>()

export function note(joint: { readonly name: string }, what: string, value: number): void {
  const own = figures.get(joint.name) ?? new Map<string, number>()
  figures.set(joint.name, own)
  own.set(what, worse(own.get(what) ?? 0, value))
}

/** … and forgets them: the next file may be run in the same process. */
export function report(): string {
  const lines = [...figures].map(([name, own]) => `${name}: ${[...own].map(([what, value]) => `${what} ${value.toPrecision(2)}`).join(', ')}`).join('\n')
  figures.clear()
  return lines
}
