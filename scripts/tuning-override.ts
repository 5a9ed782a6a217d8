/**
 * Lets a run of the tests see other tuning numbers: `FULCRUM_TUNING='SLOP_PER_SIZE=0.005' npx vitest run …`, several divided by semicolons, lists
 * as `SWEEPS=[1,2]`. For experiments, and for `npm run mutants`, which asks what notices a number.
 *
 * The source is rewritten so that each number is looked up when it is loaded: one bundle serves any number of mutants.
 */

import type { Plugin } from 'vite'
import { DECLARATION, readNumbers, TUNING_FILES } from './tuning-numbers.ts'

/** A plugin that makes the numbers those of FULCRUM_TUNING, which may be empty at first; none where it is not set. */
export function tuningOverride(): Plugin[] {
  const given = process.env['FULCRUM_TUNING']
  if (given === undefined) return []
  const known = new Set(readNumbers().map(({ name }) => name))
  for (const [name] of readOverrides(given)) if (!known.has(name)) throw new Error(`FULCRUM_TUNING: there is no tuning number ${name}.`)
  return [
    {
      name: 'tuning-override',
      enforce: 'pre',
      transform(code, id) {
        return TUNING_FILES.some((file) => id.endsWith(file)) ? overridable(code) : null
      },
    },
  ]
}

function readOverrides(text: string): [name: string, value: string][] {
  return text
    .split(';')
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('=') as [string, string])
}

/** The text of a file of tuning numbers, with values that FULCRUM_TUNING may replace. */
export function overridable(code: string): string {
  const reader = `const overrides: any = new Map((process.env['FULCRUM_TUNING'] ?? '').split(';').map((entry: any) => entry.split('=')))\n`
  return (
    reader +
    code
      .split('\n')
      .map((line) =>
        line.replace(DECLARATION, (_, before: string, name: string, value: string) => {
          return `${before}overrides.has('${name}') ? JSON.parse(overrides.get('${name}')) : ${value}`
        }),
      )
      .join('\n')
  )
}
