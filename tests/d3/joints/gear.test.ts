/** Gears: the Jacobian, the ratio after ten thousand turns, inertia seen through a train, bevels, limits and motors, bad input. */

import { describe, expect, it } from 'vitest'
import { box, type Body, type HingeJoint, type Vec3, type World } from 'fulcrum-physics/3d'
import { AXES_A, AXES_B } from '../../../src/d3/joints/joint-kind.ts'
import { OWN } from '../../../src/d3/store/joint-table.ts'
import { gearKind } from '../../../src/d3/joints/kinds/gear-joint.ts'
import { gear } from './cases/gear.ts'
import { addBox, DT, quietWorld, randomData, run, worstDerivative } from './mechanism-rigs.ts'

const Z = { x: 0, y: 0, z: 1 }
const TURN = 2 * Math.PI

/** A flat square wheel of half width r on a hinge to the world. */
function addWheel(world: World, x: number, r: number, axis: Vec3 = Z, motor?: { speed: number; maxTorque: number }): { body: Body; hinge: HingeJoint } {
  const body = world.createBody({ position: { x, y: 0, z: 0 }, shapes: [box({ halfExtents: { x: r, y: r, z: 0.1 }, density: 1000 })] })
  return { body, hinge: world.createHingeJoint({ bodyB: body, axis, motor: motor ?? null }) }
}

/** About z. */
function inertia(r: number): number {
  return (1000 * 4 * r * r * 0.2 * (8 * r * r)) / 12
}

