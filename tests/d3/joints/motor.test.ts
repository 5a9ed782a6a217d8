/** The motor joint: velocities and poses with bounded force and torque, against closed forms. */

import { box, type Body, type MotorDefinition, type MotorJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { distance, G, jointWorld, quat, rotate, run, turnBetween } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const INERTIA = (2 * 2 * 0.04) / 12

/** 2 kg, inertia 0.0133 kg m² about every axis. */
function addCube(world: World, position: Vec3 = ORIGIN): Body {
  return world.createBody({ position, mass: 2, shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })] })
}

function driven(more: Partial<MotorDefinition>, gravity = 0): { world: World; body: Body; joint: MotorJoint } {
  const world = jointWorld(gravity)
  const body = addCube(world)
  return { world, body, joint: world.createMotorJoint({ bodyB: body, ...more }) }
}

describe('velocity', () => {
  it('is reached at once with force enough, against gravity too', () => {
    const { world, body, joint } = driven({ linear: { velocity: { x: 1, y: 2, z: -1 }, maxForce: Infinity } }, G)
    run(world, 1)
    expect(distance(body.linearVelocity, { x: 1, y: 2, z: -1 })).toBeLessThan(1e-9)
    expect(joint.force.y).toBeCloseTo(2 * G, 6)
    expect(distance(joint.velocity, { x: 1, y: 2, z: -1 })).toBeLessThan(1e-9)
    expect(joint.position.y).toBeCloseTo(2, 1)
  })

  it('grows by F / m and T / I until it is reached, and not beyond', () => {
    const { world, body, joint } = driven({
      linear: { velocity: { x: 3, y: 0, z: 0 }, maxForce: 2 },
      angular: { velocity: { x: 0, y: 0, z: 4 }, maxTorque: 0.02 },
    })
    run(world, 1)
    expect(body.linearVelocity.x).toBeCloseTo(1, 9)
    expect(body.angularVelocity.z).toBeCloseTo(0.02 / INERTIA, 9)
    expect(joint.force.x).toBeCloseTo(2, 9)
    expect(joint.torque.z).toBeCloseTo(0.02, 9)
    run(world, 4)
    expect(body.linearVelocity.x).toBeCloseTo(3, 9)
    expect(body.angularVelocity.z).toBeCloseTo(4, 9)
    expect(joint.force.x).toBeCloseTo(0, 9)
  })

  it('of spin holds about any axis, through any number of turns', () => {
    const { world, body, joint } = driven({ angular: { velocity: { x: 2, y: -3, z: 1 }, maxTorque: Infinity } })
    body.teleport(ORIGIN, quat({ x: 1, y: 1, z: -2 }, 2))
    run(world, 10, () => expect(distance(body.angularVelocity, { x: 2, y: -3, z: 1 })).toBeLessThan(1e-9))
    expect(distance(joint.spin, { x: 2, y: -3, z: 1 })).toBeLessThan(1e-9)
  })

  it('is meant along the axes of frame A, which go with A', () => {
    const world = jointWorld()
    const carrier = world.createBody({ type: 'kinematic', rotation: quat({ x: 0, y: 0, z: 1 }, Math.PI / 2) })
    const body = addCube(world)
    const joint = world.createMotorJoint({ bodyA: carrier, bodyB: body, frameA: {}, frameB: {}, linear: { velocity: { x: 1, y: 0, z: 0 }, maxForce: Infinity } })
    run(world, 1)
    expect(distance(body.position, { x: 0, y: 1, z: 0 })).toBeLessThan(1e-9)
    // A carrier that turns takes what stands still on it along. A velocity knows no place: each substep h goes straight on and leads outwards by ½ (ω h)².
    joint.linear = { velocity: ORIGIN, maxForce: Infinity }
    carrier.angularVelocity = { x: 0, y: 0, z: 1 }
    run(world, 2)
    const radius = 1 + (2 * 240) / (2 * 240 * 240)
    expect(distance(body.position, { x: -radius * Math.sin(2), y: radius * Math.cos(2), z: 0 })).toBeLessThan(1e-4)
  })

  it('of 0 is friction: a slide ends after v m / F', () => {
    const { world, body } = driven({ linear: { velocity: ORIGIN, maxForce: 4 } })
    body.linearVelocity = { x: 2, y: 0, z: 0 }
    run(world, 2)
    expect(body.position.x).toBeCloseTo((2 * 2 * 2) / (2 * 4), 2)
    expect(body.linearVelocity.x).toBeCloseTo(0, 9)
  })

  it('passes the reaction on: two free bodies part about their common centre', () => {
    const world = jointWorld()
    const a = addCube(world)
    const b = addCube(world, { x: 1, y: 0, z: 0 })
    world.createMotorJoint({ bodyA: a, bodyB: b, linear: { velocity: { x: 2, y: 0, z: 0 }, maxForce: Infinity } })
    run(world, 1)
    expect(a.linearVelocity.x).toBeCloseTo(-1, 9)
    expect(b.linearVelocity.x).toBeCloseTo(1, 9)
  })
})

