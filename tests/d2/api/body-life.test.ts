/** Bodies come and go: handles, ids, enabling, teleports, user data, snapshots. */

import { box, chain, circle, PhysicsError, polygon, World, type ShapeDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { addFloor, createWorld, DT, steps, WEIGHTLESS } from '../setup.ts'

const BALL = circle({ radius: 0.5 })
const CUBE = box({ halfExtents: { x: 0.5, y: 0.5 } })

describe('handles', () => {
  it('are the same object every time', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [BALL] })
    expect([...world.bodies][0]).toBe(body)
    expect(body.shapes[0]!.body).toBe(body)
    expect(world.castRay({ origin: { x: 0, y: 5 }, direction: { x: 0, y: -1 } })!.body).toBe(body)
  })

  it('of destroyed bodies are refused, even when the row is used again; destroying twice is harmless', () => {
    const world = createWorld()
    const old = world.createBody({ shapes: [BALL] })
    const oldShape = old.shapes[0]!
    world.destroyBody(old)
    const next = world.createBody({ position: { x: 1, y: 2 }, shapes: [BALL] })
    expect(() => old.position).toThrow(PhysicsError)
    expect(() => oldShape.friction).toThrow(PhysicsError)
    world.destroyBody(old)
    next.removeShape(oldShape)
    expect(world.bodyCount).toBe(1)
    expect(next.shapes).toHaveLength(1)
    expect(next.position).toEqual({ x: 1, y: 2 })
    expect(next.id).not.toBe(old.id)
  })

  it('survive thousands of creations and destructions', () => {
    const world = createWorld()
    addFloor(world, 20)
    let last = world.createBody({ shapes: [BALL] })
    for (let i = 0; i < 3000; i++) {
      const body = world.createBody({ position: { x: i % 7, y: 1 + (i % 5) }, shapes: [i % 2 ? BALL : CUBE] })
      world.destroyBody(last)
      last = body
      if (i % 10 === 0) world.step(DT)
    }
    expect(world.bodyCount).toBe(2)
    expect([...world.bodies]).toContain(last)
  })

  it('carry user data, of every link of a chain too, without touching the hash', () => {
    const world = createWorld()
    const tag = { name: 'crate' }
    const line = chain({ points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 1 }], userData: 'rail' })
    const body = world.createBody({ userData: tag, shapes: [circle({ radius: 1, userData: 7 }), line] })
    expect(body.userData).toBe(tag)
    expect(body.shapes.map(shape => shape.userData)).toEqual([7, 'rail', 'rail'])
    const hash = world.hash()
    body.userData = 'other'
    expect(world.hash()).toBe(hash)
  })

  it('give fresh objects, and fill the one handed in', () => {
    const body = createWorld().createBody({ position: { x: 1, y: 2 }, shapes: [BALL] })
    const before = body.position
    body.position = { x: 5, y: 5 }
    expect(before).toEqual({ x: 1, y: 2 })
    body.position = before
    const out = { x: 0, y: 0 }
    expect(body.getPosition(out)).toBe(out)
    expect(out).toEqual({ x: 1, y: 2 })
  })
})

describe('enabled', () => {
  it('takes a body out of the world and puts it back', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 2 }, shapes: [BALL] })
    body.enabled = false
    steps(world, 60)
    expect(body.position.y).toBe(2)
    expect(world.castRay({ origin: { x: 0, y: 9 }, direction: { x: 0, y: -1 } })!.distance).toBeCloseTo(9, 9)
    body.enabled = true
    steps(world, 120)
    expect(body.position.y).toBeCloseTo(0.5, 2)
  })

  it('a disabled floor lets things fall', () => {
    const world = createWorld()
    const floor = addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
    steps(world, 30)
    floor.enabled = false
    steps(world, 60)
    expect(body.position.y).toBeLessThan(-3)
  })
})

describe('teleport', () => {
  it('moves at once, keeps the velocity, and leaves no ghost of the old contact', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [CUBE] })
    steps(world, 60)
    body.teleport({ x: 0, y: 10 }, 20)
    expect(body.position).toEqual({ x: 0, y: 10 })
    expect(body.rotation).toBe(20)
    const speed = body.linearVelocity.y
    steps(world, 30)
    expect(body.position.y).toBeCloseTo(10 + speed * 0.5 - (9.81 / 2) * 0.25, 6)
  })

  it('does not sweep: a body teleported to the far side of a wall has not hit it', () => {
    const world = new World({ gravity: WEIGHTLESS })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.1, y: 5 } })] })
    const body = world.createBody({ position: { x: -3, y: 0 }, linearVelocity: { x: 5, y: 0 }, shapes: [BALL] })
    body.teleport({ x: 3, y: 0 })
    steps(world, 30)
    expect(body.position.x).toBeCloseTo(5.5, 6)
    expect(body.linearVelocity.x).toBe(5)
  })

  it('of the origin, not of the centre of mass', () => {
    const world = createWorld({ gravity: WEIGHTLESS })
    const body = world.createBody({ shapes: [circle({ radius: 0.5, position: { x: 2, y: 0 } })] })
    body.rotation = Math.PI / 2
    expect(body.position.x).toBeCloseTo(0, 12)
    expect(body.centerOfMass.y).toBeCloseTo(2, 12)
    expect(body.worldPoint({ x: 1, y: 1 }).x).toBeCloseTo(-1, 12)
    expect(body.localPoint({ x: -1, y: 1 }).y).toBeCloseTo(1, 12)
  })
})

