/**
 * Joints torn open by teleports: chains, trees and loops close before they sleep, and joints that cannot close let their bodies sleep.
 */

import { type Body, box, type Vec2, World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { type Random, randomOf, testFamily } from '../family.ts'
import { largestError } from '../open-joints.ts'

function connect(world: World, random: Random, bodyA: Body, bodyB: Body, anchor: Vec2, loose: boolean): void {
  const bias = { errorBias: random.scale(1e-4, 0.5), maxBias: random.pick([Infinity, random.scale(0.3, 3)]) }
  const ends = { bodyA, bodyB, anchorA: bodyA.localPoint(anchor), anchorB: bodyB.localPoint(anchor) }
  const make = random.pick([
    () => world.createHingeJoint({ bodyA, bodyB, anchor }),
    () => world.createHingeJoint({ bodyA, bodyB, anchor, limit: { lower: -0.5, upper: 0.5 } }),
    () => world.createSliderJoint({ bodyA, bodyB, anchor, axis: { x: 1, y: 0.5 }, limit: { lower: -0.2, upper: 0.2 } }),
    () => world.createFixedJoint({ bodyA, bodyB, anchor }),
    () => world.createDistanceJoint({ ...ends, length: 0.3 }),
    () => world.createPivotJoint({ bodyA, bodyB, pivot: anchor, ...bias }),
    () => world.createPinJoint({ ...ends, dist: 0.2, ...bias }),
  ])
  if (loose) world.createHingeJoint({ bodyA, bodyB, anchor })
  else make()
}

function build(world: World, random: Random, size: number, closed: boolean): Body[] {
  const n = random.integer(1, 6)
  const bodies: Body[] = []
  const ground = world.createBody({ type: 'static' })
  for (let i = 0; i < n; i++) {
    const position = { x: (i + 1) * size, y: random.between(-0.3, 0.3) * size }
    bodies.push(world.createBody({
      position, linearDamping: 3, angularDamping: 3,
      shapes: [box({ halfExtents: { x: 0.4 * size, y: random.between(0.05, 0.3) * size }, density: random.scale(10, 100), filter: { category: 1, mask: 0 } })],
    }))
    const a = closed ? i - 1 : random.integer(-1, i - 1)
    connect(world, random, a < 0 ? ground : bodies[a]!, bodies[i]!, { x: (i + 0.5) * size, y: 0 }, closed)
  }
  if (closed) world.createHingeJoint({ bodyA: ground, bodyB: bodies[n - 1]!, anchor: { x: (n + 0.5) * size, y: 0 } })
  return bodies
}

function settle(world: World, random: Random, bodies: readonly Body[], size: number): { gap: number; awake: number } {
  const dt = 1 / random.pick([30, 60, 60, 120])
  // Long pendulums under little weight are damped far beyond oscillation: they sink back for minutes, and sleep only when they are down.
  for (let t = 0; t < 1200 && bodies.some(({ isAwake }) => isAwake); t += dt) world.step(dt)
  const awake = bodies.filter(({ isAwake }) => isAwake).length
  // Angles of a joint may be off by the tolerance too, whatever its size.
  return { gap: largestError(world) / Math.max(size, 1), awake }
}

function tearOpen(random: Random): { gap: number; awake: number } {
  const size = random.scale(0.2, 3)
  const world = new World({ gravity: { x: 0, y: -random.scale(1, 20) } })
  const bodies = build(world, random, size, random() < 0.3)
  for (let t = 0; t < 0.5; t += 1 / 60) world.step(1 / 60)
  for (let k = random.integer(1, 2); k > 0; k--) {
    const body = random.pick(bodies)
    const { x, y } = body.position
    body.teleport({ x: x + random.between(-3, 3) * size, y: y + random.between(-3, 3) * size }, body.rotation + random.between(-1, 1))
  }
  return settle(world, random, bodies, size)
}

testFamily({
  name: 'joints torn open by teleports, 2D',
  short: 25,
  long: 400,
  figures: { gap: { p99: 2e-4 }, awake: { worst: 0 } },
  run: tearOpen,
})

// Of this loop the teleport leaves a straight line: velocities across it lead nowhere, and it never slept.
it('a loop that is pulled straight falls asleep, though it has velocities', () => {
  expect(tearOpen(randomOf(53)).awake).toBe(0)
})

testFamily({
  name: 'joints that cannot close, 2D',
  short: 10,
  long: 200,
  figures: { awake: { p50: 0 } },
  run(random) {
    const size = random.scale(0.2, 3)
    const world = new World({ gravity: { x: 0, y: -random.scale(1, 20) } })
    const bodies = build(world, random, size, false)
    const ground = world.createBody({ type: 'static' })
    const last = bodies.at(-1)!
    // Two ends of one body, held further apart than it is long.
    const far = random.between(1.5, 3) * size
    for (const side of [-1, 1]) {
      const anchorB = { x: side * 0.4 * size, y: 0 }
      world.createHingeJoint({ bodyA: ground, bodyB: last, frameA: { position: { x: last.position.x + side * far, y: 0 } }, frameB: { position: anchorB } })
    }
    const { awake } = settle(world, random, bodies, size)
    return { awake }
  },
})
