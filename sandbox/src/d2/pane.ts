// Scenes in two dimensions: the simulation, drawn on a canvas.
import { World } from 'fulcrum-physics/2d'
import { scenes } from '../../../scenes/d2/index.ts'
import type { SceneEntry } from '../../../scenes/d2/scene.ts'
import type { Pane, PaneOptions } from '../pane.ts'
import { Simulation } from '../simulation.ts'
import { BodyDrawing } from './body-drawing.ts'
import { DragTool } from './drag-tool.ts'
import { fileEntry2d } from './file-entry.ts'
import { Overlays } from './overlays.ts'
import { shootBall } from './shooter.ts'
import { View } from './view.ts'

export type Simulation2d = Simulation<World, SceneEntry>

const POSE_SIZE = 3

export function createPane2d({ canvas, pace, show, plain }: PaneOptions): Pane {
  const simulation: Simulation2d = new Simulation({
    scenes,
    pace,
    poseSize: POSE_SIZE,
    createWorld: (entry: SceneEntry) => new World({ ...entry.worldOptions, clock: () => performance.now() }),
  })
  const view = new View(canvas, plain)
  const bodies = new BodyDrawing()
  const overlays = new Overlays(show)
  const drag = new DragTool(simulation, view, canvas)
  simulation.onLoad.push(() => {
    bodies.clear()
    const { center, height } = simulation.entry.camera
    view.lookAt(center, height)
  })
  return {
    simulation,
    readFile(title, text) {
      const entry = fileEntry2d(title, text)
      return () => simulation.show(entry)
    },
    get gravity() {
      return simulation.world.gravity.y
    },
    set gravity(y) {
      simulation.world.gravity = { ...simulation.world.gravity, y }
    },
    get dragged() {
      return drag.body
    },
    draw() {
      const poses = simulation.readPoses()
      view.begin()
      bodies.draw(view, simulation.world, poses, show.sleep)
      overlays.draw(view, simulation.world)
      drag.draw()
    },
    shoot: () => shootBall(simulation, view),
    pointOnPage: (point) => view.pointOnPage(point),
    zoom: (times) => view.zoom(times),
  }
}
