// Everything that can be clicked or pressed: the bar of buttons, the keys and the panel of options.
import GUI from 'lil-gui'
import { scenes } from '../../scenes/index.ts'
import type { Overlays } from './overlays.ts'
import { shootBall } from './shooter.ts'
import type { Simulation } from './simulation.ts'
import type { View } from './view.ts'

export interface ViewOptions {
  showSleep: boolean
}

interface Action {
  readonly id: string
  readonly label: string
  readonly key: string
  run(): void
}

export function createControls(simulation: Simulation, view: View, overlays: Overlays, options: ViewOptions, bar: HTMLElement): void {
  const pause = (): void => {
    simulation.paused = !simulation.paused
  }
  const step = (): void => {
    simulation.paused = true
    simulation.step()
  }
  const actions: readonly Action[] = [
    { id: 'pause', label: 'Pause', key: ' ', run: pause },
    { id: 'step', label: 'Step', key: 's', run: step },
    { id: 'restart', label: 'Restart', key: 'r', run: () => simulation.restart() },
    { id: 'shoot', label: 'Shoot a ball', key: 'b', run: () => shootBall(simulation, view) },
    { id: 'snapshot', label: 'Snapshot', key: 'k', run: () => simulation.save() },
    { id: 'restore', label: 'Restore', key: 'l', run: () => simulation.restore() },
  ]
  for (const action of actions) bar.append(createButton(action))
  const hint = document.createElement('span')
  hint.textContent = 'Drag a body to pull it, drag elsewhere to look around.'
  bar.append(hint)
  addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const action = actions.find(({ key }) => key === event.key.toLowerCase())
    if (!action) return
    event.preventDefault()
    action.run()
  })
  createPanel(simulation, view, overlays, options)
}

function createButton({ id, label, key, run }: Action): HTMLButtonElement {
  const button = document.createElement('button')
  button.id = id
  button.type = 'button'
  button.textContent = label
  const hint = document.createElement('kbd')
  hint.textContent = key === ' ' ? 'space' : key.toUpperCase()
  button.append(hint)
  button.addEventListener('click', () => {
    run()
    // Otherwise the space bar would press the button again.
    button.blur()
  })
  return button
}

function createPanel(simulation: Simulation, view: View, overlays: Overlays, options: ViewOptions): void {
  const gui = new GUI({ title: 'Fulcrum' })
  const names: Record<string, string> = {}
  for (const { title, name } of scenes) names[title] = name
  const state = { scene: simulation.entry.name, gravity: 0 }
  const scene = gui.add(state, 'scene', names).name('scene')
  scene.onChange((name: string) => {
    if (name !== simulation.entry.name) simulation.load(name)
  })
  gui.add(simulation, 'speed', 0.05, 2, 0.05).name('speed')

  const shown = gui.addFolder('Show')
  shown.add(overlays, 'showContacts').name('contacts')
  shown.add(overlays, 'showBounds').name('bounding boxes')
  shown.add(overlays, 'showJoints').name('joints')
  shown.add(options, 'showSleep').name('tint sleeping')
  shown.add(view, 'shadows').name('shadows')

  const world = gui.addFolder('World')
  const gravity = world.add(state, 'gravity', -20, 20, 0.01).name('gravity y')
  gravity.onChange((y: number) => {
    simulation.world.gravity = { ...simulation.world.gravity, y }
  })
  const settings = worldSettings(simulation)
  const controllers = [
    world.add(settings, 'sleeping'),
    world.add(settings, 'continuous'),
    world.add(settings, 'substeps', 1, 16, 1),
  ]
  const refresh = (): void => {
    state.scene = simulation.entry.name
    state.gravity = simulation.world.gravity.y
    for (const controller of [scene, gravity, ...controllers]) controller.updateDisplay()
  }
  simulation.onLoad.push(refresh)
  refresh()
}

/** The world's own settings, read and written through, because restarting makes another world. */
function worldSettings(simulation: Simulation): { sleeping: boolean; continuous: boolean; substeps: number } {
  return {
    get sleeping() {
      return simulation.world.sleeping
    },
    set sleeping(on) {
      simulation.world.sleeping = on
    },
    get continuous() {
      return simulation.world.continuous
    },
    set continuous(on) {
      simulation.world.continuous = on
    },
    get substeps() {
      return simulation.world.substeps
    },
    set substeps(count) {
      simulation.world.substeps = count
    },
  }
}
