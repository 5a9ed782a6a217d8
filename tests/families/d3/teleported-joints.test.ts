/** Joints torn open by teleports: chains, trees and loops close before they sleep. */

import { type Body, box, type Vec3, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'
import { largestError } from '../open-joints.ts'

function connect(world: World, random: Random, bodyA: Body, bodyB: Body, anchor: Vec3): void {
  const ends = { bodyA, bodyB, anchorA: bodyA.localPoint(anchor), anchorB: bodyB.localPoint(anchor) }
  const axis = { x: random.between(-1, 1), y: random.between(-1, 1), z: 1 }
  const make = random.pick([
    () => world.createBallJoint({ bodyA, bodyB, anchor }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, axis }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, axis, limit: { lower: -0.5, upper: 0.5 } }),
    () => world.createSliderJoint({ bodyA, bodyB, anchor, axis, limit: { lower: -0.2, upper: 0.2 } }),
    () => world.createCylindricalJoint({ bodyA, bodyB, anchor, axis, linearLimit: { lower: -0.2, upper: 0.2 } }),
    () => world.createFixedJoint({ bodyA, bodyB, anchor }),
    () => world.createDistanceJoint({ ...ends, length: 0.3 }),
    () => world.createUniversalJoint({ bodyA, bodyB, anchor }),
  ])
  make()
}

testFamily({
  name: 'joints torn open by teleports, 3D',
  short: 12,
  long: 200,
  figures: { gap: { p99: 1e-3 }, awake: { worst: 0 } },
  run(random) {
    const size = random.scale(0.2, 3)
    const world = new World({ gravity: { x: 0, y: -random.scale(1, 20), z: 0 } })
    const n = random.integer(1, 5)
    const bodies: Body[] = []
    const ground = world.createBody({ type: 'static' })
    for (let i = 0; i < n; i++) {
      const halfExtents = { x: 0.4 * size, y: random.between(0.1, 0.3) * size, z: random.between(0.1, 0.3) * size }
      bodies.push(world.createBody({
        position: { x: (i + 1) * size, y: random.between(-0.3, 0.3) * size, z: 0 }, linearDamping: 3, angularDamping: 3,
        shapes: [box({ halfExtents, density: random.scale(10, 100), filter: { category: 1, mask: 0 } })],
      }))
      const a = random.integer(-1, i - 1)
      connect(world, random, a < 0 ? ground : bodies[a]!, bodies[i]!, { x: (i + 0.5) * size, y: 0, z: 0 })
    }
    for (let t = 0; t < 0.5; t += 1 / 60) world.step(1 / 60)
    for (let k = random.integer(1, 2); k > 0; k--) {
      const body = random.pick(bodies)
      const { x, y, z } = body.position
      const far = (): number => random.between(-3, 3) * size
      body.teleport({ x: x + far(), y: y + far(), z: z + far() }, { x: random.between(-0.3, 0.3), y: random.between(-0.3, 0.3), z: 0, w: 1 })
    }
    const dt = 1 / random.pick([30, 60, 60, 120])
    // Long pendulums under little weight are damped far beyond oscillation: they sink back for minutes, and sleep only when they are down.
    for (let t = 0; t < 1200 && bodies.some(({ isAwake }) => isAwake); t += dt) world.step(dt)
    // Angles of a joint may be off by the tolerance too, whatever its size.
    return { gap: largestError(world) / Math.max(size, 1), awake: bodies.filter(({ isAwake }) => isAwake).length }
  },
})
