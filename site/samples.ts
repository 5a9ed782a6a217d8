// The first program of a joint's page as a function that can be stepped: drawings, tables of freedoms and the live samples are made of it, so that
// a reader sees what the page's own lines do.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { DOCS } from './sidebar.ts'

/** Pages of joints, by name. */
export const JOINT_PAGES: readonly string[] = readdirSync(`${DOCS}joints`)
  .filter(file => file.endsWith('.md') && !['README.md', 'custom.md', 'laboratory.md'].includes(file))
  .map(file => file.replace(/\.md$/, ''))
  .sort()

/**
 * A module with `sample`, a generator: what it yields first is the world as it was made, then the world after every step. Statements stay as they
 * are in the page; only `world.step` waits, and nothing is printed.
 */
export function sampleModule(page: string): string {
  const text = readFileSync(`${DOCS}joints/${page}.md`, 'utf8')
  const program = /^```(?:js|ts)\n(.*?)^```/ms.exec(text)?.[1]
  if (program === undefined) throw new Error(`docs/joints/${page}.md has no program to show.`)
  const imports: string[] = []
  const quiet = program.replaceAll(/^console\.log.*\n/gm, '')
  const body = quiet.replaceAll(/^import .*\n/gm, line => {
    imports.push(line)
    return ''
  })
  if (!body.includes('world.step(1 / 60)')) throw new Error(`docs/joints/${page}.md has a program that makes no step.`)
  // The world is shown when the first step is asked for: everything is made by then.
  const code = `${imports.join('')}
export function* sample() {
${body.replaceAll('world.step(1 / 60)', '{ yield world; world.step(1 / 60) }')}
  return world
}
`
  return ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }).outputText
}

const VIRTUAL = 'virtual:samples'

/** Samples for Vite: `virtual:samples` has a loader for each page. */
export function samplesPlugin(): { name: string; resolveId(id: string): string | null; load(id: string): string | null } {
  return {
    name: 'samples',
    resolveId: id => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${VIRTUAL}`) {
        return `export const SAMPLES = {\n${JOINT_PAGES.map(page => `  '${page}': () => import('${VIRTUAL}/${page}'),`).join('\n')}\n}\n`
      }
      return id.startsWith(`\0${VIRTUAL}/`) ? sampleModule(id.slice(VIRTUAL.length + 2)) : null
    },
  }
}
