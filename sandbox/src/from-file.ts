// Scenes that come from files: `?file=address`, a file dropped on the page, or one that was chosen. Scene files, glTF with physics, URDF.

/** The name of a scene that came from a file, in the address and in the list. */
export const FILE_NAME = 'file'

/** An entry whose world comes ready from a file. */
export type FromFile<World, Entry> = Entry & { open(): World }

/** What the page has of a file. */
export interface OpenedFile {
  readonly title: string
  readonly kind: 'scene' | 'gltf' | 'urdf'
  readonly dimension: 2 | 3
  readonly bytes: Uint8Array
  readonly text: string
}

/** What all of them have. */
export const FILE_ENTRY = {
  name: FILE_NAME,
  description: 'From a file. Drop another one on the page to see it.',
  build: () => ({ measure: () => ({}) }),
  steps: 0,
  expect: {},
}

/** The first bytes of a binary glTF file. */
const GLB = 'glTF'

/** Which kind of file it is: by what is in it, whatever it is called. */
export function describeFile(title: string, bytes: Uint8Array): OpenedFile {
  const binary = GLB === String.fromCharCode(...bytes.subarray(0, GLB.length))
  const text = binary ? '' : new TextDecoder().decode(bytes)
  const of = (kind: OpenedFile['kind'], dimension: 2 | 3 = 3): OpenedFile => ({ title, kind, dimension, bytes, text })
  if (binary) return of('gltf')
  if (/^\s*</.test(text)) return of('urdf')
  const { dimension, asset } = (JSON.parse(text) ?? {}) as { dimension?: unknown; asset?: { version?: unknown } }
  // What is wrong with a scene file is told by the reader of its dimension.
  return typeof asset?.version === 'string' ? of('gltf') : of('scene', dimension === 2 ? 2 : 3)
}

/** What is behind an address. */
export async function fetchFile(address: string): Promise<Uint8Array> {
  const answer = await fetch(address, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Calls with the name and the bytes of every file that is dropped on the page or chosen with the input. */
export function onFile(input: HTMLInputElement, open: (name: string, bytes: Uint8Array) => void, fail: (error: unknown) => void): void {
  const read = (file: File | undefined): void => {
    file?.arrayBuffer().then((buffer) => open(file.name, new Uint8Array(buffer))).catch(fail)
  }
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    read(event.dataTransfer?.files[0])
  })
  input.addEventListener('change', () => {
    read(input.files?.[0])
    input.value = ''
  })
}
