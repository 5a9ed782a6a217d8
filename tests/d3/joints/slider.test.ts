/** The slider against closed forms: slopes, limits, motors, springs, friction, loads. */

import { box, World, type Body, type SliderDefinition, type SliderJoint } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { sliderKind } from '../../../src/d3/joints/kinds/slider-joint.ts'
import { DATA_SIZE, FRAME_A, FRAME_B } from '../../../src/d3/store/joint-table.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck } from './derivative.ts'
import { oscillation } from './oscillation.ts'

const DT = 1 / 60
const G = 9.81
const X = { x: 1, y: 0, z: 0 }
const Y = { x: 0, y: 1, z: 0 }

function createWorld(gravity: number): World {
  return new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
}

function block(world: World, mass: number, x = 0, y = 0): Body {
  return world.createBody({ position: { x, y, z: 0 }, mass, shapes: [box({ halfExtents: { x: 0.3, y: 0.2, z: 0.1 } })] })
}

function run(world: World, count: number, watch?: () => void): void {
  for (let i = 0; i < count; i++) {
    world.step(DT)
    watch?.()
  }
}

/** A block of 2 kg on a slider to the world. */
function onRail(gravity: number, definition: Omit<SliderDefinition, 'bodyB'>): { world: World; body: Body; joint: SliderJoint } {
  const world = createWorld(gravity)
  const body = block(world, 2)
  return { world, body, joint: world.createSliderJoint({ bodyB: body, ...definition }) }
}

describe('slider: derivative', () => {
  it('agrees with differences far out on the rail', () => {
    const random = createRandom(9)
    const data = new Float64Array(DATA_SIZE)
    data[FRAME_A + 3] = 1
    data[FRAME_B + 3] = 1
    const poses = new Float64Array(14)
    for (let i = 0; i < 50; i++) {
      for (let k = 0; k < 14; k++) poses[k] = 2 * random() - 1
      poses[7] = 100 * random()
      for (const o of [3, 10]) {
        poses[o + 3] = 3
        const length = Math.hypot(poses[o]!, poses[o + 1]!, poses[o + 2]!, 3)
        for (let k = 0; k < 4; k++) poses[o + k]! /= length
      }
      expect(numericCheck(sliderKind, data, poses).worst).toBeLessThan(1e-6)
    }
  })
})

describe('slider: free travel', () => {
  it('falls along a slope with g sin α and presses on it with m g cos α', () => {
    const angle = 0.5
    const { world, body, joint } = onRail(G, { axis: { x: Math.cos(angle), y: -Math.sin(angle), z: 0 } })
    run(world, 120)
    expect(joint.position).toBeCloseTo(0.5 * G * Math.sin(angle) * 4, 8)
    expect(joint.speed).toBeCloseTo(G * Math.sin(angle) * 2, 8)
    const { x, y, z } = joint.reactionForce
    const press = 2 * G * Math.cos(angle)
    expect(x / (press * Math.sin(angle))).toBeCloseTo(1, 6)
    expect(y / (press * Math.cos(angle))).toBeCloseTo(1, 6)
    expect(z).toBeCloseTo(0, 9)
    expect(body.rotation.w).toBeCloseTo(1, 12)
  })

  it('carries an eccentric weight: force and torque of statics', () => {
    // Hung by an anchor 0.7 m beside its centre.
    const { world, joint } = onRail(G, { axis: { x: 0, y: 0, z: 1 }, anchor: { x: -0.7, y: 0, z: 0 } })
    run(world, 60)
    expect(joint.reactionForce.y / (2 * G)).toBeCloseTo(1, 6)
    expect(joint.reactionTorque.z / (2 * G * 0.7)).toBeCloseTo(1, 6)
    expect(joint.reactionTorque.x).toBeCloseTo(0, 6)
  })

  it('on a turning rail drives outwards: r = r₀ cosh ωt', () => {
    const world = createWorld(0)
    const rail = world.createBody({ type: 'kinematic', angularVelocity: { x: 0, y: 0, z: 1 } })
    const bead = block(world, 2, 1)
    bead.linearVelocity = { x: 0, y: 1, z: 0 }
    bead.angularVelocity = { x: 0, y: 0, z: 1 }
    const joint = world.createSliderJoint({ bodyA: rail, bodyB: bead, anchor: { x: 0, y: 0, z: 0 }, axis: X })
    run(world, 60)
    expect(joint.position + 1).toBeCloseTo(Math.cosh(1), 4)
    // Coriolis: N = 2 m ω ṙ across the rail, read within the last substep.
    const { x, y, z } = joint.reactionForce
    expect(Math.hypot(x, y, z)).toBeLessThan(4 * Math.sinh(1))
    expect(Math.hypot(x, y, z)).toBeGreaterThan(4 * Math.sinh(1 - DT / 4))
  })

  it('keeps to its line 500 m out, pushed from the side', () => {
    const { world, body, joint } = onRail(0, { axis: X })
    body.linearVelocity = { x: 100, y: 0, z: 0 }
    run(world, 300, () => body.applyForce({ x: 0, y: 50, z: -20 }))
    expect(joint.position).toBeCloseTo(500, 6)
    expect(Math.abs(body.position.y)).toBeLessThan(1e-6)
    expect(joint.reactionForce.y).toBeCloseTo(-50, 3)
  })
})

