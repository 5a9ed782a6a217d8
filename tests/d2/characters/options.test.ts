/** Options, properties and life cycle of characters in the plane. */

import { box, capsule, circle, World, type CharacterDefinition } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { validateStep, validateWorld } from '../../../src/d2/store/validate-world.ts'

const shape = capsule({ radius: 0.3, halfLength: 0.6 })

function flatWorld(): World {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: 50, y: 0.5 } })] })
  return world
}

it('has the defaults that the documents give', () => {
  const character = flatWorld().createCharacter({ shape })
  expect(character.mass).toBe(70)
  expect(character.strength).toBe(400)
  expect(character.maxSlope).toBeCloseTo((50 * Math.PI) / 180, 15)
  expect(character.stepHeight).toBeCloseTo(0.3, 15)
  expect(character.stickDistance).toBeCloseTo(0.3, 15)
  expect(character.skin).toBeCloseTo(0.006, 15)
  expect(character.acceleration).toBe(Infinity)
  expect(character.airAcceleration).toBe(10)
  expect(character.gravityScale).toBe(1)
  expect(character.stepsOnDynamic).toBe(false)
  expect(character.up).toEqual({ x: 0, y: 1 })
})

it('keeps what it is told, and setters read back', () => {
  const world = flatWorld()
  const definition: CharacterDefinition = {
    shape, position: { x: 1, y: 2 }, velocity: { x: 0, y: 1 }, mass: 50, strength: 10, maxSlope: 0.5, stepHeight: 0.2,
    stickDistance: 0.1, skin: 0.01, acceleration: 30, airAcceleration: 3, gravityScale: 0.5, stepsOnDynamic: true, userData: 'me',
  }
  const character = world.createCharacter(definition)
  for (const key of Object.keys(definition) as (keyof CharacterDefinition)[]) {
    if (key !== 'shape') expect(character[key as 'mass'], key).toEqual(definition[key])
  }
  const fresh = world.createCharacter({ shape, position: { x: 0, y: 1 } })
  for (const key of ['mass', 'strength', 'maxSlope', 'stepHeight', 'stickDistance', 'skin', 'acceleration', 'airAcceleration', 'gravityScale'] as const) {
    fresh[key] = definition[key]!
    expect(fresh[key]).toBe(definition[key])
  }
  fresh.stepsOnDynamic = true
  expect(fresh.stepsOnDynamic).toBe(true)
  fresh.up = { x: 2, y: 0 }
  expect(fresh.up).toEqual({ x: 1, y: 0 })
  fresh.move = { x: 1, y: 0 }
  expect(fresh.move).toEqual({ x: 1, y: 0 })
  validateWorld(world)
})

it('refuses what makes no sense, with the field and advice, and leaves the world as it was', () => {
  const world = flatWorld()
  const before = world.hash()
  const refused: [object, RegExp][] = [
    [{}, /character\.shape.*no shape definition/],
    [{ shape, mass: 0 }, /character\.mass/],
    [{ shape, strength: -1 }, /character\.strength.*must not be negative/],
    [{ shape, maxSlope: 2 }, /character\.maxSlope.*between 0 and/],
    [{ shape, stepHeight: Number.NaN }, /character\.stepHeight.*not finite/],
    [{ shape, skin: 0 }, /character\.skin.*above 0/],
    [{ shape, skin: 1 }, /character\.skin.*half the thickness/],
    [{ shape, up: { x: 0, y: 0 } }, /character\.up.*length above 0/],
    [{ shape, acceleration: -Infinity }, /character\.acceleration/],
    [{ shape: circle({ radius: 1, sensor: true }) }, /character\.shape\.sensor/],
    [{ shape, stepheight: 1 }, /stepheight.*Did you mean stepHeight/],
  ]
  for (const [definition, message] of refused) expect(() => world.createCharacter(definition as never), message.source).toThrow(message)
  expect(world.hash()).toBe(before)
  expect(world.characterCount).toBe(0)
})

it('goes with its body, and its body with it; gone handles refuse, and removing twice is harmless', () => {
  const world = flatWorld()
  const a = world.createCharacter({ shape, position: { x: 0, y: 1 } })
  const b = world.createCharacter({ shape, position: { x: 2, y: 1 } })
  expect([...world.characters]).toEqual([a, b])
  const { body } = a
  world.destroyCharacter(a)
  world.destroyCharacter(a)
  expect(body.isValid).toBe(false)
  expect(a.isValid).toBe(false)
  expect(() => a.position).toThrow(/character was destroyed/)
  expect(() => a.jump(1)).toThrow(/character was destroyed/)
  world.destroyBody(b.body)
  expect(b.isValid).toBe(false)
  expect(world.characterCount).toBe(0)
  validateWorld(world)
  const c = world.createCharacter({ shape, position: { x: 0, y: 1 } })
  expect(c.id).not.toBe(a.id)
  world.step(1 / 60)
  validateStep(world)
  expect(() => new World().destroyCharacter(c)).toThrow(/another world/)
  expect(() => (c.body.type = 'dynamic')).toThrow(/body\.type.*body of a character is kinematic/)
  c.body.enabled = false
  const { position } = c
  world.step(1 / 60)
  validateStep(world)
  expect(c.position).toEqual(position)
  expect(c.enabled).toBe(false)
})

it('a world that has no character hashes as one that never heard of them', () => {
  const world = flatWorld()
  const before = world.hash()
  world.createCharacter({ shape, position: { x: 0, y: 1 } })
  expect(world.hash()).not.toBe(before)
})

it('goes on from a snapshot bit by bit, and is refused if it is damaged', () => {
  const make = () => {
    const world = flatWorld()
    const lift = world.createBody({
      type: 'kinematic', position: { x: 3, y: -0.2 }, angularVelocity: 1, shapes: [box({ halfExtents: { x: 1.5, y: 0.3 } })],
    })
    const character = world.createCharacter({ shape, position: { x: 0, y: 1 } })
    character.move = { x: 2, y: 0 }
    return { world, lift, character }
  }
  const { world } = make()
  for (let i = 0; i < 45; i++) world.step(1 / 60)
  const bytes = world.snapshot()
  for (let i = 0; i < 60; i++) world.step(1 / 60)
  const other = new World()
  other.restore(bytes)
  validateWorld(other)
  for (let i = 0; i < 60; i++) other.step(1 / 60)
  expect(other.hash()).toBe(world.hash())
  expect([...other.characters][0]!.position).toEqual([...world.characters][0]!.position)
})
