/**
 * Floors that move and turn, and bodies in their way, slow and fast, near and far from the axis: the plane's counterpart of half-spaces that move.
 * The arbiter is the floor's pose: no corner of a body, and no point of a ball, may be deeper in it than contacts leave it, nor stay there.
 */

import { box, circle, World } from 'fulcrum-physics/2d'
import { testFamily } from '../family.ts'

testFamily({
  name: 'kinematic floors, 2D', short: 60, long: 2000,
  figures: { depth: { p50: 5e-3, p99: 0.11, worst: 0.2 }, behind: { worst: 0 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: random.pick([0, -9.81]) }, sleeping: false })
    const dt = 1 / random.pick([30, 60, 120])
    const floor = world.createBody({
      type: 'kinematic', linearVelocity: { x: random.between(-3, 3), y: random.between(-1, 4) },
      angularVelocity: random.pick([0, 0.2, 1]) * random.between(-1, 1),
      shapes: [box({ halfExtents: { x: 500, y: 50 }, position: { x: 0, y: -50 }, friction: random() })],
    })
    const size = random.scale(0.05, 1)
    const round = random() < 0.5
    const away = random.scale(0.5, 40)
    const half = { x: size, y: size * random.between(0.3, 1) }
    const body = world.createBody({
      position: { x: away * random.pick([-1, 1]), y: 2 * size + 1 }, angularVelocity: random.between(-5, 5),
      linearVelocity: { x: random.between(-5, 5), y: -random.scale(0.5, 200) },
      shapes: [round ? circle({ radius: size }) : box({ halfExtents: half })],
    })
    const thickness = 2 * (round ? size : half.y)
    let deepest = 0
    let last = 0
    for (let time = 0; time < 1; time += dt) {
      world.step(dt)
      const [sin, cos] = [Math.sin(floor.rotation), Math.cos(floor.rotation)]
      const height = cos * (body.position.y - floor.position.y) - sin * (body.position.x - floor.position.x)
      const turn = body.rotation - floor.rotation
      last = height - (round ? size : half.x * Math.abs(Math.sin(turn)) + half.y * Math.abs(Math.cos(turn)))
      deepest = Math.max(deepest, -last)
    }
    return { depth: deepest / thickness, behind: last < -thickness ? 1 : 0 }
  },
})
