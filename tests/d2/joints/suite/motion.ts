/** Joints at work: weight, momentum, exchange of the bodies, recovery from far away, unequal masses. */

import type { Body, BodyDefinition, Joint, World } from 'fulcrum-physics/2d'
import { expect, it } from 'vitest'
import { createRandom } from '../../../common/random.ts'
import type { JointCase } from '../joint-case.ts'
import { note } from '../../../common/helpers/joint-suite/figures.ts'
import {
  bodyA, bodyB, direction, distance, DT, emptyWorld, errorsOf, everythingIsFinite, GRAVITY, kineticEnergy, makePair, MASS_B, momentumOf, run,
  scaled, topSpeed, worse, type Pair, type Random,
} from './setup.ts'

const DOWN = { x: 0, y: -GRAVITY }
const STILL: BodyDefinition = { linearDamping: 4, angularDamping: 4 }
/** Centres of mass that are not the bodies' origins. */
const OFF_A = { x: 0.04, y: -0.02 }
const OFF_B = { x: -0.03, y: 0.05 }

function carries(joint: JointCase): boolean {
  return joint.carries === true
}

function gapOf(joint: Joint): number {
  const { rigid, limit } = errorsOf(joint)
  return worse(rigid, limit)
}

/** How far the reaction is from the weight of a mass, relative. */
function weightError(joint: Joint, mass: number): number {
  const { x, y } = joint.reactionForce
  return Math.hypot(x, y - mass * GRAVITY) / (mass * GRAVITY)
}

function toss(random: Random, a: Body, b: Body, speed: number, spin: number): void {
  for (const body of [a, b]) {
    body.linearVelocity = scaled(direction(random), speed)
    body.angularVelocity = spin * (2 * random() - 1)
  }
}

/** Damped until everything hangs still, then without: damping within a substep takes part of gravity's kick, and of the load that is read. */
function settle(world: World): void {
  run(world, 900)
  for (const body of world.bodies) {
    body.linearDamping = 0
    body.angularDamping = 0
  }
  run(world, 30)
}

export function loadTests(joint: JointCase): void {
  it.runIf(carries(joint)).each([['origins', {}], ['shifted centres of mass', { centerOfMass: OFF_B }]])('carries a weight: %s', (_, more) => {
    const { world, joint: handle } = makePair(joint, { gravity: DOWN }, { type: 'static' }, { ...STILL, ...more })
    settle(world)
    note(joint, 'weight off by', weightError(handle, MASS_B))
    note(joint, 'gap under weight', gapOf(handle))
    expect(weightError(handle, MASS_B)).toBeLessThan(1e-3)
    expect(gapOf(handle)).toBeLessThan(1e-4)
  })

  it.runIf(carries(joint))('hangs a weight on the world itself', () => {
    const world = emptyWorld({ gravity: DOWN })
    const b = bodyB(world, joint, STILL)
    const handle = joint.create(world, null, b)
    settle(world)
    expect(weightError(handle, MASS_B)).toBeLessThan(1e-3)
    expect(gapOf(handle)).toBeLessThan(1e-4)
  })
}

export function momentumTests(joint: JointCase): void {
  it.skipIf(joint.conserves === false)('keeps momentum and gains no energy', () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = createRandom(seed)
      const { world, a, b, joint: handle } = makePair(joint, {}, { centerOfMass: OFF_A }, { centerOfMass: OFF_B })
      toss(random, a, b, 1, 3)
      const before = momentumOf(world)
      let energy = 0
      run(world, 600, (step) => {
        // The first step takes what the joint does not allow.
        if (step === 0) energy = kineticEnergy(world)
        note(joint, 'energy gain', kineticEnergy(world) / energy - 1)
        expect(kineticEnergy(world) / energy).toBeLessThan(1 + 1e-3)
        note(joint, 'gap in flight', gapOf(handle))
      })
      const now = momentumOf(world)
      const linear = distance(now.linear, before.linear) / before.linearScale
      const angular = Math.abs(now.angular - before.angular) / before.angularScale
      note(joint, 'linear momentum off by', linear)
      note(joint, 'angular momentum off by', angular)
      note(joint, 'energy loss', 1 - kineticEnergy(world) / energy)
      expect(linear).toBeLessThan(1e-12)
      expect(angular).toBeLessThan(1e-6)
    }
  })

  it.skipIf(joint.swaps === false)('moves the same with its bodies exchanged', () => {
    const one = makePair(joint)
    const world = emptyWorld()
    const a = bodyA(world)
    const b = bodyB(world, joint)
    joint.create(world, b, a)
    toss(createRandom(3), one.a, one.b, 0.5, 1)
    toss(createRandom(3), a, b, 0.5, 1)
    const poses = new Float64Array(6)
    const others = new Float64Array(6)
    let worst = 0
    for (let step = 0; step < 5; step++) {
      one.world.step(DT)
      world.step(DT)
      one.world.readPoses(poses)
      world.readPoses(others)
      for (let k = 0; k < 6; k++) worst = worse(worst, Math.abs(poses[k] - others[k]))
    }
    note(joint, 'exchanged bodies off by', worst)
    expect(worst).toBeLessThan(1e-9)
  })
}

