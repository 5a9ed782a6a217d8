/** Paths: lengths and frames of the curve, Jacobians, constant speed, gravity on a track, loops, laps, orientation, limits, bad input. */

import { describe, expect, it } from 'vitest'
import { Path, World, type Body, type PathOrientation, type Vec3 } from 'fulcrum-physics/3d'
import { OWN } from '../../../src/d3/store/joint-table.ts'
import { kindOfPath } from '../../../src/d3/joints/kinds/path-joint.ts'
import { freePath, slopeAt } from './cases/path.ts'
import { addBall, addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const G = 9.81
const TURN = 2 * Math.PI

/** Points on a circle in the plane x y. */
function circle(radius: number, count: number): Vec3[] {
  return Array.from({ length: count }, (_, i) => ({ x: radius * Math.cos((TURN * i) / count), y: radius * Math.sin((TURN * i) / count), z: 0 }))
}

function distance(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

/** A winding track in all three directions. */
const winding = new Path({
  points: [
    { x: -3, y: 0, z: 0 }, { x: -1.5, y: 0.8, z: 0.5 }, { x: 0, y: 0, z: 1 }, { x: 1.5, y: -0.6, z: 0 }, { x: 3, y: 0.3, z: -1 }, { x: 4.5, y: 1, z: 0 },
  ],
})

describe('path curve', () => {
  it('is as long as what it stands for, and straight where its points are', () => {
    expect(new Path({ points: [{ x: 1, y: 2, z: 3 }, { x: 4, y: 6, z: 3 }] }).length).toBeCloseTo(5, 12)
    const straight = new Path({ points: [0, 1, 4, 5, 9].map(x => ({ x, y: 2 * x, z: -x })) })
    expect(straight.length).toBeCloseTo(9 * Math.sqrt(6), 10)
    expect(distance(straight.pointAt(straight.length / 3), { x: 3, y: 6, z: -3 })).toBeLessThan(1e-10)
    // A circle's points give its length to the fourth order.
    const off = [16, 32, 64].map(count => Math.abs(new Path({ points: circle(2, count), closed: true }).length / (2 * TURN) - 1))
    expect(off[1]! / off[0]!).toBeLessThan(1 / 14)
    expect(off[2]! / off[1]!).toBeLessThan(1 / 14)
    expect(off[2]).toBeLessThan(1e-6)
  })

  it('goes through its points, has unit directions, and measures itself', () => {
    let before = winding.pointAt(0)
    expect(before).toEqual({ x: -3, y: 0, z: 0 })
    let sum = 0
    const steps = 20_000
    for (let i = 1; i <= steps; i++) {
      const at = (winding.length * i) / steps
      const point = winding.pointAt(at)
      sum += distance(before, point)
      const chord = distance(before, point)
      const t = winding.directionAt(at - (0.5 * winding.length) / steps)
      expect(Math.abs((t.x * (point.x - before.x) + t.y * (point.y - before.y) + t.z * (point.z - before.z)) / chord - 1)).toBeLessThan(1e-6)
      before = point
    }
    expect(Math.abs(sum / winding.length - 1)).toBeLessThan(1e-7)
    expect(distance(before, { x: 4.5, y: 1, z: 0 })).toBeLessThan(1e-9)
    for (const at of [-2, 0.3, 4, winding.length + 1.5]) expect(winding.nearest(winding.pointAt(at))).toBeCloseTo(at, 9)
  })

  it('has a frame that closes', () => {
    // A closed curve that is not flat: without care its frame would not meet itself.
    const points = circle(2, 12).map(({ x, y }, i) => ({ x, y, z: Math.sin((TURN * 2 * i) / 12) }))
    const closed = new Path({ points, closed: true })
    const world = quietWorld()
    const body = addBox(world, closed.pointAt(0))
    world.createPathJoint({ bodyB: body, path: closed, orientation: 'tangent', motor: { speed: closed.length / 4, maxForce: Infinity } })
    run(world, 240)
    expect(distance(body.position, closed.pointAt(0))).toBeLessThan(1e-3)
    expect(Math.abs(Math.abs(body.rotation.w) - 1)).toBeLessThan(1e-5)
  })
})

describe('path joint', () => {
  it.each([['free', 0], ['tangent', 1], ['fixed', 2]])('has the Jacobians of what it measures: %s', (_, orientation) => {
    const make = (random: () => number): Float64Array => {
      const data = randomData(random)
      data[OWN] = orientation as number
      return data
    }
    const { worst, at } = worstDerivative(kindOfPath(winding), make, ({ pose }) => slopeAt(winding, pose) < 0.2, 400)
    expect(worst, at).toBeLessThan(1e-6)
  })

  it('moves at a constant speed along a winding track', () => {
    const world = quietWorld()
    const body = addBall(world, winding.pointAt(0.5))
    const joint = world.createPathJoint({ bodyB: body, path: winding, motor: { speed: 2, maxForce: Infinity } })
    expect(joint.distance).toBeCloseTo(0.5, 12)
    run(world, 1)
    const from = joint.distance
    let off = 0
    let worst = 0
    run(world, 180, (step) => {
      off = Math.max(off, distance(body.position, winding.pointAt(joint.distance)))
      worst = Math.max(worst, Math.abs(joint.distance - from - 2 * (step + 1) * DT))
    })
    expect(off).toBeLessThan(1e-6)
    expect(worst).toBeLessThan(1e-3)
    expect(Math.hypot(...Object.values(body.linearVelocity))).toBeCloseTo(2, 2)
  })

  it('keeps energy as a bead on a wire', () => {
    const world = quietWorld(G)
    const body = addBall(world, winding.pointAt(winding.length * 0.25))
    const energy = (): number => 0.5 * distance(body.linearVelocity, { x: 0, y: 0, z: 0 }) ** 2 + G * body.position.y
    world.createPathJoint({ bodyB: body, path: winding, limit: { lower: -10, upper: 20 } })
    const before = energy()
    let worst = 0
    run(world, 60, () => { worst = Math.max(worst, Math.abs(energy() - before)) })
    expect(worst / (G * 1)).toBeLessThan(5e-3)
  })

  it('slides down a straight slope at g sin, less friction', () => {
    for (const friction of [0, 3]) {
      const world = quietWorld(G)
      const slope = new Path({ points: [{ x: 0, y: 0, z: 0 }, { x: 8, y: -6, z: 0 }] })
      const body = addBall(world, { x: 0, y: 0, z: 0 })
      const joint = world.createPathJoint({ bodyB: body, path: slope, friction })
      run(world, 60)
      const a = G * 0.6 - friction / body.mass
      expect(Math.abs(joint.speed / a - 1)).toBeLessThan(1e-6)
      expect(Math.abs(joint.distance / (0.5 * a) - 1)).toBeLessThan(1e-4)
      run(world, 240)
      expect(joint.distance).toBeCloseTo(10, 6)
      expect(joint.friction).toBe(friction)
    }
  })

  it('swings on a circular wire as a pendulum does', () => {
    const world = quietWorld(G)
    const ring = new Path({ points: circle(2, 48), closed: true })
    const angle = 0.05
    const body = addBall(world, { x: 2 * Math.sin(angle), y: -2 * Math.cos(angle), z: 0 }, 0.05)
    world.createPathJoint({ bodyB: body, path: ring })
    let crossings = 0
    let first = 0
    let last = 0
    let before = body.position.x
    run(world, 1200, (step) => {
      const { x } = body.position
      if (before > 0 && x <= 0) {
        last = step + x / (before - x)
        if (crossings++ === 0) first = last
      }
      before = x
    })
    const hertz = (Math.sqrt(G / 2) / TURN) * (1 - angle ** 2 / 16)
    expect(Math.abs((crossings - 1) / ((last - first) * DT) / hertz - 1)).toBeLessThan(2e-3)
  })

  it('counts laps', () => {
    const world = quietWorld()
    const ring = new Path({ points: circle(1, 24), closed: true })
    const body = addBall(world, { x: 1, y: 0, z: 0 }, 0.05)
    const joint = world.createPathJoint({ bodyB: body, path: ring, motor: { speed: ring.length, maxForce: Infinity } })
    run(world, 600)
    // A substep goes straight on: at 26 mrad each that is a ten-thousandth more than along the ring.
    expect(Math.abs(joint.distance / ring.length - 10)).toBeLessThan(2e-3)
    joint.motor = null
    joint.spring = { target: 2 * ring.length, hertz: 0.5 }
    run(world, 600)
    expect(joint.distance).toBeCloseTo(2 * ring.length, 3)
  })

  it('finds its way through a crossing', () => {
    const world = quietWorld()
    const eight = new Path({
      closed: true,
      points: Array.from({ length: 32 }, (_, i) => ({ x: 2 * Math.sin((TURN * i) / 32), y: Math.sin((2 * TURN * i) / 32), z: 0 })),
    })
    const body = addBall(world, eight.pointAt(0.5), 0.05)
    const joint = world.createPathJoint({ bodyB: body, path: eight, motor: { speed: 3, maxForce: 1e4 } })
    let slowest = Infinity
    run(world, 1)
    let before = joint.distance
    run(world, 600, () => {
      slowest = Math.min(slowest, joint.distance - before)
      before = joint.distance
    })
    expect(slowest).toBeGreaterThan(0.99 * 3 * DT)
    expect(joint.distance).toBeGreaterThan(29)
  })

  it.each<[PathOrientation]>([['free'], ['tangent'], ['fixed']])('turns as told: %s', (orientation) => {
    const world = quietWorld()
    const ring = new Path({ points: circle(2, 48), closed: true })
    const body = addBox(world, { x: 2, y: 0, z: 0 })
    const joint = world.createPathJoint({ bodyB: body, path: ring, orientation, motor: { speed: ring.length / 4, maxForce: Infinity } })
    body.angularVelocity = { x: 0.3, y: 0, z: 0 }
    run(world, 60)
    // A quarter of a lap: about z.
    const { x, y, z, w } = body.rotation
    const turned = 2 * Math.atan2(z, w)
    if (orientation === 'tangent') expect(turned).toBeCloseTo((joint.distance / ring.length) * TURN, 3)
    if (orientation === 'fixed') expect(Math.hypot(x, y, z)).toBeLessThan(1e-6)
    if (orientation === 'free') expect(2 * Math.atan2(x, w)).toBeCloseTo(0.3, 2)
    expect(joint.orientation).toBe(orientation)
  })

  it('rides on a body that moves, and pushes it back', () => {
    const world = quietWorld()
    const rail = addBox(world, { x: 0, y: 0, z: 0 }, 0.5)
    const bead: Body = addBall(world, { x: 0, y: 1, z: 0 }, 0.1)
    world.createPathJoint({
      bodyA: rail, bodyB: bead, path: { points: [{ x: -2, y: 1, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 2, y: 1.5, z: 0 }] }, motor: { speed: 1, maxForce: 50 },
    })
    run(world, 60)
    const p = ['x', 'y', 'z'].map(k => rail.mass * rail.linearVelocity[k as 'x'] + bead.mass * bead.linearVelocity[k as 'x'])
    expect(Math.hypot(...p)).toBeLessThan(1e-9)
    expect(rail.linearVelocity.x).toBeLessThan(0)
  })

  it('shares a path among joints and survives a snapshot', () => {
    const world = quietWorld(G)
    const bodies = [0.5, 2, 4].map(at => addBall(world, winding.pointAt(at), 0.05))
    const joints = bodies.map(bodyB => world.createPathJoint({ bodyB, path: winding }))
    expect(joints.every(joint => joint.path === winding)).toBe(true)
    run(world, 30)
    const snapshot = world.snapshot()
    run(world, 60)
    const hash = world.hash()
    world.restore(snapshot)
    run(world, 60)
    expect(world.hash()).toBe(hash)
    expect([...world.joints][0]).toBe(joints[0])
    expect(joints[0]!.type).toBe('path')
  })

  it('takes changes: limit, motor, spring', () => {
    const world = quietWorld()
    const body = addBall(world, winding.pointAt(1), 0.05)
    const joint = world.createPathJoint({ bodyB: body, path: winding })
    expect(joint.limit).toMatchObject({ lower: 0, upper: winding.length })
    joint.limit = { lower: 0.5, upper: 2 }
    joint.motor = { speed: 3, maxForce: 100 }
    run(world, 120)
    expect(joint.distance).toBeCloseTo(2, 6)
    expect(joint.motorForce).toBeCloseTo(100, 6)
    joint.limit = null
    joint.motor = null
    joint.spring = { target: 5, hertz: 2 }
    run(world, 240)
    expect(joint.distance).toBeCloseTo(5, 4)
    expect(joint.limit).toMatchObject({ lower: 0, upper: winding.length })
    expect(joint.motor).toBeNull()
    expect(joint.spring).toMatchObject({ target: 5, hertz: 2 })
  })

  it('refuses nonsense', () => {
    const world = new World()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of freePath.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(() => new Path({ points: circle(1, 2), closed: true })).toThrow(/needs at least 3/)
    expect(() => new Path({ points: [{ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }], up: { x: 2, y: 0, z: 0 } })).toThrow(/path\.up .*lies along/)
    expect(world.jointCount).toBe(0)
  })
})
