// Puts the sandbox together and runs its frames.
import { createControls } from './controls.ts'
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
sandbox.load(sceneInAddress())
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
