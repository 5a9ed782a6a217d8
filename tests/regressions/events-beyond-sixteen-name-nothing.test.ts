/**
 * Of more than 16 `sleep`, `wake` or `jointRemoved` events in a step, the 17th, 33rd, 65th … named a body or joint that does not exist: the
 * record was written to the buffer's old array after the buffer had grown.
 *
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60
const COUNT = 40

it('2D: 40 events of a kind all name the right body or joint', () => {
  const world = new d2.World({ sleeping: false })
  const disc = d2.circle({ radius: 0.5 })
  const bodies = Array.from({ length: COUNT }, (_, i) => world.createBody({ position: { x: i * 2, y: 0.5 }, shapes: [disc] }))
  for (const body of bodies) body.sleep()
  world.step(DT)
  expect(world.events.sleep).toEqual(bodies)
  for (const body of bodies) body.wake()
  world.step(DT)
  expect(world.events.wake).toEqual(bodies)
  const [bodyA, ...others] = bodies
  const joints = others.map((bodyB) => world.createDistanceJoint({ bodyA: bodyA!, bodyB }))
  world.destroyBody(bodyA!)
  world.step(DT)
  expect(world.events.jointRemoved).toEqual(joints)
})

it('3D: 40 events of a kind all name the right body or joint', () => {
  const world = new d3.World({ sleeping: false })
  const ball = d3.sphere({ radius: 0.5 })
  const bodies = Array.from({ length: COUNT }, (_, i) => world.createBody({ position: { x: i * 2, y: 0.5, z: 0 }, shapes: [ball] }))
  for (const body of bodies) body.sleep()
  world.step(DT)
  expect(world.events.sleep).toEqual(bodies)
  for (const body of bodies) body.wake()
  world.step(DT)
  expect(world.events.wake).toEqual(bodies)
  const [bodyA, ...others] = bodies
  const joints = others.map((bodyB) => world.createDistanceJoint({ bodyA: bodyA!, bodyB }))
  world.destroyBody(bodyA!)
  world.step(DT)
  expect(world.events.jointRemoved).toEqual(joints)
})
