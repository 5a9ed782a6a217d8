/**
 * Rows of lattices at rest are laid out by a short cut (`still-rows.ts`). It must lead to the same bits as the general way, whatever the joints hang
 * on and however their frames are turned; otherwise a net would change its results when it comes to rest.
 */

import { ROUTE_NET } from '../../../src/common/solver/joint-groups.ts'
import { box, World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { STILL } from '../../../src/common/islands/batches.ts'
import { buildJoints } from '../../../src/d2/joints/solver/build-joint.ts'
import { startFrames } from '../../../src/d2/joints/frames.ts'
import { POSE_SIZE, ROW } from '../../../src/d2/joints/joint-kind.ts'
import { HOT_STRIDE, INVERSE } from '../../../src/d2/joints/solver/joint-rows.ts'
import { layStillRows } from '../../../src/d2/joints/solver/still-rows.ts'
import { VELOCITY_STRIDE } from '../../../src/d2/store/solver-bodies.ts'
import type { WorldState } from '../../../src/d2/store/world-state.ts'
import { DT, steps } from '../setup.ts'
import { stateOf } from './lab.ts'

/** 12 × 12 boxes, each turned another way, half of the joints welds; one hangs on a static body and one on the world. */
function turnedLattice(): World {
  const world = new World({ sleeping: false })
  const side = 12
  const at = (k: number) => ({ x: k % side, y: Math.floor(k / side) })
  const bodies = Array.from({ length: side * side }, (_, k) =>
    world.createBody({
      type: k === 0 ? 'static' : 'dynamic',
      position: at(k),
      rotation: 0.37 * k - 9,
      shapes: [box({ halfExtents: { x: 0.3, y: 0.4 }, position: { x: 0.01 * (k % 5), y: 0 }, filter: { category: 0, mask: 0 } })],
    }))
  const join = (a: number, b: number): void => {
    const anchor = { x: 0.5 * (at(a).x + at(b).x), y: 0.5 * (at(a).y + at(b).y) }
    const definition = { bodyA: bodies[a]!, bodyB: bodies[b]!, anchor }
    if ((a + b) % 3 === 0) world.createFixedJoint(definition)
    else world.createHingeJoint(definition)
  }
  for (let k = 0; k < side * side; k++) {
    if (k % side > 0) join(k - 1, k)
    if (k >= side) join(k - side, k)
  }
  world.createHingeJoint({ bodyB: bodies[side - 1]!, anchor: at(side - 1) })
  return world
}

/** All that the rows of a range say, and what they add to the warm starts. */
function read(state: WorldState, from: number, to: number): number[][] {
  const { hot, arm, error, rigid, frame } = state.jointRows.columns
  const parts: number[][] = [[...state.solverBodies.columns.warm], [...state.joints.columns.turns]]
  for (let r = from; r < to; r++) {
    parts.push([
      ...hot.slice(r * HOT_STRIDE, r * HOT_STRIDE + 3 * ROW), ...arm.slice(r * 4, r * 4 + 4), ...error.slice(r * 3, r * 3 + rigid[r]!), rigid[r]!,
      ...frame.slice(r * POSE_SIZE, (r + 1) * POSE_SIZE),
    ])
  }
  return parts
}

it('the short cut gives the bits of the general way', () => {
  const world = turnedLattice()
  steps(world, 30)
  const state = stateOf(world)
  const { jointStart } = state.batches
  const from = jointStart[STILL]!
  const to = jointStart[STILL + 1]!
  expect(to - from).toBe(world.stats.joints)
  const { joint, frame, hot, impulse } = state.jointRows.columns
  expect(impulse.some(p => p !== 0)).toBe(true)
  const { warm } = state.solverBodies.columns
  warm.fill(0)
  for (let r = from; r < to; r++) startFrames(state, joint[r]!, frame, r * POSE_SIZE)
  buildJoints(state, from, to, DT, true)
  const general = read(state, from, to)
  warm.fill(0)
  hot.fill(NaN, from * HOT_STRIDE, to * HOT_STRIDE)
  frame.fill(NaN)
  layStillRows(state, from, to)
  const short = read(state, from, to)
  // + 0: a zero has two signs, and which one it has makes no difference to a sum.
  expect(short.map(part => part.map(x => x + 0))).toEqual(general.map(part => part.map(x => x + 0)))
})

it('a net at rest whose factor cannot be made is swept, with all that sweeps need', () => {
  const world = turnedLattice()
  steps(world, 30)
  const state = stateOf(world)
  // As if it were too large. Rows are not cleared from step to step: what is not made anew is no number.
  state.jointNets.nets[0]!.usable = false
  state.jointRows.columns.hot.fill(NaN)
  steps(world, 1)
  for (const body of world.bodies) expect(Number.isFinite(body.position.x + body.linearVelocity.x + body.angularVelocity)).toBe(true)
  expect(world.events.quarantined).toHaveLength(0)
  const { jointStart } = state.batches
  const from = jointStart[STILL]!
  const to = jointStart[STILL + 1]!
  expect(to - from).toBe(world.stats.joints)
  const { hot, route, bodyA, bodyB, rigid } = state.jointRows.columns
  expect(route.slice(from, to).every(way => way !== ROUTE_NET)).toBe(true)
  const { velocity } = state.solverBodies.columns
  for (let r = from; r < to; r++) {
    // K K⁻¹ = 1, for the first row and column: 00 01 11 02 12 22.
    const row = (i: number): Float64Array => hot.slice(r * HOT_STRIDE + i * ROW, r * HOT_STRIDE + (i + 1) * ROW)
    const K = (i: number, k: number): number => row(i).reduce((sum, x, c) => {
      const body = (c < 3 ? bodyA[r]! : bodyB[r]!) * VELOCITY_STRIDE
      return sum + x * row(k)[c]! * velocity[body + (c % 3 < 2 ? 3 : 4)]!
    }, 0)
    const inverse = hot.slice(r * HOT_STRIDE + INVERSE, r * HOT_STRIDE + INVERSE + 6)
    const columns = [[inverse[0]!, inverse[1]!, inverse[3]!], [inverse[1]!, inverse[2]!, inverse[4]!], [inverse[3]!, inverse[4]!, inverse[5]!]]
    for (let i = 0; i < rigid[r]!; i++) {
      for (let k = 0; k < rigid[r]!; k++) {
        let product = 0
        for (let c = 0; c < rigid[r]!; c++) product += K(i, c) * columns[c]![k]!
        expect(product).toBeCloseTo(i === k ? 1 : 0, 6)
      }
    }
  }
})
