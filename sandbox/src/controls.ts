// Everything that can be clicked or pressed: the bar of buttons, the keys and the panel of options.
import GUI from 'lil-gui'
import type { Sandbox } from './sandbox.ts'

interface Action {
  readonly id: string
  readonly label: string
  readonly key: string
  run(): void
}

export function createControls(sandbox: Sandbox, bar: HTMLElement): void {
  const { pace } = sandbox
  const pause = (): void => {
    pace.paused = !pace.paused
  }
  const step = (): void => {
    pace.paused = true
    sandbox.simulation.step()
  }
  const actions: readonly Action[] = [
    { id: 'pause', label: 'Pause', key: ' ', run: pause },
    { id: 'step', label: 'Step', key: 's', run: step },
    { id: 'restart', label: 'Restart', key: 'r', run: () => sandbox.simulation.restart() },
    { id: 'shoot', label: 'Shoot a ball', key: 'b', run: () => sandbox.pane.shoot() },
    { id: 'snapshot', label: 'Snapshot', key: 'k', run: () => sandbox.simulation.save() },
    { id: 'restore', label: 'Restore', key: 'l', run: () => sandbox.simulation.restore() },
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
  createPanel(sandbox)
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

function createPanel(sandbox: Sandbox): void {
  const gui = new GUI({ title: 'Fulcrum' })
  const state = { scene: sandbox.simulation.entry.name }
  const scene = gui.add(state, 'scene', sandbox.sceneTitles).name('scene')
  scene.onChange((name: string) => {
    if (name !== sandbox.simulation.entry.name) sandbox.load(name)
  })
  gui.add(sandbox.pace, 'speed', 0.05, 2, 0.05).name('speed')

  const { show } = sandbox
  const shown = gui.addFolder('Show')
  shown.add(show, 'contacts').name('contacts')
  shown.add(show, 'bounds').name('bounding boxes')
  shown.add(show, 'joints').name('joints')
  shown.add(show, 'islands').name('islands')
  shown.add(show, 'centersOfMass').name('centres of mass')
  shown.add(show, 'sleep').name('tint sleeping')
  shown.add(show, 'shadows').name('shadows')

  const world = gui.addFolder('World')
  const settings = worldSettings(sandbox)
  const controllers = [
    world.add(settings, 'gravity', -20, 20, 0.01).name('gravity y'),
    world.add(settings, 'sleeping'),
    world.add(settings, 'continuous'),
    world.add(settings, 'substeps', 1, 16, 1),
  ]
  sandbox.onLoad.push(() => {
    state.scene = sandbox.simulation.entry.name
    for (const controller of [scene, ...controllers]) controller.updateDisplay()
  })
}

/** The world's own settings, read and written through, because restarting makes another world. */
function worldSettings(sandbox: Sandbox): { gravity: number; sleeping: boolean; continuous: boolean; substeps: number } {
  return {
    get gravity() {
      return sandbox.pane.gravity
    },
    set gravity(y) {
      sandbox.pane.gravity = y
    },
    get sleeping() {
      return sandbox.simulation.world.sleeping
    },
    set sleeping(on) {
      sandbox.simulation.world.sleeping = on
    },
    get continuous() {
      return sandbox.simulation.world.continuous
    },
    set continuous(on) {
      sandbox.simulation.world.continuous = on
    },
    get substeps() {
      return sandbox.simulation.world.substeps
    },
    set substeps(count) {
      sandbox.simulation.world.substeps = count
    },
  }
}
