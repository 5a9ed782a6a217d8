/** Every case of every file in `../cases`, in the order of the file names. */

import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { JointCase } from '../joint-case.ts'

const FOLDER = new URL('../cases/', import.meta.url)

export async function loadCases(): Promise<JointCase[]> {
  const cases: JointCase[] = []
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.ts')).sort()) {
    const module = (await import(pathToFileURL(new URL(file, FOLDER).pathname).href)) as Record<string, unknown>
    for (const entry of Object.values(module)) if (isCase(entry)) cases.push(entry)
  }
  return cases
}

function isCase(entry: unknown): entry is JointCase {
  return typeof entry === 'object' && entry !== null && 'name' in entry && 'kind' in entry && 'create' in entry
}
