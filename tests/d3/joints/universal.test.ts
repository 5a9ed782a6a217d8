/** The universal joint: the ripple of two shafts, its angles, its limits and motors, and what it is given wrongly. */

import { World, type Body, type UniversalJoint, type Vec3 } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, rotate, run, turnBetween } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const Y = { x: 0, y: 1, z: 0 }
const Z = { x: 0, y: 0, z: 1 }

/** Squareness of the arms in rad: a = y of A, b = z of B, bodies unturned at the start. */
function offSquare({ bodyA, bodyB }: UniversalJoint, a: Vec3 = Y, b: Vec3 = Z): number {
  const u = bodyA === null ? a : rotate(bodyA.rotation, a)
  const v = rotate(bodyB.rotation, b)
  return Math.abs(Math.asin(u.x * v.x + u.y * v.y + u.z * v.z))
}

describe('two shafts in bearings', () => {
  for (const degrees of [0, 30, 60]) {
    it(`at ${degrees}°: tan φ_A = cos δ tan φ_B, and speeds between cos δ and 1 / cos δ`, () => {
      const angle = (degrees * Math.PI) / 180
      const along = { x: Math.cos(angle), y: Math.sin(angle), z: 0 }
      const world = jointWorld()
      const driver: Body = addBeam(world, { x: -0.6, y: 0, z: 0 })
      const driven: Body = addBeam(world, { x: 0.6 * along.x, y: 0.6 * along.y, z: 0 }, { rotation: quat(Z, angle) })
      const first = world.createHingeJoint({ bodyB: driver, anchor: driver.position, axis: { x: 1, y: 0, z: 0 }, motor: { speed: 2, maxTorque: Infinity } })
      const second = world.createHingeJoint({ bodyB: driven, anchor: driven.position, axis: along })
      const cross = world.createUniversalJoint({ bodyA: driver, bodyB: driven, anchor: ORIGIN, axisA: Y, axisB: Z })
      let least = Infinity
      let most = 0
      run(world, 10, time => {
        const turn = 2 * Math.PI * Math.round(first.angle / (2 * Math.PI))
        const expected = turn + Math.atan2(Math.sin(first.angle), Math.cos(angle) * Math.cos(first.angle))
        expect(Math.abs(second.angle - expected)).toBeLessThan(1e-3)
        expect(offSquare(cross)).toBeLessThan(1e-5)
        if (time < 0.5) return
        const ratio = second.speed / first.speed
        least = Math.min(least, ratio)
        most = Math.max(most, ratio)
      })
      expect(first.angle).toBeGreaterThan(19)
      expect(Math.abs(least / Math.cos(angle) - 1)).toBeLessThan(5e-3)
      expect(Math.abs(most * Math.cos(angle) - 1)).toBeLessThan(5e-3)
    })
  }
})

