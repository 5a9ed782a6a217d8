// `convert`: files of other programs as scenes. A format is one line of the table: its name, how its files end, and how its text becomes a world.
import { Failure, type Io } from './io.ts'
import { loadFile, within, type CliScene, type Entry } from './worlds.ts'

/** A world made of a file, and the names of its things. */
export interface Converted {
  readonly entry: Entry
  readonly scene: Pick<CliScene, 'world' | 'names'>
}

export interface Converter {
  /** What it reads, for the help. */
  readonly about: string
  /** Endings of files of this format, in small letters. */
  readonly endings: readonly string[]
  /** `read`: text of a file beside this one, such as an included one. */
  convert(text: string, path: string, read: (path: string) => string): Converted
}

/** Formats by name. Others are added here. */
export const CONVERTERS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['scene', { about: 'scene files, written again: names and defaults in order', endings: ['.json'], convert: (text, path) => loadFile(text, path) }],
])

export function convert(io: Io, path: string, from: string | undefined, out: string): void {
  const name = from ?? formatOf(path)
  const converter = CONVERTERS.get(name)
  if (converter === undefined) throw new Failure(`--from ${name}: is not known. There are: ${[...CONVERTERS.keys()].join(', ')}.`, 2)
  const { entry, scene } = within(path, () => converter.convert(io.read(path), path, (other) => io.read(other)))
  io.write(out, `${JSON.stringify(entry.save(scene.world, scene.names), null, 2)}\n`)
  if (out !== '-') io.out(`${path} → ${out}`)
}

function formatOf(path: string): string {
  for (const [name, { endings }] of CONVERTERS) if (endings.some((ending) => path.toLowerCase().endsWith(ending))) return name
  throw new Failure(`${path}: what format is it? Say it with --from: ${[...CONVERTERS.keys()].join(', ')}.`, 2)
}
