/** A pair with several manifolds is several contacts to `world.onContact`: each is dropped by itself. */

import { expect, it } from 'vitest'
import { mesh, sphere, World } from 'fulcrum-physics/3d'

it('a ball in the corner of a mesh loses the wall and keeps the floor', () => {
  for (const drops of [false, true]) {
    const world = new World()
    // A floor at y = 0 and a wall at x = 0 that faces +x.
    const positions = [0, 0, -5, 0, 0, 5, 5, 0, -5, 5, 0, 5, 0, 5, -5, 0, 5, 5]
    world.createBody({ type: 'static', shapes: [mesh({ positions, indices: [0, 1, 2, 2, 1, 3, 0, 4, 1, 1, 4, 5], friction: 0 })] })
    const ball = world.createBody({ position: { x: 0.35, y: 0.3, z: 0.1 }, linearVelocity: { x: -1, y: 0, z: 0 }, shapes: [sphere({ radius: 0.3, friction: 0 })] })
    let most = 0
    let seen = 0
    world.onContact = (contact) => {
      seen++
      if (drops && Math.abs(contact.normal.x) > 0.5) contact.disable()
    }
    for (let i = 0; i < 12; i++) {
      seen = 0
      world.step(1 / 60)
      most = Math.max(most, seen)
    }
    expect(most).toBe(2)
    expect(ball.position.y).toBeCloseTo(0.3, 3)
    if (drops) expect(ball.position.x).toBeCloseTo(0.15, 3)
    else expect(ball.position.x).toBeGreaterThan(0.299)
  }
})
