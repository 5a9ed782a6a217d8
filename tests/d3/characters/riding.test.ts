/** Characters on lifts, turntables and belts, and what other controllers are reported to do wrong. */

import { box, capsule, World, type Character, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'

const SHAPES: [string, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9, z: 0.3 } })],
]
const STANDING = 0.906
const SLAB = box({ halfExtents: { x: 3, y: 0.25, z: 3 } })

function block(world: World, x: number, y: number, halfX: number, halfY: number, angle = 0): void {
  const rotation = { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) }
  world.createBody({ type: 'static', position: { x, y, z: 0 }, rotation, shapes: [box({ halfExtents: { x: halfX, y: halfY, z: 5 } })] })
}

describe.each(SHAPES)('a %s', (_name, shape) => {
  it('stands still on a lift that moves down and aside and turns back at once: no jitter, no lift-off', () => {
    for (const hertz of [30, 60, 240]) {
      const world = new World()
      const lift = world.createBody({ type: 'kinematic', position: { x: 0, y: -0.25, z: 0 }, shapes: [SLAB] })
      const character = world.createCharacter({ shape, position: { x: 0.5, y: STANDING, z: 0 } })
      for (let i = 0; i < 4 * hertz; i++) {
        const up = Math.floor((2 * i) / hertz) % 2 === 0 ? 3 : -3
        lift.linearVelocity = { x: 1.5, y: up, z: 2 * Math.sin(i * 0.1) }
        world.step(1 / hertz)
        validateStep(world)
        expect(character.isGrounded).toBe(true)
        expect(character.position.x - lift.position.x).toBeCloseTo(0.5, 9)
        expect(character.position.y - lift.position.y).toBeCloseTo(0.25 + STANDING, 9)
        expect(character.position.z - lift.position.z).toBeCloseTo(0, 9)
      }
      expect(character.groundBody).toBe(lift)
      expect(character.groundVelocity.x).toBeCloseTo(1.5, 9)
    }
  })

  it('walks on a lift at its own speed, and arrives with it by target poses', () => {
    const world = new World()
    const lift = world.createBody({ type: 'kinematic', position: { x: 0, y: -0.25, z: 0 }, shapes: [SLAB] })
    const character = world.createCharacter({ shape, position: { x: -1, y: STANDING, z: 0 } })
    character.move = { x: 1, y: 0, z: 0 }
    for (let i = 1; i <= 90; i++) {
      lift.setTargetPose({ x: Math.sin(i * 0.05), y: -0.25 + Math.sin(i * 0.11), z: 0 })
      world.step(1 / 60)
      expect(character.isGrounded).toBe(true)
      expect(character.position.x - lift.position.x).toBeCloseTo(-1 + i / 60, 8)
      expect(character.position.y - lift.position.y).toBeCloseTo(0.25 + STANDING, 8)
    }
  })

  it('goes round with a turntable and stays at its radius', () => {
    const world = new World()
    const table = world.createBody({ type: 'kinematic', position: { x: 0, y: -0.25, z: 0 }, angularVelocity: { x: 0, y: 2, z: 0 }, shapes: [SLAB] })
    const character = world.createCharacter({ shape, position: { x: 2, y: STANDING, z: 0 } })
    const start = table.localPoint(character.position)
    for (let i = 0; i < 600; i++) world.step(1 / 60)
    const { x, z } = character.position
    expect(Math.hypot(x, z)).toBeCloseTo(2, 9)
    const end = table.localPoint(character.position)
    expect(end.x).toBeCloseTo(start.x, 8)
    expect(end.z).toBeCloseTo(start.z, 8)
    expect(Math.hypot(character.velocity.x, character.velocity.z)).toBeCloseTo(4, 2)
  })

  it('is moved by a belt', () => {
    const world = new World()
    const belt = box({ halfExtents: { x: 30, y: 0.25, z: 3 }, surfaceVelocity: { x: 1, y: 0, z: 0 } })
    world.createBody({ type: 'static', position: { x: 0, y: -0.25, z: 0 }, shapes: [belt] })
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    character.move = { x: -0.5, y: 0, z: 0 }
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.position.x).toBeCloseTo(0.5, 9)
  })

  it('jumps off a falling lift with the whole of its jump, and keeps the speed of one that moves aside', () => {
    const world = new World()
    const lift = world.createBody({ type: 'kinematic', position: { x: 0, y: -0.25, z: 0 }, linearVelocity: { x: 2, y: -3, z: 0 }, shapes: [SLAB] })
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    for (let i = 0; i < 30; i++) world.step(1 / 60)
    character.jump(2)
    let top = 0
    for (let i = 0; i < 24; i++) {
      world.step(1 / 60)
      top = Math.max(top, character.position.y - lift.position.y - 0.25 - STANDING)
      expect(character.position.x - lift.position.x).toBeCloseTo(0, 8)
    }
    expect(top).toBeGreaterThan(4 / 2 / 9.81 - 1e-3)
    expect(top).toBeLessThanOrEqual(4 / 2 / 9.81 + 1e-9)
  })

  it('is pushed by a wall that moves, and squeezed only between walls', () => {
    const world = new World()
    block(world, 0, -0.5, 20, 0.5)
    const wall = world.createBody({
      type: 'kinematic', position: { x: -2, y: 1, z: 0 }, linearVelocity: { x: 1, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 1, z: 3 } })],
    })
    block(world, 2.5, 1, 0.5, 1)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    for (let i = 0; i < 150; i++) {
      world.step(1 / 60)
      expect(character.isSqueezed).toBe(false)
      expect(character.isGrounded).toBe(true)
    }
    expect(character.position.x - wall.position.x).toBeCloseTo(0.8 + 0.006, 6)
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.isSqueezed).toBe(true)
    wall.linearVelocity = { x: -2, y: 0, z: 0 }
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.isSqueezed).toBe(false)
    expect(character.isGrounded).toBe(true)
  })

  it('is held between two slopes that are too steep, stands there still, and jumps out', () => {
    const world = new World()
    for (const side of [-1, 1]) {
      const a = (side * Math.PI) / 3
      block(world, side * 3 * Math.cos(a), 3 * Math.sin(Math.abs(a)), 4, 0.2, a)
    }
    const character = world.createCharacter({ shape, position: { x: 0.1, y: 4, z: 0 } })
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(character.isGrounded).toBe(true)
    const { position } = character
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(character.position.y).toBeCloseTo(position.y, 9)
    expect(character.velocity.y).toBeCloseTo(0, 9)
    character.jump(4)
    let top = 0
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60)
      top = Math.max(top, character.position.y - position.y)
    }
    expect(top).toBeCloseTo(16 / 2 / 9.81, 2)
  })

  it('does not catch at seams of a floor of flush boxes, nor rise over them', () => {
    const world = new World()
    for (let i = 0; i < 40; i++) block(world, 0.5 * i, -0.25, 0.25, 0.25)
    const character = world.createCharacter({ shape, position: { x: 0.3, y: STANDING, z: 0 } })
    character.move = { x: 3, y: 0, z: 0.1 }
    for (let i = 1; i <= 360; i++) {
      world.step(1 / 60)
      expect(character.isGrounded).toBe(true)
      expect(character.position.x).toBeCloseTo(0.3 + i / 20, 8)
      expect(character.position.y).toBeCloseTo(STANDING, 8)
    }
  })

  it('goes from a slope to the floor and back without a tremor, grounded in every step', () => {
    const world = new World()
    block(world, 0, -0.5, 20, 0.5)
    const a = (30 * Math.PI) / 180
    block(world, 2 + 5 * Math.cos(a) + 0.5 * Math.sin(a), 5 * Math.sin(a) - 0.5 * Math.cos(a), 5, 0.5, a)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    for (const speed of [2, -2, 2, -2]) {
      character.move = { x: speed, y: 0, z: 0 }
      let last = character.position
      for (let i = 0; i < 120; i++) {
        world.step(1 / 60)
        expect(character.isGrounded).toBe(true)
        const rise = (character.position.y - last.y) * speed
        expect(rise).toBeGreaterThan(-1e-6)
        last = character.position
      }
    }
    // At rest in the fold between them.
    character.move = { x: 0.01, y: 0, z: 0 }
    character.position = { x: 1.83, y: STANDING, z: 0 }
    const seen: number[] = []
    for (let i = 0; i < 60; i++) {
      world.step(1 / 60)
      seen.push(character.position.y)
      expect(character.isGrounded).toBe(true)
    }
    for (let i = 1; i < seen.length; i++) expect(seen[i]! - seen[i - 1]!).toBeGreaterThan(-1e-9)
  })

  it('does not snap to the floor while it falls past it, and takes no low wall as a reason to be faster', () => {
    const world = new World()
    block(world, 0, -0.5, 20, 0.5)
    const character: Character = world.createCharacter({ shape, position: { x: 0, y: STANDING + 0.5, z: 0 } })
    const heights: number[] = []
    for (let i = 1; i <= 18; i++) {
      world.step(1 / 60)
      heights.push(character.position.y - (STANDING + 0.5 - 0.5 * 9.81 * (i / 60) ** 2))
    }
    for (const miss of heights) expect(Math.abs(miss)).toBeLessThan(1e-9)
    for (let i = 0; i < 30; i++) world.step(1 / 60)
    // A wall too high to step on, beside its way.
    world.createBody({ type: 'static', position: { x: 10, y: 0.2, z: 0.6 }, shapes: [box({ halfExtents: { x: 12, y: 0.2, z: 0.25 } })] })
    character.move = { x: 2, y: 0, z: 1 }
    for (let i = 0; i < 120; i++) {
      const { x, z } = character.position
      world.step(1 / 60)
      expect(Math.hypot(character.position.x - x, character.position.z - z)).toBeLessThanOrEqual(Math.hypot(2, 1) / 60 + 1e-9)
      expect(character.position.y).toBeCloseTo(STANDING, 6)
    }
  })
})
