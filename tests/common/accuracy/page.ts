/**
 * The accuracy report as a page of the documents: rows with a figure of other engines beside them, and every gate that is missed.
 */

import type { Row } from './case.ts'

export interface PageRow extends Row {
  readonly dimension: string
}

/** Tables of Markdown take no bars in a cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

/** `show` writes a figure as the report does. */
export function accuracyPage(rows: readonly PageRow[], show: (value: number) => string): string {
  const gated = rows.filter(row => row.pass !== null)
  const missed = gated.filter(row => row.pass === false)
  const compared = gated.filter(row => row.peers !== '')
  const lines = compared.map(row =>
    `| ${row.dimension} | ${cell(row.test)} | ${cell(row.metric)} | ${cell(row.peers)} | ${row.gateText} | ${show(row.value)}${row.pass === true ? '' : ', missed'} |`,
  )
  const misses = missed.map(row => `| ${row.dimension} | ${cell(row.test)} | ${cell(row.metric)} | ${row.gateText} | ${show(row.value)} |`)
  return [
    '# Accuracy', '',
    'Written by `npm run accuracy -- --page`. Every figure is measured against a closed form, brute force or a bound, at 60',
    `steps per second unless said. ${gated.length - missed.length} of ${gated.length} gates are reached. The method is told in [the solver](solver.md).`, '',
    '## Beside other engines', '',
    'Cases for which a figure of other engines is known, published or measured.', '',
    '| | case | figure | others at best | gate | here |', '|---|---|---|---|---|---|', ...lines, '',
    '## Missed', '',
    'Gates are not loosened. These are missed:', '',
    '| | case | figure | gate | here |', '|---|---|---|---|---|', ...misses, '',
  ].join('\n')
}