describe('gear', () => {
  it('has the Jacobian of what it measures', () => {
    const make = (random: () => number): Float64Array => {
      const data = randomData(random)
      // The axes are x and y of the world.
      data.set([0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2], OWN)
      data[OWN + 8] = 2 * random() - 1
      return data
    }
    // Not smooth where an axis is reversed.
    const { worst, at } = worstDerivative(gearKind, make, ({ pose }) => pose[AXES_A]! < -0.95 || pose[AXES_B + 1]! < -0.95)
    expect(worst, at).toBeLessThan(1e-6)
  })

  it('keeps its ratio to 1e-6 rad after ten thousand turns', { timeout: 120_000 }, () => {
    const world = quietWorld()
    const a = addWheel(world, 0, 0.2, Z, { speed: 150, maxTorque: Infinity })
    const b = addWheel(world, 1, 0.3)
    const joint = world.createGearJoint({ bodyA: a.body, bodyB: b.body, axisA: Z, ratio: 17 / 29 })
    let worst = 0
    while (joint.angleA < 1e4 * TURN) {
      world.step(DT)
      worst = Math.max(worst, Math.abs((17 / 29) * joint.angleA + joint.angleB))
    }
    expect(worst).toBeLessThan(1e-6)
    // The hinges count for themselves.
    expect(Math.abs((17 / 29) * a.hinge.angle + b.hinge.angle)).toBeLessThan(1e-6)
    expect(joint.angleA).toBeCloseTo(a.hinge.angle, 6)
  })

  it('turns a train as one inertia: τ = (I_A + ratio² I_B) α', () => {
    for (const ratio of [2, -0.5]) {
      const world = quietWorld()
      const a = addWheel(world, 0, 0.2)
      const b = addWheel(world, 1, 0.4)
      const joint = world.createGearJoint({ bodyA: a.body, bodyB: b.body, axisA: Z, ratio })
      for (let i = 0; i < 60; i++) {
        a.body.applyTorque({ x: 0, y: 0, z: 3 })
        world.step(DT)
      }
      const alpha = 3 / (inertia(0.2) + ratio * ratio * inertia(0.4))
      expect(Math.abs(joint.speedA / alpha - 1)).toBeLessThan(1e-5)
      expect(Math.abs(joint.speedB / (-ratio * alpha) - 1)).toBeLessThan(1e-5)
      expect(Math.abs(joint.angleA / (0.5 * alpha) - 1)).toBeLessThan(1e-4)
    }
  })

  it('turns a bevel: axes at right angles', () => {
    const world = quietWorld()
    const a = addWheel(world, 0, 0.2, Z, { speed: 3, maxTorque: Infinity })
    const b = addWheel(world, 1, 0.2, { x: 1, y: 0, z: 0 })
    const joint = world.createGearJoint({ bodyA: a.body, bodyB: b.body, axisA: Z, axisB: { x: 1, y: 0, z: 0 }, ratio: 1.5 })
    run(world, 300)
    expect(a.hinge.angle).toBeCloseTo(15, 6)
    expect(b.hinge.angle).toBeCloseTo(-22.5, 6)
    expect(b.body.angularVelocity.x).toBeCloseTo(-4.5, 6)
    expect(joint.angleB).toBeCloseTo(-22.5, 6)
  })

  it('drives a chain of five wheels', () => {
    const world = quietWorld()
    const wheels = [0, 1, 2, 3, 4].map(i => addWheel(world, i, 0.2 + 0.05 * i))
    const joints = wheels.slice(1).map((wheel, i) => world.createGearJoint({ bodyA: wheels[i]!.body, bodyB: wheel.body, axisA: Z, ratio: 1.25 }))
    joints[0]!.motor = { speed: 4, maxTorque: 1e4 }
    let worstStarting = 0
    let worst = 0
    run(world, 300, (step) => {
      for (const joint of joints) {
        const off = Math.abs(1.25 * joint.angleA + joint.angleB)
        if (step < 30) worstStarting = Math.max(worstStarting, off)
        else worst = Math.max(worst, off)
      }
    })
    // From rest to full speed within a step or two the sweeps leave a little; it is taken back.
    expect(worstStarting).toBeLessThan(1e-3)
    expect(worst).toBeLessThan(1e-6)
    expect(Math.abs(wheels[4]!.hinge.speed / (4 * 1.25 ** 4) - 1)).toBeLessThan(1e-5)
  })

  it('stops both at the limit of A, and a motor shows its torque', () => {
    const world = quietWorld()
    const a = addWheel(world, 0, 0.2)
    const b = addWheel(world, 1, 0.3)
    const joint = world.createGearJoint({
      bodyA: a.body, bodyB: b.body, axisA: Z, ratio: 2, motor: { speed: 5, maxTorque: 40 }, limit: { lower: -1, upper: 3 * TURN },
    })
    run(world, 400)
    expect(joint.angleA).toBeCloseTo(3 * TURN, 6)
    expect(joint.angleB).toBeCloseTo(-6 * TURN, 6)
    expect(joint.motorTorque).toBeCloseTo(40, 9)
    joint.motor = null
    joint.limit = null
    joint.friction = 20
    joint.motor = { speed: 0, maxTorque: 0 }
    expect(joint.motor).toEqual({ speed: 0, maxTorque: 0 })
    expect(joint.friction).toBe(20)
  })

  it('takes a new ratio without a jump', () => {
    const world = quietWorld()
    const a = addWheel(world, 0, 0.2, Z, { speed: TURN, maxTorque: Infinity })
    const b = addWheel(world, 1, 0.3)
    const joint = world.createGearJoint({ bodyA: a.body, bodyB: b.body, axisA: Z, ratio: 1 })
    run(world, 60)
    joint.ratio = -3
    const { angleA, angleB } = joint
    run(world, 60)
    expect(joint.ratio).toBe(-3)
    expect(joint.angleB - angleB).toBeCloseTo(3 * (joint.angleA - angleA), 6)
    expect(joint.speedA).toBeCloseTo(TURN, 6)
    expect(joint.speedB).toBeCloseTo(3 * TURN, 6)
  })

  it('refuses nonsense', () => {
    const world = quietWorld()
    const a = addBox(world, { x: 0, y: 0, z: 0 })
    const b = addBox(world, { x: 1, y: 0, z: 0 })
    for (const { says, call } of gear.refused!) expect(() => call(world, a, b)).toThrow(says)
    expect(world.jointCount).toBe(0)
    const joint = world.createGearJoint({ bodyA: a, bodyB: b, ratio: 1 })
    expect(() => { joint.ratio = Infinity }).toThrow(/gear\.ratio \(Infinity\) is not finite/)
  })
})
