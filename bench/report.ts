/** Text that benches share: Markdown tables, short numbers, and the line that says what machine it was. */

import { cpus } from 'node:os'

/** A Markdown table; the first column is text, the others are numbers unless `left` says otherwise. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], left: readonly string[] = []): string {
  const isLeft = (column: number): boolean => column === 0 || left.includes(head[column]!)
  const widths = head.map((title, column) => Math.max(title.length, 3, ...rows.map(row => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (isLeft(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Three significant digits without an exponent where that stays readable. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value)
  const size = Math.abs(value)
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1)
  return size >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

export function figuresText(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${short(value)}`)
    .join(', ')
}

export function machineLine(): string {
  const list = cpus()
  return `${list[0]?.model.trim() ?? 'unknown processor'}, ${list.length} cores, Node ${process.versions.node}, V8 ${process.versions.v8}`
}
