/**
 * Cars over kerbs of up to 0.3 radii, straight and slanted, up and down, at 3 to 20 m/s, with balls and drums for wheels and steps of 1/30 to 1/240 s.
 * They rise little more than the kerb is high and stay upright: the same as in steps of 1/2000 s. They were thrown up to twelve times as high.
 */

import { box, World, type WheelOptions } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

testFamily({
  name: 'cars over kerbs, 3D', short: 10, long: 300,
  figures: {
    'rise beyond the height of the kerb, of it': { p50: 0.15, p99: 0.3, worst: 0.5 },
    'turned over': { worst: 0 },
    'speed lost': { p50: 0.05, p99: 0.3, worst: 0.5 },
  },
  run(random) {
    const dt = 1 / random.pick([30, 60, 120, 240])
    const radius = random.between(0.3, 0.5)
    const height = radius * random.between(0.1, 0.3)
    const slant = random.between(-0.5, 0.5)
    const world = new World()
    const ground = { x: 200, y: 1, z: 500 }
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: ground, friction: 1 })] })
    world.createBody({
      type: 'static', position: { x: 0, y: 0, z: 25 }, rotation: { x: 0, y: Math.sin(slant / 2), z: 0, w: Math.cos(slant / 2) },
      shapes: [box({ halfExtents: { x: 60, y: height, z: 10 }, friction: 1 })],
    })
    const chassis = world.createBody({
      position: { x: 0, y: radius + 0.4, z: 0 }, mass: random.scale(500, 5000), centerOfMass: { x: 0, y: -0.2, z: 0 },
      shapes: [box({ halfExtents: { x: 0.9, y: 0.3, z: 2.2 } })],
    })
    const wheels = [0, 1, 2, 3].map((i): WheelOptions => ({
      position: { x: i % 2 === 0 ? 0.8 : -0.8, y: -0.1, z: i < 2 ? 1.4 : -1.4 }, radius, suspension: { max: 0.4, hertz: 2, dampingRatio: 0.6 },
    }))
    const car = world.createVehicle(chassis, { wheels, tester: random.pick(['sphere', 'cylinder']) })
    for (let i = 0; i < 3 / dt; i++) world.step(dt)
    const { y } = chassis.position
    const speed = random.between(3, 20)
    chassis.linearVelocity = { x: 0, y: 0, z: speed }
    for (const wheel of car.wheels) wheel.angularVelocity = speed / radius
    let top = 0
    for (let i = 0; i < (45 / speed + 1) / dt; i++) {
      world.step(dt)
      top = Math.max(top, chassis.position.y - y)
    }
    const { rotation, linearVelocity } = chassis
    return {
      'rise beyond the height of the kerb, of it': Math.max(0, top / height - 1),
      'turned over': 1 - 2 * (rotation.x ** 2 + rotation.z ** 2) > 0.9 ? 0 : 1,
      'speed lost': 1 - Math.hypot(linearVelocity.x, linearVelocity.z) / speed,
    }
  },
})