describe('universal joint', () => {
  it('swings about both arms: two pendulums of their own', () => {
    for (const [axis, plane] of [[Y, 'z'], [Z, 'y']] as const) {
      // Hung along x, with gravity along +x.
      const world = new World({ gravity: { x: G, y: 0, z: 0 }, sleeping: false })
      const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
      const joint = world.createUniversalJoint({ bodyB: beam, anchor: ORIGIN, axisA: Y, axisB: Z })
      const at = rotate(quat(axis, 0.05), { x: 0.5, y: 0, z: 0 })
      beam.teleport(at, quat(axis, 0.05))
      const across = plane === 'z' ? 0.1 : 0.2
      const inertia = (6 * (1 + across * across)) / 12 + 6 * 0.25
      world.step(DT)
      const found = frequencyOf(world, 20, () => (axis === Y ? joint.angleA : joint.angleB))
      const expected = (Math.sqrt((6 * G * 0.5) / inertia) / (2 * Math.PI)) * (1 - 0.05 ** 2 / 16)
      // A box turning about y is 0.1 m deep across, about z 0.2 m high.
      expect(Math.abs(found / expected - 1)).toBeLessThan(2e-4)
    }
  })

  it('holds the twist: what twists A twists B, and the reaction is the torque', () => {
    const world = jointWorld()
    const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
    const joint = world.createUniversalJoint({ bodyB: beam, anchor: ORIGIN, axisA: Y, axisB: Z })
    for (let i = 0; i < 60; i++) {
      beam.applyTorque({ x: 9, y: 0, z: 0 })
      world.step(DT)
    }
    expect(distance(joint.reactionTorque, { x: -9, y: 0, z: 0 })).toBeLessThan(9e-3)
    expect(turnBetween(beam.rotation, { x: 0, y: 0, z: 0, w: 1 })).toBeLessThan(1e-8)
  })

  it('counts the turns about both arms and reads what was put in', () => {
    const world = jointWorld()
    const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
    const joint = world.createUniversalJoint({ bodyB: beam, anchor: { x: 0.5, y: 0, z: 0 }, axisA: Y, axisB: Z })
    joint.motorA = { speed: 3, maxTorque: 1e4 }
    joint.motorB = { speed: -2, maxTorque: 1e4 }
    run(world, 5)
    expect(joint.angleA).toBeCloseTo(15, 2)
    expect(joint.angleB).toBeCloseTo(-10, 2)
    expect(joint.speedA).toBeCloseTo(3, 6)
    expect(joint.speedB).toBeCloseTo(-2, 6)
    expect(joint.motorA).toEqual({ speed: 3, maxTorque: 1e4 })
    // First about z by angleB in B's own axes, then about y by angleA.
    const a = quat(Y, joint.angleA)
    const want = rotate(a, rotate(quat(Z, joint.angleB), { x: 1, y: 0, z: 0 }))
    expect(distance(rotate(beam.rotation, { x: 1, y: 0, z: 0 }), want)).toBeLessThan(1e-6)
  })

  it('keeps a limit on each arm without touching the other', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, { x: 0.5, y: 0, z: 0 }, { angularVelocity: { x: 0, y: 3, z: 0 }, linearVelocity: { x: 0, y: 0, z: -1.5 } })
    const joint = world.createUniversalJoint({
      bodyB: beam, anchor: ORIGIN, axisA: Y, axisB: Z, limitA: { lower: -0.5, upper: 0.7 }, limitB: { lower: -0.4, upper: 0.4 },
    })
    let mostA = 0
    run(world, 4, () => {
      mostA = Math.max(mostA, joint.angleA)
      expect(joint.angleA).toBeLessThan(0.7 + 1e-3)
      expect(joint.angleB).toBeGreaterThan(-0.4 - 1e-3)
    })
    expect(mostA).toBeGreaterThan(0.69)
    expect(joint.angleB).toBeCloseTo(-0.4, 3)
    expect(joint.limitB).toEqual({ lower: -0.4, upper: 0.4, restitution: 0 })
  })

  it('springs about one arm and rubs about the other', () => {
    const world = jointWorld()
    const beam = addBeam(world, ORIGIN)
    const joint = world.createUniversalJoint({ bodyB: beam, anchor: ORIGIN, axisA: Y, axisB: Z, springA: { target: 0.1, hertz: 2, dampingRatio: 0 } })
    expect(Math.abs(frequencyOf(world, 10, () => joint.angleA - 0.1) / 2 - 1)).toBeLessThan(1e-3)
    joint.springA = { target: 0, hertz: 2 }
    joint.frictionB = 0.25
    run(world, 3)
    const inertia = (6 * 1.04) / 12
    beam.angularVelocity = { x: 0, y: 0, z: 2 }
    run(world, 2)
    expect(Math.abs(joint.speedB / (2 - (0.25 * 2) / inertia) - 1)).toBeLessThan(1e-3)
  })

  it('comes back square from anywhere, arms on one line included', () => {
    for (const [axis, angle] of [[{ x: 1, y: 0, z: 0 }, Math.PI / 2], [{ x: 1, y: 0.1, z: 0.2 }, 1.5], [{ x: 1, y: 0, z: 0 }, -1], [{ x: 1, y: 1, z: 1 }, 2]] as const) {
      const world = jointWorld()
      const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
      const joint = world.createUniversalJoint({ bodyB: beam, anchor: ORIGIN, axisA: Y, axisB: Z })
      beam.teleport({ x: 0.8, y: 0.5, z: 0 }, quat(axis, angle))
      run(world, 5)
      expect(offSquare(joint)).toBeLessThan(1e-6)
      expect(distance(joint.anchorA, joint.anchorB)).toBeLessThan(1e-5)
    }
  })

  it('takes arms in any direction, and frames', () => {
    const world = jointWorld()
    for (const [axisA, axisB] of [
      [{ x: -1, y: 0, z: 0 }, { x: 0, y: 2, z: 0 }], [{ x: 1, y: 2, z: 3 }, { x: 3, y: 0, z: -1 }], [{ x: 0, y: 0, z: -1 }, { x: 0, y: -1, z: 0 }],
      [{ x: 1, y: 0, z: 0 }, { x: 0, y: -1, z: 0 }], [{ x: 1, y: 0, z: 0 }, { x: 0, y: 0, z: 5 }],
    ]) {
      const beam = addBeam(world, ORIGIN, { inertia: { xx: 1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 } })
      const joint = world.createUniversalJoint({ bodyB: beam, axisA, axisB })
      joint.motorB = { speed: 1, maxTorque: 1e4 }
      run(world, 0.5)
      // B turns about its own arm, and only about it.
      const length = Math.hypot(axisB.x, axisB.y, axisB.z)
      expect(distance(beam.angularVelocity, { x: axisB.x / length, y: axisB.y / length, z: axisB.z / length })).toBeLessThan(1e-9)
      world.destroyBody(beam)
    }
    const beam = addBeam(world, { x: 0.5, y: 0, z: 0 })
    const joint = world.createUniversalJoint({ bodyB: beam, frameA: {}, frameB: { position: { x: -0.5, y: 0, z: 0 } } })
    expect([joint.angleA, joint.angleB]).toEqual([0, 0])
  })

  it('refuses arms that are not square', () => {
    const world = jointWorld()
    const bodyB = addBeam(world, ORIGIN)
    expect(() => world.createUniversalJoint({ bodyB, axisA: Y, axisB: Y })).toThrow(/universal\.axisB .*is parallel to axisA/)
    expect(() => world.createUniversalJoint({ bodyB, axisA: Y, axisB: { x: 0, y: 0.1, z: 1 } })).toThrow(/is not perpendicular to axisA/)
    expect(() => world.createUniversalJoint({ bodyB, axisA: Y, axisB: Z, frameA: {}, frameB: {} })).toThrow(/two answers/)
    expect(() => world.createUniversalJoint({ bodyB, motorA: { speed: NaN, maxTorque: 1 } })).toThrow(/universal\.motorA\.speed \(NaN\)/)
    expect(world.jointCount).toBe(0)
  })
})
