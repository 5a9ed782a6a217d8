// What is drawn, how fast time passes, and the settings of the world.
import GUI from 'lil-gui'
import type { Sandbox } from './sandbox.ts'

/** `onChange` is called after every change. */
export function createSettings(root: HTMLElement, sandbox: Sandbox, onChange: () => void): void {
  const gui = new GUI({ container: root, title: 'Settings' })
  gui.onChange(onChange)
  const { show } = sandbox
  const speed = gui.add(sandbox.pace, 'speed', 0.05, 2, 0.05).name('speed')
  const worker = gui.add(sandbox.pace, 'worker').name('physics in a worker')
  const shown = gui.addFolder('Show')
  shown.add(show, 'contacts').name('contacts')
  shown.add(show, 'bounds').name('bounding boxes')
  shown.add(show, 'joints').name('joints')
  shown.add(show, 'signs').name('joints as signs, with labels')
  shown.add(show, 'islands').name('islands')
  shown.add(show, 'centersOfMass').name('centres of mass')
  shown.add(show, 'sleep').name('tint sleeping')
  shown.add(show, 'shadows').name('shadows')

  const world = gui.addFolder('World')
  const settings = worldSettings(sandbox)
  const controllers = [
    speed,
    worker,
    world.add(settings, 'gravity', -20, 20, 0.01).name('gravity y, m/s²'),
    world.add(settings, 'substeps', 1, 16, 1),
    world.add(settings, 'sleeping'),
    world.add(settings, 'continuous'),
  ]
  // A change in mid-run is nothing that a link could tell; one at the beginning is.
  world.onChange(() => {
    sandbox.simulation.touch()
    if (sandbox.simulation.world.stepCount > 0) sandbox.touch()
  })
  sandbox.onLoad.push(() => {
    for (const controller of controllers) controller.updateDisplay()
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
