/** Chains of any length let go at any angle, with a load at the end or none: they whip, and their joints hold. */

import { box, sphere, World, type Body, type Joint } from 'fulcrum-physics/3d'
import { jointGap } from '../../../scenes/d3/measure.ts'
import { testFamily, type Random } from '../family.ts'

const G = 9.81
const GHOST = { category: 1, mask: 0 }

function fall(random: Random, links: number): { gap: number; gain: number } {
  const length = random.scale(0.1, 2)
  const load = random() < 0.5 ? 0 : random.scale(1, 1000)
  const dt = random.pick([1 / 60, 1 / 60, 1 / 120, 1 / 30])
  const angle = random.between(-0.3, 1.2)
  const side = random.between(0, 0.3)
  const world = new World({ sleeping: false, gravity: { x: 0, y: -G, z: 0 } })
  const along = (distance: number) => ({ x: distance * Math.cos(angle), y: distance * Math.sin(angle), z: 0 })
  const bodies: Body[] = []
  const joints: Joint[] = []
  const hang = (bodyB: Body, distance: number): void => {
    joints.push(world.createBallJoint({ bodyA: bodies.at(-1) ?? null, bodyB, anchor: along(distance) }))
    bodies.push(bodyB)
  }
  for (let i = 0; i < links; i++) {
    hang(world.createBody({
      position: along((i + 0.5) * length), rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) }, mass: 1,
      linearVelocity: { x: 0, y: 0, z: side * length * i },
      shapes: [box({ halfExtents: { x: length / 2, y: length / 10, z: length / 10 }, filter: GHOST })],
    }), i * length)
  }
  if (load > 0) hang(world.createBody({ position: along(links * length), mass: load, shapes: [sphere({ radius: 0.4 * length, filter: GHOST })] }), links * length)
  return measure(world, bodies, joints, dt, length)
}

/** Largest gap per link, and the energy that came back, of what a fall by the chain's length sets free. */
function measure(world: World, bodies: readonly Body[], joints: readonly Joint[], dt: number, length: number): { gap: number; gain: number } {
  const energy = (): number => bodies.reduce((sum, body) => sum + body.kineticEnergy + body.mass * G * body.position.y, 0)
  const range = bodies.reduce((sum, body) => sum + body.mass * G * joints.length * length, 0)
  let gap = 0
  let gain = 0
  let least = energy()
  for (let i = 0; i < Math.round(5 / dt); i++) {
    world.step(dt)
    for (const joint of joints) gap = Math.max(gap, jointGap(joint) / length)
    const now = energy()
    gain = Math.max(gain, (now - least) / range)
    least = Math.min(least, now)
  }
  return { gap, gain }
}

testFamily({
  name: 'short chains that fall, gap per link, 3D', short: 12, long: 200,
  figures: { gap: { p50: 0.01, p99: 0.1 }, gain: { p50: 2e-3, p99: 0.02 } },
  run: random => fall(random, random.integer(2, 8)),
})

testFamily({
  name: 'long chains that fall, gap per link, 3D', short: 4, long: 100,
  figures: { gap: { p50: 0.02, p99: 1 }, gain: { p50: 1e-3, p99: 0.01 } },
  run: random => fall(random, random.integer(9, 80)),
})
