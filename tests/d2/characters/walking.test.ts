/** Characters on floors, walls, steps and slopes: where they get to, against what geometry says. */

import { box, capsule, World, type Character, type ShapeDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d2/store/validate-world.ts'

const SHAPES: [string, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9 } })],
]
/** Half the height and the skin. */
const STANDING = 0.906

function flatWorld(): World {
  const world = new World()
  world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box({ halfExtents: { x: 50, y: 0.5 } })] })
  return world
}

function block(world: World, x: number, y: number, halfX: number, halfY: number, angle = 0): void {
  world.createBody({ type: 'static', position: { x, y }, rotation: angle, shapes: [box({ halfExtents: { x: halfX, y: halfY } })] })
}

/** Steps, and counts those that end off the ground. */
function run(world: World, character: Character, steps: number, dt = 1 / 60): number {
  let air = 0
  for (let i = 0; i < steps; i++) {
    world.step(dt)
    validateStep(world)
    if (!character.isGrounded) air++
  }
  return air
}

describe.each(SHAPES)('a %s', (_name, shape) => {
  it('falls to the floor, stands at its skin and stays there', () => {
    const world = flatWorld()
    const character = world.createCharacter({ shape, position: { x: 0, y: 3 } })
    expect(character.ground).toBe('air')
    run(world, character, 60)
    expect(character.ground).toBe('ground')
    expect(character.position.y).toBeCloseTo(STANDING, 9)
    const { position } = character
    expect(run(world, character, 60)).toBe(0)
    expect(character.position).toEqual(position)
  })

  it('walks at the speed it wants, at any length of the step', () => {
    for (const hertz of [30, 60, 144, 240]) {
      const world = flatWorld()
      const character = world.createCharacter({ shape, position: { x: 0, y: STANDING } })
      expect(character.isGrounded).toBe(true)
      character.move = { x: 3, y: 0 }
      expect(run(world, character, hertz, 1 / hertz)).toBe(0)
      expect(character.position.x).toBeCloseTo(3, 9)
      expect(character.position.y).toBeCloseTo(STANDING, 9)
      expect(character.velocity.x).toBeCloseTo(3, 9)
    }
  })

  it('stops at a wall at its skin', () => {
    const world = flatWorld()
    block(world, 5, 1, 0.5, 1)
    const character = world.createCharacter({ shape, position: { x: 3, y: STANDING } })
    character.move = { x: 3, y: 0 }
    run(world, character, 60)
    expect(character.position.x).toBeCloseTo(4.2 - 0.006, 9)
    expect(character.velocity.x).toBeCloseTo(0, 9)
  })

  it('comes to rest in an acute corner without a tremor', () => {
    const world = flatWorld()
    block(world, 4, 2.2, 4, 0.2, -0.4)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING } })
    character.move = { x: 3, y: 0 }
    run(world, character, 180)
    const { position } = character
    expect(run(world, character, 60)).toBe(0)
    for (const axis of ['x', 'y'] as const) expect(Math.abs(character.position[axis] - position[axis])).toBeLessThan(1e-6)
    expect(character.isSqueezed).toBe(false)
  })

  it('climbs stairs up to its step height and no higher, and comes down without leaving them', () => {
    for (const [rise, climbs] of [[0.1, true], [0.25, true], [0.29, true], [0.32, false]] as const) {
      const world = flatWorld()
      for (let i = 0; i < 6; i++) block(world, 7 + 0.4 * i, (rise * (i + 1)) / 2, 5, (rise * (i + 1)) / 2)
      const character = world.createCharacter({ shape, position: { x: 0, y: STANDING } })
      character.move = { x: 2, y: 0 }
      expect(run(world, character, 200)).toBe(0)
      expect(character.position.y).toBeCloseTo(climbs ? STANDING + 6 * rise : STANDING, 7)
      if (!climbs) continue
      character.move = { x: -2, y: 0 }
      expect(run(world, character, 200)).toBe(0)
      expect(character.position.y).toBeCloseTo(STANDING, 7)
    }
  })

  it('climbs slopes up to the steepest it may, keeps its horizontal speed there, and does not creep', () => {
    for (const degrees of [5, 20, 35, 49]) {
      const world = flatWorld()
      const a = (degrees * Math.PI) / 180
      block(world, 2 + 5 * Math.cos(a) + 0.5 * Math.sin(a), 5 * Math.sin(a) - 0.5 * Math.cos(a), 5, 0.5, a)
      const character = world.createCharacter({ shape, position: { x: 0, y: STANDING } })
      character.move = { x: 2, y: 0 }
      expect(run(world, character, 120)).toBe(0)
      const { position } = character
      run(world, character, 30)
      expect(character.position.x - position.x).toBeCloseTo(1, 6)
      expect(character.position.y - position.y).toBeCloseTo(Math.tan(a), 6)
      expect(character.groundNormal.y).toBeCloseTo(Math.cos(a), 9)
      character.move = { x: 0, y: 0 }
      const { position: rest } = character
      run(world, character, 120)
      expect(character.position).toEqual(rest)
      character.move = { x: -2, y: 0 }
      expect(run(world, character, 160)).toBe(0)
      expect(character.position.y).toBeCloseTo(STANDING, 6)
    }
  })

  it('is stopped by a slope that is too steep, and slides down it with the acceleration of a frictionless one', () => {
    const world = flatWorld()
    const a = (60 * Math.PI) / 180
    block(world, 2 + 10 * Math.cos(a) + 0.5 * Math.sin(a), 10 * Math.sin(a) - 0.5 * Math.cos(a), 10, 0.5, a)
    const walker = world.createCharacter({ shape, position: { x: 0, y: STANDING } })
    walker.move = { x: 2, y: 0 }
    run(world, walker, 120)
    expect(walker.position.y).toBeCloseTo(STANDING, 6)
    expect(walker.position.x).toBeLessThan(2)
    walker.move = { x: -2, y: 0 }
    const slider = world.createCharacter({ shape, position: { x: 6, y: 12 } })
    while (slider.ground !== 'steep') world.step(1 / 60)
    // The landing takes its own time; from then on it is a uniform acceleration.
    for (let i = 0; i < 5; i++) world.step(1 / 60)
    const before = slider.velocity
    for (let i = 0; i < 15; i++) world.step(1 / 60)
    const gained = Math.hypot(slider.velocity.x - before.x, slider.velocity.y - before.y)
    expect(slider.ground).toBe('steep')
    expect(gained).toBeCloseTo(9.81 * Math.sin(a) * 0.25, 6)
  })
})

