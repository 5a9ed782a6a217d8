/** The constant velocity joint: even running at any bend, in both formulations; limits, spring, motor and friction of the bend. */

import { type Body, type ConstantVelocityDefinition, type HingeJoint, type World, box } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, rotate, run } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const X = { x: 1, y: 0, z: 0 }
const Z = { x: 0, y: 0, z: 1 }
const FORMULATIONS = ['bisector', 'quaternion'] as const

interface Shafts {
  world: World
  driver: HingeJoint
  driven: HingeJoint
}

/** Two shafts in bearings that meet at the origin, the second bent by so much in the plane of x and y. */
function shafts(bend: number, formulation: 'bisector' | 'quaternion', speed: number): Shafts {
  const world = jointWorld()
  const along = { x: Math.cos(bend), y: Math.sin(bend), z: 0 }
  const first = addBeam(world, { x: -0.6, y: 0, z: 0 })
  const second = addBeam(world, { x: 0.6 * along.x, y: 0.6 * along.y, z: 0 }, { rotation: quat(Z, bend) })
  const driver = world.createHingeJoint({ bodyB: first, anchor: first.position, axis: X, motor: { speed, maxTorque: Infinity } })
  const driven = world.createHingeJoint({ bodyB: second, anchor: second.position, axis: along, friction: 0.5 })
  world.createConstantVelocityJoint({
    bodyA: first,
    bodyB: second,
    frameA: { position: { x: 0.6, y: 0, z: 0 } },
    frameB: { position: { x: -0.6, y: 0, z: 0 } },
    formulation,
  })
  return { world, driver, driven }
}

describe('two shafts in bearings', () => {
  for (const formulation of FORMULATIONS) {
    for (const degrees of [0, 30, 45, 80]) {
      it(`${formulation}, at ${degrees}°: speeds differ by less than 1e-4 all the way round`, () => {
        const { world, driver, driven } = shafts((degrees * Math.PI) / 180, formulation, 3)
        let ripple = 0
        run(world, 6, time => {
          if (time > 0.1) ripple = Math.max(ripple, Math.abs(driven.speed / driver.speed - 1))
          expect(Math.abs(driven.angle - driver.angle)).toBeLessThan(1e-4)
        })
        expect(driver.angle).toBeGreaterThan(17)
        expect(ripple).toBeLessThan(1e-4)
      })
    }
  }

  it('a turning bend: the driven shaft is led round a cone and keeps pace', () => {
    const world = jointWorld()
    const first = addBeam(world, { x: -0.5, y: 0, z: 0 })
    const second = addBeam(world, { x: 0.5, y: 0, z: 0 })
    const driver = world.createHingeJoint({ bodyB: first, anchor: first.position, axis: X, motor: { speed: 2, maxTorque: Infinity } })
    const joint = world.createConstantVelocityJoint({
      bodyA: first, bodyB: second, anchor: ORIGIN, axis: X, spring: { hertz: 2, dampingRatio: 0, target: { y: 0, z: 0.3 } },
    })
    run(world, 5)
    // Twist of B against A, from the axes of the bodies: both frames have x along the beams.
    const y = rotate(second.rotation, { x: 0, y: 1, z: 0 })
    const z = rotate(second.rotation, Z)
    const q = first.rotation
    const yA = rotate(q, { x: 0, y: 1, z: 0 })
    const zA = rotate(q, Z)
    const dot = (a: typeof X, b: typeof X): number => a.x * b.x + a.y * b.y + a.z * b.z
    expect(Math.abs(dot(yA, z) - dot(zA, y))).toBeLessThan(1e-6)
    expect(distance(joint.anchorA, joint.anchorB)).toBeLessThan(1e-6)
    expect(driver.angle).toBeCloseTo(10, 3)
  })
})

/** 2 kg, inertia 0.0133 kg m² about every axis, joined to the world in its middle, shaft along x. */
function socket(more: Partial<ConstantVelocityDefinition>, gravity = 0): { world: World; body: Body; joint: ReturnType<World['createConstantVelocityJoint']> } {
  const world = jointWorld(gravity)
  const body = world.createBody({ mass: 2, shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })] })
  return { world, body, joint: world.createConstantVelocityJoint({ bodyB: body, planeAxis: { x: 0, y: 1, z: 0 }, ...more }) }
}

const INERTIA = (2 * 2 * 0.04) / 12

