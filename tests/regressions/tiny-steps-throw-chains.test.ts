/**
 * A chain that has whipped through long steps keeps an error of its joints that is no matter of rounding in a step of nanoseconds: taken back
 * in the velocities there, it threw links at five times the speed of a fall.
 */

import { expect, it } from 'vitest'
import { randomOf } from '../families/family.ts'
import { type AnyBody, PLANE, SPACE, speedOf } from '../families/common/dimensions.ts'

const LINKS = 8
/** Of the speed of a fall: what the blows of a chain that goes taut may add to a link in one step (sixty seeds each: 0.17, and 0.34 in space). */
const WHIP = 0.5

for (const dimension of [PLANE, SPACE]) {
  // Of 400 seeds in space eight add more than this, 2.8 at worst (six, and 25, before joints were aimed once): open, and seed 5 is one of them.
  const test = dimension === SPACE ? it.fails : it
  test(`chains that fall in long and tiny steps are thrown by no tiny step, ${dimension.name}`, () => {
    let gained = 0
    for (let seed = 0; seed < 20; seed++) {
      const random = randomOf(seed)
      const size = random.scale(0.1, 1)
      const world = dimension.world({ sleeping: false })
      let before: AnyBody | null = null
      const links = Array.from({ length: LINKS }, (_, i) => {
        const link = world.body({ at: { x: size * (i + 0.5), y: 0, z: 0 }, box: { x: 0.45 * size, y: 0.1 * size, z: 0.1 * size } })
        world.link(before, link, { x: size * i, y: 0, z: 0 })
        before = link
        return link
      })
      const fall = Math.sqrt(4 * 9.81 * LINKS * size)
      for (let i = 0; i < 60; i++) {
        world.step(random.scale(0.01, 0.04))
        const speeds = links.map(link => speedOf(link.velocity()))
        world.step(random.scale(1e-9, 1e-8))
        links.forEach((link, k) => (gained = Math.max(gained, (speedOf(link.velocity()) - speeds[k]!) / fall)))
      }
    }
    expect(gained).toBeLessThan(WHIP)
  })
}
