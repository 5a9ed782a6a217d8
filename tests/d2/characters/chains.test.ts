/** Characters on chains: terrain that is solid on one side. */

import { box, capsule, chain, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'

const SHAPES: [string, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9 } })],
]

it.each(SHAPES)('a %s walks over hills of a chain at its speed, without leaving them', (_name, shape) => {
  const world = new World()
  const points = Array.from({ length: 81 }, (_, i) => ({ x: i * 0.5 - 5, y: 0.4 * Math.sin(i * 0.3) }))
  world.createBody({ type: 'static', shapes: chain({ points }) })
  const character = world.createCharacter({ shape, position: { x: 0, y: 2 } })
  for (let i = 0; i < 60; i++) world.step(1 / 60)
  const { x } = character.position
  character.move = { x: 3, y: 0 }
  for (let i = 0; i < 480; i++) {
    world.step(1 / 60)
    expect(character.isGrounded).toBe(true)
  }
  // Out of the skin of slopes it rises; along their normals it would come a little further on the way down.
  expect(character.position.x - x).toBeCloseTo(24, 9)
})

it.each(SHAPES)('a %s jumps up through a chain and lands on it', (_name, shape) => {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: 5, y: 0.5 } })] })
  world.createBody({ type: 'static', position: { x: 0, y: 2.5 }, shapes: chain({ points: [{ x: -3, y: 0 }, { x: 3, y: 0 }] }) })
  const character = world.createCharacter({ shape, position: { x: 0, y: 0.906 } })
  character.jump(8)
  let fastest = 0
  let last = character.position.y
  for (let i = 0; i < 150; i++) {
    world.step(1 / 60)
    fastest = Math.max(fastest, character.position.y - last)
    last = character.position.y
  }
  expect(character.isGrounded).toBe(true)
  expect(character.position.y).toBeCloseTo(2.5 + 0.906, 6)
  // It is not flung up when its middle has passed.
  expect(fastest).toBeLessThan(0.3)
})
