/** Bodies that touch each other and nothing else keep their angular momentum (`src/d3/contacts/free-island-momentum.ts`). */

import { type Body, box, capsule, sphere, type Vec3, World, type WorldOptions } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { kineticEnergyOf, momentumOf } from '../joints/lab.ts'

const DT = 1 / 60
const vec = (x: number, y: number, z: number): Vec3 => ({ x, y, z })
const off = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)

/** Bodies that fly at each other from all sides, in a place far from the origin. */
function crowd(options: WorldOptions): World {
  const random = createRandom(5)
  const world = new World(options)
  world.sleeping = false
  for (let i = 0; i < 14; i++) {
    const angle = (i * Math.PI) / 7
    const from = vec(Math.cos(angle), Math.sin(angle), random.between(-0.6, 0.6))
    const away = 1.5 + random.between(0, 1)
    const half = vec(random.between(0.2, 0.5), random.between(0.2, 0.5), random.between(0.2, 0.5))
    const shapes = [i % 3 === 0 ? sphere({ radius: half.x }) : i % 3 === 1 ? box({ halfExtents: half }) : capsule({ radius: 0.2, halfLength: half.y })]
    world.createBody({
      position: vec(3 + away * from.x, -2 + away * from.y, 5 + away * from.z), linearVelocity: vec(-2 * from.x, -2 * from.y, -2 * from.z),
      angularVelocity: vec(random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)), shapes,
    })
  }
  return world
}

describe('bodies that collide in flight', () => {
  it('keep their angular momentum to the last digits while they touch, and gain no energy', () => {
    const world = crowd({ gravity: vec(0, 0, 0) })
    const start = momentumOf(world)
    const energy = kineticEnergyOf(world)
    let contacts = 0
    let restored = 0
    for (let i = 0; i < 200; i++) {
      world.step(DT)
      contacts += world.stats.contacts
      restored += world.stats.guards.momentumRestored
      expect(off(momentumOf(world).angular, start.angular) / start.angularScale).toBeLessThan(1e-13)
      expect(kineticEnergyOf(world)).toBeLessThan(energy * (1 + 1e-9))
    }
    expect(contacts).toBeGreaterThan(1000)
    expect(restored).toBeGreaterThan(0)
  })

  it('gain what torques give them and nothing else', () => {
    const world = crowd({ gravity: vec(0, 0, 0) })
    const pushed = [...world.bodies][3]!
    const torque = vec(0.7, -0.3, 0.2)
    const start = momentumOf(world)
    const given = [0, 0, 0]
    for (let i = 0; i < 60; i++) {
      pushed.applyTorque(torque)
      world.step(DT)
      given[0]! += torque.x * DT
      given[1]! += torque.y * DT
      given[2]! += torque.z * DT
      const now = momentumOf(world).angular
      // A sphere: its inertia does not turn with it.
      expect(off(now, start.angular.map((value, k) => value + given[k]!)) / start.angularScale).toBeLessThan(1e-12)
    }
  })

  it('are not touched if one of them cannot turn', () => {
    const world = new World({ gravity: vec(0, 0, 0) })
    const shapes = [box({ halfExtents: vec(0.5, 0.5, 0.5) })]
    const stiff = world.createBody({ lockedAxes: { angular: { x: true, y: true, z: true } }, linearVelocity: vec(1, 0, 0), shapes })
    const other: Body = world.createBody({ position: vec(1.2, 0.6, 0), shapes })
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(stiff.angularVelocity).toEqual(vec(0, 0, 0))
    expect(Math.abs(other.angularVelocity.z)).toBeGreaterThan(0.1)
  })
})
