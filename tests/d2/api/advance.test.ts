/** The accumulator: real time in, whole steps out, and poses in between for drawing. */

import { box, circle, World } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { WEIGHTLESS } from '../setup.ts'

const BALL = circle({ radius: 0.5 })

describe('advance', () => {
  it('runs as many fixed steps as fit and keeps the rest', () => {
    const world = new World({ fixedStep: 0.01 })
    expect(world.advance(0.025)).toBe(2)
    expect(world.alpha).toBeCloseTo(0.5, 9)
    expect(world.advance(0.004)).toBe(0)
    expect(world.advance(0.002)).toBe(1)
    expect(world.alpha).toBeCloseTo(0.1, 6)
    expect(world.stepCount).toBe(3)
  })

  it('is the same as stepping, whatever the frames', () => {
    const run = (frames: readonly number[]): string => {
      const world = new World({ maxStepsPerAdvance: 100 })
      world.createBody({ linearVelocity: { x: 1, y: 3 }, angularVelocity: 2, shapes: [BALL] })
      for (const frame of frames) world.advance(frame)
      expect(world.stepCount).toBe(60)
      return JSON.stringify([...world.bodies].map(body => [body.position, body.rotation, body.linearVelocity]))
    }
    const even = run([...Array.from({ length: 60 }, () => 1 / 60), 1e-6])
    expect(run([0.25, 0.5, 0.25, 1e-6])).toBe(even)
    expect(run([...Array.from({ length: 144 }, () => 1 / 144), 1e-6])).toBe(even)
  })

  it('drops what a long frame asks for beyond the limit', () => {
    const world = new World({ maxStepsPerAdvance: 4 })
    expect(world.advance(1)).toBe(4)
    expect(world.advance(1 / 60)).toBeLessThanOrEqual(2)
    expect(world.alpha).toBeLessThan(1)
  })

  it('interpolates poses between the last two steps, about the centre of mass', () => {
    const world = new World({ gravity: WEIGHTLESS, fixedStep: 0.01 })
    const offset = box({ halfExtents: { x: 0.5, y: 0.5 }, position: { x: 2, y: 0 } })
    const body = world.createBody({ angularVelocity: 2, shapes: [offset] })
    body.linearVelocity = { x: 10, y: 0 }
    world.advance(0.0125)
    const poses = new Float64Array(3)
    expect(world.readInterpolatedPoses(poses)).toBe(1)
    // A quarter of the way: the centre of mass from x = 2 to 2.1, the angle from 0 to 0.02.
    expect(poses[2]).toBeCloseTo(0.005, 12)
    expect(poses[0]).toBeCloseTo(2.025 - 2 * Math.cos(0.005), 12)
    expect(poses[1]).toBeCloseTo(-2 * Math.sin(0.005), 12)
    expect(world.readPoses(poses)).toBe(1)
    expect(poses[0]).toBeCloseTo(2.1 - 2 * Math.cos(0.02), 12)
  })

  it('does not draw a teleported body on its way', () => {
    const world = new World({ gravity: WEIGHTLESS, fixedStep: 0.01 })
    const body = world.createBody({ shapes: [BALL] })
    world.advance(0.015)
    body.teleport({ x: 100, y: 0 }, 3)
    const poses = new Float64Array(3)
    world.readInterpolatedPoses(poses)
    expect([...poses]).toEqual([100, 0, 3])
  })
})

describe('readPoses', () => {
  it('writes three numbers per body in the order of world.bodies, as many as fit', () => {
    const world = new World()
    for (let i = 0; i < 5; i++) world.createBody({ position: { x: i, y: 2 * i }, rotation: i, shapes: [BALL] })
    world.destroyBody([...world.bodies][1]!)
    world.createBody({ position: { x: 50, y: 0 }, rotation: 7, shapes: [BALL] })
    const poses = new Float64Array(3 * 5)
    expect(world.readPoses(poses)).toBe(5)
    ;[...world.bodies].forEach((body, i) => {
      expect([...poses.subarray(i * 3, i * 3 + 3)]).toEqual([body.position.x, body.position.y, body.rotation])
    })
    const few = new Float64Array(4)
    expect(world.readPoses(few)).toBe(5)
    expect(few[3]).toBe(0)
  })
})
