/** Cone limits: floats that rock in the wind, each with another bound, one of them soft, and two bodies in free flight tied by their angle only. */

import { box, capsule, type Body, type ConeLimitJoint, type Vec3 } from 'fulcrum-physics/3d'
import { atMost, between } from '../../expectation.ts'
import { length } from '../measure.ts'
import { degrees, rotate, sineCosine } from '../rotation.ts'
import type { SceneEntry } from '../scene.ts'

const BOUNDS = [5, 20, 45, 90]
const Y = { x: 0, y: 1, z: 0 }

/** Sum of the angular momenta of boxes that stay where they are, kg m²/s. */
function spinOf(bodies: readonly Body[]): Vec3 {
  const sum = { x: 0, y: 0, z: 0 }
  for (const body of bodies) {
    const { x, y, z, w } = body.rotation
    const spin = rotate({ x: -x, y: -y, z: -z, w }, body.angularVelocity)
    const { xx, yy, zz } = body.getInertia()
    const own = rotate(body.rotation, { x: xx * spin.x, y: yy * spin.y, z: zz * spin.z })
    sum.x += own.x
    sum.y += own.y
    sum.z += own.z
  }
  return sum
}

export const coneLimitScene: SceneEntry = {
  name: 'joint-cone-limit',
  title: 'Cone limit',
  description: 'Floats rock in a turning wind, each up to its own angle, the last softly; in front two boxes tumble freely, never far from parallel.',
  source: 'Tamis 3.2.6',
  worldOptions: { gravity: { x: 0, y: 0, z: 0 }, sleeping: false },
  camera: { position: { x: 0, y: 3, z: 10 }, target: { x: 0, y: 1, z: 0 } },
  steps: 600,
  expect: {
    worstOverDegrees: atMost(0.01, 'hard cones hold'),
    softDegrees: between(20, 30, 'the wind presses the last float into its soft bound'),
    tiedDegrees: atMost(25.01, 'the pair stays within its cone'),
    pairSpinPercent: atMost(1e-6, 'the pair flies free: equal and opposite spins still add up to none'),
  },
  build(world) {
    const floats: Body[] = []
    const limits: ConeLimitJoint[] = []
    for (let i = 0; i <= BOUNDS.length; i++) {
      const soft = i === BOUNDS.length
      const float = world.createBody({ position: { x: 2 * (i - 2), y: 1, z: 0 }, shapes: [capsule({ radius: 0.2, halfLength: 0.6 })] })
      const bound = soft ? { angle: degrees(20), hertz: 1, dampingRatio: 0.3 } : { angle: degrees(BOUNDS[i]!) }
      limits.push(world.createConeLimitJoint({ bodyB: float, axis: Y, ...bound }))
      floats.push(float)
    }
    const pair = [-0.8, 0.8].map((x) =>
      world.createBody({
        position: { x, y: -1.2, z: 2 },
        angularVelocity: { x: 2 * x, y: x, z: -3 * x },
        shapes: [box({ halfExtents: { x: 0.5, y: 0.2, z: 0.3 } })],
      }),
    )
    const tied = world.createConeLimitJoint({ bodyA: pair[0]!, bodyB: pair[1]!, angle: degrees(25) })
    const start = length(spinOf(pair.slice(0, 1)))
    let over = 0
    return {
      update(_world, step) {
        const { sine, cosine } = sineCosine(step / 50)
        for (const float of floats) float.applyTorque({ x: 60 * cosine, y: 0, z: 60 * sine })
        for (const limit of [...limits.slice(0, BOUNDS.length), tied]) over = Math.max(over, limit.currentAngle - limit.angle)
      },
      measure: () => ({
        worstOverDegrees: over / degrees(1),
        softDegrees: limits[BOUNDS.length]!.currentAngle / degrees(1),
        tiedDegrees: tied.currentAngle / degrees(1),
        pairSpinPercent: (100 * length(spinOf(pair))) / start,
      }),
    }
  },
}
