/** Small fast things against thin walls: nothing may come out on the other side. */

import { box, capsule, sphere, type Body, type World } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

const SPEEDS = [50, 100, 200, 400, 800]
const WALL_HALF = { x: 0.01, y: 1, z: 1 }

/** A wall 2 cm thick, 2 m square, facing +x and −x. */
function addThinWall(world: World, x: number, z: number): void {
  world.createBody({ type: 'static', position: { x, y: 1, z }, shapes: [box({ halfExtents: WALL_HALF })] })
}

export const bullets: SceneEntry = {
  name: 'bullets',
  title: 'Bullets and thin walls',
  description: 'Balls of 5 cm and whirling rods at 50 to 800 metres a second against walls two centimetres thick. None may pass.',
  camera: { position: { x: -7, y: 6, z: 12 }, target: { x: 0, y: 0.5, z: 0 } },
  steps: 120,
  expect: { through: exactly(0, 'continuous collision: nothing passes a wall') },
  build(world) {
    addFloor(world, 60)
    const shots: Body[] = []
    SPEEDS.forEach((speed, i) => {
      const z = (i - 2) * 3
      addThinWall(world, 0, z)
      shots.push(
        world.createBody({
          position: { x: -9.3, y: 1, z },
          linearVelocity: { x: speed, y: 0, z: 0 },
          shapes: [sphere({ radius: 0.05, restitution: 0.3 })],
        }),
      )
      addThinWall(world, 12, z)
      shots.push(
        world.createBody({
          position: { x: 4.7, y: 1, z },
          linearVelocity: { x: speed, y: 0, z: 0 },
          angularVelocity: { x: 0, y: 40, z: 60 },
          shapes: [capsule({ radius: 0.02, halfLength: 0.3, restitution: 0.3 })],
        }),
      )
    })
    // A rod that is thrown over a wall has not passed through it.
    const last = shots.map(({ position }) => position)
    let through = 0
    return {
      update() {
        shots.forEach((body, i) => {
          const wall = i % 2 === 0 ? 0 : 12
          const { x, y, z } = body.position
          const row = (Math.floor(i / 2) - 2) * 3
          const behind = y < 2 * WALL_HALF.y && Math.abs(z - row) < WALL_HALF.z
          if (last[i]!.x < wall && x > wall && behind) through++
          last[i] = body.position
        })
      },
      measure: () => ({ through }),
    }
  },
}
