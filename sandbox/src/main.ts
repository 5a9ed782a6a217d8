// Puts the sandbox together and runs its frames.
import { BodyMeshes } from './body-meshes.ts'
import { createControls, type ViewOptions } from './controls.ts'
import { DragTool } from './drag-tool.ts'
import { exposeHandle } from './handle.ts'
import { Overlays } from './overlays.ts'
import { Readouts } from './readouts.ts'
import { lowestGround } from './shape-frame.ts'
import { Simulation } from './simulation.ts'
import { View } from './view.ts'

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

const canvas = find<HTMLCanvasElement>('#view')
const simulation = new Simulation()
const view = new View(canvas, address.get('quality') === 'plain')
const bodies = new BodyMeshes()
const overlays = new Overlays()
const options: ViewOptions = { showSleep: true }
const readouts = new Readouts(find('#readouts'), simulation)
const drag = new DragTool(simulation, view, canvas)
view.scene.add(bodies.group, ...overlays.objects)

simulation.onLoad.push(() => {
  bodies.clear()
  const { camera, name } = simulation.entry
  view.lookFrom(camera?.position ?? { x: 10, y: 8, z: 14 }, camera?.target ?? { x: 0, y: 2, z: 0 })
  view.setBackdrop(lowestGround(simulation.world))
  if (sceneInAddress() !== name) history.replaceState(null, '', `#${name}`)
})
simulation.load(sceneInAddress())
// `?joints` starts with the joints drawn.
overlays.showJoints = address.has('joints')
// `?paused` and `?steps=600` start a scene standing still, that many steps on.
simulation.paused = address.has('paused')
if (address.has('steps')) simulation.step(Number(address.get('steps')))
createControls(simulation, view, overlays, options, find('#controls'))
addEventListener('hashchange', () => simulation.load(sceneInAddress()))

function draw(): void {
  const poses = simulation.readPoses()
  bodies.update(simulation.world, poses, options.showSleep)
  overlays.update(simulation.world, poses, view.distance)
  drag.update()
  view.render()
}

let last = performance.now()
function frame(now: number): void {
  const seconds = Math.max(0, now - last) / 1000
  last = now
  simulation.advance(seconds)
  draw()
  readouts.update(seconds, now)
  document.body.classList.toggle('paused', simulation.paused)
  document.body.classList.add('ready')
  requestAnimationFrame(frame)
}
exposeHandle({ simulation, view, drag, draw })
requestAnimationFrame(frame)
