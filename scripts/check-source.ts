// Runs the project's own source rules over every file of the tree and prints what they refuse as file:line.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './aliases.ts'
import { checkSource } from './source-rules/index.ts'

const SKIPPED_FOLDERS = ['node_modules', 'dist', 'out', 'coverage', '.git', '.vite']
const CHECKED_FILES = /\.(?:ts|js|mjs|json|md|yml|html|css)$|^run$/

function* filesUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.includes(entry.name)) yield* filesUnder(path)
    } else if (CHECKED_FILES.test(entry.name) && entry.name !== 'package-lock.json') yield path
  }
}

let files = 0
let problems = 0
for (const path of filesUnder('')) {
  files++
  for (const problem of checkSource(path, readFileSync(join(PROJECT_ROOT, path), 'utf8'))) {
    problems++
    console.error(`${problem.path}:${problem.line} ${problem.rule}: ${problem.message}`)
  }
}
console.log(`check-source: ${files} files, ${problems === 0 ? 'no problems' : `${problems} problem(s)`}`)
if (problems > 0) process.exitCode = 1
