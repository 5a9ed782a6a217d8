/**
 * A ball rolls against a kerb, square or at a slant. About its edge angular momentum stays: with x = height/radius the blow leaves
 * v (1 − x/1.4) along the tangent; the ball flies off, lands on the kerb and rolls on with v (1 − x/1.4)², and along the edge with what it had.
 * Judged over the moments within the step at which it strikes.
 */

import { box, sphere, World } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

const MOMENTS = 8

testFamily({
  name: 'balls over kerbs, 3D', short: 8, long: 150,
  figures: { mean: { p50: 0.01, p99: 0.02, worst: 0.02 }, moment: { p50: 0.02, p99: 0.04 } },
  run(random) {
    const radius = random.scale(0.1, 1)
    const height = radius * random.between(0.05, 0.35)
    const slowest = 1.5 * Math.sqrt(9.81 * radius)
    const dt = 1 / random.pick([60, 60, 120])
    const speed = slowest * random.scale(1, Math.max(1.01, Math.min(3, 0.4 * radius / dt / slowest)))
    const along = speed * random.between(-0.5, 0.5)
    const surface = { friction: random.between(2, 5), restitution: 0 }
    const truth = speed * (1 - height / (1.4 * radius)) ** 2
    let sum = 0
    let worst = 0
    for (let k = 0; k < MOMENTS; k++) {
      const world = new World({ gravity: { x: 0, y: -9.81, z: 0 }, sleeping: false })
      world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 20, y: 1, z: 200 }, ...surface })] })
      world.createBody({ type: 'static', position: { x: 200, y: height - 1, z: 0 }, shapes: [box({ halfExtents: { x: 200, y: 1, z: 200 }, ...surface })] })
      const ball = world.createBody({
        position: { x: -2 * radius - speed * dt * k / MOMENTS, y: radius, z: 0 }, linearVelocity: { x: speed, y: 0, z: along },
        angularVelocity: { x: along / radius, y: 0, z: -speed / radius }, shapes: [sphere({ radius, ...surface })],
      })
      for (let time = 0; time < 2 + 6 * radius; time += dt) world.step(dt)
      const miss = Math.hypot(ball.linearVelocity.x - truth, ball.linearVelocity.z - along) / truth
      sum += ball.linearVelocity.x / truth - 1
      worst = Math.max(worst, miss)
    }
    return { mean: Math.abs(sum / MOMENTS), moment: worst }
  },
})
