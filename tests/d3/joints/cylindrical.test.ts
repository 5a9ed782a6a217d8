/** The cylindrical joint: travel and angle against closed forms, and that neither knows of the other. */

import { sphere, World, type Body, type CylindricalDefinition, type CylindricalJoint } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { oscillation } from './oscillation.ts'

const DT = 1 / 60
const G = 9.81
const X = { x: 1, y: 0, z: 0 }
const Y = { x: 0, y: 1, z: 0 }
const MASS = 2
/** Of the sphere, about every axis, kg m². */
const MOMENT = 0.4 * MASS * 0.25

function round(world: World, mass = MASS, x = 0): Body {
  return world.createBody({ position: { x, y: 0, z: 0 }, mass, shapes: [sphere({ radius: 0.5 })] })
}

function run(world: World, count: number, watch?: () => void): void {
  for (let i = 0; i < count; i++) {
    world.step(DT)
    watch?.()
  }
}

function onRod(gravity: number, definition: Omit<CylindricalDefinition, 'bodyB'>): { world: World; body: Body; joint: CylindricalJoint } {
  const world = new World({ gravity: { x: 0, y: -gravity, z: 0 }, sleeping: false })
  const body = round(world)
  return { world, body, joint: world.createCylindricalJoint({ bodyB: body, ...definition }) }
}

describe('cylindrical: free', () => {
  it('falls along a slope with g sin α while it spins on', () => {
    const angle = 0.5
    const axis = { x: Math.cos(angle), y: -Math.sin(angle), z: 0 }
    const { world, body, joint } = onRod(G, { axis })
    body.angularVelocity = { x: 7 * axis.x, y: 7 * axis.y, z: 0 }
    run(world, 120)
    expect(joint.position).toBeCloseTo(0.5 * G * Math.sin(angle) * 4, 8)
    expect(joint.linearSpeed).toBeCloseTo(2 * G * Math.sin(angle), 8)
    // More than two turns, counted.
    expect(joint.angle).toBeCloseTo(14, 8)
    expect(joint.angularSpeed).toBeCloseTo(7, 8)
    const press = MASS * G * Math.cos(angle)
    expect(joint.reactionForce.x / (press * Math.sin(angle))).toBeCloseTo(1, 6)
    expect(joint.reactionForce.y / (press * Math.cos(angle))).toBeCloseTo(1, 6)
  })

  it('holds what is across: force and torque of statics', () => {
    const { world, joint } = onRod(0, { axis: X, anchor: { x: -0.7, y: 0, z: 0 } })
    const { bodyB } = joint
    run(world, 60, () => bodyB.applyForce({ x: 0, y: -10, z: 0 }))
    expect(joint.reactionForce.y / 10).toBeCloseTo(1, 6)
    expect(joint.reactionTorque.z / 7).toBeCloseTo(1, 6)
    expect(Math.abs(joint.position)).toBeLessThan(1e-9)
  })
})

describe('cylindrical: limits', () => {
  it('stop travel and angle, each on its own', () => {
    const { world, body, joint } = onRod(G, { axis: Y, linearLimit: { lower: -1, upper: 0 }, angularLimit: { lower: -1, upper: 9 } })
    body.angularVelocity = { x: 0, y: 6, z: 0 }
    let lowest = 0
    let furthest = 0
    run(world, 60, () => {
      lowest = Math.min(lowest, joint.position)
      furthest = Math.max(furthest, joint.angle)
    })
    expect(lowest).toBeGreaterThan(-1 - 1e-6)
    expect(joint.position).toBeCloseTo(-1, 8)
    expect(joint.angularSpeed).toBeCloseTo(6, 8)
    run(world, 60, () => (furthest = Math.max(furthest, joint.angle)))
    expect(furthest).toBeLessThan(9 + 1e-6)
    expect(joint.angle).toBeCloseTo(9, 8)
    expect(joint.angularSpeed).toBeCloseTo(0, 8)
    expect(joint.reactionForce.y / (MASS * G)).toBeCloseTo(1, 8)
  })
})

describe('cylindrical: motors', () => {
  it('drive travel and angle at once, and stall at their greatest force and torque', () => {
    const { world, joint } = onRod(0, { axis: X, linearMotor: { speed: 9, maxForce: 4 }, angularMotor: { speed: -90, maxTorque: 0.1 } })
    run(world, 60)
    expect(joint.position).toBeCloseTo((0.5 * 4) / MASS, 8)
    expect(joint.angle).toBeCloseTo((-0.5 * 0.1) / MOMENT, 8)
    expect(joint.motorForce).toBeCloseTo(4, 9)
    expect(joint.motorTorque).toBeCloseTo(-0.1, 9)
    joint.linearMotor = { speed: 3, maxForce: Infinity }
    joint.angularMotor = { speed: 5, maxTorque: Infinity }
    run(world, 2)
    expect(joint.linearSpeed).toBeCloseTo(3, 9)
    expect(joint.angularSpeed).toBeCloseTo(5, 9)
  })

  it('a motor lifts against gravity with the weight', () => {
    const { world, joint } = onRod(G, { axis: Y, linearMotor: { speed: 0.5, maxForce: 100 } })
    run(world, 60)
    expect(joint.linearSpeed).toBeCloseTo(0.5, 8)
    expect(joint.motorForce / (MASS * G)).toBeCloseTo(1, 6)
  })
})

