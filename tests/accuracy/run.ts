/**
 * `npm run accuracy [-- filter …] [--short]`: measures every case whose name contains one of the filters, prints the table and
 * writes out/accuracy.json. A gate that is missed is printed as not reached; only a case that crashes makes the run fail.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { CASES } from './cases/index.ts'
import type { Row, RunLength } from './case.ts'

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

const words = process.argv.slice(2)
const runLength: RunLength = words.includes('--short') ? 'short' : 'full'
const wanted = words.filter(word => !word.startsWith('--'))
const cases = CASES.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.includes(word)))
if (cases.length === 0) {
  console.error(`No case is called that. There are: ${CASES.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const rows: (Row & { readonly name: string })[] = []
const crashed: string[] = []
console.log(line(['test', 'metric', "peers' best", 'gate', 'ours'], 'verdict'))
for (const { name, run } of cases) {
  const start = performance.now()
  try {
    for (const row of run(runLength)) {
      rows.push({ name, ...row })
      console.log(line([row.test, row.metric, row.peers, row.gateText, show(row.value)], verdictOf(row)))
    }
  } catch (error) {
    crashed.push(name)
    console.log(`${name} crashed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  if (process.stderr.isTTY) console.error(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

const gated = rows.filter(row => row.pass !== null)
const missed = gated.filter(row => !row.pass)
console.log(`\n${gated.length - missed.length} of ${gated.length} gates reached.`)
for (const row of missed) console.log(`NOT REACHED  ${row.test} · ${row.metric}: ${show(row.value)} (gate ${row.gateText})`)
mkdirSync('out', { recursive: true })
writeFileSync('out/accuracy.json', `${JSON.stringify({ runLength, rows, crashed }, null, 2)}\n`)
process.exitCode = crashed.length > 0 ? 1 : 0
