/** Which contact is solved after which: from the top of a pile to the ground, or by colours where axes are locked. */

import { box, type World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { COLD, COLOR_SLOTS, STATIC_COLOR } from '../../../src/common/islands/batches.ts'
import { goesByLevel } from '../../../src/common/islands/level-order.ts'
import { stateOf } from '../joints/lab.ts'
import { addFloor, createWorld, steps } from '../setup.ts'

function pyramid(rows: number, locked: boolean): World {
  const world = createWorld()
  addFloor(world, 20)
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < rows - row; i++) {
      const last = row === rows - 1
      world.createBody({
        position: { x: (i - (rows - row - 1) / 2) * 1.05, y: 0.5 + row }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 } })],
        lockedAxes: { x: locked && last },
      })
    }
  }
  steps(world, 20)
  return world
}

/** The batch with the most rows: its rows in order, each with its bodies and the sum of their levels. */
function rowsOf(world: World): { batch: number; moving: { a: number; b: number; height: number }[]; onGround: number } {
  const state = stateOf(world)
  const { batches } = state
  const { bodyA, bodyB } = state.contactRows.columns
  const { level } = state.solverBodies.columns
  let batch = 0
  for (let b = 0; b <= COLD; b++) {
    if (batches.rowEnd(b) - batches.rowStart(b) > batches.rowEnd(batch) - batches.rowStart(batch)) batch = b
  }
  const movable = batches.bodyStart[0]!
  const moving = []
  let onGround = 0
  for (let r = batches.rowStart(batch); r < batches.rowEnd(batch); r++) {
    if (bodyA[r]! < movable || bodyB[r]! < movable) {
      onGround++
      continue
    }
    // The ground comes last.
    expect(onGround).toBe(0)
    moving.push({ a: bodyA[r]!, b: bodyB[r]!, height: level[bodyA[r]!]! + level[bodyB[r]!]! })
  }
  return { batch, moving, onGround }
}

describe('the order of contact rows', () => {
  it('runs from the top to the ground', () => {
    const world = pyramid(10, false)
    const { batch, moving, onGround } = rowsOf(world)
    expect(goesByLevel(stateOf(world), batch)).toBe(true)
    // Each box of the nine upper rows stands on two.
    expect(moving.length).toBe(90)
    expect(onGround).toBe(10)
    expect(moving[0]!.height).toBe(19)
    expect(moving.at(-1)!.height).toBe(3)
    for (let i = 1; i < moving.length; i++) expect(moving[i]!.height).toBeLessThanOrEqual(moving[i - 1]!.height)
    const names = new Set(moving.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`))
    expect(names.size).toBe(90)
  })

  it('goes by colours where axes are locked: rows of one share no body', () => {
    const world = pyramid(10, true)
    const state = stateOf(world)
    const { batch, moving } = rowsOf(world)
    expect(moving.length).toBe(90)
    expect(goesByLevel(state, batch)).toBe(false)
    const { colorStart } = state.batches
    const { bodyA, bodyB } = state.contactRows.columns
    let colors = 0
    for (let color = 0; color < STATIC_COLOR; color++) {
      const from = colorStart[batch * COLOR_SLOTS + color]!
      const to = colorStart[batch * COLOR_SLOTS + color + 1]!
      if (from < to) colors++
      const seen = new Set<number>()
      for (let r = from; r < to; r++) {
        expect(seen.has(bodyA[r]!) || seen.has(bodyB[r]!)).toBe(false)
        seen.add(bodyA[r]!).add(bodyB[r]!)
      }
    }
    expect(colors).toBeGreaterThan(3)
  })
})
