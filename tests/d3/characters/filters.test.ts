/** What a character meets: by the filters of shapes, and by `world.shouldCollide`, which makes one-way platforms. */

import { expect, it } from 'vitest'
import { box, capsule, mesh, plane, World, type Body } from '../../../src/d3/index.ts'

const tall = { radius: 0.3, halfLength: 0.6 }

function flatWorld(filter = {}): { world: World; floor: Body } {
  const world = new World()
  const floor = world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [box({ halfExtents: { x: 9, y: 0.5, z: 9 }, filter })] })
  return { world, floor }
}

it.each([[{ group: -3 }, { group: -3 }, false], [{ group: -3 }, { group: -4 }, true], [{ group: 2, mask: 0 }, { group: 2 }, true], [{ mask: 2 }, {}, false]])(
  'filters %o and %o', (own, others, stands) => {
    const { world } = flatWorld(others)
    const character = world.createCharacter({ shape: capsule({ ...tall, filter: own }), position: { x: 0, y: 0.92, z: 0 } })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.isGrounded).toBe(stands)
  })

it('world.shouldCollide is asked in every step: platforms that hold from above only', () => {
  const { world } = flatWorld()
  const platform = world.createBody({ type: 'static', position: { x: 0, y: 2.5, z: 0 }, shapes: [box({ halfExtents: { x: 2, y: 0.1, z: 2 } })] })
  const character = world.createCharacter({ shape: capsule(tall), position: { x: 0, y: 0.92, z: 0 } })
  let open = false
  world.shouldCollide = (a, b) => (a.body !== platform && b.body !== platform) || (!open && character.position.y >= 3.5)
  for (let i = 0; i < 10; i++) world.step(1 / 60)
  character.jump(9)
  let top = 0
  for (let i = 0; i < 180; i++) {
    world.step(1 / 60)
    top = Math.max(top, character.position.y)
  }
  expect(top).toBeCloseTo(character.skin + 0.9 + 9 ** 2 / (2 * 9.81), 2)
  expect(character.groundBody).toBe(platform)
  // Down through it.
  open = true
  for (let i = 0; i < 90; i++) world.step(1 / 60)
  expect(character.position.y).toBeCloseTo(0.9 + character.skin, 9)
})

it('an error of shouldCollide comes out of the step, and what it would change is refused', () => {
  const { world } = flatWorld()
  const character = world.createCharacter({ shape: capsule(tall), position: { x: 0, y: 0.92, z: 0 } })
  for (let i = 0; i < 10; i++) world.step(1 / 60)
  world.shouldCollide = () => { throw new Error('mine') }
  expect(() => { world.step(1 / 60) }).toThrow('mine')
  world.shouldCollide = () => { character.mass = 3; return true }
  expect(() => { world.step(1 / 60) }).toThrow(/character\.mass/)
  expect(character.isGrounded).toBe(true)
})

it('is a convex shape with an end', () => {
  const { world } = flatWorld()
  const level = mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 0, 1], indices: [0, 2, 1] })
  for (const shape of [level, plane()]) expect(() => world.createCharacter({ shape })).toThrow(/character\.shape/)
  const character = world.createCharacter({ shape: capsule(tall) })
  for (const shape of [level, plane()]) expect(() => character.setShape(shape)).toThrow(/character\.setShape/)
  expect(() => { character.maxSlope = 50 }).toThrow(/radians/)
})
