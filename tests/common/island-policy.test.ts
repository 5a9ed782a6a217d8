/** What decides how much work an island gets: its classes in the plane (the code is that of both dimensions), and the sweeps that error control adds. */

import { box, World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { COLD, LAST_RUNG, LIVELY_RUNG } from '../../src/common/islands/batches.ts'
import type { IslandData } from '../../src/common/islands/islands.ts'
import { changeOut, limitIn, type RefinedWorld, refineIslands } from '../../src/common/islands/refine-islands.ts'
import { areForcesStale } from '../../src/common/store/stored-forces.ts'
import { Guards } from '../../src/common/world/guards.ts'
import { stateOf } from '../d2/joints/lab.ts'

const DT = 1 / 60
/** Row of the third body. */
const UPPER = 2

/** A box on the floor and one of `mass` times its mass on it, after some steps of DT and one of `last`. Returns the class of their island. */
function classOfStack(mass: number, steps: number, last: number): number {
  const world = new World({ sleeping: false })
  world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [box({ halfExtents: { x: 9, y: 1 } })] })
  const half = { x: 0.5, y: 0.5 }
  world.createBody({ position: { x: 0, y: 0.5 }, mass: 1, shapes: [box({ halfExtents: half })] })
  world.createBody({ position: { x: 0, y: 1.5 }, mass, shapes: [box({ halfExtents: half })] })
  for (let i = 0; i < steps; i++) world.step(DT)
  world.step(last)
  const state = stateOf(world)
  return state.islands.classOf[state.bodies.columns.island[UPPER]!]!
}

/** Sweeps over an island of so many rows and levels that never converges. */
function sweepsOf(rows: number, depth: number): number {
  const islands = { firstSolver: [0], members: [1], depth: [depth], massRatio: [1] } as unknown as IslandData
  let sweeps = 2
  const state = {
    contactRows: { columns: { island: new Int32Array(rows) } }, islands, batches: { beta: new Float64Array(1) }, guards: new Guards(),
  } as unknown as RefinedWorld
  limitIn[0] = 1e-9
  refineIslands(state, 0, rows, sweeps, {
    measure: () => { changeOut.fill(1) },
    sweep: () => { sweeps += 2 },
    extrapolate: () => {},
  })
  return sweeps
}

describe('the class of an island', () => {
  it('has all substeps where a body carries one of forty times its mass, and not at twenty times', () => {
    expect(classOfStack(20, 60, DT)).not.toBe(LAST_RUNG)
    expect(classOfStack(40, 60, DT)).toBe(LAST_RUNG)
  })

  it('is cold for the first steps of its contacts', () => {
    expect(classOfStack(1, 1, DT)).toBe(COLD)
    expect(classOfStack(1, 10, DT)).not.toBe(COLD)
  })

  it('is that of lively ones in a step a tenth longer than the last, and not in one a hundredth longer', () => {
    expect(classOfStack(1, 60, 1.01 * DT)).toBeLessThan(LIVELY_RUNG)
    expect(classOfStack(1, 60, 1.1 * DT)).toBe(LIVELY_RUNG)
  })
})

describe('error control', () => {
  it('visits rows 8000 times in four sweeps per level, a quarter of that in any case, and sweeps any island four times', () => {
    expect(sweepsOf(100, 1)).toBe(20)
    expect(sweepsOf(100, 10)).toBe(40)
    expect(sweepsOf(400, 10)).toBe(20)
    expect(sweepsOf(4000, 10)).toBe(4)
  })
})

describe('stored forces', () => {
  it('start a step half as long again as the time they stand for, and none three times as long', () => {
    const stale = (dt: number): boolean => areForcesStale({ dt, globals: { columns: { forceTime: Float64Array.of(DT) } } } as never)
    expect(stale(1.5 * DT)).toBe(false)
    expect(stale(3 * DT)).toBe(true)
  })
})
