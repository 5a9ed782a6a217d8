// Puts the sandbox together and runs its frames.
import { createControls } from './controls.ts'
import { fetchFile, FILE_NAME, onDroppedFile } from './from-file.ts'
import { exposeHandle } from './handle.ts'
import { Readouts } from './readouts.ts'
import { Sandbox } from './sandbox.ts'

function find<T extends HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector)
  if (!found) throw new Error(`The page lacks ${selector}.`)
  return found
}

const address = new URLSearchParams(location.search)

/** The scene asked for in the address: `#name` or `?scene=name`. */
function sceneInAddress(): string {
  return decodeURIComponent(location.hash.slice(1)) || (address.get('scene') ?? '')
}

const sandbox = new Sandbox(find('#view'), find('#flat-view'), address.get('quality') === 'plain')
const readouts = new Readouts(find('#readouts'), sandbox)
sandbox.onLoad.push(() => {
  const { name } = sandbox.simulation.entry
  if (sceneInAddress() !== name) history.replaceState(null, '', `#${name}`)
})
const message = find('#message')
const tell = (error: unknown): void => {
  message.textContent = error instanceof Error ? error.message : String(error)
}
const openFile = (title: string, text: string): void => {
  sandbox.openFile(title, text)
  message.textContent = ''
}
// `?file=address` opens a scene file, unless another scene was chosen since.
const file = address.get('file')
const asked = sceneInAddress()
if (file === null || (asked !== '' && asked !== FILE_NAME)) sandbox.load(asked)
else {
  try {
    openFile(address.get('title') ?? file, await fetchFile(file))
  } catch (error) {
    sandbox.load('')
    tell(error)
    // So that the page opens the file again when it is loaded again.
    history.replaceState(null, '', `#${FILE_NAME}`)
  }
}
onDroppedFile(openFile, tell)
// `?joints` starts with the joints drawn.
sandbox.show.joints = address.has('joints')
// `?paused` and `?steps=600` start a scene standing still, that many steps on.
sandbox.pace.paused = address.has('paused')
if (address.has('steps')) sandbox.simulation.step(Number(address.get('steps')))
createControls(sandbox, find('#controls'))
addEventListener('hashchange', () => sandbox.load(sceneInAddress()))

let last = performance.now()
function frame(now: number): void {
  const seconds = Math.max(0, now - last) / 1000
  last = now
  sandbox.simulation.advance(seconds)
  sandbox.pane.draw()
  readouts.update(seconds, now)
  document.body.classList.toggle('paused', sandbox.pace.paused)
  document.body.classList.add('ready')
  requestAnimationFrame(frame)
}
exposeHandle(sandbox)
requestAnimationFrame(frame)
