// Scenes that come from files: `?file=address`, or a file dropped on the page.

/** The name of a scene that came from a file, in the address and in the list. */
export const FILE_NAME = 'file'

/** An entry whose world comes ready from a file. */
export type FromFile<World, Entry> = Entry & { open(): World }

/** What all of them have. */
export const FILE_ENTRY = {
  name: FILE_NAME,
  description: 'From a file: a scene or a recording. Drop another one on the page to see it.',
  steps: 0,
  expect: {},
}

const CLOCK = { clock: (): number => performance.now() }

/** What the entries of one dimension give for files. */
interface Readers<World> {
  loadScene(text: string, options: { clock(): number }): { readonly world: World }
  play(text: string, options: { clock(): number }): { readonly world: World; step(): boolean }
}

/** How a file is opened: a scene, or a recording, which makes its steps itself. */
export function openerOf<World>(text: string, { loadScene, play }: Readers<World>): { open(): World; build(): OpenedFile } {
  const recording = isRecording(text)
  let step: (() => boolean) | undefined
  return {
    open() {
      if (!recording) return loadScene(text, CLOCK).world
      const player = play(text, CLOCK)
      step = () => player.step()
      return player.world
    },
    build: () => ({ measure: () => ({}), ...(step === undefined ? {} : { step }) }),
  }
}

/** What a file leaves behind beside its world. */
interface OpenedFile {
  measure(): Record<string, never>
  step?(): boolean
}

function isRecording(text: string): boolean {
  return ((JSON.parse(text) ?? {}) as { format?: unknown }).format === 'fulcrum-recording'
}

/** The dimension that a file says it has; what is wrong with it is told by the reader of that dimension. */
export function dimensionOf(text: string): 2 | 3 {
  const { dimension } = (JSON.parse(text) ?? {}) as { dimension?: unknown }
  return dimension === 2 ? 2 : 3
}

/** The text behind an address. */
export async function fetchFile(address: string): Promise<string> {
  const answer = await fetch(address, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`)
  return answer.text()
}

/** Calls with the name and the text of every file that is dropped on the page. */
export function onDroppedFile(open: (name: string, text: string) => void, fail: (error: unknown) => void): void {
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    file?.text().then((text) => open(file.name, text)).catch(fail)
  })
}
