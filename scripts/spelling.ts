// Spelling of the documents, without a dictionary: a word that they use three times, or the source twice, is no slip; any other one stands in
// `words.txt`, which somebody has read. `npm run spelling` lists new ones, `npm run spelling -- --accept` adds them, once they have been read.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LIST = `${ROOT}scripts/words.txt`
/** Shorter ones are symbols. */
const SHORTEST = 4
const OFTEN_IN_DOCS = 3
const OFTEN_IN_SOURCE = 2

/** Files of a folder by their ending, from the project's root. */
function filesIn(folder: string, ending: string): string[] {
  return readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending)).map((file) => `${folder}/${file}`)
}

/** Words of a document's prose: no code, mathematics, addresses, tags. */
export function wordsOf(text: string): string[] {
  const prose = text
    .replaceAll(/```.*?```/gs, ' ').replaceAll(/\$\$.*?\$\$/gs, ' ').replaceAll(/\$[^$\n]*\$/g, ' ').replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ').replaceAll(/<[^>]*>/g, ' ').replaceAll(/https?:\S+/g, ' ')
  return (prose.match(/[A-Za-zÀ-ÿ]+(?:['’][a-z]+)?/g) ?? []).map((word) => word.toLowerCase()).filter((word) => word.length >= SHORTEST)
}

function count(words: Iterable<string>, into: Map<string, number>): void {
  for (const word of words) into.set(word, (into.get(word) ?? 0) + 1)
}

export function listedWords(): string[] {
  return readFileSync(LIST, 'utf8').split(/\s+/).filter((word) => word !== '')
}

/** Words of the documents, and of `more`, that are neither frequent nor listed. */
export function unknownWords(more = ''): string[] {
  const [docs, source] = [new Map<string, number>(), new Map<string, number>()]
  for (const file of [...filesIn('docs', '.md'), 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md']) {
    count(wordsOf(readFileSync(ROOT + file, 'utf8')), docs)
  }
  count(wordsOf(more), docs)
  for (const file of filesIn('src', '.ts')) count(readFileSync(ROOT + file, 'utf8').toLowerCase().match(/[a-z]+/g) ?? [], source)
  const known = new Set(listedWords())
  const isRare = (word: string): boolean => docs.get(word)! < OFTEN_IN_DOCS && (source.get(word) ?? 0) < OFTEN_IN_SOURCE
  return [...docs.keys()].filter((word) => isRare(word) && !known.has(word)).sort()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const unknown = unknownWords()
  console.log(unknown.length === 0 ? 'No new words.' : unknown.join('\n'))
  if (process.argv.includes('--accept')) writeFileSync(LIST, `${[...new Set([...listedWords(), ...unknown])].sort().join('\n')}\n`)
  else if (unknown.length > 0) process.exitCode = 1
}
