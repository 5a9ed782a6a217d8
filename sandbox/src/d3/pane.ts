// Scenes in three dimensions: the simulation, drawn by three.
import { World } from 'fulcrum-physics/3d'
import { analyse, recordLoads } from 'fulcrum-physics/3d/analysis'
import { scenes } from '../../../scenes/d3/index.ts'
import type { SceneEntry } from '../../../scenes/d3/scene.ts'
import { tellAnalysis } from '../analysis-text.ts'
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

export function createPane3d({ canvas, pace, show, plain, onGrab, fail }: PaneOptions): Pane {
  const simulation: Simulation3d = new Simulation({
    scenes,
    pace,
    poseSize: POSE_SIZE,
    dimension: 3,
    fail,
    isDragging: () => drag.body !== null,
    createWorld: (entry: SceneEntry) => new World({ ...entry.worldOptions, clock: () => performance.now() }),
  })
  const view = new View(canvas, plain)
  const bodies = new BodyMeshes()
  const overlays = new Overlays(show)
  const drag = new DragTool(simulation, view, canvas, onGrab)
  let ghost: World | null = null
  view.scene.add(bodies.group, ...overlays.objects)
  simulation.onLoad.push(() => {
    bodies.clear()
    ghost = null
    const { position, target } = simulation.entry.camera
    view.lookFrom(position, target)
    view.setBackdrop(lowestGround(simulation.world))
  })
  return {
    simulation,
    readFile(file) {
      const entry = fileEntry3d(file)
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
      overlays.update(simulation.world, view.distance, ghost)
      drag.update()
      view.render()
    },
    shoot() {
      onGrab()
      shootBall(simulation, view)
    },
    pointOnPage: ({ x, y, z = 0 }) => view.pointOnPage({ x, y, z }),
    zoom: (times) => view.zoom(times),
    turn: (x, y) => view.turn(x, y),
    pick(clientX, clientY) {
      const { origin, direction } = view.rayAt(clientX, clientY)
      return simulation.world.castRay({ origin, direction, maxDistance: view.camera.far })?.body ?? null
    },
    get scale() {
      return view.distance
    },
    showGhost(snapshot) {
      ghost ??= new World(simulation.entry.worldOptions)
      ghost.restore(snapshot)
      return ghost
    },
    hideGhost() {
      ghost = null
    },
    readPlaces: (world) => [...(world as World).bodies].map(({ position }) => position),
    analyse: () => tellAnalysis(analyse(simulation.world)),
    recordLoads: () => recordLoads(simulation.world),
  }
}
