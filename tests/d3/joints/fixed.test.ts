/** The weld: what it carries against statics, how it swings when soft, when it breaks. */

import { describe, expect, it } from 'vitest'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, run, turnBetween } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const WALL = { x: 0.5, y: 0, z: 0 }
const WEIGHT = 6 * G
const MOMENT = WEIGHT * 0.5

describe('rigid weld', () => {
  it('carries a cantilever: weight and moment as statics has them, 0.1 %', () => {
    const world = jointWorld(G)
    const joint = world.createFixedJoint({ bodyB: addBeam(world, WALL), anchor: ORIGIN })
    run(world, 1)
    const { x, y, z } = joint.reactionForce
    expect(Math.abs(y / WEIGHT - 1)).toBeLessThan(1e-3)
    expect(Math.hypot(x, z)).toBeLessThan(1e-3 * WEIGHT)
    const torque = joint.reactionTorque
    expect(Math.abs(torque.z / MOMENT - 1)).toBeLessThan(1e-3)
    expect(Math.hypot(torque.x, torque.y)).toBeLessThan(1e-3 * MOMENT)
    expect(distance(joint.anchorA, joint.anchorB)).toBeLessThan(1e-6)
    expect(turnBetween(joint.bodyB.rotation, { x: 0, y: 0, z: 0, w: 1 })).toBeLessThan(1e-6)
  })

  it('carries a pull and a twist that are not along its axes', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, WALL)
    const joint = world.createFixedJoint({ bodyB: beam, anchor: ORIGIN })
    for (let i = 0; i < 60; i++) {
      beam.applyForce({ x: 30, y: 0, z: 40 })
      beam.applyTorque({ x: 7, y: 0, z: 0 })
      world.step(DT)
    }
    // Loads at the centre, 0.5 m out along x: moment about the anchor = r × F + T, and the joint answers with the opposite.
    const force = joint.reactionForce
    const torque = joint.reactionTorque
    expect(distance(force, { x: -30, y: WEIGHT, z: -40 })).toBeLessThan(1e-3 * WEIGHT)
    expect(distance(torque, { x: -7, y: 0.5 * 40, z: MOMENT })).toBeLessThan(1e-3 * MOMENT)
  })

  it('carries a chain of five: the first holds the weight and moment of all', () => {
    const world = jointWorld(G)
    const beams = [0, 1, 2, 3, 4].map(i => addBeam(world, { x: i + 0.5, y: 0, z: 0 }))
    const joints = beams.map((bodyB, i) => world.createFixedJoint({ bodyA: beams[i - 1] ?? null, bodyB, anchor: { x: i, y: 0, z: 0 } }))
    run(world, 3)
    joints.forEach((joint, i) => {
      const held = 5 - i
      expect(Math.abs(joint.reactionForce.y / (held * WEIGHT) - 1)).toBeLessThan(1e-3)
      expect(Math.abs(joint.reactionTorque.z / ((held * WEIGHT * held) / 2) - 1)).toBeLessThan(1e-3)
    })
    expect(Math.abs(beams[4]!.position.y)).toBeLessThan(1e-4)
  })
})

