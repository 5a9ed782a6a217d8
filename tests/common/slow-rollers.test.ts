/** Balls that roll slowly on the level roll on: sleep must not mistake them for resting ones, large or small. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

/** Way of a ball that rolls without slip for so many steps. */
const ROLLS: Readonly<Record<string, (radius: number, speed: number, steps: number) => number>> = {
  '2D': (radius, speed, steps) => {
    const world = new plane.World()
    world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [plane.box({ halfExtents: { x: 20, y: 1 } })] })
    const linearVelocity = { x: speed, y: 0 }
    const ball = world.createBody({ position: { x: 0, y: radius }, linearVelocity, angularVelocity: -speed / radius, shapes: [plane.circle({ radius })] })
    for (let i = 0; i < steps; i++) world.step(DT)
    return ball.position.x
  },
  '3D': (radius, speed, steps) => {
    const world = new space.World()
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [space.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
    const ball = world.createBody({
      position: { x: 0, y: radius, z: 0 },
      linearVelocity: { x: speed, y: 0, z: 0 },
      angularVelocity: { x: 0, y: 0, z: -speed / radius },
      shapes: [space.sphere({ radius })],
    })
    for (let i = 0; i < steps; i++) world.step(DT)
    return ball.position.x
  },
}

describe.each(Object.entries(ROLLS))('rolling slowly, in %s', (_dimension, roll) => {
  it.each([[0.005, 0.01], [0.5, 0.1], [5, 0.3]])('a ball of radius %f m at %f m/s goes on', (radius, speed) => {
    expect(roll(radius, speed, 180) / (speed * 180 * DT)).toBeCloseTo(1, 4)
  })
})
