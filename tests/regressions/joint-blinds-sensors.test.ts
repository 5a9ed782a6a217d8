/**
 * A joint ended what the sensors of its two bodies saw of each other: making one (or switching it on, or taking `collideConnected` back)
 * removed all pairs between the bodies, those of sensors too, although joined bodies are sensed. The sensor reported an end that did not
 * happen and stayed blind until the boxes had parted and met again. Found by random programs under `validateWorld`.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const DT = 1 / 60

it('2D: a sensor goes on seeing a body that it is joined to', () => {
  const world = new d2.World({ gravity: { x: 0, y: 0 } })
  const bodyA = world.createBody({ shapes: [d2.circle({ radius: 0.5 }), d2.circle({ radius: 2, sensor: true, density: 0 })] })
  const bodyB = world.createBody({ position: { x: 1.5, y: 0 }, shapes: [d2.circle({ radius: 0.5 })] })
  world.step(DT)
  expect(world.events.sensorBegin).toHaveLength(1)
  world.createFixedJoint({ bodyA, bodyB })
  world.step(DT)
  expect(world.events.sensorEnd).toHaveLength(0)
})

it('3D: a sensor goes on seeing a body that it is joined to', () => {
  const world = new d3.World({ gravity: { x: 0, y: 0, z: 0 } })
  const bodyA = world.createBody({ shapes: [d3.sphere({ radius: 0.5 }), d3.sphere({ radius: 2, sensor: true, density: 0 })] })
  const bodyB = world.createBody({ position: { x: 1.5, y: 0, z: 0 }, shapes: [d3.sphere({ radius: 0.5 })] })
  world.step(DT)
  expect(world.events.sensorBegin).toHaveLength(1)
  world.createFixedJoint({ bodyA, bodyB })
  world.step(DT)
  expect(world.events.sensorEnd).toHaveLength(0)
})

it('a sensor sees a body that it was joined to before they met', () => {
  const world = new d3.World({ gravity: { x: 0, y: 0, z: 0 } })
  const bodyA = world.createBody({ shapes: [d3.sphere({ radius: 0.5 }), d3.sphere({ radius: 2, sensor: true, density: 0 })] })
  const bodyB = world.createBody({ position: { x: 1.5, y: 0, z: 0 }, shapes: [d3.sphere({ radius: 0.5 })] })
  world.createFixedJoint({ bodyA, bodyB })
  world.step(DT)
  expect(world.events.sensorBegin).toHaveLength(1)
})
