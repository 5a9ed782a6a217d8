/** Every case of every file in a folder, in the order of the file names. */

import { readdirSync } from 'node:fs'

export async function loadCasesFrom<Case>(folder: URL): Promise<Case[]> {
  const cases: Case[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')).sort()) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>
    for (const entry of Object.values(module)) if (isCase<Case>(entry)) cases.push(entry)
  }
  return cases
}

function isCase<Case>(entry: unknown): entry is Case {
  return typeof entry === 'object' && entry !== null && 'name' in entry && 'kind' in entry && 'create' in entry
}
