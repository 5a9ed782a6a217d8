/**
 * Mechanisms in free flight that fold up and strike each other: momentum and angular momentum stay, and energy does not grow.
 */

import { type Body, box, capsule, circle, polygon, type ShapeDefinition, type Vec2, World } from 'fulcrum-physics/2d'
import { kineticEnergyOf, momentumOf } from '../../d2/joints/lab.ts'
import { type Random, testFamily } from '../family.ts'

function shapeOf(random: Random, half: number, size: number, surface: object): ShapeDefinition {
  return random.pick([
    () => box({ halfExtents: { x: half, y: 0.4 * size * random.between(0.3, 1) }, ...surface }),
    () => circle({ radius: half, ...surface }),
    () => capsule({ radius: 0.5 * half, halfLength: 0.5 * half, rotation: Math.PI / 2, ...surface }),
    () => polygon({
      points: Array.from({ length: 5 }, (_, i) => ({ x: half * Math.cos(i * 1.2566), y: half * random.between(0.5, 1) * Math.sin(i * 1.2566) })), ...surface,
    }),
  ])()
}

function join(world: World, random: Random, bodyA: Body, bodyB: Body, anchor: Vec2): void {
  random.pick([
    () => world.createHingeJoint({ bodyA, bodyB, anchor }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, limit: { lower: -1, upper: 1 } }),
    () => world.createFixedJoint({ bodyA, bodyB, anchor }),
    () => world.createDistanceJoint({ bodyA, bodyB, anchorA: bodyA.position, anchorB: bodyB.position }),
  ])()
}

testFamily({
  name: 'jointed bodies that touch in flight, 2D', short: 12, long: 300,
  figures: { angular: { p50: 1e-12, p99: 1e-10, worst: 1e-9 }, linear: { p99: 1e-11 }, gain: { p50: 2e-4, p99: 0.03 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
    const size = random.scale(0.05, 5)
    const dt = 1 / random.pick([30, 60, 60, 120])
    const surface = { friction: random.between(0, 1), restitution: random.pick([0, 0, 0.5]) }
    const links = random.integer(3, 7)
    const bodies: Body[] = []
    for (let i = 0; i < links; i++) {
      const half = size * random.between(0.4, 0.49)
      bodies.push(world.createBody({
        position: { x: i * size, y: 0 }, mass: random.scale(0.3, 3), shapes: [shapeOf(random, half, size, surface)],
        // Ends that swing inwards: the chain folds up.
        linearVelocity: { x: 0, y: size * random.between(-3, 3) }, angularVelocity: random.between(-4, 4),
      }))
      if (i > 0) join(world, random, bodies[i - 1]!, bodies[i]!, { x: (i - 0.5) * size, y: 0 })
    }
    // Joints are in place after a step.
    world.step(dt)
    const start = momentumOf(world)
    const scale = kineticEnergyOf(world)
    let least = scale
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
    const off = Math.hypot(end.linear[0]! - start.linear[0]!, end.linear[1]! - start.linear[1]!)
    return { angular: Math.abs(end.angular - start.angular) / start.angularScale, linear: off / start.linearScale, gain }
  },
})
