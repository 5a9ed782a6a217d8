// `window.fulcrum`: the sandbox as tests and the browser's console see it.
import type { Vec3, World } from 'fulcrum/3d'
import { scenes } from '../../scenes/index.ts'
import type { DragTool } from './drag-tool.ts'
import type { Simulation } from './simulation.ts'
import type { View } from './view.ts'

export interface SandboxHandle {
  readonly world: World
  readonly sceneNames: readonly string[]
  readonly sceneName: string
  paused: boolean
  step(count?: number): void
  loadScene(name: string): void
  restart(): void
  hash(): string
  measure(): Record<string, number>
  /** Draws a frame now, so that the canvas can be read in the same task. */
  draw(): void
  /** Where on the page a point of the world is seen. */
  pointOnPage(point: Vec3): { x: number; y: number }
  /** Moves the camera so many times closer. */
  zoom(times: number): void
  /** The id of the body in hand; 0 if there is none. */
  readonly draggedBody: number
}

declare global {
  interface Window {
    fulcrum?: SandboxHandle
  }
}

interface Parts {
  readonly simulation: Simulation
  readonly view: View
  readonly drag: DragTool
  draw(): void
}

export function exposeHandle({ simulation, view, drag, draw }: Parts): void {
  window.fulcrum = {
    get world() {
      return simulation.world
    },
    sceneNames: scenes.map(({ name }) => name),
    get sceneName() {
      return simulation.entry.name
    },
    get paused() {
      return simulation.paused
    },
    set paused(paused) {
      simulation.paused = paused
    },
    step: (count) => simulation.step(count),
    loadScene: (name) => simulation.load(name),
    restart: () => simulation.restart(),
    hash: () => simulation.world.hash(),
    measure: () => simulation.measure(),
    draw,
    pointOnPage: (point) => view.pointOnPage(point),
    zoom: (times) => view.zoom(times),
    get draggedBody() {
      return drag.body?.id ?? 0
    },
  }
}
