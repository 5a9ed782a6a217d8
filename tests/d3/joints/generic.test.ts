/** The generic joint: axes one by one and together, drives, friction, changes after creation, and agreement with the joints it can imitate. */

import { box, World, type Body, type GenericLimit } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_JOINTS } from '../../../src/d3/joints/kinds/built-in-kinds.ts'
import { ANGULAR_LOCKS, CODES, COUNT, genericKind, LINEAR_LOCKS, MAIN, MODE } from '../../../src/d3/joints/kinds/generic-measure.ts'
import { planGeneric } from '../../../src/d3/joints/kinds/generic-plan.ts'
import { DATA_SIZE, FRAME_A, FRAME_B } from '../../../src/d3/store/joint-table.ts'
import { createRandom } from '../../common/random.ts'
import { numericCheck } from './derivative.ts'
import { addBeam, distance, DT, frequencyOf, G, jointWorld, quat, run, turnBetween } from './rigs.ts'

const ORIGIN = { x: 0, y: 0, z: 0 }
const POINT: GenericLimit = { linearAxes: [0, 1, 2], min: 0, max: 0 }
const STILL: GenericLimit = { angularAxes: [0, 1, 2], min: 0, max: 0 }

/** 2 kg, inertia 0.0133 kg m² about every axis. */
function addCube(world: World, position = ORIGIN): Body {
  return world.createBody({ position, mass: 2, shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })] })
}

const INERTIA = (2 * 2 * 0.1 * 0.1 * 4) / 12

describe('Jacobians', () => {
  it('of every set of axes in every way to tell rotation agree with central differences', () => {
    const plans = [
      planGeneric([{ linearAxes: [0, 1], max: 1 }, { linearAxes: [1, 2], max: 1 }, { linearAxes: [0, 1, 2], max: 1 }], [], {}),
      planGeneric([{ angularAxes: [0, 1], max: 1 }, { angularAxes: [1, 2], max: 1 }, { angularAxes: [0, 2], max: 1 }], [], {}),
      ...([0, 1, 2] as const).map(axis => planGeneric([{ angularAxes: [axis], min: 0, max: 1 }], [], {})),
      ...([0, 1, 2] as const).map(axis => planGeneric([{ angularAxes: [axis], min: 0, max: 0 }], [], {})),
      ...([[0, 1], [1, 2], [0, 2]] as const).map(angularAxes => planGeneric([{ angularAxes, min: 0, max: 0 }], [], {})),
      planGeneric([STILL, POINT], [], {}),
    ]
    const random = createRandom(3)
    const number = (): number => 2 * random() - 1
    for (const plan of plans) {
      const data = new Float64Array(DATA_SIZE)
      data.set([0.1, 0.2, 0.3], 0)
      data.set(Object.values(quat({ x: 1, y: 2, z: -1 }, 0.7)), FRAME_A)
      data.set([-0.2, 0.1, 0.4], 7)
      data.set(Object.values(quat({ x: -1, y: 1, z: 0.3 }, 1.1)), FRAME_B)
      data[MODE] = plan.mode
      data[MAIN] = plan.main
      data[LINEAR_LOCKS] = plan.linearLocks
      data[ANGULAR_LOCKS] = plan.angularLocks
      data[COUNT] = plan.codes.length
      data.set(plan.codes, CODES)
      for (let i = 0; i < 60; i++) {
        const place = (): number[] => [number(), number(), number()]
        const turned = (): number[] => Object.values(quat({ x: number(), y: number(), z: number() }, 1.2 * random()))
        const poses = new Float64Array([...place(), ...turned(), ...place(), ...turned()])
        const checked = numericCheck(plan.kind, data, poses)
        expect(checked.worst, checked.at).toBeLessThan(1e-6)
      }
    }
  })

  it('all kinds of it are registered', () => {
    const registered = BUILT_IN_JOINTS.map(([kind]) => kind)
    for (const [locks, lengths, turns] of [[0, 6, 0], [0, 3, 2], [1, 3, 2], [2, 1, 1], [3, 0, 2]] as const) {
      expect(registered).toContain(genericKind(locks, lengths, turns))
    }
  })
})

