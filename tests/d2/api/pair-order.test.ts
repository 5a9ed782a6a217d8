/** The pair table is put in order when it has lost it, and nothing else changes by that. */

import { box, circle, type World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { moveRows } from '../../../src/common/memory/world-memory.ts'
import { sortPairs } from '../../../src/common/store/pair-order.ts'
import type { WorldState } from '../../../src/d2/store/world-state.ts'
import { createRandom } from '../../common/random.ts'
import { stateOf } from '../joints/lab.ts'
import { addFloor, createWorld, steps } from '../setup.ts'

/** Discs and boxes that have settled between two walls. */
function pile(count: number, sleeping = false): World {
  const world = createWorld({ sleeping })
  addFloor(world, 5)
  for (const x of [-5, 5]) world.createBody({ type: 'static', position: { x, y: 10 }, shapes: [box({ halfExtents: { x: 0.5, y: 10 } })] })
  for (let i = 0; i < count; i++) {
    const shape = i % 2 === 0 ? circle({ radius: 0.25 }) : box({ halfExtents: { x: 0.25, y: 0.2 } })
    world.createBody({ position: { x: -4 + 0.6 * (i % 14), y: 0.4 + 0.55 * Math.floor(i / 14) }, rotation: 0.1 * i, shapes: [shape] })
  }
  steps(world, 60)
  return world
}

/** Throws the first `count` pairs of the table into disorder. */
function shuffle(state: WorldState, count: number, seed: number): void {
  const random = createRandom(seed)
  const from = Int32Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = from[i]!
    from[i] = from[j]!
    from[j] = kept
  }
  moveRows(state.pairs, from, Int32Array.from({ length: count }, (_, i) => i), count)
  const { shapeA, shapeB, contact } = state.pairs.columns
  for (let row = 0; row < count; row++) {
    state.pairSet.set(shapeA[row]!, shapeB[row]!, row)
    if (contact[row]! > 0) state.contacts.columns.pair[contact[row]! - 1] = row
  }
}

/** All there is to say of each pair, by its shapes; rows left out. */
function describePairs(state: WorldState): Map<string, string> {
  const pairs = state.pairs.columns
  const contacts = state.contacts.columns
  const found = new Map<string, string>()
  for (let row = 0; row < state.pairs.count; row++) {
    const c = pairs.contact[row]! - 1
    const contact = c < 0 ? 'none' : [
      contacts.alive[c], contacts.count[c], contacts.age[c], [...contacts.ids.slice(4 * c, 4 * c + 4)],
      [...contacts.normalForce.slice(2 * c, 2 * c + 2)], contacts.frictionForce[c],
    ].join()
    found.set(`${pairs.shapeA[row]} ${pairs.shapeB[row]}`, `${pairs.state[row]} ${pairs.parting.slice(2 * row, 2 * row + 2).join()} ${contact}`)
  }
  return found
}

function keys(state: WorldState, from: number, to: number): number[] {
  const { shapeA, shapeB } = state.pairs.columns
  return Array.from({ length: to - from }, (_, i) => {
    const a = shapeA[from + i]!
    const b = shapeB[from + i]!
    return Math.min(a, b) * 1e6 + Math.max(a, b)
  })
}

const isAscending = (list: number[]): boolean => list.every((key, i) => i === 0 || key > list[i - 1]!)

