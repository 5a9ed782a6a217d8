/**
 * Chains of bodies on ball joints in free flight that fold up and strike each other: momentum and angular momentum stay.
 */

import { type Body, box, capsule, sphere, type Vec3, World } from 'fulcrum-physics/3d'
import { momentumOf } from '../../d3/joints/lab.ts'
import { testFamily } from '../family.ts'

const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z })

testFamily({
  name: 'jointed bodies that touch in flight, 3D', short: 6, long: 150,
  figures: { angular: { p50: 1e-3 }, linear: { p99: 1e-11 } },
  run(random) {
    const world = new World({ gravity: vec(0, 0, 0), sleeping: false })
    const size = random.scale(0.05, 5)
    const dt = 1 / random.pick([60, 60, 120])
    const surface = { friction: random.between(0, 1), restitution: random.pick([0, 0, 0.5]) }
    const links = random.integer(3, 7)
    const bodies: Body[] = []
    for (let i = 0; i < links; i++) {
      const half = size * random.between(0.4, 0.49)
      const shape = random.pick([
        () => box({ halfExtents: vec(half, 0.3 * size, 0.3 * size), ...surface }),
        () => sphere({ radius: half, ...surface }),
        () => capsule({ radius: 0.5 * half, halfLength: 0.5 * half, ...surface }),
      ])()
      const about = (most: number): Vec3 => vec(random.between(-most, most), random.between(-most, most), random.between(-most, most))
      bodies.push(world.createBody({
        position: vec(i * size, 0, 0), mass: random.scale(0.3, 3), shapes: [shape], linearVelocity: about(3 * size), angularVelocity: about(4),
      }))
      if (i > 0) world.createBallJoint({ bodyA: bodies[i - 1]!, bodyB: bodies[i]!, anchor: vec((i - 0.5) * size, 0, 0) })
    }
    // Joints are in place after a step.
    world.step(dt)
    const start = momentumOf(world)
    let contacts = 0
    for (let time = 0; time < 10; time += dt) {
      world.step(dt)
      contacts += world.stats.contacts
    }
    if (contacts === 0) return {}
    const end = momentumOf(world)
    const off = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
    return { angular: off(end.angular, start.angular) / start.angularScale, linear: off(end.linear, start.linear) / start.linearScale }
  },
})