describe('locks', () => {
  it('all six are a weld: the load of a cantilever, 0.1 %', () => {
    const world = jointWorld(G)
    const joint = world.createGenericJoint({ bodyB: addBeam(world, { x: 0.5, y: 0, z: 0 }), anchor: ORIGIN, limits: [POINT, STILL] })
    run(world, 1)
    expect(distance(joint.reactionForce, { x: 0, y: 6 * G, z: 0 })).toBeLessThan(1e-3 * 6 * G)
    expect(distance(joint.reactionTorque, { x: 0, y: 0, z: 3 * G })).toBeLessThan(3e-3 * G)
    expect(distance(joint.anchorA, joint.anchorB)).toBeLessThan(1e-9)
  })

  it('two angular ones are a hinge: it swings as one made as such, and counts turns', () => {
    const swing = (hinge: boolean): { angle: () => number; world: World; beam: Body } => {
      const world = jointWorld(G)
      const beam = addBeam(world, { x: 0.5, y: 0, z: 0 }, { angularVelocity: { x: 0, y: 0, z: 0 } })
      if (hinge) {
        const joint = world.createHingeJoint({ bodyB: beam, anchor: ORIGIN, axis: { x: 0, y: 0, z: 1 } })
        return { angle: () => joint.angle, world, beam }
      }
      const joint = world.createGenericJoint({ bodyB: beam, anchor: ORIGIN, limits: [POINT, { angularAxes: [0, 1], max: 0 }] })
      return { angle: () => joint.angularPosition(2), world, beam }
    }
    const one = swing(true)
    const other = swing(false)
    for (let i = 0; i < 120; i++) {
      one.world.step(DT)
      other.world.step(DT)
      expect(Math.abs(one.angle() - other.angle())).toBeLessThan(1e-6)
    }
    const world = jointWorld()
    const joint = world.createGenericJoint({ bodyB: addCube(world), limits: [POINT, { angularAxes: [0, 2], max: 0 }] })
    joint.bodyB.angularVelocity = { x: 0, y: 10, z: 0 }
    run(world, 3)
    expect(joint.angularPosition(1)).toBeCloseTo(30, 6)
    expect(joint.angularSpeed(1)).toBeCloseTo(10, 9)
  })

  it('one is a cross: a shaft at 40° runs with the ratio of a universal joint', () => {
    // Shaft A along x of the world, shaft B 40° off in the plane of x and y.
    const world = jointWorld()
    const bend = (40 * Math.PI) / 180
    const shaftA = addCube(world)
    const shaftB = world.createBody({ mass: 2, rotation: quat({ x: 0, y: 0, z: 1 }, bend), shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 } })] })
    const axisB = { x: Math.cos(bend), y: Math.sin(bend), z: 0 }
    const inA = world.createHingeJoint({ bodyB: shaftA, anchor: ORIGIN, axis: { x: 1, y: 0, z: 0 }, motor: { speed: 3, maxTorque: Infinity } })
    const inB = world.createHingeJoint({ bodyB: shaftB, anchor: ORIGIN, axis: axisB })
    // With x locked the arms of the cross are y of A and z of B.
    world.createGenericJoint({ bodyA: shaftA, bodyB: shaftB, frameA: {}, frameB: {}, limits: [{ angularAxes: [0], min: 0, max: 0 }] })
    run(world, 0.5)
    let worst = 0
    run(world, 4, () => {
      // The arm of A starts in the plane of the shafts: ω_B / ω_A = cos β / (1 − sin² β cos² θ), θ from that plane.
      const c = Math.cos(inA.angle)
      const ratio = Math.cos(bend) / (1 - Math.sin(bend) ** 2 * c * c)
      worst = Math.max(worst, Math.abs(inB.speed / inA.speed / ratio - 1))
    })
    expect(worst).toBeLessThan(1e-3)
  })
})

