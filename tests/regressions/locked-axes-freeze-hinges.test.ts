/**
 * A hinge on a body that may not turn about an axis across it hardly moved: the rows that keep the hinge's axis have no inverse inertia
 * left to act on but rounding, which they answered with forces without bound. A pendulum locked into its own plane fell by 3 mm in half a
 * second instead of 0.78 m. Cylindrical joints did the same. Found by comparing planar scenes in both dimensions.
 */

import { box, World, type Body } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const ORIGIN = { x: 0, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

/** How far a bar of two metres falls in half a second, held by its end. */
function fall(hold: (world: World, bodyB: Body) => unknown, locked: boolean): number {
  const world = new World({ sleeping: false })
  const bar = world.createBody({
    position: { x: 1, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 1, y: 0.05, z: 0.5 } })],
    ...(locked ? { lockedAxes: { linear: { z: true }, angular: { x: true, y: true } } } : {}),
  })
  hold(world, bar)
  for (let i = 0; i < 30; i++) world.step(1 / 60)
  return bar.position.y
}

const hinge = (world: World, bodyB: Body): unknown => world.createHingeJoint({ bodyB, anchor: ORIGIN, axis: Z })
const cylinder = (world: World, bodyB: Body): unknown => world.createCylindricalJoint({ bodyB, anchor: ORIGIN, axis: Z })
const ball = (world: World, bodyB: Body): unknown => world.createBallJoint({ bodyB, anchor: ORIGIN })

it('a hinge swings in its plane as it does without the locks', () => expect(fall(hinge, true)).toBeCloseTo(fall(hinge, false), 9))

it('a cylindrical joint swings in its plane as it does without the locks', () => {
  expect(fall(cylinder, true)).toBeCloseTo(fall(cylinder, false), 9)
})

it('a ball joint swings in its plane as it does without the locks', () => expect(fall(ball, true)).toBeCloseTo(fall(ball, false), 9))
