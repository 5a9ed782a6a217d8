// Markdown as the tests of the documents see it: code blocks with their markers, lines of prose, headings and links.
//
// Two markers stand in comments that readers do not see, before the code block they belong to:
//   <!-- continues -->   the block goes on where the block before it ended
//   <!-- setup           the lines up to the end of the comment come before the block's own
import { readdirSync, readFileSync } from 'node:fs'
import { PROJECT_ROOT } from '../../scripts/aliases.ts'

export interface CodeBlock {
  /** Relative to the project. */
  readonly path: string
  /** Line of the opening fence, counted from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  readonly continues: boolean
  /** Hidden lines that come first; empty if there are none. */
  readonly setup: string
}

export interface Line {
  readonly number: number
  readonly text: string
}

export interface Document {
  readonly path: string
  readonly blocks: readonly CodeBlock[]
  /** Lines outside code, tables and comments. */
  readonly prose: readonly Line[]
}

/** README and the like, and everything below docs. */
export function documentPaths(): string[] {
  const root = readdirSync(PROJECT_ROOT).filter(name => name.endsWith('.md'))
  const docs = readdirSync(`${PROJECT_ROOT}docs`, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'))
  return [...root, ...docs.map(name => `docs/${name.replaceAll('\\', '/')}`)].sort()
}

export function readDocument(path: string): Document {
  return parseDocument(path, readFileSync(PROJECT_ROOT + path, 'utf8'))
}

export function parseDocument(path: string, text: string): Document {
  const blocks: CodeBlock[] = []
  const prose: Line[] = []
  const lines = text.split('\n')
  let continues = false
  let setup: string[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const fence = /^\s*```(\S*)/.exec(line)
    if (fence) {
      const start = i
      const end = lines.findIndex((other, k) => k > start && /^\s*```\s*$/.test(other))
      if (end < 0) throw new Error(`${path}:${start + 1} a code block has no end`)
      const code = lines.slice(start + 1, end).join('\n')
      blocks.push({ path, line: start + 1, language: fence[1]!, code, continues, setup: setup.join('\n') })
      continues = false
      setup = []
      i = end
    } else if (line.startsWith('<!--')) {
      const end = lines.findIndex((other, k) => k >= i && other.includes('-->'))
      if (end < 0) throw new Error(`${path}:${i + 1} a comment has no end`)
      const marker = /^<!-- *(\w+)/.exec(line)?.[1]
      if (marker === 'continues') continues = true
      else if (marker === 'setup') setup = lines.slice(i + 1, end)
      i = end
    } else if (!line.startsWith('|')) {
      prose.push({ number: i + 1, text: line })
      if ((continues || setup.length > 0) && line.trim() !== '') throw new Error(`${path}:${i + 1} a marker stands before no code block`)
    }
  }
  return { path, blocks, prose }
}

/** A block as a program: what it continues, its setup, its own lines. */
export function programOf(document: Document, block: CodeBlock): string {
  const programs = document.blocks.filter(({ language }) => isProgram(language))
  const before = programs[programs.indexOf(block) - 1]
  if (block.continues && before === undefined) throw new Error(`${block.path}:${block.line} continues no block`)
  const parts = block.continues ? [programOf(document, before!)] : []
  if (block.setup !== '') parts.push(block.setup)
  return [...parts, block.code].join('\n')
}

export function isProgram(language: string): boolean {
  return language === 'js' || language === 'ts'
}