describe('limits', () => {
  it('of single axes hold at both ends', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, limits: [STILL, { linearAxes: [0], min: -0.3, max: 0.5 }, { linearAxes: [1, 2], max: 0 }] })
    body.linearVelocity = { x: 2, y: 0, z: 0 }
    run(world, 1)
    expect(joint.linearPosition(0)).toBeCloseTo(0.5, 9)
    body.linearVelocity = { x: -2, y: 0, z: 0 }
    run(world, 1)
    expect(joint.linearPosition(0)).toBeCloseTo(-0.3, 9)
    expect(body.position.x).toBeCloseTo(-0.3, 9)
  })

  it('of two linear axes are a cylinder, of three a ball', () => {
    for (const linearAxes of [[0, 2], [0, 1, 2]] as const) {
      const world = jointWorld()
      const body = addCube(world)
      world.createGenericJoint({ bodyB: body, limits: [{ linearAxes, max: 1 }] })
      body.linearVelocity = { x: 3, y: 0.5, z: 4 }
      let most = 0
      run(world, 2, () => (most = Math.max(most, Math.hypot(body.position.x, linearAxes.length === 3 ? body.position.y : 0, body.position.z))))
      expect(most).toBeLessThan(1 + 1e-6)
      expect(most).toBeGreaterThan(1 - 1e-6)
      if (linearAxes.length === 2) expect(body.position.y).toBeCloseTo(1, 9)
    }
  })

  it('of three linear axes with a least distance are a shell', () => {
    const world = jointWorld(G)
    const body = addCube(world, { x: 0.001, y: 1.5, z: 0 })
    world.createGenericJoint({ bodyB: body, frameA: {}, frameB: {}, limits: [{ linearAxes: [0, 1, 2], min: 1, max: 2 }] })
    let least = Infinity
    let most = 0
    run(world, 5, () => {
      const r = Math.hypot(body.position.x, body.position.y, body.position.z)
      least = Math.min(least, r)
      most = Math.max(most, r)
    })
    expect(least).toBeGreaterThan(1 - 1e-5)
    expect(most).toBeLessThan(2 + 1e-5)
    expect(most).toBeGreaterThan(2 - 1e-5)
  })

  it('of two angular axes are a cone in which the twist runs on freely', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, limits: [POINT, { angularAxes: [1, 2], max: 0.6 }] })
    body.angularVelocity = { x: 5, y: 2, z: 1 }
    let widest = 0
    run(world, 4, () => {
      const q = body.rotation
      widest = Math.max(widest, Math.acos(Math.min(1, 1 - 2 * (q.y * q.y + q.z * q.z))))
    })
    expect(Math.abs(widest - 0.6)).toBeLessThan(1e-5)
    expect(joint.angularPosition(0)).toBeGreaterThan(6)
  })

  it('of three angular axes hold the whole rotation', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createGenericJoint({ bodyB: body, limits: [POINT, { angularAxes: [0, 1, 2], max: 1.2 }] })
    body.angularVelocity = { x: 3, y: -2, z: 1 }
    let widest = 0
    run(world, 3, () => (widest = Math.max(widest, turnBetween(body.rotation, { x: 0, y: 0, z: 0, w: 1 }))))
    expect(Math.abs(widest - 1.2)).toBeLessThan(1e-5)
  })

  it('soft ones are springs beyond their range: v √(m / k) deep, and back', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, limits: [STILL, { linearAxes: [0, 2], max: 0 }, { linearAxes: [1], min: -0.2, stiffness: 50 }] })
    body.linearVelocity = { x: 0, y: -2, z: 0 }
    let lowest = 0
    run(world, 1.5, () => (lowest = Math.min(lowest, joint.linearPosition(1))))
    expect(Math.abs((lowest + 0.2) / (-2 * Math.sqrt(2 / 50)) - 1)).toBeLessThan(1e-2)
    expect(Math.abs(body.linearVelocity.y / 2 - 1)).toBeLessThan(1e-2)
  })

  it('soft ones carry a weight m g / k below, however damped', () => {
    const world = jointWorld(G)
    const limits: GenericLimit[] = [STILL, { linearAxes: [0, 2], max: 0 }, { linearAxes: [1], min: -0.2, stiffness: 500, damping: 60 }]
    const joint = world.createGenericJoint({ bodyB: addCube(world), limits })
    run(world, 5)
    expect(joint.linearPosition(1)).toBeCloseTo(-0.2 - (2 * G) / 500, 9)
  })

  it('soft ones of several axes at 0 are one spring the same way round', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createGenericJoint({ bodyB: body, limits: [{ linearAxes: [0, 1, 2], min: 0, max: 0, hertz: 2, dampingRatio: 0 }, STILL] })
    body.teleport({ x: 0.3, y: 0.4, z: 0 })
    const found = frequencyOf(world, 10, () => body.position.x)
    expect(Math.abs(found / 2 - 1)).toBeLessThan(1e-3)
    expect(Math.abs(body.position.y / body.position.x - 4 / 3)).toBeLessThan(1e-6)
  })

  it('give back speed as told', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createGenericJoint({ bodyB: body, limits: [{ linearAxes: [0], max: 0.5, restitution: 0.5 }] })
    body.linearVelocity = { x: 2, y: 0, z: 0 }
    run(world, 1)
    expect(body.linearVelocity.x).toBeCloseTo(-1, 6)
  })
})

