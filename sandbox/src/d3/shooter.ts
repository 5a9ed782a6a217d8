// Shoots a ball from the camera along the middle of the picture. Size and speed follow the scale of the scene.
import { Vector3 } from 'three'
import { sphere } from 'fulcrum-physics/3d'
import type { Simulation3d } from './pane.ts'
import type { View } from './view.ts'

/** Radius and speed per metre from camera to target. */
const RADIUS_SHARE = 0.02
const SPEED_SHARE = 1.6

/** Heavier than the usual 1000 kg/m³, so that it leaves a mark. */
const DENSITY = 3000

export function shootBall(simulation: Simulation3d, view: View): void {
  const { camera, distance } = view
  const direction = camera.getWorldDirection(new Vector3())
  const radius = distance * RADIUS_SHARE
  const start = camera.position.clone().addScaledVector(direction, 3 * radius)
  const velocity = direction.multiplyScalar(distance * SPEED_SHARE)
  simulation.world.createBody({
    position: { x: start.x, y: start.y, z: start.z },
    linearVelocity: { x: velocity.x, y: velocity.y, z: velocity.z },
    shapes: [sphere({ radius, density: DENSITY })],
  })
}
