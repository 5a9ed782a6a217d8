/**
 * `npm run accuracy [-- 2d | 3d] [filter …] [--short] [--page]`: measures every case whose name contains one of the filters, in the dimension
 * named or in both, prints the table and writes out/accuracy.json. A gate that is missed is printed as not reached; only a case that
 * crashes makes the run fail. `--page` writes docs/accuracy.md, too; a full run of everything is what it is for.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import type { AccuracyCase, Row, RunLength } from './case.ts'
import { accuracyPage } from './page.ts'

const WIDTHS = [56, 30, 36, 10, 12]

function pad(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}

function show(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 1e6) return String(value)
  return size >= 1e-3 && size < 1e6 ? String(Number(value.toPrecision(5))) : value.toExponential(2)
}

function line(columns: readonly string[], verdict: string): string {
  return `${columns.map((text, i) => pad(text, WIDTHS[i]!)).join(' ')} ${verdict}`
}

function verdictOf(row: Row): string {
  return row.pass === null ? 'reported' : row.pass ? 'pass' : 'NOT REACHED'
}

/** Both are loaded only when they are to be run: the other engine may be in pieces. */
const DIMENSIONS: Readonly<Record<string, () => Promise<{ CASES: readonly AccuracyCase[] }>>> = {
  '2d': () => import('../../d2/accuracy/cases/index.ts'),
  '3d': () => import('../../d3/accuracy/cases/index.ts'),
}

const words = process.argv.slice(2)
const runLength: RunLength = words.includes('--short') ? 'short' : 'full'
const named = words.filter(word => Object.hasOwn(DIMENSIONS, word))
const wanted = words.filter(word => !word.startsWith('--') && !named.includes(word))
const known: string[] = []
const cases: { dimension: string; name: string; run: AccuracyCase['run'] }[] = []
for (const dimension of named.length > 0 ? named : Object.keys(DIMENSIONS)) {
  for (const { name, run } of (await DIMENSIONS[dimension]!()).CASES) {
    if (!known.includes(name)) known.push(name)
    if (wanted.length === 0 || wanted.some(word => name.includes(word))) cases.push({ dimension, name, run })
  }
}
if (cases.length === 0) {
  console.error(`No case is called that. There are: ${known.join(', ')}.`)
  process.exit(1)
}

const rows: (Row & { readonly dimension: string; readonly name: string })[] = []
const crashed: string[] = []
let heading = ''
for (const { dimension, name, run } of cases) {
  if (heading !== dimension) {
    heading = dimension
    console.log(line([`test (${dimension})`, 'metric', "peers' best", 'gate', 'ours'], 'verdict'))
  }
  const start = performance.now()
  try {
    for (const row of run(runLength)) {
      rows.push({ dimension, name, ...row })
      console.log(line([row.test, row.metric, row.peers, row.gateText, show(row.value)], verdictOf(row)))
    }
  } catch (error) {
    crashed.push(`${dimension} ${name}`)
    console.log(`${dimension} ${name} crashed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  if (process.stderr.isTTY) console.error(`  ${dimension} ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

const gated = rows.filter(row => row.pass !== null)
const missed = gated.filter(row => !row.pass)
console.log(`\n${gated.length - missed.length} of ${gated.length} gates reached.`)
for (const row of missed) console.log(`NOT REACHED  ${row.dimension}  ${row.test} · ${row.metric}: ${show(row.value)} (gate ${row.gateText})`)
mkdirSync('out', { recursive: true })
writeFileSync('out/accuracy.json', `${JSON.stringify({ runLength, rows, crashed }, null, 2)}\n`)
if (words.includes('--page')) writeFileSync('docs/accuracy.md', accuracyPage(rows, show))
process.exitCode = crashed.length > 0 ? 1 : 0
