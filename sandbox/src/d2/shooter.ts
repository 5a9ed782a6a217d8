// Shoots a ball into the picture from its left edge. Size and speed follow the scale of the scene.
import { circle } from 'fulcrum-physics/2d'
import type { Simulation2d } from './pane.ts'
import type { View } from './view.ts'

/** Radius and speed per metre of the picture's height. */
const RADIUS_SHARE = 0.025
const SPEED_SHARE = 2

/** Where it enters: share of the picture's height from its top. */
const HEIGHT_SHARE = 0.45

/** Heavier than the usual 1000 kg/m², so that it leaves a mark. */
const DENSITY = 3000

export function shootBall(simulation: Simulation2d, view: View): void {
  const { size } = view
  simulation.world.createBody({
    position: view.leftEdge(HEIGHT_SHARE),
    linearVelocity: { x: size * SPEED_SHARE, y: 0 },
    shapes: [circle({ radius: size * RADIUS_SHARE, density: DENSITY })],
  })
}
