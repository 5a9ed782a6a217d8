/** The hinge from two points: loads of its bearings, its swing, its limit, motor, spring and friction. */

import type { TwoPointHingeDefinition, TwoPointHingeJoint, World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, run } from './rigs.ts'

/** A beam with its end on a level axis along z, bearings at z = ±0.3. Turns like a door lying down. */
function addDoor(world: World, more: Partial<TwoPointHingeDefinition> = {}): TwoPointHingeJoint {
  const bodyB = addBeam(world, { x: 0.5, y: 0, z: 0 })
  return world.createTwoPointHingeJoint({ bodyB, first: { x: 0, y: 0, z: -0.3 }, second: { x: 0, y: 0, z: 0.3 }, ...more })
}

/** About the axis: m (1² + 0.2²) / 12 + m 0.5². */
const INERTIA = (6 * 1.04) / 12 + 6 * 0.25

describe('two-point hinge', () => {
  it('shares a load between its bearings as statics has it, 0.1 %', () => {
    const world = jointWorld(G)
    // Upright axis: the first bears all the weight, both bear the moment, W a / L.
    const bodyB = addBeam(world, { x: 0.5, y: 1, z: 0 })
    const joint = world.createTwoPointHingeJoint({ bodyB, first: { x: 0, y: 0.2, z: 0 }, second: { x: 0, y: 1.7, z: 0 } })
    run(world, 1)
    const weight = 6 * G
    const side = (weight * 0.5) / 1.5
    expect(distance(joint.firstForce, { x: side, y: weight, z: 0 })).toBeLessThan(1e-3 * weight)
    expect(distance(joint.secondForce, { x: -side, y: 0, z: 0 })).toBeLessThan(1e-3 * side)
    expect(joint.distance).toBeCloseTo(1.5, 12)
    expect(distance(joint.secondPoint, { x: 0, y: 1.7, z: 0 })).toBeLessThan(1e-6)
  })

  it('swings as a physical pendulum', () => {
    const world = jointWorld(G)
    const joint = addDoor(world)
    const start = 0.05
    joint.bodyB.teleport({ x: 0.5 * Math.sin(start), y: -0.5 * Math.cos(start), z: 0 }, quat({ x: 0, y: 0, z: 1 }, start - Math.PI / 2))
    world.step(DT)
    const found = frequencyOf(world, 20, () => joint.angle + Math.PI / 2)
    const expected = Math.sqrt((6 * G * 0.5) / INERTIA) / (2 * Math.PI) * (1 - start * start / 16)
    expect(Math.abs(found / expected - 1)).toBeLessThan(2e-4)
  })

  it('is a rigid hinge: turns about the axis only, while it is pushed from all sides', () => {
    const world = jointWorld(G)
    const joint = addDoor(world)
    run(world, 3, time => {
      joint.bodyB.applyForce({ x: 20 * Math.sin(7 * time), y: 0, z: 40 * Math.cos(5 * time) }, { x: 1, y: 0.1, z: 0.1 })
      expect(distance(joint.anchorB, { x: 0, y: 0, z: -0.3 })).toBeLessThan(1e-5)
      expect(distance(joint.secondPoint, { x: 0, y: 0, z: 0.3 })).toBeLessThan(1e-5)
    })
  })

  it('comes back from far off, also from its mirror image', () => {
    for (const angle of [0.5, 1.6, 2.5, 3.1]) {
      const world = jointWorld()
      const joint = addDoor(world)
      joint.bodyB.teleport({ x: 0.3, y: 0.4, z: 1 }, quat({ x: 1, y: 0.3, z: 0 }, angle))
      run(world, 6)
      expect(distance(joint.anchorB, joint.anchorA)).toBeLessThan(1e-5)
      expect(distance(joint.secondPoint, { x: 0, y: 0, z: 0.3 })).toBeLessThan(1e-5)
    }
  })

  it('keeps limits, also beyond one turn, and bounces back from them', () => {
    const world = jointWorld(G)
    const joint = addDoor(world, { limit: { lower: -0.3, upper: 10 } })
    run(world, 3)
    expect(Math.abs(joint.angle + 0.3)).toBeLessThan(1e-4)
    const free = jointWorld()
    const spun = addDoor(free, { limit: { lower: -1, upper: 9, restitution: 0.5 } })
    spun.bodyB.angularVelocity = { x: 0, y: 0, z: 4 }
    spun.bodyB.linearVelocity = { x: 0, y: 2, z: 0 }
    let most = 0
    run(free, 3, () => (most = Math.max(most, spun.angle)))
    expect(Math.abs(most - 9)).toBeLessThan(0.04)
    expect(Math.abs(spun.speed + 2)).toBeLessThan(0.02)
  })

  it('runs a motor at its speed, and with its torque up to it', () => {
    const world = jointWorld()
    const joint = addDoor(world, { motor: { speed: 3, maxTorque: 2 } })
    run(world, 1)
    expect(Math.abs(joint.speed / (2 / INERTIA) - 1)).toBeLessThan(1e-3)
    expect(joint.motorTorque).toBeCloseTo(2, 9)
    run(world, 4)
    expect(joint.speed).toBeCloseTo(3, 6)
  })

  it('springs at its hertz, and rests at M / k', () => {
    const world = jointWorld()
    const joint = addDoor(world, { spring: { target: 0.1, hertz: 2, dampingRatio: 0 } })
    const found = frequencyOf(world, 10, () => joint.angle - 0.1)
    expect(Math.abs(found / 2 - 1)).toBeLessThan(1e-3)
    joint.spring = { target: 0.4, stiffness: 400, damping: 40, maxForce: 500 }
    expect(joint.spring).toEqual({ target: 0.4, targetSpeed: 0, stiffness: 400, damping: 40, maxForce: 500, mode: 'force' })
    run(world, 5)
    expect(joint.angle).toBeCloseTo(0.4, 6)
  })

  it('slows by its friction: ω = M t / I', () => {
    const world = jointWorld()
    const joint = addDoor(world, { friction: 1 })
    joint.bodyB.angularVelocity = { x: 0, y: 0, z: 4 }
    joint.bodyB.linearVelocity = { x: 0, y: 2, z: 0 }
    run(world, 2)
    expect(Math.abs(joint.speed / (4 - 2 / INERTIA) - 1)).toBeLessThan(1e-3)
  })

  it('when soft by stiffness, sinks at each bearing by its load over k', () => {
    const world = jointWorld(G)
    const bodyB = addBeam(world, { x: 0, y: 0, z: 0 })
    const joint = world.createTwoPointHingeJoint({
      bodyB, first: { x: 0, y: 0, z: -0.3 }, second: { x: 0, y: 0, z: 0.1 }, softness: { stiffness: 20000, damping: 500 },
    })
    run(world, 3)
    // Centre of mass at three quarters of the way: the second carries three quarters.
    const weight = 6 * G
    expect(Math.abs(joint.anchorB.y / ((-0.25 * weight) / 20000) - 1)).toBeLessThan(2e-3)
    expect(Math.abs(joint.secondPoint.y / ((-0.75 * weight) / 20000) - 1)).toBeLessThan(2e-3)
  })

  it('refuses bad points by name', () => {
    const world = jointWorld()
    const bodyB = addBeam(world, { x: 0, y: 0, z: 0 })
    const point = { x: 1, y: 2, z: 3 }
    expect(() => world.createTwoPointHingeJoint({ bodyB, first: point, second: { x: 1, y: 2, z: 3 } })).toThrow(/second .*is where first is/)
    expect(() => world.createTwoPointHingeJoint({ bodyB, first: point, second: { x: NaN, y: 0, z: 0 } })).toThrow(/twoPointHinge\.second\.x \(NaN\)/)
    expect(() => world.createTwoPointHingeJoint({ bodyB, first: point } as TwoPointHingeDefinition)).toThrow(/twoPointHinge\.second/)
    expect(world.jointCount).toBe(0)
  })
})
