/** What the suite measured of each kind, the worst of all tests, printed when it is done. */

import type { JointCase } from '../joint-case.ts'
import { worse } from './setup.ts'

const figures = new Map<string, Map<string, number>>()

export function note(joint: JointCase, what: string, value: number): void {
  const own = figures.get(joint.name) ?? new Map<string, number>()
  figures.set(joint.name, own)
  own.set(what, worse(own.get(what) ?? 0, value))
}

export function report(): string {
  return [...figures].map(([name, own]) => `${name}: ${[...own].map(([what, value]) => `${what} ${value.toPrecision(2)}`).join(', ')}`).join('\n')
}
