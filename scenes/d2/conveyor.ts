/** Belts that do not move but drag along what lies on them. */

import { box, type Body } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import type { SceneEntry } from './scene.ts'

/** Belts from the top down: each hands its parcels to the next, which runs the other way. High enough that the heap below does not reach the last. */
const BELTS = [
  { x: -1, y: 6, speed: 2 },
  { x: 1, y: 4.5, speed: -2 },
  { x: -1, y: 3, speed: 2 },
]
const PARCELS = 6

export const conveyor: SceneEntry = {
  name: 'conveyor-2d',
  title: 'Conveyor belts',
  description: 'Parcels ride along three belts, each running against the one above, and are dropped from one to the next.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 3.5 }, height: 9.5 },
  steps: 1200,
  expect: { delivered: exactly(PARCELS, 'every belt hands on what it carries') },
  build(world) {
    addFloor(world, 30)
    for (const { x, y, speed } of BELTS) {
      const belt = box({ halfExtents: { x: 5, y: 0.15 }, surfaceVelocity: { x: speed, y: 0 }, friction: 0.8 })
      world.createBody({ type: 'static', position: { x, y }, shapes: [belt] })
    }
    const parcels: Body[] = []
    const parcel = box({ halfExtents: { x: 0.35, y: 0.25 }, density: 200 })
    for (let i = 0; i < PARCELS; i++) parcels.push(world.createBody({ position: { x: -5.5 + i * 1.4, y: 6.41 }, shapes: [parcel] }))
    return {
      measure: () => ({ delivered: parcels.filter(body => body.position.y < 2.8).length }),
    }
  },
}