describe('slider: limits', () => {
  it('stops exactly, carries the weight there and lets go upwards', () => {
    const { world, body, joint } = onRail(G, { axis: Y, limit: { lower: -1, upper: 0.5 } })
    let lowest = 0
    run(world, 180, () => (lowest = Math.min(lowest, joint.position)))
    expect(lowest).toBeGreaterThan(-1 - 1e-6)
    expect(joint.position).toBeCloseTo(-1, 8)
    expect(joint.reactionForce.y / (2 * G)).toBeCloseTo(1, 8)
    body.linearVelocity = { x: 0, y: 20, z: 0 }
    let highest = -1
    run(world, 30, () => (highest = Math.max(highest, joint.position)))
    expect(highest).toBeLessThan(0.5 + 1e-6)
    expect(highest).toBeGreaterThan(0.49)
  })

  it('bounces with its restitution', () => {
    const { world, body, joint } = onRail(0, { axis: X, limit: { lower: -Infinity, upper: 0.97, restitution: 0.5 } })
    body.linearVelocity = { x: 3, y: 0, z: 0 }
    run(world, 60)
    expect(joint.speed).toBeCloseTo(-1.5, 6)
  })

  it('lower = upper locks it', () => {
    const { world, joint } = onRail(G, { axis: Y, limit: { lower: 0, upper: 0 } })
    run(world, 120)
    expect(Math.abs(joint.position)).toBeLessThan(1e-9)
    joint.limit = null
    run(world, 60)
    expect(joint.position).toBeCloseTo(-G / 2, 6)
  })
})

describe('slider: motor', () => {
  it('gathers speed with F/m, then keeps it', () => {
    const { world, joint } = onRail(0, { axis: X, motor: { speed: 3, maxForce: 4 } })
    run(world, 60)
    expect(joint.position).toBeCloseTo(1, 8)
    expect(joint.motorForce).toBeCloseTo(4, 9)
    run(world, 60)
    expect(joint.speed).toBeCloseTo(3, 9)
    expect(joint.motorForce).toBeCloseTo(0, 6)
  })

  it('stalls at its greatest force', () => {
    const { world, joint } = onRail(G, { axis: Y, motor: { speed: 1, maxForce: 2 * G - 1 } })
    run(world, 60)
    expect(joint.position).toBeCloseTo(-0.25, 8)
    expect(joint.motorForce).toBeCloseTo(2 * G - 1, 9)
    joint.motor = { speed: 1, maxForce: 2 * G + 1 }
    run(world, 300)
    expect(joint.speed).toBeCloseTo(1, 8)
    expect(joint.motorForce / (2 * G)).toBeCloseTo(1, 6)
  })
})

describe('slider: spring and friction', () => {
  it.each([0, 0.02, 0.1])('two free bodies swing with the reduced mass, damping ratio %f', (ratio) => {
    const world = createWorld(0)
    const a = block(world, 1)
    const b = block(world, 3, 1)
    const reduced = 0.75
    const omega = 9
    const joint = world.createSliderJoint({
      bodyA: a, bodyB: b, axis: X, spring: { stiffness: reduced * omega * omega, damping: 2 * ratio * omega * reduced, target: -0.3 },
    })
    const samples = [0.3]
    run(world, 600, () => samples.push(joint.position + 0.3))
    const { period, decrement } = oscillation(samples, DT)
    const slowed = Math.sqrt(1 - ratio * ratio)
    expect(Math.abs((period * omega * slowed) / (2 * Math.PI) - 1)).toBeLessThan(1e-4)
    expect(Math.abs(decrement - (2 * Math.PI * ratio) / slowed)).toBeLessThan(1e-4)
  })

  it('as a drive pulls with at most its force', () => {
    const { world, joint } = onRail(0, { axis: X, spring: { target: 10, hertz: 2, maxForce: 4 } })
    run(world, 60)
    expect(joint.position).toBeCloseTo(1, 8)
  })

  it('friction holds up to its force, and brakes with it', () => {
    const { world, body, joint } = onRail(G, { axis: Y, friction: 2 * G + 1 })
    run(world, 60)
    expect(Math.abs(joint.position)).toBeLessThan(1e-9)
    body.linearVelocity = { x: 0, y: 10, z: 0 }
    run(world, 20)
    expect(joint.position).toBeCloseTo(10 / 3 - 0.5 * (2 * G + 0.5) / 9, 6)
    joint.friction = G
    body.linearVelocity = { x: 0, y: 0, z: 0 }
    const from = joint.position
    run(world, 60)
    expect(joint.position - from).toBeCloseTo(-0.5 * (G / 2), 6)
  })
})

describe('slider: handle', () => {
  it('reads back what was set', () => {
    const { joint } = onRail(0, { axis: X })
    expect(joint.type).toBe('slider')
    expect([joint.limit, joint.motor, joint.spring, joint.friction, joint.position, joint.speed]).toEqual([null, null, null, 0, 0, 0])
    joint.limit = { lower: -1, upper: 2 }
    joint.motor = { speed: 1, maxForce: 5 }
    joint.spring = { hertz: 2, dampingRatio: 0.5, target: 1 }
    joint.friction = 3
    expect(joint.limit).toEqual({ lower: -1, upper: 2, restitution: 0 })
    expect(joint.motor).toEqual({ speed: 1, maxForce: 5 })
    expect(joint.spring).toEqual({ hertz: 2, dampingRatio: 0.5, target: 1, targetSpeed: 0, mode: 'force', maxForce: Infinity })
    expect(joint.friction).toBe(3)
    expect(() => (joint.limit = { lower: 3, upper: 2 })).toThrow(/slider\.limit\.lower \(3\) is above upper \(2\)\. Swap them\./)
    expect(joint.limit).toEqual({ lower: -1, upper: 2, restitution: 0 })
  })

  it('takes frames on the bodies: travel is reckoned between them', () => {
    const world = createWorld(0)
    const a = block(world, 1)
    const b = block(world, 1, 2)
    const joint = world.createSliderJoint({ bodyA: a, bodyB: b, frameA: {}, frameB: { position: { x: -0.5, y: 0, z: 0 } } })
    expect(joint.position).toBeCloseTo(1.5, 12)
  })
})
