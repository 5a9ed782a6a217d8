/** A backward visit of a contact row is the mirror image of a forward one: without that, tall piles sway themselves apart. */

import { box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'
import { BIAS, BIAS_TANGENT, BIAS_TWIST, FRICTION, HOT_STRIDE, STATIC_FRICTION } from '../../../src/d3/contacts/contact-row.ts'
import { solveContacts } from '../../../src/d3/contacts/solve-contacts.ts'
import { VELOCITY_STRIDE } from '../../../src/d3/store/solver-bodies.ts'
import { createRandom } from '../../common/random.ts'
import { stateOf } from '../joints/lab.ts'

it('goes back as the mirror image of going forth: one is the adjoint of the other', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = createRandom(seed)
    const between = (from: number, to: number): number => from + (to - from) * random()
    const world = new World({ sleeping: false })
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 1, z: 9 } })] })
    let y = 0
    for (let i = 0; i < 3; i++) {
      const halfExtents = { x: between(0.3, 1), y: between(0.1, 0.5), z: between(0.3, 1) }
      y += halfExtents.y
      world.createBody({ position: { x: between(-0.1, 0.1), y, z: between(-0.1, 0.1) }, mass: between(0.5, 5), shapes: [box({ halfExtents })] })
      y += halfExtents.y
    }
    for (let i = 0; i < 5; i++) world.step(1 / 60)
    const state = stateOf(world)
    const rows = state.contactRows.columns
    const { velocity } = state.solverBodies.columns
    const count = state.contactRows.count
    expect(count).toBe(3)
    // Far from all bounds a visit is linear in the velocities.
    for (let r = 0; r < count; r++) {
      rows.hot.fill(0, r * HOT_STRIDE + BIAS, r * HOT_STRIDE + BIAS + 4)
      rows.hot.fill(0, r * HOT_STRIDE + BIAS_TANGENT, r * HOT_STRIDE + BIAS_TANGENT + 2)
      rows.hot[r * HOT_STRIDE + BIAS_TWIST] = 0
      rows.hot[r * HOT_STRIDE + FRICTION] = 1e6
      rows.hot[r * HOT_STRIDE + STATIC_FRICTION] = 1e6
      rows.open[r] = 0
    }
    const size = 18
    const at = (k: number): number => (1 + Math.floor(k / 6)) * VELOCITY_STRIDE + (k % 6)
    const masses = Array.from({ length: size }, (_, k) => (k % 6 < 3 ? velocity[at(k) - (k % 6) + 7]! : 1))
    const sweep = (v: readonly number[], back: boolean): number[] => {
      v.forEach((value, k) => (velocity[at(k)] = value))
      rows.impulse.fill(1e3, 0, count * 8)
      solveContacts(state, 0, count, back)
      return v.map((_, k) => velocity[at(k)]!)
    }
    const [x, z] = [0, 1].map(() => Array.from({ length: size }, () => between(-1, 1))) as [number[], number[]]
    const product = (p: readonly number[], q: readonly number[]): number => p.reduce((sum, value, k) => sum + value * masses[k]! * q[k]!, 0)
    const forth = sweep(z, false)
    expect(product(x, forth)).toBeCloseTo(product(sweep(x, true), z), 8)
    expect(Math.abs(product(forth, forth) - product(z, z))).toBeGreaterThan(1e-6)
  }
})