describe('drives', () => {
  it('swing as masses on springs do: linear by force, angular by acceleration', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createGenericJoint({
      bodyB: body,
      drives: [{ type: 'linear', axis: 1, stiffness: 200, damping: 0 }, { type: 'angular', axis: 2, mode: 'acceleration', stiffness: 90, damping: 0 }],
    })
    body.teleport({ x: 0, y: 0.2, z: 0 }, quat({ x: 0, y: 0, z: 1 }, 0.3))
    const linear = frequencyOf(world, 10, () => body.position.y)
    expect(Math.abs(linear / (Math.sqrt(200 / 2) / (2 * Math.PI)) - 1)).toBeLessThan(1e-3)
    const angular = frequencyOf(world, 10, () => body.rotation.z)
    expect(Math.abs(angular / (Math.sqrt(90) / (2 * Math.PI)) - 1)).toBeLessThan(1e-3)
  })

  it('of three angular axes go to a rotation vector straight', () => {
    const world = jointWorld()
    const body = addCube(world)
    const target = [0.5, -0.8, 0.3]
    const drives = ([0, 1, 2] as const).map(axis => ({ type: 'angular' as const, axis, hertz: 2, positionTarget: target[axis]! }))
    const joint = world.createGenericJoint({ bodyB: body, limits: [POINT], drives })
    run(world, 4)
    expect(turnBetween(body.rotation, quat({ x: 0.5, y: -0.8, z: 0.3 }, Math.hypot(...target)))).toBeLessThan(1e-6)
    for (const axis of [0, 1, 2] as const) expect(joint.angularPosition(axis)).toBeCloseTo(target[axis]!, 6)
  })

  it('reach a speed as c / m says, with no more force than allowed', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, drives: [{ type: 'linear', axis: 0, velocityTarget: 3, stiffness: 0, damping: 4 }] })
    run(world, 0.5)
    expect(body.linearVelocity.x).toBeCloseTo(3 * (1 - Math.exp(-0.5 * 2)), 4)
    joint.setDrives([{ type: 'linear', axis: 0, velocityTarget: 10, stiffness: 0, damping: 1000, maxForce: 5 }])
    const before = body.linearVelocity.x
    run(world, 1)
    expect(body.linearVelocity.x - before).toBeCloseTo(5 / 2, 6)
    expect(joint.driveForce('linear', 0)).toBeCloseTo(5, 9)
  })

  it('with a cone and a twist limit: a limb that is driven in its sockets', () => {
    const world = jointWorld(G)
    const limb = addBeam(world, { x: 0.5, y: 0, z: 0 })
    const joint = world.createGenericJoint({
      bodyB: limb,
      anchor: ORIGIN,
      limits: [POINT, { angularAxes: [1, 2], max: 0.5 }, { angularAxes: [0], min: -0.2, max: 0.2 }],
      drives: [{ type: 'angular', axis: 0, hertz: 3, positionTarget: 1 }, { type: 'angular', axis: 2, hertz: 8, positionTarget: 0.4 }],
    })
    run(world, 6)
    expect(joint.angularPosition(0)).toBeCloseTo(0.2, 6)
    // A drive by hertz sags by torque over inertia ω²; a few hundredths here.
    expect(Math.abs(joint.angularPosition(2) - 0.4)).toBeLessThan(0.05)
  })

  it('follow a target that is moved', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, drives: [{ type: 'linear', axis: 2, hertz: 4 }] })
    joint.setDriveTarget('linear', 2, 0.7)
    run(world, 3)
    expect(body.position.z).toBeCloseTo(0.7, 6)
    expect(() => joint.setDriveTarget('linear', 0, 1)).toThrow(/has no linear drive/)
  })
})

