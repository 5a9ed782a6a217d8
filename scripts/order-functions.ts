// Puts functions of a finished bundle that are like each other next to each other. A compressor looks back a limited way (32 KB with gzip), so
// likeness further off is lost on it. Nothing else changes: a function declared at the top level is there before the first line runs,
// wherever it stands. Everything else keeps its order and comes first.
import { gzipSync } from 'node:zlib'
import ts from 'typescript'

interface Measure {
  /** Likeness is counted in pieces of this many characters. */
  piece: number
  /** Characters of functions placed before that the next one is compared with. */
  window: number
  /** Pieces in more functions than this say nothing about likeness. */
  common: number
}

/** None of these is best for every bundle, so all are tried. */
const MEASURES: readonly Measure[] = [
  { piece: 5, window: 27_000, common: 30 },
  { piece: 5, window: 29_000, common: 30 },
  { piece: 5, window: 30_500, common: 30 },
  { piece: 5, window: 30_500, common: 60 },
  { piece: 6, window: 29_000, common: 30 },
  { piece: 6, window: 30_500, common: 15 },
  { piece: 7, window: 26_000, common: 30 },
  { piece: 8, window: 29_000, common: 60 },
]

export function orderFunctions(code: string): string {
  const { statements } = ts.createSourceFile('bundle.js', code, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS)
  const functions: string[] = []
  let others = ''
  for (const statement of statements) {
    const text = code.slice(statement.pos, statement.end)
    if (ts.isFunctionDeclaration(statement)) functions.push(text)
    else others += /[;\n]$/.test(text) ? text : `${text};`
  }
  const orders = MEASURES.map((measure) => others + chain(functions, measure).join(''))
  const sizes = orders.map((order) => gzipSync(order, { level: 9 }).length)
  return orders[sizes.indexOf(Math.min(...sizes))]!
}

/** The texts, each followed by the one most like those placed just before. */
function chain(texts: string[], { piece: long, window, common }: Measure): string[] {
  const pieces = texts.map((text) => piecesOf(text, long))
  const holders = new Map<string, number[]>()
  for (const [index, set] of pieces.entries()) for (const piece of set) holders.set(piece, [...(holders.get(piece) ?? []), index])

  const scores = new Float64Array(texts.length)
  const inWindow = new Map<string, number>()
  const placed: number[] = []
  const waiting = new Set(texts.keys())
  let first = 0
  let length = 0
  for (let next = 0; waiting.size > 0; next = best()) {
    waiting.delete(next)
    placed.push(next)
    length += texts[next]!.length
    count(next, 1)
    while (length > window && first < placed.length - 1) {
      const old = placed[first++]!
      length -= texts[old]!.length
      count(old, -1)
    }
  }
  return placed.map((index) => texts[index]!)

  /** A function comes into the window (1) or leaves it (-1). A piece counts the more, the rarer it is. */
  function count(index: number, change: number): void {
    for (const piece of pieces[index]!) {
      const before = inWindow.get(piece) ?? 0
      inWindow.set(piece, before + change)
      const sharing = holders.get(piece)!
      if (before + Math.min(change, 0) !== 0 || sharing.length > common) continue
      for (const other of sharing) scores[other]! += change / sharing.length
    }
  }

  function best(): number {
    let found = -1
    let highest = -Infinity
    for (const index of waiting) {
      const score = scores[index]! / (pieces[index]!.size + 20)
      if (score > highest) [found, highest] = [index, score]
    }
    return found
  }
}

function piecesOf(text: string, long: number): Set<string> {
  const pieces = new Set<string>()
  for (let at = 0; at + long <= text.length; at++) pieces.add(text.slice(at, at + long))
  return pieces
}
