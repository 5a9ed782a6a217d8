/**
 * Gyroscopes: a heavy top on a ball joint, its axis level. It precesses steadily at Ω = m g L / (I₃ s), stays level and keeps its energy.
 */

import { cylinder, sphere, World } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

const g = 9.81

testFamily({
  name: 'gyroscopes, 3D', short: 10, long: 200,
  figures: { precession: { p50: 1e-4, worst: 1e-3 }, height: { p50: 2e-4, worst: 2e-3 }, energy: { p50: 1e-6, worst: 5e-3 } },
  run(random) {
    const size = random.scale(0.05, 1)
    const dt = 1 / random.pick([30, 60, 120])
    const round = random() < 0.3
    const halfHeight = size * random.between(0.05, 0.3)
    const arm = size * random.between(0.8, 2)
    // I₃ per mass and its ratio to the moment across.
    const own = (round ? 0.4 : 0.5) * size * size
    const ratio = round ? 1 : own / (size * size / 4 + halfHeight * halfHeight / 3)
    // Fast enough that it does not swing, slow enough for a radian or so in the smallest substep.
    const least = 4 * Math.sqrt(g * arm * (arm * arm + own)) / own
    const spin = random.scale(least, Math.max(1.5 * least, 12 / (dt * ratio)))
    if (spin * ratio * dt > 15) return {}
    const rate = g * arm / (own * spin)
    const world = new World({ gravity: { x: 0, y: -g, z: 0 }, sleeping: false })
    const ground = world.createBody({ type: 'static' })
    const body = world.createBody({
      position: { x: arm, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 },
      angularVelocity: { x: spin, y: rate, z: 0 }, linearVelocity: { x: 0, y: 0, z: -rate * arm },
      shapes: [round ? sphere({ radius: size }) : cylinder({ radius: size, halfHeight })],
    })
    world.createBallJoint({ bodyA: ground, bodyB: body, anchor: { x: 0, y: 0, z: 0 } })
    const energy = (): number => body.kineticEnergy / body.mass + g * body.position.y
    const start = energy()
    let [turned, last, height, time] = [0, 0, 0, 0]
    for (; time < 2; time += dt) {
      world.step(dt)
      const angle = Math.atan2(-body.position.z, body.position.x)
      turned += angle - last - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI))
      last = angle
      height = Math.max(height, Math.abs(body.position.y))
    }
    return { precession: Math.abs(turned / (rate * time) - 1), height: height / arm, energy: Math.abs(energy() / start - 1) }
  },
})
