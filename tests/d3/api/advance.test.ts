/** The accumulator: real time in, whole steps out, and poses in between for drawing. */

import { sphere, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { WEIGHTLESS } from '../accuracy/setup.ts'

describe('advance', () => {
  it('runs as many fixed steps as fit and keeps the rest', () => {
    const world = new World({ fixedStep: 0.01 })
    expect(world.advance(0.025)).toBe(2)
    expect(world.alpha).toBeCloseTo(0.5, 9)
    expect(world.advance(0.004)).toBe(0)
    expect(world.alpha).toBeCloseTo(0.9, 9)
    expect(world.advance(0.002)).toBe(1)
    expect(world.alpha).toBeCloseTo(0.1, 6)
    expect(world.stepCount).toBe(3)
  })

  it('is the same as stepping, whatever the frames', () => {
    const run = (frames: readonly number[]): string => {
      const world = new World({ maxStepsPerAdvance: 100 })
      world.createBody({ linearVelocity: { x: 1, y: 3, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
      for (const frame of frames) world.advance(frame)
      expect(world.stepCount).toBe(60)
      return JSON.stringify([...world.bodies].map(body => [body.position, body.linearVelocity]))
    }
    const even = run([...Array.from({ length: 60 }, () => 1 / 60), 1e-6])
    expect(run([0.25, 0.5, 0.25, 1e-6])).toBe(even)
    expect(run([...Array.from({ length: 144 }, () => 1 / 144), 1e-6])).toBe(even)
  })

  it('drops what a long frame asks for beyond the limit', () => {
    const world = new World({ maxStepsPerAdvance: 4 })
    expect(world.advance(1)).toBe(4)
    expect(world.stepCount).toBe(4)
    expect(world.advance(1 / 60)).toBeLessThanOrEqual(2)
    expect(world.alpha).toBeGreaterThanOrEqual(0)
    expect(world.alpha).toBeLessThan(1)
  })

  it('interpolates poses between the last two steps', () => {
    const world = new World({ gravity: WEIGHTLESS, fixedStep: 0.01 })
    world.createBody({ linearVelocity: { x: 10, y: 0, z: 0 }, angularVelocity: { x: 0, y: 2, z: 0 }, shapes: [sphere({ radius: 0.5 })] })
    world.advance(0.0125)
    const poses = new Float64Array(7)
    expect(world.readInterpolatedPoses(poses)).toBe(1)
    // A quarter of the way from x = 0 to x = 0.1.
    expect(poses[0]).toBeCloseTo(0.025, 9)
    expect(poses[4]).toBeCloseTo(Math.sin(0.02 / 4 / 2), 6)
    expect(Math.hypot(poses[3]!, poses[4]!, poses[5]!, poses[6]!)).toBeCloseTo(1, 12)
    expect(world.readPoses(poses)).toBe(1)
    expect(poses[0]).toBeCloseTo(0.1, 9)
  })

  it('does not draw a teleported body on its way', () => {
    const world = new World({ gravity: WEIGHTLESS, fixedStep: 0.01 })
    const body = world.createBody({ shapes: [sphere({ radius: 0.5 })] })
    world.advance(0.015)
    body.teleport({ x: 100, y: 0, z: 0 })
    const poses = new Float64Array(7)
    world.readInterpolatedPoses(poses)
    expect(poses[0]).toBe(100)
  })
})

describe('readPoses', () => {
  it('writes seven numbers per body in the order of world.bodies', () => {
    const world = new World()
    for (let i = 0; i < 5; i++) world.createBody({ position: { x: i, y: 2 * i, z: -i }, shapes: [sphere({ radius: 0.1 })] })
    world.destroyBody([...world.bodies][1]!)
    world.createBody({ position: { x: 50, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 1, w: 0 }, shapes: [sphere({ radius: 0.1 })] })
    const poses = new Float64Array(7 * 5)
    expect(world.readPoses(poses)).toBe(5)
    ;[...world.bodies].forEach((body, i) => {
      const { position: p, rotation: q } = body
      expect([...poses.subarray(i * 7, i * 7 + 7)]).toEqual([p.x, p.y, p.z, q.x, q.y, q.z, q.w])
    })
  })

  it('fills as much as fits and says how many there are', () => {
    const world = new World()
    for (let i = 0; i < 3; i++) world.createBody({ position: { x: i + 1, y: 0, z: 0 }, shapes: [sphere({ radius: 0.1 })] })
    const poses = new Float64Array(10)
    expect(world.readPoses(poses)).toBe(3)
    expect(poses[0]).toBe(1)
    expect([...poses.subarray(7)]).toEqual([0, 0, 0])
  })
})
