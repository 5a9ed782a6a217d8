/**
 * Ellipsoids that roll and rock on level ground. What sticks and what slides without friction does no work: ½ m v² + ½ ω·Iω + m g h stays. They
 * start in contact, at a speed that lets them stay on the ground.
 */

import { box, ellipsoid, mesh, plane, type Quat, type ShapeDefinition, type Vec3, World } from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

const g = 9.81

function floor(random: Random, reach: number, friction: number): ShapeDefinition {
  const kind = random.integer(0, 2)
  if (kind === 0) return plane({ friction })
  if (kind === 1) return box({ halfExtents: { x: reach, y: reach, z: reach }, position: { x: 0, y: -reach, z: 0 }, friction })
  return mesh({ positions: [-reach, 0, -reach, reach, 0, -reach, reach, 0, reach, -reach, 0, reach], indices: [0, 2, 1, 0, 3, 2], friction })
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

/** R v, or Rᵀ v with the conjugate. */
function turned(q: Quat, v: Vec3, sign: 1 | -1): Vec3 {
  const u = { x: sign * q.x, y: sign * q.y, z: sign * q.z }
  const t = cross(u, v)
  const twice = cross(u, t)
  return { x: v.x + 2 * (q.w * t.x + twice.x), y: v.y + 2 * (q.w * t.y + twice.y), z: v.z + 2 * (q.w * t.z + twice.z) }
}

function randomRotation(random: Random): Quat {
  const angle = (): number => 2 * Math.PI * random()
  const [u, a, b] = [random(), angle(), angle()]
  const [s, c] = [Math.sqrt(1 - u), Math.sqrt(u)]
  return { x: s * Math.sin(a), y: s * Math.cos(a), z: c * Math.sin(b), w: c * Math.cos(b) }
}

testFamily({
  name: 'rolling ellipsoids, 3D', short: 40, long: 300,
  figures: { energy: { p50: 4e-3, p99: 0.05, worst: 0.1 }, gain: { p50: 5e-4, p99: 0.02, worst: 0.05 }, hop: { p50: 2e-4, p99: 1e-3, worst: 2e-3 } },
  run(random) {
    const size = random.scale(0.05, 3)
    const radii = { x: size, y: size * random.between(0.7, 1.3), z: size * random.between(0.7, 1.3) }
    const friction = random() < 0.7 ? 5 : 0
    const rotation = randomRotation(random)
    const least = Math.min(radii.x, radii.y, radii.z)
    const most = Math.max(radii.x, radii.y, radii.z)
    /** From the centre to the contact point: the support along −y. */
    const reach = (q: Quat): Vec3 => {
      const n = turned(q, { x: 0, y: -1, z: 0 }, -1)
      const h = Math.hypot(radii.x * n.x, radii.y * n.y, radii.z * n.z)
      return turned(q, { x: radii.x ** 2 * n.x / h, y: radii.y ** 2 * n.y / h, z: radii.z ** 2 * n.z / h }, 1)
    }
    // Twice the curvature of the height over the angle: what the centre's path may ask of gravity.
    const spin = random.between(0.2, 0.6) * Math.sqrt(g / (2 * (most - least) * most / least + 0.1 * size))
    const heading = 2 * Math.PI * random()
    const angularVelocity = { x: spin * Math.cos(heading), y: random.between(-0.3, 0.3) * spin, z: spin * Math.sin(heading) }
    const arm = reach(rotation)
    const slip = cross(arm, angularVelocity)
    const world = new World({ gravity: { x: 0, y: -g, z: 0 }, sleeping: false })
    world.createBody({ type: 'static', shapes: [floor(random, 300 * size, friction)] })
    const body = world.createBody({
      position: { x: 0, y: -arm.y, z: 0 }, rotation, angularVelocity,
      linearVelocity: friction > 0 ? slip : { x: 0, y: slip.y, z: 0 },
      shapes: [ellipsoid({ radii, friction })],
    })
    const energy = (): number => body.kineticEnergy / body.mass + g * (body.position.y - least)
    const start = energy()
    const dt = 1 / random.pick([60, 120, 240])
    let [high, hop] = [start, 0]
    for (let time = 0; time < 3; time += dt) {
      world.step(dt)
      high = Math.max(high, energy())
      hop = Math.max(hop, body.position.y + reach(body.rotation).y)
    }
    return { energy: Math.abs(energy() / start - 1), gain: high / start - 1, hop: hop / size }
  },
})