describe('friction', () => {
  it('slows a slide by F / m and a spin by T / I', () => {
    const world = jointWorld()
    const body = addCube(world)
    world.createGenericJoint({ bodyB: body, friction: { linear: { x: 1, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0.01 } } })
    body.linearVelocity = { x: 3, y: 1, z: 0 }
    body.angularVelocity = { x: 0, y: 0, z: 5 }
    run(world, 2)
    expect(body.linearVelocity.x).toBeCloseTo(3 - 2 * 0.5, 6)
    expect(body.linearVelocity.y).toBeCloseTo(1, 9)
    expect(body.angularVelocity.z).toBeCloseTo(5 - (2 * 0.01) / INERTIA, 6)
  })
})

describe('changes', () => {
  it('read back what was set, in words of its own', () => {
    const world = jointWorld()
    const joint = world.createGenericJoint({
      bodyB: addCube(world),
      limits: [{ linearAxes: [2], max: 0, min: 0 }, { linearAxes: [0, 1], max: 0.4, stiffness: 10, damping: 1 }, { angularAxes: [0], min: -1, max: 1 }],
      drives: [{ type: 'angular', axis: 0, stiffness: 3, damping: 2, maxForce: 9, positionTarget: 0.1 }],
      friction: { linear: { x: 1, y: 2, z: 3 } },
    })
    expect(joint.type).toBe('generic')
    expect(joint.limits).toEqual([
      { linearAxes: [2], min: 0, max: 0 },
      { linearAxes: [0, 1], min: 0, max: 0.4, restitution: 0, stiffness: 10, damping: 1 },
      { angularAxes: [0], min: -1, max: 1, restitution: 0 },
    ])
    expect(joint.drives).toEqual([
      { type: 'angular', axis: 0, mode: 'force', positionTarget: 0.1, velocityTarget: 0, stiffness: 3, damping: 2, maxForce: 9 },
    ])
    expect(joint.friction).toEqual({ linear: { x: 1, y: 2, z: 0 }, angular: { x: 0, y: 0, z: 0 } })
    // What is read can be given.
    const { limits, drives, friction } = joint
    joint.setLimits(limits)
    joint.setDrives(drives)
    joint.setFriction(friction)
    expect([joint.limits, joint.drives, joint.friction]).toEqual([limits, drives, friction])
  })

  it('from weld to slider to free, and turns stay counted', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, limits: [POINT, { angularAxes: [0, 1], max: 0 }] })
    body.angularVelocity = { x: 0, y: 0, z: 8 }
    run(world, 2)
    expect(joint.angularPosition(2)).toBeCloseTo(16, 6)
    joint.setDrives([{ type: 'angular', axis: 2, hertz: 2, positionTarget: 20 }])
    expect(joint.angularPosition(2)).toBeCloseTo(16, 6)
    run(world, 4)
    expect(joint.angularPosition(2)).toBeCloseTo(20, 5)
    joint.setLimits([])
    joint.setDrives([])
    body.linearVelocity = { x: 1, y: 2, z: 3 }
    run(world, 1)
    expect(distance(body.position, { x: 1, y: 2, z: 3 })).toBeLessThan(1e-9)
  })

  it('that are refused leave it as it was', () => {
    const world = jointWorld()
    const joint = world.createGenericJoint({ bodyB: addCube(world), limits: [POINT, { angularAxes: [0], min: -1, max: 1 }] })
    const { limits } = joint
    const hash = world.hash()
    expect(() => joint.setLimits([{ linearAxes: [0], min: 0, max: 1, hertz: -2 }])).toThrow(/generic\.limits\[0\]\.hertz \(-2\)/)
    expect(() => joint.setDrives([{ type: 'linear', axis: 0, stiffness: 1 }])).toThrow(/is locked \(linear x\)/)
    expect(joint.limits).toEqual(limits)
    expect(world.hash()).toBe(hash)
  })

  it('come back with a snapshot, kind and all', () => {
    const world = jointWorld()
    const body = addCube(world)
    const joint = world.createGenericJoint({ bodyB: body, limits: [POINT, STILL] })
    const bytes = new Uint8Array(world.snapshotSize() * 2)
    world.snapshotInto(bytes)
    joint.setLimits([{ linearAxes: [0], min: -1, max: 1 }])
    body.linearVelocity = { x: 1, y: 0, z: 0 }
    run(world, 1)
    world.restore(bytes)
    body.linearVelocity = { x: 1, y: 0, z: 0 }
    run(world, 1)
    expect(body.position.x).toBeCloseTo(0, 9)
    expect(joint.limits).toEqual([POINT, STILL])
  })
})

