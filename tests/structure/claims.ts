// What the code of a document says about values, in comments after an expression: `hinge.angle // about 1`. Turned into checks.
import ts from 'typescript'

/** A value that a comment promises. */
export interface Claim {
  readonly kind: 'exactly' | 'about' | 'at most' | 'below'
  readonly value: number | boolean | Readonly<Record<string, number>>
}

/** Shares of a value by which it may be off. */
const EXACT = 0.01
const ABOUT = 0.15

const WORDS: Readonly<Record<string, Claim['kind']>> = { about: 'about', almost: 'about', near: 'about', 'at most': 'at most', below: 'below' }
const PATTERN = /^(?:(about|almost|near|at most|below) )?(?:(true|false)\b|(\{[^}]*\})|([-−]?\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)(π)?(?![\w./]))/

/** Claims at the beginning of a comment, divided by commas or `and`: `about 1 rad and 0.2 m: …`. None if it is prose. */
export function readClaims(comment: string): Claim[] {
  const claims: Claim[] = []
  let word: string | undefined
  // An object has commas of its own.
  for (const part of comment.split(/, (?![^{]*\})| and /)) {
    const found = PATTERN.exec(part.trim())
    if (!found) break
    word = found[1] ?? word
    claims.push({ kind: word === undefined ? 'exactly' : WORDS[word]!, value: valueOf(found) })
  }
  return claims
}

function valueOf([, , truth, object, number, pi]: RegExpExecArray): Claim['value'] {
  if (truth !== undefined) return truth === 'true'
  if (object !== undefined) {
    return Object.fromEntries([...object.matchAll(/(\w+): ([-−]?[\d.]+)/g)].map(([, key, value]) => [key, numberOf(value!)]))
  }
  return numberOf(number!) * (pi === undefined ? 1 : Math.PI)
}

function numberOf(text: string): number {
  return Number(text.replace('−', '-').replaceAll('_', ''))
}

/** Does a value keep the promise? Objects do with every field that is named. */
export function keeps(claim: Claim, value: unknown): boolean {
  const { kind, value: wanted } = claim
  if (typeof wanted === 'object') {
    return Object.entries(wanted).every(([key, part]) => keeps({ kind, value: part }, (value as Record<string, unknown>)[key]))
  }
  if (typeof wanted === 'boolean' || typeof value !== 'number') return value === wanted
  if (kind === 'at most') return value <= wanted * (1 + 1e-6)
  if (kind === 'below') return value < wanted
  if (kind === 'exactly') return Math.abs(value - wanted) <= EXACT * Math.max(Math.abs(wanted), 0.1)
  // About nothing: the order of magnitude.
  return Math.abs(wanted) < 1e-3 ? Math.abs(value) <= 10 * Math.max(Math.abs(wanted), 0.01) : Math.abs(value - wanted) <= ABOUT * Math.abs(wanted)
}

export interface Checked {
  /** The program; expressions that a comment claims something of go through `globalThis.claimed(line, values)`, which returns the values. */
  readonly code: string
  /** By line of the program, counted from 1. */
  readonly claims: ReadonlyMap<number, readonly Claim[]>
}

/** Wraps expressions, and arguments of `console.log`, that are followed by a comment that begins with claims. */
export function insertChecks(program: string): Checked {
  const source = ts.createSourceFile('program.ts', program, ts.ScriptTarget.ES2022, true)
  const claims = new Map<number, readonly Claim[]>()
  const wraps: { from: number; to: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node) && !isAssignment(node.expression)) {
      const { expression } = node
      const values = isLog(expression) ? [...expression.arguments] : [expression]
      const comment = trailingComment(program, node.end)
      const found = comment === null ? [] : readClaims(comment).slice(0, values.length)
      if (found.length > 0) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
        claims.set(line, found)
        const list = `globalThis.claimed(${line}, [${values.map(value => value.getText()).join(', ')}])`
        wraps.push({ from: node.getStart(), to: expression.end, text: isLog(expression) ? `console.log(...${list})` : list })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  let code = program
  for (const { from, to, text } of wraps.sort((a, b) => b.from - a.from)) code = code.slice(0, from) + text + code.slice(to)
  return { code, claims }
}

function trailingComment(text: string, end: number): string | null {
  const [range] = ts.getTrailingCommentRanges(text, end) ?? []
  return range === undefined ? null : text.slice(range.pos + 2, range.end).trim()
}

function isLog(node: ts.Expression): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.getText() === 'console.log'
}

function isAssignment(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
}
