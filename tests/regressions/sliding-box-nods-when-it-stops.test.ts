/**
 * A box in the plane that slid to a stop nodded by 0.015° and was five steps in coming to rest: a single sweep per substep gave friction
 * and the two normal impulses no time to agree about the moment at which it reversed.
 *
 */

import { box } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { GRAVITY, laboratory } from '../d2/contacts/laboratory.ts'

it('a box that slides to a stop does not nod, and stops where it must', () => {
  const friction = 0.5
  const { world } = laboratory({ friction })
  const body = world.createBody({
    position: { x: -20, y: 0.5 }, linearVelocity: { x: 8, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, friction })],
  })
  let nod = 0
  for (let i = 0; i < 180; i++) {
    world.step(1 / 60)
    nod = Math.max(nod, Math.abs(body.rotation))
  }
  expect(nod).toBeLessThan(1e-5)
  expect(Math.abs((body.position.x + 20) / (64 / (2 * friction * GRAVITY)) - 1)).toBeLessThan(3e-6)
})
