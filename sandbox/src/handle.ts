// `window.fulcrum`: the sandbox as tests and the browser's console see it.
import type { World as World2d } from 'fulcrum-physics/2d'
import type { World as World3d } from 'fulcrum-physics/3d'
import type { AnyPoint } from './pane.ts'
import type { Gallery } from './gallery.ts'
import type { Inspector } from './inspect.ts'
import type { Sandbox } from './sandbox.ts'
import type { TimeLine } from './time-line.ts'

export interface SandboxHandle {
  readonly world: World2d | World3d
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
  pointOnPage(point: AnyPoint): { x: number; y: number }
  /** Moves the camera so many times closer. */
  zoom(times: number): void
  /** The id of the body in hand; 0 if there is none. */
  readonly draggedBody: number
  readonly timeLine: TimeLine
  readonly inspector: Inspector
  readonly gallery: Gallery
}

declare global {
  interface Window {
    fulcrum?: SandboxHandle
  }
}

interface Parts {
  readonly sandbox: Sandbox
  readonly timeLine: TimeLine
  readonly inspector: Inspector
  readonly gallery: Gallery
}

export function exposeHandle({ sandbox, timeLine, inspector, gallery }: Parts): void {
  window.fulcrum = {
    get world() {
      return sandbox.simulation.world
    },
    sceneNames: sandbox.sceneNames,
    get sceneName() {
      return sandbox.simulation.entry.name
    },
    get paused() {
      return sandbox.pace.paused
    },
    set paused(paused) {
      sandbox.pace.paused = paused
    },
    step: (count) => sandbox.simulation.step(count),
    loadScene: (name) => sandbox.load(name),
    restart: () => sandbox.simulation.restart(),
    hash: () => sandbox.simulation.world.hash(),
    measure: () => sandbox.simulation.measure(),
    draw: () => sandbox.pane.draw(),
    pointOnPage: (point) => sandbox.pane.pointOnPage(point),
    zoom: (times) => sandbox.pane.zoom(times),
    timeLine,
    inspector,
    gallery,
    get draggedBody() {
      return sandbox.pane.dragged?.id ?? 0
    },
  }
}
