// `convert`: files of other programs as scenes. A format is one line of the table: its name, how its files end, and how they become worlds.
import { dirname, isAbsolute, join } from 'node:path'
import { fromGltf, fromMjcf, fromRube, fromTiled, fromUrdf } from './formats.ts'
import { Failure, type Io } from './io.ts'
import { loadFile, within, type CliScene, type Entry } from './worlds.ts'

/** What a converter may be told besides the file. */
export interface ConvertOptions {
  /** Is the root of a robot fixed to the world? */
  readonly fixedBase: boolean
  /** Pixels of a map per metre. */
  readonly pixelsPerMetre: number
}

/** A file to be converted. */
export interface Source extends ConvertOptions {
  readonly path: string
  readonly bytes: Uint8Array
  text(): string
  /** Bytes of a file that this one names, which lies beside it. */
  beside(name: string): Uint8Array
  /** Is there such a file? Otherwise its lack is told, and the converter goes on without it. */
  optional(name: string): Uint8Array | null
  /** Tells people what is lost or looks wrong. */
  note(text: string): void
}

/** A world made of a file, and the names of its things. */
export interface Converted {
  readonly entry: Entry
  readonly scene: Pick<CliScene, 'world' | 'names'>
}

export interface Converter {
  /** What it reads, for the help. */
  readonly about: string
  /** Endings of files of this format alone, in small letters. */
  readonly endings: readonly string[]
  /** Loads what it needs, only when it is needed. */
  load(): Promise<(source: Source) => Converted>
}

/** Pixels of a map per metre, if nobody says. */
export const PIXELS_PER_METRE = 100

/** Formats by name. */
export const CONVERTERS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['scene', {
    about: 'scene files, written again: names and defaults in order', endings: [],
    load: () => Promise.resolve(({ text, path }: Source) => loadFile(text(), path)),
  }],
  ['urdf', { about: 'robots (.urdf), with meshes of .stl and .obj files beside it; needs the package saxes', endings: ['.urdf'], load: fromUrdf }],
  ['mjcf', { about: 'models of MuJoCo (.mjcf, .xml) with what they include; needs the package saxes', endings: ['.mjcf'], load: fromMjcf }],
  ['gltf', { about: 'KHR_physics_rigid_bodies in .glb and .gltf', endings: ['.glb', '.gltf'], load: fromGltf }],
  ['rube', { about: 'R.U.B.E., its JSON export', endings: [], load: fromRube }],
  ['tiled', { about: 'maps of Tiled (.tmj, .json), orthogonal', endings: ['.tmj'], load: fromTiled }],
])

export async function convert(io: Io, path: string, from: string | undefined, out: string, options: ConvertOptions): Promise<void> {
  const bytes = from === undefined || CONVERTERS.has(from) ? io.bytes(path) : new Uint8Array()
  const name = from ?? formatOf(path, bytes)
  const converter = CONVERTERS.get(name)
  if (converter === undefined) throw new Failure(`--from ${name}: is not known. There are: ${[...CONVERTERS.keys()].join(', ')}.`, 2)
  const { entry, scene } = await made(io, path, bytes, converter, options)
  io.write(out, `${JSON.stringify(entry.save(scene.world, scene.names), null, 2)}\n`)
  if (out !== '-') io.out(`${path} → ${out}`)
}

async function made(io: Io, path: string, bytes: Uint8Array, converter: Converter, options: ConvertOptions): Promise<Converted> {
  const make = await converter.load()
  return within(path, () => make(sourceOf(io, path, bytes, options)))
}

/** The text of a scene or a recording. A file of another program is converted on the way, and that is told. */
export async function readScene(io: Io, path: string): Promise<string> {
  const bytes = io.bytes(path)
  const name = formatFor(path, bytes)
  if (name === null || name === 'scene') return new TextDecoder().decode(bytes)
  io.err(`${path}: converted from ${name}`)
  const { entry, scene } = await made(io, path, bytes, CONVERTERS.get(name)!, { fixedBase: false, pixelsPerMetre: PIXELS_PER_METRE })
  return JSON.stringify(entry.save(scene.world, scene.names))
}

function sourceOf(io: Io, path: string, bytes: Uint8Array, options: ConvertOptions): Source {
  const note = (text: string): void => io.err(`${path}: ${text}`)
  const beside = (name: string): Uint8Array => io.bytes(isAbsolute(name) || path === '-' ? name : join(dirname(path), name))
  return {
    ...options, path, bytes, note, beside,
    text: () => new TextDecoder().decode(bytes),
    optional(name) {
      try {
        return beside(name)
      } catch (error) {
        note(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
        return null
      }
    },
  }
}

/** Format of a file by its ending, or by how it begins where several share the ending. */
function formatOf(path: string, bytes: Uint8Array): string {
  const found = formatFor(path, bytes)
  if (found === null) throw new Failure(`${path}: what format is it? Say it with --from: ${[...CONVERTERS.keys()].join(', ')}.`, 2)
  return found
}

/** The same; null: none that is known. */
function formatFor(path: string, bytes: Uint8Array): string | null {
  for (const [name, { endings }] of CONVERTERS) if (endings.some((ending) => path.toLowerCase().endsWith(ending))) return name
  return formatWithin(new TextDecoder().decode(bytes))
}

function formatWithin(text: string): string | null {
  if (text.startsWith('glTF')) return 'gltf'
  const root = /^[^{[]*?<(?:[\w-]+:)?(robot|mujoco|mujocoinclude)[\s>/]/.exec(text)?.[1]
  if (root !== undefined) return root === 'robot' ? 'urdf' : 'mjcf'
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof file !== 'object' || file === null) return null
  const has = (...keys: string[]): boolean => keys.every((key) => Object.hasOwn(file, key))
  if (has('format') || has('dimension')) return 'scene'
  if (has('asset')) return 'gltf'
  if (has('layers')) return 'tiled'
  return has('body') ? 'rube' : null
}
