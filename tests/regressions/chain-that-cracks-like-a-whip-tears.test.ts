/**
 * The end of a chain of 100 links in the plane that was let go from the horizontal cracked like a whip, and tore open by half a link: its
 * last links swing by more in a substep than their joints could follow.
 *
 */

import { World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { buildHeavyChain } from '../../scenes/d2/chain.ts'
import { jointGap } from '../../scenes/d2/measure.ts'

const LINKS = 100
const PITCH = 0.5
const GRAVITY = 9.81

function energyOf(world: World): number {
  let sum = 0
  for (const body of world.bodies) if (body.type === 'dynamic') sum += body.kineticEnergy + body.mass * GRAVITY * body.centerOfMass.y
  return sum
}

it('no joint opens by more than a hundredth of a link, and no energy is gained', () => {
  const world = new World({ sleeping: false })
  buildHeavyChain(world, { links: LINKS, pitch: PITCH, linkMass: 1, ballMass: 1 })
  const start = energyOf(world)
  const fall = (1 + LINKS / 2) * GRAVITY * LINKS * PITCH
  let gap = 0
  let gain = 0
  for (let step = 0; step < 600; step++) {
    world.step(1 / 60)
    for (const joint of world.joints) gap = Math.max(gap, jointGap(joint) / PITCH)
    gain = Math.max(gain, (energyOf(world) - start) / fall)
  }
  expect(world.events.quarantined).toHaveLength(0)
  expect(gap).toBeLessThan(0.01)
  expect(gain).toBeLessThan(1e-3)
})
