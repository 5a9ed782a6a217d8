/**
 * Half-spaces that move and turn, and bodies in their way, slow and fast, near and far from the axis. The arbiter is the plane's pose: no corner of a
 * body, and no point of a ball, may be deeper in the half-space than contacts leave it, nor stay there.
 */

import { box, plane, sphere, World } from 'fulcrum-physics/3d'
import { testFamily } from '../family.ts'

testFamily({
  name: 'kinematic planes, 3D', short: 40, long: 600,
  // Where the floor turns away from under a normal of the step's start, a tenth of the thickness is a breach.
  figures: { depth: { p50: 5e-3, p99: 0.11, worst: 0.2 }, behind: { worst: 0 } },
  run(random) {
    const world = new World({ gravity: { x: 0, y: random.pick([0, -9.81]), z: 0 }, sleeping: false })
    const dt = 1 / random.pick([30, 60, 120])
    const spin = { x: random.between(-1, 1), y: random.between(-1, 1), z: random.between(-1, 1) }
    const turning = random.pick([0, 0.2, 1])
    const ground = world.createBody({
      type: 'kinematic', linearVelocity: { x: random.between(-3, 3), y: random.between(-1, 4), z: 0 },
      angularVelocity: { x: turning * spin.x, y: turning * spin.y, z: turning * spin.z }, shapes: [plane({ friction: random() })],
    })
    const size = random.scale(0.05, 1)
    const round = random() < 0.5
    const away = random.scale(0.5, 40)
    const speed = random.scale(0.5, 200)
    const body = world.createBody({
      position: { x: away, y: 2 * size + 1, z: random.between(-away, away) }, linearVelocity: { x: random.between(-5, 5), y: -speed, z: 0 },
      angularVelocity: { x: random.between(-5, 5), y: 0, z: random.between(-5, 5) },
      shapes: [round ? sphere({ radius: size }) : box({ halfExtents: { x: size, y: size * random.between(0.3, 1), z: size } })],
    })
    const half = body.shapes[0]!.halfExtents
    let deepest = 0
    let last = 0
    for (let time = 0; time < 1; time += dt) {
      world.step(dt)
      const normal = { x: 0, y: 0, z: 0 }
      const { x, y, z, w } = ground.rotation
      normal.x = 2 * (x * y - w * z)
      normal.y = 1 - 2 * (x * x + z * z)
      normal.z = 2 * (y * z + w * x)
      const p = body.position
      const o = ground.position
      let height = normal.x * (p.x - o.x) + normal.y * (p.y - o.y) + normal.z * (p.z - o.z)
      if (half === null) height -= size
      else {
        const q = body.rotation
        const axes = [
          [1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z), 2 * (q.x * q.z - q.w * q.y), half.x],
          [2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.w * q.x), half.y],
          [2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y), half.z],
        ] as const
        for (const [ax, ay, az, length] of axes) height -= length * Math.abs(ax * normal.x + ay * normal.y + az * normal.z)
      }
      deepest = Math.max(deepest, -height)
      last = height
    }
    const thickness = 2 * (half === null ? size : Math.min(half.x, half.y, half.z))
    return { depth: deepest / thickness, behind: last < -thickness ? 1 : 0 }
  },
})