describe('bad input', () => {
  it('is refused with the cure, and leaves no joint', () => {
    const world = jointWorld()
    const bodyB = addCube(world)
    const make = (limits: GenericLimit[]) => () => world.createGenericJoint({ bodyB, limits })
    expect(make([{ linearAxes: [], max: 1 }])).toThrow(/generic\.limits\[0\]\.linearAxes .*list of axes/)
    expect(make([{ linearAxes: [0, 0], max: 1 }])).toThrow(/named twice/)
    expect(make([{ angularAxes: [3 as 0], max: 1 }])).toThrow(/angularAxes\[0\] \(3\) must be 0/)
    expect(make([{ linearAxes: [0, 1], max: -1 }])).toThrow(/must not be negative/)
    expect(make([{ linearAxes: [0], max: 1 }, { linearAxes: [0], min: -1 }])).toThrow(/limits\[1\] .*once more/)
    expect(make([POINT, { linearAxes: [0], max: 1 }])).toThrow(/which another limit locks/)
    expect(make([{ linearAxes: [0], max: 1, damping: 3 }])).toThrow(/needs stiffness/)
    const all: GenericLimit[] = [{ linearAxes: [0, 1], max: 1 }, { linearAxes: [1, 2], max: 1 }, { linearAxes: [0, 2], max: 1 }]
    for (const axis of [0, 1, 2] as const) all.push({ linearAxes: [axis], max: 1 })
    expect(make([...all, { linearAxes: [0, 1, 2], max: 1 }])).toThrow(/generic \(7\) different sets of axes/)
    expect(world.jointCount).toBe(0)
    expect(() => world.createGenericJoint({ bodyB, drives: [{ type: 'linear', axis: 0 }] })).toThrow(/generic\.drives\[0\] .*no strength/)
    expect(() => world.createGenericJoint({ bodyB, drives: [{ type: 'twist' as 'linear', axis: 0, damping: 1 }] })).toThrow(/drives\[0\]\.type/)
    expect(() => world.createGenericJoint({ bodyB, friction: { linear: { x: -1, y: 0, z: 0 } } })).toThrow(/generic\.friction\.linear\.x \(-1\)/)
    expect(world.jointCount).toBe(0)
  })
})
