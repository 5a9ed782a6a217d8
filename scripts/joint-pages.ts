// Writes what the pages of joints have of their own programs: the drawing `docs/images/joints/<joint>.svg`, and the table of freedoms between
// the page's markers; and beside the equations what the documents print, from `docs/errata.md`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { factsOf, freedomTable } from '../site/joint-facts.ts'
import { JOINT_PAGES } from '../site/samples.ts'
import { anchorOf } from '../site/anchors.ts'
import { PROJECT_ROOT } from './aliases.ts'

const FOLDER = `${PROJECT_ROOT}docs/joints/`
const IMAGES = `${PROJECT_ROOT}docs/images/joints/`

/** Slips of the documents by the anchor of their heading. */
const slips = new Map(readFileSync(`${PROJECT_ROOT}docs/errata.md`, 'utf8').split(/^### /m).slice(1).map(section => {
  const parts = [/^(.*)$/m, /^As printed: (.*?)\s\s\n/ms, /^Right: (.*?)(?:\n\n|\n*$)/ms]
  const [title, printed, right] = parts.map(part => part.exec(section)![1]!.trim())
  return [anchorOf(title!), { title: title!, printed: oneLine(printed!), right: oneLine(right!) }]
}))

/** As a cell of a table takes it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|').replaceAll('](joints/', '](')
}

/** The slips that a page links to: printed form and right form side by side. */
function printedTable(block: string): string {
  const rows = [...block.matchAll(/errata\.md#([^)]+)\)/g)].map(([, anchor]) => {
    const { title, printed, right } = slips.get(anchor!)!
    return `| [${title}](../errata.md#${anchor}) | ${printed} | ${right} |`
  })
  return ['| source | as printed | right |', '|---|---|---|', ...rows].join('\n')
}

mkdirSync(IMAGES, { recursive: true })
for (const page of JOINT_PAGES) {
  const { svg, freedoms } = await factsOf(page)
  writeFileSync(`${IMAGES}${page}.svg`, svg)
  const text = readFileSync(`${FOLDER}${page}.md`, 'utf8')
  const table = `<!-- freedoms:begin -->\n${freedomTable(freedoms)}\n<!-- freedoms:end -->`
  const filled = text
    .replace(/<!-- freedoms:begin -->.*<!-- freedoms:end -->/s, table)
    .replace(/(?<=<!-- printed:begin -->\n).*(?=\n<!-- printed:end -->)/s, printedTable)
  writeFileSync(`${FOLDER}${page}.md`, filled)
  console.log(page.padEnd(20), svg.length, freedoms.held, freedoms.words.join(' | '))
}
