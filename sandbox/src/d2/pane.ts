// Scenes in two dimensions: the simulation, drawn on a canvas.
import { circle, World } from 'fulcrum-physics/2d'
import { analyse, recordLoads } from 'fulcrum-physics/2d/analysis'
import { scenes } from '../../../scenes/d2/index.ts'
import type { SceneEntry } from '../../../scenes/d2/scene.ts'
import { tellAnalysis } from '../analysis-text.ts'
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

/** How close to a body a click must be, as a share of the picture's height. */
const REACH = 0.004

export function createPane2d({ canvas, pace, show, plain, onGrab, fail }: PaneOptions): Pane {
  const simulation: Simulation2d = new Simulation({
    scenes,
    pace,
    poseSize: POSE_SIZE,
    dimension: 2,
    fail,
    isDragging: () => drag.body !== null,
    createWorld: (entry: SceneEntry) => new World({ ...entry.worldOptions, clock: () => performance.now() }),
  })
  const view = new View(canvas, plain)
  const bodies = new BodyDrawing()
  const overlays = new Overlays(show)
  const drag = new DragTool(simulation, view, canvas, onGrab)
  let ghost: World | null = null
  simulation.onLoad.push(() => {
    bodies.clear()
    ghost = null
    const { center, height } = simulation.entry.camera
    view.lookAt(center, height)
  })
  return {
    simulation,
    readFile(file) {
      const entry = fileEntry2d(file)
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
      if (ghost) overlays.drawGhost(view, ghost)
      drag.draw()
    },
    shoot() {
      onGrab()
      shootBall(simulation, view)
    },
    pointOnPage: (point) => view.pointOnPage(point),
    zoom: (times) => view.zoom(times),
    turn: (x, y) => view.turn(x, y),
    pick(clientX, clientY) {
      const touched = simulation.world.overlapShape(circle({ radius: view.size * REACH }), { position: view.pointAt(clientX, clientY) })
      return touched[0]?.body ?? null
    },
    get scale() {
      return view.size
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
