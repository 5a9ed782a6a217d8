/**
 * Loops with a rod more than they need, turned through their dead points: redundant rows share their load, and what they brace against each other
 * must not grow from turn to turn.
 */

import { World as World2d, box as box2d } from 'fulcrum-physics/2d'
import { box, World } from 'fulcrum-physics/3d'
import { expect, it } from 'vitest'

const STEPS = 1500
const DENSITY = 1000
const MOTOR = { speed: 1, maxTorque: 1e5 }
/** Largest force on a pivot in a run of STEPS, N, over the torque of the motor, 1/m: at dead points the arm of the rods is short. */
const MOST = 40

interface Loop {
  readonly joints: readonly { readonly reactionForce: Readonly<{ x: number; y: number; z?: number }> }[]
  step(): void
}

/** Three cranks side by side and the rod that joins them. */
function loop2d(): Loop {
  const world = new World2d()
  const frame = world.createBody({ type: 'static' })
  const bar = (x: number, y: number, hx: number, hy: number): ReturnType<World2d['createBody']> =>
    world.createBody({ position: { x, y }, shapes: [box2d({ halfExtents: { x: hx, y: hy }, density: DENSITY })] })
  const rod = bar(1, 1, 1.1, 0.05)
  const joints = [0, 1, 2].flatMap((x) => {
    const crank = bar(x, 0.5, 0.05, 0.5)
    return [
      world.createHingeJoint({ bodyA: frame, bodyB: crank, anchor: { x, y: 0 }, motor: x === 0 ? MOTOR : null }),
      world.createHingeJoint({ bodyA: crank, bodyB: rod, anchor: { x, y: 1 } }),
    ]
  })
  return { joints, step: () => world.step(1 / 60) }
}

/** The same in space. */
function loop3d(): Loop {
  const world = new World()
  const frame = world.createBody({ type: 'static' })
  const bar = (x: number, y: number, hx: number, hy: number): ReturnType<World['createBody']> =>
    world.createBody({ position: { x, y, z: 0 }, shapes: [box({ halfExtents: { x: hx, y: hy, z: 0.05 }, density: DENSITY })] })
  const rod = bar(1, 1, 1.1, 0.05)
  const axis = { x: 0, y: 0, z: 1 }
  const joints = [0, 1, 2].flatMap((x) => {
    const crank = bar(x, 0.5, 0.05, 0.5)
    return [
      world.createHingeJoint({ bodyA: frame, bodyB: crank, anchor: { x, y: 0, z: 0 }, axis, motor: x === 0 ? MOTOR : null }),
      world.createHingeJoint({ bodyA: crank, bodyB: rod, anchor: { x, y: 1, z: 0 }, axis }),
    ]
  })
  return { joints, step: () => world.step(1 / 60) }
}

/** The largest force on a joint while the loop is stepped. */
function largestLoad({ joints, step }: Loop): number {
  let most = 0
  for (let i = 0; i < STEPS; i++) {
    step()
    for (const { reactionForce: { x, y, z = 0 } } of joints) most = Math.max(most, Math.hypot(x, y, z))
  }
  return most
}

it.each([['2D', loop2d], ['3D', loop3d]] as const)('loads of a loop with redundant rods do not grow, %s', (_, build) => {
  const loop = build()
  largestLoad(loop)
  expect(largestLoad(loop) / MOTOR.maxTorque).toBeLessThan(MOST)
})
