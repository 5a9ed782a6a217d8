/** Small fast things against thin walls: nothing may come out on the other side. */

import { box, capsule, circle, segment, type Body, type World } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'

const SPEEDS = [50, 100, 200, 400, 800]
const STOREY = 2.5

/** A wall 2 cm thick or, for odd numbers, of no thickness at all, 2 m high, facing +x and −x. */
function addThinWall(world: World, x: number, y: number, i: number): void {
  const shape = i % 2 === 0 ? box({ halfExtents: { x: 0.01, y: 1 } }) : segment({ a: { x: 0, y: -1 }, b: { x: 0, y: 1 } })
  world.createBody({ type: 'static', position: { x, y }, shapes: [shape] })
}

export const bullets: SceneEntry = {
  name: 'bullets-2d',
  title: 'Bullets and thin walls',
  description: 'Balls of 5 cm and whirling rods at 50 to 800 metres a second against walls of two centimetres and of none. None may pass.',
  camera: { center: { x: 2, y: 6 }, height: 16 },
  steps: 120,
  expect: { through: exactly(0, 'continuous collision: nothing passes a wall') },
  build(world) {
    const shots: { body: Body; wall: number }[] = []
    SPEEDS.forEach((speed, i) => {
      const y = i * STOREY + 1
      world.createBody({ type: 'static', position: { x: 0, y: y - 1.1 }, shapes: [box({ halfExtents: { x: 60, y: 0.1 } })] })
      addThinWall(world, 0, y, i)
      addThinWall(world, 12, y, i)
      const linearVelocity = { x: speed, y: 0 }
      const ball = circle({ radius: 0.05, restitution: 0.3 })
      const rod = capsule({ radius: 0.02, halfLength: 0.3, restitution: 0.3 })
      shots.push({ wall: 0, body: world.createBody({ position: { x: -9.3, y }, linearVelocity, shapes: [ball] }) })
      shots.push({ wall: 12, body: world.createBody({ position: { x: 4.7, y }, linearVelocity, angularVelocity: 60, shapes: [rod] }) })
    })
    return {
      measure: () => ({ through: shots.filter(({ body, wall }) => body.position.x > wall).length }),
    }
  },
}
