/**
 * The energy limiter compared motors with the velocities after the kick, took booms at rest for ones that gain energy, and scaled and
 * wiped their impulses: loads read 15.4 N instead of 19.62, or 0.
 */

import { World as World2, box as box2 } from 'fulcrum-physics/2d'
import { World as World3, box as box3 } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const HOLDING = [{ motor: { speed: 0, maxTorque: 1e5 } }, { spring: { hertz: 20, dampingRatio: 1 } }, { limit: { lower: 0, upper: 0 } }]

it.each(HOLDING)('two level booms of 1 kg in the plane, held by %j, weigh 19.62 N', holding => {
  const world = new World2({ gravity: { x: 0, y: -9.81 } })
  let last = world.createBody({ type: 'static' })
  const joints = [0, 1].map(i => {
    const boom = world.createBody({ position: { x: i + 0.5, y: 0 }, shapes: [box2({ halfExtents: { x: 0.5, y: 0.05 }, density: 10 })] })
    const joint = world.createHingeJoint({ bodyA: last, bodyB: boom, anchor: { x: i, y: 0 }, ...holding })
    last = boom
    return joint
  })
  for (let k = 0; k < 240; k++) world.step(1 / 60)
  expect(joints.map(({ reactionForce }) => reactionForce.y / 9.81)).toEqual([expect.closeTo(2, 3), expect.closeTo(1, 3)])
  expect(joints.map(({ reactionTorque }) => reactionTorque / 9.81)).toEqual([expect.closeTo(2, 3), expect.closeTo(0.5, 3)])
})

it.each(HOLDING)('two level booms of 1 kg in space, held by %j, weigh 19.62 N', holding => {
  const world = new World3({ gravity: { x: 0, y: -9.81, z: 0 } })
  let last = world.createBody({ type: 'static' })
  const joints = [0, 1].map(i => {
    const shapes = [box3({ halfExtents: { x: 0.5, y: 0.05, z: 0.05 }, density: 100 })]
    const boom = world.createBody({ position: { x: i + 0.5, y: 0, z: 0 }, shapes })
    const joint = world.createHingeJoint({ bodyA: last, bodyB: boom, anchor: { x: i, y: 0, z: 0 }, axis: { x: 0, y: 0, z: 1 }, ...holding })
    last = boom
    return joint
  })
  for (let k = 0; k < 240; k++) world.step(1 / 60)
  expect(joints.map(({ reactionForce }) => reactionForce.y / 9.81)).toEqual([expect.closeTo(2, 3), expect.closeTo(1, 3)])
  expect(joints.map(({ reactionTorque }) => reactionTorque.z / 9.81)).toEqual([expect.closeTo(2, 3), expect.closeTo(0.5, 3)])
})
