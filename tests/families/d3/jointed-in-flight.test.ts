/**
 * Mechanisms in free flight that fold up and strike each other: momentum stays, angular momentum as a vector, and energy does not grow.
 */

import { type Body, box, capsule, hull, type ShapeDefinition, sphere, type Vec3, World } from 'fulcrum-physics/3d'
import { kineticEnergyOf, momentumOf } from '../../d3/joints/lab.ts'
import { type Random, testFamily } from '../family.ts'

const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z })
const off = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)

function shapeOf(random: Random, half: number, size: number, surface: object): ShapeDefinition {
  return random.pick([
    () => box({ halfExtents: vec(half, size * random.between(0.1, 0.4), size * random.between(0.1, 0.4)), ...surface }),
    () => sphere({ radius: half, ...surface }),
    () => capsule({ radius: 0.5 * half, halfLength: 0.5 * half, ...surface }),
    () => hull({ points: Array.from({ length: 12 }, () => vec(half * random.between(-1, 1), half * random.between(-1, 1), half * random.between(-1, 1))), ...surface }),
  ])()
}

function join(world: World, random: Random, bodyA: Body, bodyB: Body, anchor: Vec3): void {
  const axis = vec(random.between(-1, 1), random.between(-1, 1), random.between(0.2, 1))
  random.pick([
    () => world.createBallJoint({ bodyA, bodyB, anchor }),
    () => world.createBallJoint({ bodyA, bodyB, anchor }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, axis }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, axis, limit: { lower: -1, upper: 1 } }),
    () => world.createFixedJoint({ bodyA, bodyB, anchor }),
    () => world.createUniversalJoint({ bodyA, bodyB, anchor, axisA: vec(0, 1, 0), axisB: vec(0, 0, 1) }),
    () => world.createDistanceJoint({ bodyA, bodyB, anchorA: bodyA.position, anchorB: bodyB.position }),
  ])()
}

testFamily({
  name: 'jointed bodies that touch in flight, 3D', short: 8, long: 300,
  figures: { angular: { p50: 1e-12, p99: 1e-10, worst: 1e-9 }, linear: { p99: 1e-11 }, gain: { p50: 2e-4, p99: 0.03 } },
  run(random) {
    const world = new World({ gravity: vec(0, 0, 0), sleeping: false })
    const size = random.scale(0.05, 5)
    const dt = 1 / random.pick([30, 60, 60, 120])
    const surface = { friction: random.between(0, 1), restitution: random.pick([0, 0, 0.5]) }
    const links = random.integer(3, 7)
    const bodies: Body[] = []
    const about = (most: number): Vec3 => vec(random.between(-most, most), random.between(-most, most), random.between(-most, most))
    for (let i = 0; i < links; i++) {
      const half = size * random.between(0.4, 0.49)
      bodies.push(world.createBody({
        position: vec(i * size, 0, 0), mass: random.scale(0.3, 3), shapes: [shapeOf(random, half, size, surface)],
        linearVelocity: about(3 * size), angularVelocity: about(4),
      }))
      if (i > 0) join(world, random, bodies[i - 1]!, bodies[i]!, vec((i - 0.5) * size, 0, 0))
    }
    // Joints are in place after a step.
    world.step(dt)
    const start = momentumOf(world)
    let least = kineticEnergyOf(world)
    const scale = least
    let gain = 0
    let contacts = 0
    for (let time = 0; time < 10; time += dt) {
      world.step(dt)
      contacts += world.stats.contacts
      const energy = kineticEnergyOf(world)
      gain = Math.max(gain, (energy - least) / scale)
      least = Math.min(least, energy)
    }
    if (contacts === 0) return {}
    const end = momentumOf(world)
    return { angular: off(end.angular, start.angular) / start.angularScale, linear: off(end.linear, start.linear) / start.linearScale, gain }
  },
})
