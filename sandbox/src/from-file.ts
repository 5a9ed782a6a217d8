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
  description: 'From a file: a scene, a recording, a glTF or a robot. Drop another one on the page to see it.',
  steps: 0,
  expect: {},
}

export const CLOCK = { clock: (): number => performance.now() }

/** What was read of a file. */
export interface Opened<World> {
  readonly world: World
  /** Moves what animations move: called before each step with the time at which it ends, s. */
  readonly animate?: ((seconds: number) => void) | null
}

/** Plays a recording of one dimension. */
type Play<World> = (text: string, options: { clock(): number }) => { readonly world: World; step(): boolean }

/** How a file is opened: a scene, or a recording, which makes its steps itself. */
export function openerOf<World extends Steps>(
  file: OpenedFile, readScene: () => Opened<World>, play: Play<World>,
): { open(): World; build(): Played<World> } {
  const recording = file.kind === 'scene' && isRecording(file.text)
  let step: (() => boolean) | undefined
  let update: ((world: World) => void) | undefined
  return {
    open() {
      if (!recording) {
        const { world: opened, animate } = readScene()
        const first = opened.stepCount
        // By steps, not by time that passed: going back in time takes the animations along.
        if (animate) update = ({ stepCount, fixedStep }) => animate((stepCount - first + 1) * fixedStep)
        return opened
      }
      const player = play(file.text, CLOCK)
      step = () => player.step()
      return player.world
    },
    build: () => ({ measure: () => ({}), ...(step === undefined ? {} : { step }), ...(update === undefined ? {} : { update }) }),
  }
}

/** What tells the time of a world. */
interface Steps {
  readonly stepCount: number
  readonly fixedStep: number
}

/** What a file leaves behind beside its world. */
interface Played<World> {
  measure(): Record<string, never>
  step?(): boolean
  update?(world: World): void
}

function isRecording(text: string): boolean {
  return ((JSON.parse(text) ?? {}) as { format?: unknown }).format === 'fulcrum-recording'
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