it('a jump reaches the height that its speed has, whatever the length of the step', () => {
  for (const hertz of [30, 60, 240]) {
    const world = flatWorld()
    const character = world.createCharacter({ shape: SHAPES[0]![1], position: { x: 0, y: STANDING } })
    character.jump(5)
    let top = 0
    for (let i = 0; i < hertz; i++) {
      world.step(1 / hertz)
      top = Math.max(top, character.position.y - STANDING)
    }
    // The highest point lies between two steps at most.
    expect(25 / 2 / 9.81 - top).toBeGreaterThanOrEqual(-1e-9)
    expect(25 / 2 / 9.81 - top).toBeLessThan(9.81 / 8 / hertz / hertz + 1e-9)
  }
})

it('jumps in the air and off slopes that are too steep, as it is told', () => {
  const world = new World()
  const character = world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.6 }), position: { x: 0, y: 50 }, velocity: { x: 1, y: -3 } })
  for (let i = 0; i < 6; i++) world.step(1 / 60)
  const { y } = character.position
  character.jump(5)
  let top = 0
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60)
    top = Math.max(top, character.position.y - y)
  }
  expect(top).toBeCloseTo(5 ** 2 / (2 * 9.81), 1)
  world.createBody({ type: 'static', position: { x: 20, y: 0 }, rotation: 1.2, shapes: [box({ halfExtents: { x: 9, y: 0.5 } })] })
  const slider = world.createCharacter({ shape: capsule({ radius: 0.3, halfLength: 0.6 }), position: { x: 20, y: 3 } })
  while (slider.ground !== 'steep') world.step(1 / 60)
  slider.jump(5)
  world.step(1 / 60)
  expect(slider.velocity.y).toBeCloseTo(5 - 9.81 / 60, 6)
})
