// Scenes in three dimensions: the simulation, drawn by three.
import { World } from 'fulcrum-physics/3d'
import { scenes } from '../../../scenes/d3/index.ts'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import type { Pane, PaneOptions } from '../pane.ts'
import { Simulation } from '../simulation.ts'
import { BodyMeshes } from './body-meshes.ts'
import { DragTool } from './drag-tool.ts'
import { fileEntry3d } from './file-entry.ts'
import { Overlays } from './overlays.ts'
import { lowestGround } from './shape-frame.ts'
import { shootBall } from './shooter.ts'
import { View } from './view.ts'

export type Simulation3d = Simulation<World, SceneEntry>

const POSE_SIZE = 7

export function createPane3d({ canvas, pace, show, plain }: PaneOptions): Pane {
  const simulation: Simulation3d = new Simulation({
    scenes,
    pace,
    poseSize: POSE_SIZE,
    createWorld: (entry: SceneEntry) => new World({ ...entry.worldOptions, clock: () => performance.now() }),
  })
  const view = new View(canvas, plain)
  const bodies = new BodyMeshes()
  const overlays = new Overlays(show)
  const drag = new DragTool(simulation, view, canvas)
  view.scene.add(bodies.group, ...overlays.objects)
  simulation.onLoad.push(() => {
    bodies.clear()
    const { position, target } = simulation.entry.camera
    view.lookFrom(position, target)
    view.setBackdrop(lowestGround(simulation.world))
  })
  return {
    simulation,
    readFile(title, text) {
      const entry = fileEntry3d(title, text)
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
      view.shadows = show.shadows
      bodies.update(simulation.world, poses, show.sleep)
      overlays.update(simulation.world, view.distance)
      drag.update()
      view.render()
    },
    shoot: () => shootBall(simulation, view),
    pointOnPage: ({ x, y, z = 0 }) => view.pointOnPage({ x, y, z }),
    zoom: (times) => view.zoom(times),
  }
}
