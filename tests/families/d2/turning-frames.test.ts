/**
 * Boxes that ride on the inside of a frame that turns, without weight: the floor presses them inwards, and friction holds them beside the middle
 * (their distance from it up to 0.85 μ of that of the floor from the axis). Where they are after two turns, in parts of the floor's distance; kinematic
 * frames and heavy ones.
 */

import { box, World } from 'fulcrum-physics/2d'
import { testFamily } from '../family.ts'

testFamily({
  name: 'boxes in frames that turn, 2D',
  short: 30,
  long: 400,
  figures: { place: { p50: 5e-3, p99: 4e-2 }, depth: { p99: 1e-2, worst: 2e-2 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: 0 }, sleeping: random() < 0.5 })
    const dt = 1 / random.pick([30, 60, 60, 120, 240])
    const distance = random.scale(0.02, 50)
    const friction = random.between(0.1, 1)
    const spin = (random.between(0.02, 0.15) / dt) * (random() < 0.5 ? 1 : -1)
    const beside = distance * friction * random.between(0.2, 0.85) * (random() < 0.5 ? 1 : -1)
    const size = distance * random.between(0.05, 0.1)
    const wall = (y: number) => box({ halfExtents: { x: 3 * distance, y: distance / 2 }, position: { x: 0, y }, friction, density: 1e6 })
    const out = distance * 1.5 + size
    const frame = world.createBody({ type: random.pick(['kinematic', 'dynamic']), angularVelocity: spin, shapes: [wall(out), wall(-out)] })
    const body = world.createBody({
      position: { x: beside, y: -distance }, linearVelocity: { x: spin * distance, y: spin * beside }, angularVelocity: spin,
      shapes: [box({ halfExtents: { x: size, y: size }, friction })],
    })
    const time = (4 * Math.PI) / Math.abs(spin)
    for (let t = 0; t < time; t += dt) world.step(dt)
    const { x, y } = frame.localPoint(body.position)
    return { place: Math.abs(x - beside) / distance, depth: Math.max(0, -distance - y) / size }
  },
})