describe('the order of pairs', () => {
  it('comes back after a shuffle, with every pair, contact and force', () => {
    const state = stateOf(pile(150))
    const count = state.globals.columns.awakePairs[0]!
    shuffle(state, count, 7)
    expect(isAscending(keys(state, 0, count))).toBe(false)
    const before = describePairs(state)
    expect([...before.values()].filter((text) => !text.endsWith('none')).length).toBeGreaterThan(150)
    sortPairs(state)
    expect(isAscending(keys(state, 0, count))).toBe(true)
    expect(describePairs(state)).toEqual(before)
    const { shapeA, shapeB, contact } = state.pairs.columns
    let last = 0
    for (let row = 0; row < count; row++) {
      expect(state.pairSet.find(shapeA[row]!, shapeB[row]!)).toBe(row)
      if (contact[row] === 0) continue
      expect(contact[row]).toBeGreaterThan(last)
      last = contact[row]!
      expect(state.contacts.columns.pair[last - 1]).toBe(row)
    }
  })

  it('is left alone where it is good enough', () => {
    const state = stateOf(pile(150))
    const count = state.globals.columns.awakePairs[0]!
    shuffle(state, count, 3)
    sortPairs(state)
    shuffle(state, 20, 5)
    const before = keys(state, 0, count)
    expect(isAscending(before)).toBe(false)
    sortPairs(state)
    expect(keys(state, 0, count)).toEqual(before)
  })

  it('is not asked for where pairs are few', () => {
    const world = createWorld()
    for (let i = 0; i < 200; i++) world.createBody({ position: { x: 3 * i, y: 0 }, shapes: [circle({ radius: 0.5 })] })
    for (let i = 0; i < 200; i += 10) world.createBody({ position: { x: 3 * i, y: 0.9 }, shapes: [circle({ radius: 0.5 })] })
    steps(world, 1)
    const state = stateOf(world)
    const count = state.globals.columns.awakePairs[0]!
    expect(count).toBe(20)
    shuffle(state, count, 2)
    const before = keys(state, 0, count)
    sortPairs(state)
    expect(keys(state, 0, count)).toEqual(before)
  })

  it('leaves pairs that sleep where they are', () => {
    const world = pile(150, true)
    // A heap far away that is never disturbed.
    const ground = world.createBody({ type: 'static', position: { x: 40, y: -0.5 }, shapes: [box({ halfExtents: { x: 5, y: 0.5 } })] })
    for (let i = 0; i < 10; i++) world.createBody({ position: { x: 36 + 0.8 * i, y: 0.25 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.25 } })] })
    for (let i = 0; i < 600 && stateOf(world).globals.columns.awakePairs[0]! > 0; i++) world.step(1 / 60)
    const state = stateOf(world)
    expect(state.globals.columns.awakePairs[0]).toBe(0)
    const sleepers = keys(state, 0, state.pairs.count).length
    expect(sleepers).toBeGreaterThan(150)
    for (const body of world.bodies) if (body.type === 'dynamic' && body.position.x < 20) body.applyImpulse({ x: 0, y: 0.2 })
    world.step(1 / 60)
    const count = state.globals.columns.awakePairs[0]!
    expect(count).toBeGreaterThan(100)
    expect(count).toBeLessThan(state.pairs.count)
    shuffle(state, count, 11)
    const asleep = keys(state, count, state.pairs.count)
    const before = describePairs(state)
    sortPairs(state)
    expect(isAscending(keys(state, 0, count))).toBe(true)
    expect(keys(state, count, state.pairs.count)).toEqual(asleep)
    expect(describePairs(state)).toEqual(before)
    expect(ground.position.x).toBe(40)
  })

  it('is kept up by itself in a pile that is stirred', () => {
    const world = pile(150)
    const state = stateOf(world)
    let strangers = 0
    for (let i = 0; i < 300; i++) {
      const angle = 0.02 * i
      world.gravity = { x: 9.81 * Math.sin(angle), y: -9.81 * Math.cos(angle) }
      world.step(1 / 60)
      const list = keys(state, 0, state.globals.columns.awakePairs[0]!).map((key) => Math.floor(key / 1e6))
      const share = list.filter((key, k) => k > 0 && Math.abs(key - list[k - 1]!) > 8).length / list.length
      strangers = Math.max(strangers, share)
    }
    // A quarter, and what one step may add.
    expect(strangers).toBeLessThan(0.4)
    expect(strangers).toBeGreaterThan(0.1)
  })
})
