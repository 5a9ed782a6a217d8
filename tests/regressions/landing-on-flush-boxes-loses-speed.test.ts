/**
 * In the plane, discs, capsules and polygons that came down at a slant on a row of flush boxes lost up to two thirds of their speed in four
 * of ten landings: the corner of the next box, which lies in the face of the one they landed on, was taken for an obstacle. Everything with
 * slanting or rounded lower corners was stopped by the first seam. No gravity, no friction, no bounce: along the floor nothing may be lost.
 *
 */

import { box, segment, World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { FALLERS, SMOOTH, TILE } from '../d2/contacts/fallers.ts'

const FLOORS: Readonly<Record<string, (world: World, tiles: number) => void>> = {
  'boxes side by side': (world, tiles) => {
    const shapes = [box({ halfExtents: { x: TILE / 2, y: 0.5 }, ...SMOOTH })]
    for (let i = 0; i < tiles; i++) world.createBody({ type: 'static', position: { x: i * TILE, y: -0.5 }, shapes })
  },
  'boxes of one body': (world, tiles) => {
    const shapes = Array.from({ length: tiles }, (_, i) =>
      box({ halfExtents: { x: TILE / 2, y: 0.5 }, position: { x: i * TILE, y: -0.5 }, ...SMOOTH }))
    world.createBody({ type: 'static', shapes })
  },
  'segments end to end': (world, tiles) => {
    for (let i = 0; i < tiles; i++) {
      const from = { x: (i - 0.5) * TILE, y: 0 }
      world.createBody({ type: 'static', shapes: [segment({ a: from, b: { x: from.x + TILE, y: 0 }, ...SMOOTH })] })
    }
  },
  'boxes that overlap': (world, tiles) => {
    const shapes = [box({ halfExtents: { x: 0.4, y: 0.5 }, ...SMOOTH })]
    for (let i = 0; i < tiles; i++) world.createBody({ type: 'kinematic', position: { x: i * TILE, y: -0.5 }, shapes })
  },
}

for (const floor of Object.keys(FLOORS)) {
  for (const [name, shape] of Object.entries(FALLERS)) {
    it(`${name}, coming down on ${floor}, keeps its way along them`, () => {
      for (const [vx, vy] of [[4, -4], [8, -8], [15, -5], [5, -15]] as const) {
        for (let k = 0; k < 24; k++) {
          const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } })
          FLOORS[floor]!(world, 36)
          const body = world.createBody({
            position: { x: 2 + 0.0537 * k, y: 0.75 + 0.011 * k }, linearVelocity: { x: vx, y: vy }, shapes: [shape],
          })
          for (let i = 0; i < 40; i++) world.step(1 / 60)
          expect(body.linearVelocity.x, `${vx} ${vy} ${k}`).toBeGreaterThan(0.999 * vx)
          expect(Math.abs(body.linearVelocity.y)).toBeLessThan(0.01 * vx)
        }
      }
    })
  }
}
