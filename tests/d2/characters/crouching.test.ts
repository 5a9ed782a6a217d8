/** Other shapes for a character: crouching under a ceiling and standing up where there is room. */

import { box, capsule, circle, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { validateStep, validateWorld } from '../../../src/d2/store/validate-world.ts'

const SHAPES: [string, ShapeDefinition, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 }), capsule({ radius: 0.3, halfLength: 0.2 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9 } }), box({ halfExtents: { x: 0.3, y: 0.5 } })],
  ['capsule that becomes a ball', capsule({ radius: 0.3, halfLength: 0.6 }), circle({ radius: 0.5 })],
]

function tunnel(): World {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: 20, y: 0.5 } })] })
  world.createBody({ type: 'static', position: { x: 3, y: 1.7 }, shapes: [box({ halfExtents: { x: 1, y: 0.5 } })] })
  return world
}

describe.each(SHAPES)('a %s', (_name, tall, low) => {
  it('crouches under a ceiling, cannot stand up there, and stands up behind it', () => {
    const world = tunnel()
    const character = world.createCharacter({ shape: tall, position: { x: 0, y: 0.906 } })
    const { shape } = character
    character.move = { x: 2, y: 0 }
    for (let i = 0; i < 90; i++) world.step(1 / 60)
    expect(character.position.x).toBeLessThan(2)
    expect(character.setShape(low)).toBe(true)
    validateWorld(world)
    expect(character.shape).toBe(shape)
    expect(character.position.y).toBeCloseTo(0.506, 9)
    expect(character.isGrounded).toBe(true)
    while (character.position.x < 3) {
      world.step(1 / 60)
      validateStep(world)
      expect(character.isGrounded).toBe(true)
    }
    const hash = world.hash()
    expect(character.hasRoomFor(tall)).toBe(false)
    expect(character.setShape(tall)).toBe(false)
    expect(world.hash()).toBe(hash)
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.hasRoomFor(tall)).toBe(true)
    expect(character.setShape(tall)).toBe(true)
    world.step(1 / 60)
    validateStep(world)
    expect(character.position.y).toBeCloseTo(0.906, 8)
    expect(character.isGrounded).toBe(true)
  })
})

it('keeps its sensors informed, and refuses what is no shape', () => {
  const world = tunnel()
  world.createBody({ type: 'static', position: { x: 0, y: 1.5 }, shapes: [box({ halfExtents: { x: 1, y: 0.2 }, sensor: true })] })
  const character = world.createCharacter({ shape: SHAPES[0]![1], position: { x: 0, y: 0.906 } })
  world.step(1 / 60)
  expect(world.events.sensorBegin.map(({ visitorBody }) => visitorBody)).toEqual([character.body])
  character.setShape(SHAPES[0]![2])
  world.step(1 / 60)
  expect(world.events.sensorEnd).toHaveLength(1)
  expect(() => character.setShape({} as never)).toThrow(/character\.setShape.*no shape definition/)
  expect(() => character.setShape(circle({ radius: 1e-3 }))).toThrow(/character\.skin.*half the thickness/)
})