describe('target', () => {
  it('is reached in place and rotation, from far away', () => {
    const rotation = quat({ x: 1, y: -2, z: 0.5 }, 2.8)
    const { world, body } = driven({ target: { position: { x: 1, y: 2, z: 3 }, rotation, hertz: 1 } })
    run(world, 5)
    expect(distance(body.position, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-6)
    expect(turnBetween(body.rotation, rotation)).toBeLessThan(1e-6)
  })

  it('is approached critically: (1 + ω t) e^(−ω t), in place and in angle', () => {
    const { world, body } = driven({ target: { position: { x: 1, y: 0, z: 0 }, rotation: quat({ x: 0, y: 1, z: 0 }, 1), hertz: 0.5 } })
    const omega = Math.PI
    run(world, 2, time => {
      const left = (1 + omega * time) * Math.exp(-omega * time)
      expect(Math.abs(1 - body.position.x - left)).toBeLessThan(5e-3)
      expect(Math.abs(turnBetween(body.rotation, quat({ x: 0, y: 1, z: 0 }, 1)) - left)).toBeLessThan(5e-3)
    })
  })

  it('turns straight, about one axis, whatever the axis', () => {
    const axis = { x: 1, y: 2, z: -2 }
    const { world, body } = driven({ target: { rotation: quat(axis, 3), angularStiffness: 0.2, angularDamping: 0.05 } })
    run(world, 1, () => {
      const { x, y, z } = body.rotation
      const s = Math.hypot(x, y, z) || 1
      expect(Math.hypot(x - s / 3, y - (2 * s) / 3, z + (2 * s) / 3)).toBeLessThan(1e-9)
    })
  })

  it('that moves is followed without lag when its velocity is told', () => {
    const { world, body, joint } = driven({})
    let worst = 0
    for (let i = 1; i <= 120; i++) {
      const x = i / 60
      joint.target = { position: { x, y: 0, z: 0 }, linearVelocity: { x: 1, y: 0, z: 0 }, hertz: 3 }
      world.step(1 / 60)
      // The target stands still during a step: in its middle the body is there.
      if (i > 60) worst = Math.max(worst, Math.abs(body.position.x - x - 1 / 120))
    }
    expect(worst).toBeLessThan(1e-3)
  })

  it('is not reached with too little force: it falls by g − F / m', () => {
    const { world, body, joint } = driven({ target: { position: { x: 0, y: 9, z: 0 }, hertz: 5, maxForce: G } }, G)
    run(world, 1)
    expect(body.linearVelocity.y).toBeCloseTo(-G / 2, 6)
    expect(joint.force.y).toBeCloseTo(G, 6)
  })

  it('of a place alone leaves rotation free, and the other way round', () => {
    const place = driven({ target: { position: ORIGIN, hertz: 2 } })
    place.body.angularVelocity = { x: 1, y: 2, z: 3 }
    run(place.world, 2)
    expect(distance(place.body.angularVelocity, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-9)
    const turn = driven({ target: { rotation: quat({ x: 1, y: 0, z: 0 }, 1), hertz: 2 } })
    turn.body.linearVelocity = { x: 1, y: 2, z: 3 }
    run(turn.world, 2)
    expect(distance(turn.body.position, { x: 2, y: 4, z: 6 })).toBeLessThan(1e-9)
  })

  it('is one in frame A', () => {
    const world = jointWorld()
    const turned = quat({ x: 0, y: 0, z: 1 }, Math.PI / 2)
    const base = world.createBody({ type: 'static', rotation: turned })
    const body = addCube(world, { x: 1, y: 0, z: 0 })
    world.createMotorJoint({ bodyA: base, bodyB: body, frameA: {}, frameB: {}, target: { position: { x: 1, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 }, hertz: 1 } })
    run(world, 5)
    expect(distance(body.position, rotate(turned, { x: 1, y: 0, z: 0 }))).toBeLessThan(1e-6)
    expect(turnBetween(body.rotation, turned)).toBeLessThan(1e-6)
  })
})

describe('changes', () => {
  it('read back what was set', () => {
    const { joint } = driven({})
    expect([joint.linear, joint.angular, joint.target]).toEqual([null, null, null])
    joint.linear = { velocity: { x: 1, y: 2, z: 3 }, maxForce: 4 }
    joint.angular = { velocity: { x: 5, y: 6, z: 7 }, maxTorque: 8 }
    expect(joint.linear).toEqual({ velocity: { x: 1, y: 2, z: 3 }, maxForce: 4 })
    expect(joint.angular).toEqual({ velocity: { x: 5, y: 6, z: 7 }, maxTorque: 8 })
    joint.linear = null
    joint.angular = null
    const target = {
      position: { x: 1, y: 2, z: 3 }, rotation: { x: 0, y: 0, z: 0.6, w: 0.8 }, linearVelocity: { x: 1, y: 0, z: 0 }, angularVelocity: { x: 0, y: 1, z: 0 },
      stiffness: 10, damping: 1, angularStiffness: 20, angularDamping: 2, mode: 'acceleration', maxForce: 5, maxTorque: 6,
    } as const
    joint.target = target
    expect(joint.target).toEqual(target)
    const { target: read } = joint
    joint.target = null
    joint.target = read
    expect(joint.target).toEqual(target)
  })

  it('that are refused leave it as it was', () => {
    const { world, joint } = driven({ target: { position: ORIGIN, rotation: quat({ x: 1, y: 0, z: 0 }, 1), hertz: 2 } })
    const hash = world.hash()
    expect(() => (joint.linear = { velocity: ORIGIN, maxForce: 1 })).toThrow(/motor\.linear .*and motor\.target\.position both/)
    expect(() => (joint.angular = { velocity: ORIGIN, maxTorque: 1 })).toThrow(/motor\.angular .*and motor\.target\.rotation both/)
    expect(() => (joint.target = { position: { x: 1, y: 0, z: 0 }, rotation: quat({ x: 1, y: 0, z: 0 }, 1), stiffness: 3, angularStiffness: -1 })).toThrow(/motor\.target\.angularStiffness \(-1\)/)
    expect(() => (joint.target = { rotation: quat({ x: 1, y: 0, z: 0 }, 1), stiffness: 3 })).toThrow(/motor\.target\.rotation .*no strength/)
    expect(() => (joint.target = { position: { x: NaN, y: 0, z: 0 }, hertz: 3 })).toThrow(/motor\.target\.position\.x \(NaN\)/)
    expect(world.hash()).toBe(hash)
  })

  it('bad definitions are refused with the cure, and leave no joint', () => {
    const world = jointWorld()
    const bodyB = addCube(world)
    expect(() => world.createMotorJoint({ bodyB, linear: { velocity: ORIGIN, maxForce: -1 } })).toThrow(/motor\.linear\.maxForce \(-1\)/)
    expect(() => world.createMotorJoint({ bodyB, angular: { velocity: ORIGIN } as never })).toThrow(/motor\.angular\.maxTorque/)
    expect(() => world.createMotorJoint({ bodyB, target: { position: ORIGIN } })).toThrow(/motor\.target .*no strength/)
    expect(world.jointCount).toBe(0)
  })
})
