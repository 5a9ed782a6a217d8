/**
 * A stored force that many tiny steps had averaged down to 2e-321 N: its inverse is infinite, and the centre of pressure was no number. Four
 * bodies went into quarantine, and the load of a joint was NaN.
 */

import { box, sphere, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import type { WorldState } from '../../src/d3/store/world-state.ts'

it('bodies stand on forces whose inverse overflows', () => {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 } })] })
  const bodies = [sphere({ radius: 0.5 }), box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })].map((shape, i) =>
    world.createBody({ position: { x: 3 * i, y: 0.5, z: 0 }, canSleep: false, shapes: [shape] }))
  for (let i = 0; i < 10; i++) world.step(1 / 60)
  const { normalForce } = (world as unknown as { state: WorldState }).state.contacts.columns
  let faded = 0
  for (let i = 0; i < normalForce.length; i++) {
    if (normalForce[i]! > 0) normalForce[i] = 2.4e-318 * ++faded
  }
  expect(faded).toBe(5)
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60)
    expect(world.events.quarantined).toHaveLength(0)
  }
  for (const body of bodies) expect(Math.abs(body.position.y - 0.5)).toBeLessThan(1e-3)
})
