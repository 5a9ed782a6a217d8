/**
 * Lets a run of the tests see other tuning numbers: `FULCRUM_TUNING='SLOP_PER_SIZE=0.005' npx vitest run …`. For experiments, and for
 * `npm run mutants`, which asks what notices a number.
 */

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { PROJECT_ROOT } from './aliases.ts'

const FILE = 'src/common/tuning.ts'
const DECLARATION = /^export const ([A-Z][A-Z0-9_]*) = ([0-9][0-9._e+-]*)$/gm

/** Names and values of the plain numbers in tuning.ts. */
export function readTuning(): [name: string, value: number][] {
  const source = readFileSync(`${PROJECT_ROOT}${FILE}`, 'utf8')
  return [...source.matchAll(DECLARATION)].map(([, name, value]) => [name!, Number(value!.replaceAll('_', ''))])
}

/** A plugin that rewrites the numbers named in FULCRUM_TUNING; none without it. */
export function tuningOverride(): Plugin[] {
  const given = process.env['FULCRUM_TUNING']
  if (!given) return []
  const values = new Map(given.split(',').map((entry) => entry.split('=') as [string, string]))
  const known = new Set(readTuning().map(([name]) => name))
  for (const name of values.keys()) if (!known.has(name)) throw new Error(`FULCRUM_TUNING: ${FILE} has no number ${name}.`)
  return [
    {
      name: 'tuning-override',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith(FILE)) return null
        return code.replace(DECLARATION, (line, name: string) => (values.has(name) ? `export const ${name} = ${values.get(name)}` : line))
      },
    },
  ]
}
