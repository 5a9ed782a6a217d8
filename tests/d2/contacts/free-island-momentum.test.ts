/** Bodies that touch each other and nothing else keep their angular momentum (`src/d2/contacts/free-island-momentum.ts`). */

import { box, circle, World, type Body, type Vec2, type WorldOptions } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../scenes/random.ts'
import { momentumOf } from '../joints/lab.ts'

const DT = 1 / 60

/** Bodies that fly at each other from all sides, in a place far from the origin. */
function crowd(options: WorldOptions): World {
  const random = createRandom(5)
  const world = new World(options)
  world.sleeping = false
  for (let i = 0; i < 12; i++) {
    const angle = (i * Math.PI) / 6
    const from = { x: Math.cos(angle), y: Math.sin(angle) }
    const away = 1.5 + random.between(0, 1)
    const half = { x: random.between(0.2, 0.5), y: random.between(0.2, 0.5) }
    world.createBody({
      position: { x: 3 + away * from.x, y: -2 + away * from.y }, rotation: random.between(0, 6), linearVelocity: { x: -2 * from.x, y: -2 * from.y },
      angularVelocity: random.between(-3, 3), shapes: [i % 3 === 0 ? circle({ radius: half.x }) : box({ halfExtents: half })],
    })
  }
  return world
}

describe('bodies that collide in flight', () => {
  it('keep their angular momentum to the last digits while they touch', () => {
    const world = crowd({ gravity: { x: 0, y: 0 } })
    const start = momentumOf(world)
    let contacts = 0
    for (let i = 0; i < 200; i++) {
      world.step(DT)
      contacts += world.stats.contacts
      expect(Math.abs(momentumOf(world).angular - start.angular) / start.angularScale).toBeLessThan(1e-13)
    }
    expect(contacts).toBeGreaterThan(1000)
  })

  it('gain what gravity, forces and torques give them and nothing else', () => {
    const world = crowd({ gravity: { x: 0, y: -9.81 } })
    const bodies = [...world.bodies]
    const pushed = bodies[4]!
    const force: Vec2 = { x: 3, y: 1 }
    const torque = 0.7
    bodies[7]!.gravityScale = 0.25
    for (let i = 0; i < 60; i++) {
      pushed.applyForce(force)
      pushed.applyTorque(torque)
      const before = momentumOf(world)
      const places = bodies.map(({ centerOfMass }) => centerOfMass)
      const velocities = bodies.map(({ linearVelocity }) => linearVelocity)
      world.step(DT)
      // Half a kick at the start of a step and half at its end: the torque of a steady force is that at the mean place, if nobody is struck.
      let given = torque * DT
      let struck = false
      bodies.forEach((body, k) => {
        const pull = { x: body === pushed ? force.x : 0, y: -9.81 * body.mass * body.gravityScale + (body === pushed ? force.y : 0) }
        const { centerOfMass: c, linearVelocity: v } = body
        given += DT * (((c.x + places[k]!.x) / 2) * pull.y - ((c.y + places[k]!.y) / 2) * pull.x)
        const free = { x: velocities[k]!.x + (pull.x / body.mass) * DT, y: velocities[k]!.y + (pull.y / body.mass) * DT }
        if (Math.hypot(v.x - free.x, v.y - free.y) > 1e-9) struck = true
      })
      const now = momentumOf(world)
      // What is struck moves on a bent path within the step, and the mean place is only nearly where the force acted.
      expect(Math.abs(now.angular - before.angular - given) / before.angularScale).toBeLessThan(struck ? 2e-4 : 1e-13)
    }
  })

  it('are not touched if one of them cannot turn', () => {
    const world = new World({ gravity: { x: 0, y: 0 } })
    const shapes = [box({ halfExtents: { x: 0.5, y: 0.5 } })]
    const stiff = world.createBody({ lockedAxes: { rotation: true }, linearVelocity: { x: 1, y: 0 }, shapes })
    const other: Body = world.createBody({ position: { x: 1.2, y: 0.6 }, shapes })
    for (let i = 0; i < 60; i++) world.step(DT)
    expect(stiff.angularVelocity).toBe(0)
    expect(Math.abs(other.angularVelocity)).toBeGreaterThan(0.1)
  })
})