function pile(): World {
  const world = new World()
  addFloor(world, 10)
  const wedge = polygon({ points: [{ x: 0, y: 0 }, { x: 0.8, y: 0 }, { x: 0.2, y: 0.7 }] })
  for (let i = 0; i < 12; i++) {
    world.createBody({ position: { x: (i % 3) * 0.7, y: 1 + i * 0.6 }, rotation: i, shapes: [[BALL, CUBE, wedge][i % 3]!] })
  }
  return world
}

describe('snapshot', () => {
  it('fills the given buffer, says its size, and restores poses, velocities and settings', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 0, y: 3 }, angularVelocity: 2, shapes: [BALL] })
    steps(world, 20)
    const buffer = new Uint8Array(world.snapshotSize() + 100)
    const bytes = world.snapshot(buffer)
    expect(bytes.buffer).toBe(buffer.buffer)
    expect(bytes.length).toBe(world.snapshotSize())
    const before = [body.position, body.rotation, body.linearVelocity, body.angularVelocity]
    world.gravity = { x: 0, y: 5 }
    steps(world, 30)
    const extra = world.createBody({ shapes: [BALL] })
    world.restore(bytes)
    expect([body.position, body.rotation, body.linearVelocity, body.angularVelocity]).toEqual(before)
    expect(world.gravity).toEqual({ x: 0, y: -9.81 })
    expect(() => extra.position).toThrow(PhysicsError)
    expect(world.stepCount).toBe(20)
  })

  it('brings a destroyed body back under its old handle', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 4, y: 5 }, shapes: [BALL] })
    const bytes = world.snapshot().slice()
    world.destroyBody(body)
    world.createBody({ shapes: [BALL] })
    world.restore(bytes)
    expect(body.position).toEqual({ x: 4, y: 5 })
    expect([...world.bodies]).toEqual([body])
  })

  it('goes on bit for bit as the world that was never restored, in mid-fall and asleep', () => {
    for (const at of [3, 40, 90, 400]) {
      const straight = pile()
      const restored = pile()
      steps(straight, at)
      steps(restored, at)
      const bytes = restored.snapshot().slice()
      steps(restored, 17)
      for (const body of [...restored.bodies].slice(3, 5)) restored.destroyBody(body)
      restored.restore(bytes)
      for (let i = 0; i < 60; i++) {
        straight.step(DT)
        restored.step(DT)
        expect(restored.hash()).toBe(straight.hash())
      }
    }
  })

  it('of another world is taken whatever its polygons are; without geometry only where they are the same', () => {
    const stone = (size: number): ShapeDefinition => polygon({ points: [{ x: 0, y: 0 }, { x: size, y: 0 }, { x: 0, y: 1 }] })
    const worldOf = (sizes: readonly number[]): World => {
      const world = new World()
      sizes.forEach((size, i) => world.createBody({ position: { x: 3 * i, y: 0 }, shapes: [stone(size)] }))
      world.step(DT)
      return world
    }
    const first = worldOf([1, 2])
    const second = worldOf([1, 2])
    steps(first, 20)
    second.restore(first.snapshot())
    first.step(DT)
    second.step(DT)
    expect(second.hash()).toBe(first.hash())
    for (const sizes of [[1], [1, 3], [2, 1], []]) {
      const world = worldOf(sizes)
      const before = world.hash()
      expect(() => world.restore(first.snapshot({ geometry: false }))).toThrow(PhysicsError)
      expect(world.hash()).toBe(before)
      world.restore(first.snapshot())
      expect(world.hash()).toBe(first.hash())
    }
  })

  it('with hostile bytes is refused or taken, but never breaks the world', () => {
    const world = pile()
    steps(world, 30)
    const good = world.snapshot().slice()
    const hash = world.hash()
    let seed = 12345
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      return seed % n
    }
    for (let round = 0; round < 200; round++) {
      const bytes = good.slice(0, round % 4 === 0 ? random(good.length) & ~3 : good.length)
      // Headers and run lengths, where damage can do harm; values of columns are whatever they are.
      if (bytes.length > 200) bytes[random(200)] = random(256)
      try {
        world.restore(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(PhysicsError)
        expect((error as PhysicsError).code).toBe('bad-snapshot')
        expect(world.hash()).toBe(hash)
      }
      world.restore(good)
      expect(world.hash()).toBe(hash)
    }
  })
})
