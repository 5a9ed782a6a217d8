/**
 * What slides has its friction at the limit, to rounding. A step that leads from there across the ellipsoid went as far as the limit lets if
 * rounding had put the friction within it, and not at all if beyond: by the last digit the friction of a landing box was another, and a
 * pyramid that landed far from the origin ended 1.6 µm from where it does at home. (In the plane friction is one number and is clamped.)
 */

import { type Body, box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

/** Three, two, one boxes that land sliding, turned about y; `raised`: the first is put so much higher, m. */
function land(raised: number): Body[] {
  const world = new World({ sleeping: false })
  const turn = { x: 0, y: 0.149438, z: 0, w: 0.988771 }
  const sin = 0.2955203
  const cos = 0.9553365
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, rotation: turn, shapes: [box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
  const bodies: Body[] = []
  for (let row = 0; row < 3; row++) {
    for (let i = 0; i < 3 - row; i++) {
      const along = (i - (2 - row) / 2) * 1.1
      bodies.push(world.createBody({
        position: { x: along * cos, y: 0.55 + row * 1.1 + (bodies.length === 0 ? raised : 0), z: -along * sin },
        linearVelocity: { x: 0.5 * sin, y: 0, z: 0.5 * cos }, rotation: turn, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })],
      }))
    }
  }
  for (let step = 0; step < 30; step++) world.step(1 / 60)
  return bodies
}

it('a sliding pyramid lands in the same place if one box was put a hair higher', () => {
  const bodies = land(0)
  for (const raised of [1e-13, 1e-12, -1e-12, 3e-12, 1e-11]) {
    land(raised).forEach((body, i) => {
      const p = body.position
      const q = bodies[i]!.position
      expect(Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z)).toBeLessThan(1e-10)
    })
  }
})
