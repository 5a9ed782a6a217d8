/** Bodies come and go: handles, ids, enabling, teleports, user data. */

import { box, PhysicsError, sphere, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addFloor } from '../../../scenes/d3/ground.ts'
import { createWorld, DT, steps } from '../accuracy/setup.ts'

const BALL = sphere({ radius: 0.5 })

describe('handles', () => {
  it('are the same object every time', () => {
    const world = createWorld()
    const body = world.createBody({ shapes: [BALL] })
    expect([...world.bodies][0]).toBe(body)
    expect(body.shapes[0]).toBe(body.shapes[0])
    expect(body.shapes[0]!.body).toBe(body)
    expect(world.castRay({ origin: { x: 0, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.body).toBe(body)
  })

  it('of destroyed bodies are refused, even when the row is used again; destroying twice is harmless', () => {
    const world = createWorld()
    const old = world.createBody({ shapes: [BALL] })
    const oldShape = old.shapes[0]!
    world.destroyBody(old)
    const next = world.createBody({ position: { x: 1, y: 2, z: 3 }, shapes: [BALL] })
    expect(() => old.position).toThrow(PhysicsError)
    expect(() => oldShape.friction).toThrow(PhysicsError)
    world.destroyBody(old)
    next.removeShape(oldShape)
    expect(world.bodyCount).toBe(1)
    expect(next.shapes).toHaveLength(1)
    expect(next.position).toEqual({ x: 1, y: 2, z: 3 })
    expect(next.id).not.toBe(old.id)
  })

  it('survive thousands of creations and destructions', () => {
    const world = createWorld()
    addFloor(world, 20)
    let last = world.createBody({ shapes: [BALL] })
    for (let i = 0; i < 3000; i++) {
      const body = world.createBody({ position: { x: i % 7, y: 1 + (i % 5), z: 0 }, shapes: [BALL] })
      world.destroyBody(last)
      last = body
      if (i % 10 === 0) world.step(DT)
    }
    expect(world.bodyCount).toBe(2)
    expect([...world.bodies]).toContain(last)
  })

  it('carry user data without touching the hash', () => {
    const world = createWorld()
    const tag = { name: 'crate' }
    const body = world.createBody({ userData: tag, shapes: [sphere({ radius: 1, userData: 7 })] })
    expect(body.userData).toBe(tag)
    expect(body.shapes[0]!.userData).toBe(7)
    const hash = world.hash()
    body.userData = 'other'
    expect(world.hash()).toBe(hash)
  })
})

describe('getters', () => {
  it('give fresh objects, and fill the one handed in', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 1, y: 2, z: 3 }, shapes: [BALL] })
    const before = body.position
    body.position = { x: 5, y: 5, z: 5 }
    expect(before).toEqual({ x: 1, y: 2, z: 3 })
    body.position = before
    const out = { x: 0, y: 0, z: 0 }
    expect(body.getPosition(out)).toBe(out)
    expect(out).toEqual({ x: 1, y: 2, z: 3 })
  })

  it('normalise a rotation that is given with another length', () => {
    const world = createWorld()
    const body = world.createBody({ rotation: { x: 0, y: 0, z: 3, w: 4 }, shapes: [BALL] })
    const q = body.rotation
    expect(Math.hypot(q.x, q.y, q.z, q.w)).toBeCloseTo(1, 12)
    expect(q.z).toBeCloseTo(0.6, 12)
  })
})

describe('enabled', () => {
  it('takes a body out of the world and puts it back', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 2, z: 0 }, shapes: [BALL] })
    body.enabled = false
    steps(world, 60)
    expect(body.position.y).toBe(2)
    expect(world.castRay({ origin: { x: 0, y: 9, z: 0 }, direction: { x: 0, y: -1, z: 0 } })!.distance).toBeCloseTo(9, 9)
    body.enabled = true
    steps(world, 120)
    expect(body.position.y).toBeCloseTo(0.5, 2)
  })

  it('a disabled floor lets things fall', () => {
    const world = createWorld()
    const floor = addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [BALL] })
    steps(world, 30)
    floor.enabled = false
    steps(world, 60)
    expect(body.position.y).toBeLessThan(-3)
  })

  it('works from the start', () => {
    const world = createWorld()
    const body = world.createBody({ enabled: false, shapes: [BALL] })
    steps(world, 30)
    expect(body.position.y).toBe(0)
    expect(body.enabled).toBe(false)
  })
})

describe('teleport', () => {
  it('moves at once, keeps the velocity, and leaves no ghost of the old contact', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    steps(world, 60)
    body.teleport({ x: 0, y: 10, z: 0 }, { x: 0, y: 0, z: 1, w: 0 })
    expect(body.position).toEqual({ x: 0, y: 10, z: 0 })
    expect(body.rotation).toEqual({ x: 0, y: 0, z: 1, w: 0 })
    const speed = body.linearVelocity.y
    steps(world, 30)
    expect(body.position.y).toBeCloseTo(10 + speed * 0.5 - (9.81 / 2) * 0.25, 6)
  })

  it('does not sweep: a body teleported to the far side of a wall has not hit it', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 0.1, y: 5, z: 5 } })] })
    const body = world.createBody({ position: { x: -3, y: 0, z: 0 }, linearVelocity: { x: 5, y: 0, z: 0 }, shapes: [BALL] })
    body.teleport({ x: 3, y: 0, z: 0 })
    steps(world, 30)
    expect(body.position.x).toBeCloseTo(5.5, 6)
    expect(body.linearVelocity.x).toBe(5)
  })
})

describe('snapshot', () => {
  it('fills the given buffer, says its size, and restores poses, velocities and settings', () => {
    const world = createWorld()
    addFloor(world, 10)
    const body = world.createBody({ position: { x: 0, y: 3, z: 0 }, shapes: [BALL] })
    steps(world, 20)
    const buffer = new Uint8Array(world.snapshotSize() + 100)
    const bytes = world.snapshot(buffer)
    expect(bytes.buffer).toBe(buffer.buffer)
    expect(bytes.length).toBe(world.snapshotSize())
    const position = body.position
    const velocity = body.linearVelocity
    world.gravity = { x: 0, y: 5, z: 0 }
    steps(world, 30)
    const extra = world.createBody({ shapes: [BALL] })
    world.restore(bytes)
    expect(body.position).toEqual(position)
    expect(body.linearVelocity).toEqual(velocity)
    expect(world.gravity).toEqual({ x: 0, y: -9.81, z: 0 })
    expect(world.bodyCount).toBe(2)
    expect(() => extra.position).toThrow(PhysicsError)
    expect(world.stepCount).toBe(20)
  })

  it('brings a destroyed body back under its old handle', () => {
    const world = createWorld()
    const body = world.createBody({ position: { x: 4, y: 5, z: 6 }, shapes: [BALL] })
    const bytes = world.snapshot().slice()
    world.destroyBody(body)
    world.createBody({ shapes: [BALL] })
    world.restore(bytes)
    expect(body.position).toEqual({ x: 4, y: 5, z: 6 })
    expect([...world.bodies]).toEqual([body])
  })
})
