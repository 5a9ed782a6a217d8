/** Characters and bodies that can be moved, against momentum and Coulomb's law. */

import { box, capsule, sphere, World, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'

const SHAPES: [string, ShapeDefinition][] = [
  ['capsule', capsule({ radius: 0.3, halfLength: 0.6 })],
  ['box', box({ halfExtents: { x: 0.3, y: 0.9, z: 0.3 } })],
]
const STANDING = 0.906
const G = 9.81

function flatWorld(): World {
  const world = new World()
  const floor = box({ halfExtents: { x: 50, y: 0.5, z: 50 }, friction: 0.5 })
  world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [floor] })
  return world
}

function run(world: World, steps: number): void {
  for (let i = 0; i < steps; i++) {
    world.step(1 / 60)
    validateStep(world)
  }
}

function crateAt(world: World, x: number, mass: number, friction: number, speed = 0) {
  const shape = box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 }, friction })
  return world.createBody({ position: { x, y: 0.5, z: 0 }, mass, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [shape] })
}

describe.each(SHAPES)('a %s', (_name, shape) => {
  it('pushes a crate that its strength can move, at nearly its own speed, asleep or not', () => {
    for (const mass of [1, 20, 60]) {
      const world = flatWorld()
      const crate = crateAt(world, 2, mass, 0.5)
      const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
      run(world, 90)
      expect(crate.isAwake).toBe(false)
      character.move = { x: 3, y: 0, z: 0 }
      run(world, 180)
      expect(crate.linearVelocity.x).toBeGreaterThan(2.7)
      expect(crate.linearVelocity.x).toBeLessThan(3.1)
      expect(crate.position.x - character.position.x).toBeCloseTo(0.8 + 0.006, 2)
      expect(character.isGrounded).toBe(true)
    }
  })

  it('does not move a crate that friction holds against its strength, not even by a creep', () => {
    const world = flatWorld()
    const crate = crateAt(world, 2, 200, 0.5)
    const character = world.createCharacter({ shape, position: { x: 1, y: STANDING, z: 0 }, strength: 0.95 * 0.5 * 200 * G })
    character.move = { x: 1, y: 0, z: 0 }
    run(world, 120)
    const { x } = crate.position
    run(world, 120)
    expect(Math.abs(crate.position.x - x)).toBeLessThan(1e-4)
    character.strength = 1.1 * 0.5 * 200 * G
    run(world, 120)
    expect(crate.position.x - x).toBeGreaterThan(0.1)
  })

  it('runs into a crate as a body of its mass: momentum is kept', () => {
    const world = flatWorld()
    const crate = crateAt(world, 2, 70, 0)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 }, strength: 0 })
    character.move = { x: 4, y: 0, z: 0 }
    while (crate.linearVelocity.x === 0 && character.position.x < 3) run(world, 1)
    // Asleep it hears of the blow in the next step.
    run(world, 2)
    expect(crate.linearVelocity.x).toBeGreaterThan(1.9)
    expect(crate.linearVelocity.x).toBeLessThan(2.1)
  })

  it('is taken along by what is heavy, as an inelastic collision has it, and resists with its strength', () => {
    const world = flatWorld()
    const truck = crateAt(world, -2, 2000, 0, 5)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    let before = 5
    while (truck.linearVelocity.x > 4.95) {
      before = truck.linearVelocity.x
      run(world, 1)
    }
    expect(before).toBeCloseTo(5, 6)
    expect(truck.linearVelocity.x).toBeCloseTo((2000 * 5) / 2070, 1)
    const { x } = truck.linearVelocity
    run(world, 60)
    expect(x - truck.linearVelocity.x).toBeCloseTo(400 / 2000, 1)
    expect(character.position.x - truck.position.x).toBeCloseTo(0.806, 2)
    expect(character.velocity.x).toBeCloseTo(truck.linearVelocity.x, 1)
  })

  it('stops what is light, and does not give way', () => {
    const world = flatWorld()
    const crate = crateAt(world, -2, 1, 0, 5)
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    run(world, 90)
    expect(Math.abs(character.position.x)).toBeLessThan(0.005)
    expect(Math.abs(crate.linearVelocity.x)).toBeLessThan(1e-6)
  })

  it('stops what presses it against a wall, jaws that are not quite parallel included', () => {
    const world = flatWorld()
    world.createBody({ type: 'static', position: { x: 1, y: 1, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 1, z: 5 } })] })
    const truck = crateAt(world, -2, 2000, 0, 5)
    truck.rotation = { x: 0, y: Math.sin(0.01), z: 0, w: Math.cos(0.01) }
    const character = world.createCharacter({ shape, position: { x: 0.1, y: STANDING, z: 0 } })
    run(world, 90)
    expect(character.position.x).toBeCloseTo(0.194, 2)
    expect(Math.abs(character.position.z)).toBeLessThan(0.1)
    expect(character.position.x - truck.position.x).toBeGreaterThan(0.79)
    expect(character.isGrounded).toBe(true)
  })

  it('bears a crate on its head', () => {
    const world = flatWorld()
    const crate = world.createBody({ position: { x: 0, y: 3, z: 0 }, mass: 20, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })] })
    const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    run(world, 180)
    expect(crate.position.y).toBeCloseTo(STANDING + 0.9 + 0.006 + 0.25, 4)
    expect(character.position.y).toBeCloseTo(STANDING, 6)
  })

  it('stops fast balls: none passes through it', () => {
    for (const speed of [10, 30, 100, 300]) {
      const world = flatWorld()
      const ball = world.createBody({
        position: { x: -5.03, y: 1, z: 0.05 }, mass: 0.5, gravityScale: 0, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [sphere({ radius: 0.05 })],
      })
      const character = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
      for (let i = 0; i < 60; i++) {
        run(world, 1)
        const { x, z } = ball.position
        // Round a capsule it may pass, inside it never.
        expect(Math.hypot(x - character.position.x, z - character.position.z)).toBeGreaterThan(0.345)
        if (Math.abs(z) < 0.3) expect(x).toBeLessThan(-0.15)
      }
    }
  })

  it('weighs on what it stands on: a platform on a spring comes to rest where both weights say', () => {
    const world = flatWorld()
    const platform = world.createBody({ position: { x: 0, y: 1, z: 0 }, mass: 30, shapes: [box({ halfExtents: { x: 1, y: 0.1, z: 1 } })] })
    const base = world.createBody({ type: 'static' })
    world.createSliderJoint({
      bodyA: base, bodyB: platform, anchor: { x: 0, y: 1, z: 0 }, axis: { x: 0, y: 1, z: 0 }, spring: { stiffness: 10_000, damping: 1000 },
    })
    const character = world.createCharacter({ shape, position: { x: 0.5, y: 2.1, z: 0 } })
    run(world, 240)
    expect(1 - platform.position.y).toBeCloseTo((100 * G) / 10_000, 4)
    expect(character.position.y - platform.position.y).toBeCloseTo(0.1 + STANDING, 6)
    expect(character.groundBody).toBe(platform)
  })

  it('is stopped by another character, and both stay apart by the larger skin', () => {
    const world = flatWorld()
    const a = world.createCharacter({ shape, position: { x: 0, y: STANDING, z: 0 } })
    const b = world.createCharacter({ shape, position: { x: 2, y: STANDING, z: 0 } })
    a.move = { x: 3, y: 0, z: 0 }
    run(world, 60)
    b.move = { x: -3, y: 0, z: 0 }
    run(world, 60)
    expect(b.position.x - a.position.x).toBeGreaterThan(0.6 + 0.0059)
    expect(b.position.x - a.position.x).toBeLessThan(0.62)
  })
})