export function recoveryTests(joint: JointCase): void {
  for (const type of ['static', 'dynamic'] as const) {
    it.skipIf(joint.recovers === false)(`comes back from 1 m and 170° off, A being ${type}`, () => {
      for (let seed = 1; seed <= 8; seed++) {
        const random = createRandom(seed)
        const damping = { linearDamping: 1, angularDamping: 1 }
        const { world, b, joint: handle } = makePair(joint, {}, { type, ...damping }, damping)
        const { x, y } = b.position
        const off = direction(random)
        b.teleport({ x: x + off.x, y: y + off.y }, ((seed % 2 === 0 ? 170 : -170) * Math.PI) / 180)
        let back = Infinity
        let top = 0
        const poses = new Float64Array(6)
        const old = new Float64Array(6)
        world.readPoses(old)
        run(world, 300, (step) => {
          // Velocities do not show how fast an error is taken back; the way does.
          world.readPoses(poses)
          for (const o of [0, 3]) top = worse(top, distance([...poses.subarray(o, o + 2)], [...old.subarray(o, o + 2)]) / DT)
          top = worse(top, topSpeed(world))
          old.set(poses)
          if (!(gapOf(handle) < 1e-3)) back = Infinity
          else if (back === Infinity) back = step
        })
        note(joint, 'top speed in recovery', top)
        note(joint, 'seconds to recover', back * DT)
        expect(everythingIsFinite(world), `seed ${seed}`).toBe(true)
        expect(gapOf(handle), `seed ${seed}`).toBeLessThan(1e-3)
        expect(top, `seed ${seed}`).toBeLessThan(50)
      }
    })
  }
}

/** A on a hinge with the world, unable to turn, and B on A. */
function hungPair(joint: JointCase, massA: number, massB: number): Pair {
  const world: World = emptyWorld({ gravity: DOWN })
  const a = bodyA(world, { ...STILL, mass: massA, lockedAxes: { rotation: true } })
  const b = bodyB(world, joint, { ...STILL, mass: massB })
  world.createHingeJoint({ bodyB: a })
  return { world, a, b, joint: joint.create(world, a, b) }
}

export function massRatioTests(joint: JointCase): void {
  for (const [massA, massB] of [[1, 1000], [1000, 1]]) {
    it(`flies with masses of ${massA} and ${massB}`, () => {
      const { world, a, b, joint: handle } = makePair(joint, {}, { mass: massA }, { mass: massB })
      toss(createRandom(9), a, b, 1, 3)
      let worst = 0
      run(world, 300, () => (worst = worse(worst, gapOf(handle))))
      note(joint, 'gap at 1:1000', worst)
      expect(everythingIsFinite(world)).toBe(true)
      expect(worst).toBeLessThan(1e-3)
    })

    it.runIf(carries(joint))(`carries ${massB} on ${massA}`, () => {
      const { world, joint: handle } = hungPair(joint, massA, massB)
      settle(world)
      note(joint, 'gap under weight at 1:1000', gapOf(handle))
      note(joint, 'weight at 1:1000 off by', weightError(handle, massB))
      expect(everythingIsFinite(world)).toBe(true)
      expect(gapOf(handle)).toBeLessThan(1e-3)
      expect(weightError(handle, massB)).toBeLessThan(1e-2)
    })
  }
}
