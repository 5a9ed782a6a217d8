/** A snapshot with joints of users' own types is restored where the types are given or known, and refused by the name of the type elsewhere. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

/** Types of space; the plane has all that is used. */
const DIMENSIONS = { '2D': d2 as unknown as typeof d3, '3D': d3 }

for (const [name, { World, box, defineJoint, PhysicsError }] of Object.entries(DIMENSIONS)) {
  const level = (text = 'level', height = 0): d3.JointType =>
    defineJoint({ name: text, rows: 1, error: (a, b, m) => m.sub(m.sub(b.position.y, a.position.y), height) })
  const beside = defineJoint({ name: 'beside', coordinates: ['length'], values: (a, b, m) => m.sub(b.position.x, a.position.x) })

  const cube = (world: d3.World, x: number): d3.Body =>
    world.createBody({ position: { x, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.2, y: 0.3, z: 0.4 } })] })

  function play(...types: readonly d3.JointType[]): d3.World {
    const world = new World()
    types.forEach((type, i) => {
      const bodyB = cube(world, 2 * i)
      const spring = type === beside ? [{ target: 2 * i + 1, hertz: 2, dampingRatio: 0.3 }] : undefined
      world.createJoint(type, { bodyB, anchor: bodyB.position, ...(spring === undefined ? {} : { springs: spring }) })
    })
    for (let i = 0; i < 10; i++) world.step(1 / 60)
    return world
  }

  function goesOnAlike(one: d3.World, other: d3.World): void {
    expect(other.hash()).toBe(one.hash())
    for (let i = 0; i < 30; i++) {
      one.step(1 / 60)
      other.step(1 / 60)
    }
    expect(other.hash()).toBe(one.hash())
  }

  describe(`types of joints given to restore, ${name}`, () => {
    it('let a world that has never used them go on alike, in any order, more than needed', () => {
      const flat = level()
      const world = play(flat, beside)
      const other = new World()
      other.restore(world.snapshot(), { jointTypes: [level('unused'), beside, flat, flat] })
      expect([...other.joints].map((joint) => joint.type)).toEqual(['level', 'beside'])
      goesOnAlike(world, other)
      // It knows them from now on.
      const bytes = other.snapshot()
      other.step(1 / 60)
      other.restore(bytes)
      goesOnAlike(world, other)
    })

    it('may be another object with the same name, rows and coordinates', () => {
      const world = play(level(), beside)
      const other = new World()
      other.restore(world.snapshot(), { jointTypes: [level(), beside] })
      goesOnAlike(world, other)
    })

    it('come before those of the same name that the world has used', () => {
      const world = play(level('level', 0.5))
      const other = play(level())
      const mended = level('level', 0.5)
      other.restore(world.snapshot(), { jointTypes: [mended] })
      goesOnAlike(world, other)
    })

    it('are named when they are missing, and nothing changes', () => {
      const bytes = play(level(), beside).snapshot()
      const other = play(level())
      const hash = other.hash()
      expect(() => other.restore(bytes)).toThrow(/own type "beside".*restore\(bytes, \{ jointTypes: \[type\] \}\)/)
      expect(() => other.restore(bytes, { jointTypes: [level()] })).toThrow(PhysicsError)
      expect(() => other.restore(bytes, { jointTypes: [] })).toThrow(/"beside"/)
      const otherRows = defineJoint({ name: 'beside', rows: 1, error: (a, b, m) => m.sub(b.position.x, a.position.x) })
      expect(() => other.restore(bytes, { jointTypes: [otherRows] })).toThrow(/"beside".*the same name, rows and coordinates/)
      expect(other.hash()).toBe(hash)
      // What was given to a call that was refused is not kept for the next one.
      expect(() => other.restore(bytes)).toThrow(/"beside"/)
    })

    it('are refused if they are none, or look alike', () => {
      const world = play(level())
      const bytes = world.snapshot()
      const hash = world.hash()
      const wrong: [unknown, RegExp][] = [
        [{ jointTypes: level() }, /restore\.jointTypes.*must be a list/],
        [{ jointTypes: null }, /restore\.jointTypes/],
        [{ jointTypes: [level('a'), 'level'] }, /restore\.jointTypes\[1\].*defineJoint/],
        [{ jointTypes: [null] }, /restore\.jointTypes\[0\]/],
        [{ jointTypes: [level(), level()] }, /restore\.jointTypes\[1\].*name, rows and coordinates of another/],
        [{ types: [] }, /restore\.types/],
        [[], /restore/],
        [7, /restore/],
      ]
      for (const [options, message] of wrong) {
        expect(() => world.restore(bytes, options as never)).toThrow(PhysicsError)
        expect(() => world.restore(bytes, options as never)).toThrow(message)
        expect(world.hash()).toBe(hash)
      }
      world.restore(bytes)
      expect(world.hash()).toBe(hash)
    })

    it('serve joints that were made with their functions', () => {
      const error: d3.ErrorFunction = (a, b, m) => m.sub(b.position.y, a.position.y)
      const world = new World()
      world.createCustomJoint({ bodyB: cube(world, 0), rows: 1, error })
      const other = new World()
      other.restore(world.snapshot(), { jointTypes: [defineJoint({ name: 'custom', rows: 1, error })] })
      // One more is of the same kind in both.
      for (const each of [world, other]) each.createCustomJoint({ bodyB: cube(each, 3), rows: 1, error })
      goesOnAlike(world, other)
    })
  })
}
