// Rules on a file's text: length, opening comment, left-over markers, rulers, and paths of one machine.
import ts from 'typescript'
import { isIn, type Problem, type SourceFile } from './problem.ts'

/** Above this a file no longer has one purpose. Files aim for 400. */
const MAX_LINES = 600

/** Lines aim for 140. Tables of expected figures in tests and benches may be wider. */
const MAX_COLUMNS = 150

/** Written so that this file does not match itself. */
const MARKERS = /\b(?:TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b/

/** Home directories and the like: true on one machine only. */
const MACHINE_PATHS = /(?:^|[^\w.@/:-])(?:\/(?:ho[m]e|Use[r]s)\/\w|\/(?:ro[o]t|wo[r]k|fa[r]m)\/|[A-Z]:\\Use[r]s\\)/

const RULER = /^\s*(?:\/\/|\*|\/\*+)\s*[-=*#_]{4,}/

export function checkText(file: SourceFile): Problem[] {
  const problems: Problem[] = []
  const report = (line: number, rule: string, message: string): void => void problems.push({ path: file.path, line, rule, message })
  const lines = file.text.split('\n')
  if (lines.at(-1) === '') lines.pop()

  const isSource = file.tree !== null
  const mayBeWide = isIn(file.path, 'tests', 'bench')
  if (isSource && lines.length > MAX_LINES) {
    report(MAX_LINES + 1, 'file-length', `${lines.length} lines; split the file by purpose (limit ${MAX_LINES}).`)
  }
  if (isSource && isIn(file.path, 'src') && !ts.getLeadingCommentRanges(file.text, 0)) {
    report(1, 'opening-comment', 'A source file opens with a comment that says what it is and what it is not.')
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (MACHINE_PATHS.test(line)) report(i + 1, 'machine-path', 'A path of one machine does not belong in the tree.')
    if (!isSource) continue
    if (MARKERS.test(line)) report(i + 1, 'marker', 'Finish it, or write an issue; markers are not left in the source.')
    if (RULER.test(line)) report(i + 1, 'ruler', 'No rulers; a heading is a sentence or a file.')
    if (line.length > MAX_COLUMNS && !mayBeWide) report(i + 1, 'line-length', `${line.length} characters (limit ${MAX_COLUMNS}).`)
  }
  return problems
}