describe('soft weld', () => {
  it('swings each freedom at its hertz', () => {
    for (const shift of [{ x: 0.01, y: 0, z: 0 }, { x: 0, y: 0.01, z: 0 }, { x: 0, y: 0, z: -0.01 }]) {
      const world = jointWorld()
      const beam = addBeam(world, WALL)
      const joint = world.createFixedJoint({ bodyB: beam, anchor: ORIGIN, softness: { hertz: 2, dampingRatio: 0 } })
      beam.teleport({ x: WALL.x + shift.x, y: shift.y, z: shift.z })
      const found = frequencyOf(world, 20, () => joint.anchorB.x + joint.anchorB.y + joint.anchorB.z)
      expect(Math.abs(found / 2 - 1)).toBeLessThan(1e-3)
    }
    for (const axis of [{ x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }, { x: 0, y: 0, z: 1 }]) {
      const world = jointWorld()
      const beam = addBeam(world, WALL)
      world.createFixedJoint({ bodyB: beam, anchor: ORIGIN, softness: { hertz: 2, dampingRatio: 0 } })
      // Turned about the anchor: the point stays satisfied.
      beam.teleport({ x: 0.5 * Math.cos(axis.x === 1 ? 0 : 0.02), y: 0.5 * axis.z * Math.sin(0.02), z: -0.5 * axis.y * Math.sin(0.02) }, quat(axis, 0.02))
      const found = frequencyOf(world, 20, () => beam.rotation.x + beam.rotation.y + beam.rotation.z)
      expect(Math.abs(found / 2 - 1)).toBeLessThan(1e-3)
    }
  })

  it('by hertz swings between 0 and 2 g / ω² when its weight is let go', () => {
    const world = jointWorld(G)
    const joint = world.createFixedJoint({ bodyB: addBeam(world, WALL), anchor: ORIGIN, softness: { hertz: 1, dampingRatio: 0 } })
    let lowest = 0
    let highest = -1
    run(world, 5, () => {
      lowest = Math.min(lowest, joint.anchorB.y)
      highest = Math.max(highest, joint.anchorB.y)
    })
    const sag = G / (2 * Math.PI) ** 2
    expect(Math.abs(lowest / (-2 * sag) - 1)).toBeLessThan(1e-3)
    expect(Math.abs(highest)).toBeLessThan(1e-3 * sag)
  })

  it('by hertz, damped, sags by g / ω² at the anchor', () => {
    const world = jointWorld(G)
    const joint = world.createFixedJoint({ bodyB: addBeam(world, WALL), anchor: ORIGIN, softness: { hertz: 2 } })
    run(world, 5)
    expect(Math.abs(joint.anchorB.y / (-G / (4 * Math.PI) ** 2) - 1)).toBeLessThan(1e-3)
  })

  it('by stiffness bends under its load: m g / k down, M / k round', () => {
    const world = jointWorld(G)
    const beam = addBeam(world, WALL)
    const joint = world.createFixedJoint({ bodyB: beam, anchor: ORIGIN, softness: { stiffness: 3000, damping: 200 } })
    run(world, 5)
    expect(Math.abs(joint.anchorB.y / (-WEIGHT / 3000) - 1)).toBeLessThan(1e-3)
    const bend = 2 * Math.asin(beam.rotation.z)
    // The lever shortens with the cosine of the bend.
    expect(Math.abs(bend / ((-MOMENT * Math.cos(bend)) / 3000) - 1)).toBeLessThan(1e-3)
  })

  it('can be made rigid and soft again', () => {
    const world = jointWorld(G)
    const joint = world.createFixedJoint({ bodyB: addBeam(world, WALL), anchor: ORIGIN, softness: { hertz: 3, dampingRatio: 0.5 } })
    expect(joint.softness).toEqual({ hertz: 3, dampingRatio: 0.5 })
    run(world, 1)
    joint.softness = null
    run(world, 1)
    expect(joint.softness).toBeNull()
    expect(distance(joint.anchorA, joint.anchorB)).toBeLessThan(1e-5)
  })
})

describe('breaking weld', () => {
  it('holds just above its load, breaks just below, and tells the load', () => {
    for (const [breakForce, breakTorque] of [[WEIGHT, Infinity], [Infinity, MOMENT]] as const) {
      for (const share of [0.999, 1.001]) {
        const world = jointWorld(G)
        const joint = world.createFixedJoint({ bodyB: addBeam(world, WALL), anchor: ORIGIN, breakForce: breakForce * share, breakTorque: breakTorque * share })
        let events = 0
        run(world, 0.5, () => {
          for (const event of world.events.jointBroken) {
            events++
            expect(event.joint).toBe(joint)
            expect(Math.abs(event.force / WEIGHT - 1)).toBeLessThan(1e-3)
            expect(Math.abs(event.torque / MOMENT - 1)).toBeLessThan(1e-3)
          }
        })
        expect(events).toBe(share < 1 ? 1 : 0)
        expect(joint.isBroken).toBe(share < 1)
        expect(joint.enabled).toBe(share > 1)
      }
    }
  })

  it('breaks where the moment of a chain is largest', () => {
    const world = jointWorld(G)
    const beams = [0, 1, 2].map(i => addBeam(world, { x: i + 0.5, y: 0, z: 0 }))
    const joints = beams.map((bodyB, i) => world.createFixedJoint({ bodyA: beams[i - 1] ?? null, bodyB, anchor: { x: i, y: 0, z: 0 } }))
    run(world, 1)
    // Moments of 9, 4 and 1.
    for (const joint of joints) joint.breakTorque = 4.1 * MOMENT
    run(world, 0.2)
    expect(joints.map(joint => joint.isBroken)).toEqual([true, false, false])
  })
})

describe('bad input', () => {
  it('is refused with the cure, and leaves no joint', () => {
    const world = jointWorld()
    const bodyB = addBeam(world, WALL)
    expect(() => world.createFixedJoint({ bodyB, softness: { hertz: -1 } })).toThrow(/fixed\.softness\.hertz \(-1\)/)
    expect(() => world.createFixedJoint({ bodyB, frameA: {}, frameB: {}, anchor: ORIGIN })).toThrow(/fixed\.anchor .*Give one/)
    expect(() => world.createFixedJoint({ bodyA: bodyB, bodyB })).toThrow(/is bodyA too/)
    expect(world.jointCount).toBe(0)
  })
})
