/**
 * Errors of joints are corrected in positions alone, and velocities said that the bodies rest: a pendulum that was teleported by 2 m fell
 * asleep with a gap of 1.38 m, and joints with an error bias of their own kept up to 87 % of their error.
 */

import { circle, World as World2 } from 'fulcrum-physics/2d'
import { sphere, World as World3 } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

it('a pendulum in the plane closes after a teleport before it sleeps', () => {
  const world = new World2()
  const ground = world.createBody({ type: 'static' })
  const bob = world.createBody({ position: { x: 0, y: -1 }, linearDamping: 3, angularDamping: 3, shapes: [circle({ radius: 0.1 })] })
  const joint = world.createHingeJoint({ bodyA: ground, bodyB: bob, anchor: { x: 0, y: 0 } })
  bob.teleport({ x: 0, y: -3 })
  for (let i = 0; i < 1200 && bob.isAwake; i++) world.step(1 / 60)
  expect(bob.isAwake).toBe(false)
  expect(Math.hypot(joint.anchorB.x, joint.anchorB.y)).toBeLessThan(1e-4)
})

it.each([0.01, 0.1, 0.5])('a pivot that leaves %d of its error per second closes before it sleeps', errorBias => {
  const world = new World2()
  const ground = world.createBody({ type: 'static' })
  const bob = world.createBody({ position: { x: 0, y: -1 }, linearDamping: 3, angularDamping: 3, shapes: [circle({ radius: 0.1 })] })
  const joint = world.createPivotJoint({ bodyA: ground, bodyB: bob, pivot: { x: 0, y: 0 }, errorBias })
  bob.teleport({ x: 0, y: -3 })
  for (let i = 0; i < 3600 && bob.isAwake; i++) world.step(1 / 60)
  expect(bob.isAwake).toBe(false)
  expect(Math.hypot(joint.anchorB.x, joint.anchorB.y)).toBeLessThan(1e-4)
})

it('a pendulum in space closes after a teleport before it sleeps', () => {
  const world = new World3()
  const ground = world.createBody({ type: 'static' })
  const bob = world.createBody({ position: { x: 0, y: -1, z: 0 }, linearDamping: 3, angularDamping: 3, shapes: [sphere({ radius: 0.1 })] })
  const joint = world.createBallJoint({ bodyA: ground, bodyB: bob, anchor: { x: 0, y: 0, z: 0 } })
  bob.teleport({ x: 0, y: -3, z: 0 })
  for (let i = 0; i < 1200 && bob.isAwake; i++) world.step(1 / 60)
  expect(bob.isAwake).toBe(false)
  expect(Math.hypot(joint.anchorB.x, joint.anchorB.y, joint.anchorB.z)).toBeLessThan(1e-4)
})