describe('cylindrical: springs', () => {
  it.each([0, 0.02, 0.1])('swing at their own frequencies and decays, damping ratio %f', (ratio) => {
    const { world, joint } = onRod(0, {
      axis: X,
      linearSpring: { hertz: 1.5, dampingRatio: ratio, target: -0.3 },
      angularSpring: { stiffness: MOMENT * 64, damping: 2 * ratio * 8 * MOMENT, target: -1 },
    })
    const travel = [0.3]
    const angle = [1]
    run(world, 600, () => {
      travel.push(joint.position + 0.3)
      angle.push(joint.angle + 1)
    })
    const slowed = Math.sqrt(1 - ratio * ratio)
    const expected = (2 * Math.PI * ratio) / slowed
    const line = oscillation(travel, DT)
    const turn = oscillation(angle, DT)
    expect(Math.abs(line.period * 1.5 * slowed - 1)).toBeLessThan(1e-4)
    expect(Math.abs(line.decrement - expected)).toBeLessThan(1e-4)
    expect(Math.abs((turn.period * 8 * slowed) / (2 * Math.PI) - 1)).toBeLessThan(1e-4)
    expect(Math.abs(turn.decrement - expected)).toBeLessThan(1e-4)
  })

  it('between two free bodies the travel has the reduced mass', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
    const a = round(world, 1)
    const b = round(world, 3, 2)
    const joint = world.createCylindricalJoint({ bodyA: a, bodyB: b, axis: X, linearSpring: { stiffness: 0.75 * 81, target: -0.2 } })
    b.angularVelocity = { x: 4, y: 0, z: 0 }
    const travel = [0.2]
    run(world, 600, () => travel.push(joint.position + 0.2))
    expect(Math.abs((oscillation(travel, DT).period * 9) / (2 * Math.PI) - 1)).toBeLessThan(1e-4)
    expect(b.angularVelocity.x).toBeCloseTo(4, 9)
    expect(a.angularVelocity.x).toBeCloseTo(0, 9)
  })
})

describe('cylindrical: friction', () => {
  it('brakes each with its own force and torque', () => {
    const { world, body, joint } = onRod(0, { axis: X, linearFriction: 3, angularFriction: 0.2 })
    body.linearVelocity = { x: 4, y: 0, z: 0 }
    body.angularVelocity = { x: 5, y: 0, z: 0 }
    run(world, 60)
    expect(joint.position).toBeCloseTo(4 - (0.5 * 3) / MASS, 6)
    expect(joint.angle).toBeCloseTo(5 - (0.5 * 0.2) / MOMENT, 6)
    run(world, 300)
    // v²/2a from the start, and there it stays.
    expect(joint.position).toBeCloseTo(16 / (2 * (3 / MASS)), 4)
    expect(joint.angle).toBeCloseTo(25 / (2 * (0.2 / MOMENT)), 4)
    expect(joint.linearSpeed).toBeCloseTo(0, 9)
  })
})

describe('cylindrical: handle', () => {
  it('reads back what was set', () => {
    const { joint } = onRod(0, { axis: X })
    expect(joint.type).toBe('cylindrical')
    expect([joint.linearLimit, joint.angularLimit, joint.linearMotor, joint.angularMotor, joint.linearSpring, joint.angularSpring]).toEqual(
      Array.from({ length: 6 }, () => null),
    )
    expect([joint.linearFriction, joint.angularFriction, joint.position, joint.angle]).toEqual([0, 0, 0, 0])
    joint.linearLimit = { lower: -1, upper: 2 }
    joint.angularLimit = { lower: -20, upper: 20, restitution: 0.5 }
    joint.linearMotor = { speed: 1, maxForce: 5 }
    joint.angularMotor = { speed: 2, maxTorque: 6 }
    joint.linearSpring = { hertz: 2, target: 1 }
    joint.angularSpring = { stiffness: 3, damping: 4 }
    joint.linearFriction = 7
    joint.angularFriction = 8
    expect(joint.linearLimit).toEqual({ lower: -1, upper: 2, restitution: 0 })
    expect(joint.angularLimit).toEqual({ lower: -20, upper: 20, restitution: 0.5 })
    expect(joint.linearMotor).toEqual({ speed: 1, maxForce: 5 })
    expect(joint.angularMotor).toEqual({ speed: 2, maxTorque: 6 })
    expect(joint.linearSpring).toEqual({ hertz: 2, dampingRatio: 1, target: 1, targetSpeed: 0, mode: 'force', maxForce: Infinity })
    expect(joint.angularSpring).toEqual({ stiffness: 3, damping: 4, target: 0, targetSpeed: 0, mode: 'force', maxForce: Infinity })
    expect([joint.linearFriction, joint.angularFriction]).toEqual([7, 8])
    expect(() => (joint.angularFriction = -1)).toThrow(/cylindrical\.angularFriction \(-1\) must not be negative/)
    expect(() => (joint.angularMotor = { speed: NaN, maxTorque: 1 })).toThrow(/cylindrical\.angularMotor\.speed \(NaN\) is not finite/)
    expect(joint.angularFriction).toBe(8)
  })
})