describe('bend', () => {
  it('stops no spin across the shaft and all spin along it', () => {
    for (const formulation of FORMULATIONS) {
      const { world, body, joint } = socket({ formulation })
      body.angularVelocity = { x: 4, y: 0.3, z: 0.4 }
      run(world, 2)
      expect(joint.angle).toBeCloseTo(1, 6)
      expect(joint.bend.y).toBeCloseTo(0.6, 6)
      expect(joint.bend.z).toBeCloseTo(0.8, 6)
      expect(distance(body.angularVelocity, { x: 0, y: 0.3, z: 0.4 })).toBeLessThan(1e-6)
      expect(joint.bendSpeed.z).toBeCloseTo(0.4, 6)
    }
  })

  it('ends at the faces of a pyramid, each its own', () => {
    for (const [velocity, read, most] of [[{ x: 0, y: 3, z: 0 }, 'y', 0.5], [{ x: 0, y: 0, z: -3 }, 'z', -0.3]] as const) {
      const { world, body, joint } = socket({ limit: { pyramid: { y: 0.5, z: 0.3 } } })
      body.angularVelocity = velocity
      run(world, 1)
      expect(joint.bend[read]).toBeCloseTo(most, 6)
    }
    // Towards the corner both hold.
    const { world, body, joint } = socket({ limit: { pyramid: { y: 0.5, z: 0.3 } } })
    body.angularVelocity = { x: 0, y: 3, z: 3 }
    run(world, 1)
    expect(joint.bend.y).toBeCloseTo(0.5, 5)
    expect(joint.bend.z).toBeCloseTo(0.3, 5)
  })

  it('ends at a cone, in every direction', () => {
    for (const direction of [0, 0.7, 2, 4]) {
      const { world, body, joint } = socket({ limit: { cone: 0.6 } })
      body.angularVelocity = { x: 0, y: 3 * Math.cos(direction), z: 3 * Math.sin(direction) }
      let widest = 0
      run(world, 1, () => (widest = Math.max(widest, joint.angle)))
      expect(Math.abs(widest - 0.6)).toBeLessThan(1e-5)
    }
  })

  it('swings on its spring at √(k / I), and rests at the target', () => {
    const { world, body, joint } = socket({ spring: { stiffness: 2 } })
    body.angularVelocity = { x: 0, y: 1, z: 0 }
    const found = frequencyOf(world, 10, () => joint.bend.y)
    expect(Math.abs(found / (Math.sqrt(2 / INERTIA) / (2 * Math.PI)) - 1)).toBeLessThan(1e-3)
    joint.spring = { hertz: 2, target: { y: 0.2, z: -0.4 } }
    run(world, 4)
    expect(joint.bend.y).toBeCloseTo(0.2, 6)
    expect(joint.bend.z).toBeCloseTo(-0.4, 6)
    expect(joint.spring).toEqual({ hertz: 2, dampingRatio: 1, mode: 'force', target: { y: 0.2, z: -0.4 }, maxTorque: Infinity })
  })

  it('is driven with no more than the torque allowed, and rubbed', () => {
    const { world, joint } = socket({ motor: { velocity: { y: 0, z: 5 }, maxTorque: 0.02 } })
    run(world, 1)
    expect(joint.bendSpeed.z).toBeCloseTo(0.02 / INERTIA, 6)
    expect(joint.motorTorque.z).toBeCloseTo(0.02, 9)
    joint.motor = null
    joint.friction = 0.01
    run(world, 1)
    expect(joint.bendSpeed.z).toBeCloseTo((0.02 - 0.01) / INERTIA, 5)
    expect(joint.friction).toBe(0.01)
    expect(joint.motor).toBeNull()
  })

  it('carries an arm that cannot roll: the weight beside the shaft makes a torque along it', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, { x: 0, y: 0, z: 0.5 })
    const limit = { pyramid: { y: 0, z: 0 } }
    const joint = world.createConstantVelocityJoint({ bodyB: beam, anchor: ORIGIN, axis: X, limit })
    run(world, 1)
    expect(distance(joint.reactionForce, { x: 0, y: 6 * G, z: 0 })).toBeLessThan(1e-3 * 6 * G)
    expect(distance(joint.reactionTorque, { x: -3 * G, y: 0, z: 0 })).toBeLessThan(1e-3 * 3 * G)
  })

  it('changes while it runs', () => {
    const { world, body, joint } = socket({})
    expect([joint.limit, joint.spring, joint.motor, joint.friction, joint.formulation]).toEqual([null, null, null, 0, 'bisector'])
    joint.limit = { cone: 0.4 }
    expect(joint.limit).toEqual({ cone: 0.4, restitution: 0 })
    body.angularVelocity = { x: 0, y: 0, z: 2 }
    run(world, 1)
    expect(joint.angle).toBeCloseTo(0.4, 5)
    joint.limit = null
    body.angularVelocity = { x: 0, y: 0, z: 1 }
    run(world, 1)
    expect(joint.angle).toBeCloseTo(1.4, 4)
  })
})

describe('bad input', () => {
  it('is refused with the cure, and leaves no joint', () => {
    const world = jointWorld()
    const bodyB = addBeam(world, ORIGIN)
    const make = (more: Partial<ConstantVelocityDefinition>) => () => world.createConstantVelocityJoint({ bodyB, ...more })
    expect(make({ spring: {} })).toThrow(/constantVelocity\.spring .*no strength/)
    expect(make({ spring: { hertz: 1, target: { y: NaN, z: 0 } } })).toThrow(/constantVelocity\.spring\.target\.y \(NaN\)/)
    expect(make({ motor: { velocity: { y: 0, z: 0 }, maxTorque: -1 } })).toThrow(/constantVelocity\.motor\.maxTorque \(-1\)/)
    expect(make({ limit: { cone: 4 } })).toThrow(/constantVelocity\.limit\.cone \(4\)/)
    expect(make({ planeAxis: X })).toThrow(/constantVelocity\.planeAxis .*lies along axis/)
    expect(make({ friction: -1 })).toThrow(/constantVelocity\.friction \(-1\)/)
    expect(world.jointCount).toBe(0)
    world.step(DT)
  })
})
