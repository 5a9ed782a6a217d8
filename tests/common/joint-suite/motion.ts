/** Joints at work: weight, momentum, exchange of the bodies, recovery from far away, unequal masses. */

import { expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import { asked } from './asked.ts'
import { note } from './figures.ts'
import type { AnyCase, AnyJoint, AnyWorld, Lab, Pair } from './lab.ts'
import {
  distance, DT, everythingIsFinite, gapOf, GRAVITY, kineticEnergy, makePair, MASS_B, numbersOf, pairWithWorld, run, topSpeed, worse,
} from './pairs.ts'

const WEIGHT = { gravity: GRAVITY }
const DAMPED = { damping: 4 }

/** Speeds, m/s and rad/s, below which a load hangs still for so many steps; it gets at most so many to come to rest. */
const REST_SPEED = 1e-6
const REST_STEPS = 10
const MOST_STEPS = 900

/** How far the reaction is from the weight of a mass, relative. */
function weightError(joint: AnyJoint, mass: number): number {
  const force = joint.reactionForce
  return Math.hypot(...numbersOf({ ...force, y: force.y - mass * GRAVITY })) / (mass * GRAVITY)
}

function isStill(world: AnyWorld): boolean {
  for (const { linearVelocity, angularVelocity } of world.bodies) {
    if (!(Math.hypot(...numbersOf(linearVelocity), ...numbersOf(angularVelocity)) < REST_SPEED)) return false
  }
  return true
}

/** Damped until everything hangs still, then without: damping within a substep takes part of gravity's kick, and of the load that is read. */
function settle(world: AnyWorld): void {
  for (let step = 0, still = 0; step < MOST_STEPS && still < REST_STEPS; step++) {
    world.step(DT)
    still = isStill(world) ? still + 1 : 0
  }
  for (const body of world.bodies) {
    body.linearDamping = 0
    body.angularDamping = 0
  }
  run(world, 30)
}

function expectWeight(lab: Lab, joint: AnyCase, { world, joint: handle }: Pair): void {
  settle(world)
  note(joint, 'weight off by', weightError(handle, MASS_B))
  note(joint, 'gap under weight', gapOf(lab, handle))
  expect(weightError(handle, MASS_B)).toBeLessThan(1e-3)
  expect(gapOf(lab, handle)).toBeLessThan(1e-4)
}

/** A held to the world at its origin, unable to turn, and B on A. */
function hungPair(lab: Lab, joint: AnyCase, massA: number, massB: number): Pair {
  const world = lab.emptyWorld(WEIGHT)
  const a = lab.bodyA(world, { ...DAMPED, mass: massA, lockedRotation: true })
  const b = lab.bodyB(world, joint, { ...DAMPED, mass: massB })
  lab.pin(world, a)
  return { world, a, b, joint: joint.create(world, a, b) }
}

const RATIOS = [[1, 1000], [1000, 1]] as const

/** Does the joint break under the weight of B within five seconds? */
function breaks(lab: Lab, joint: AnyCase, strength: number): Pair & { broke: boolean } {
  const pair = makePair(lab, joint, WEIGHT, { type: 'static' }, DAMPED)
  const { world, joint: handle } = pair
  handle.breakForce = strength
  let broke = false
  run(world, 300, () => {
    for (const event of world.events.jointBroken) {
      expect(event.joint).toBe(handle)
      expect(event.force).toBeGreaterThan(strength)
      broke = true
    }
  })
  return { ...pair, broke }
}

function expectBreaks(lab: Lab, joint: AnyCase): void {
  const weight = MASS_B * GRAVITY
  const strong = breaks(lab, joint, 20 * weight)
  expect(strong.broke).toBe(false)
  expect([strong.joint.enabled, strong.joint.isBroken]).toEqual([true, false])
  const weak = breaks(lab, joint, 0.5 * weight)
  expect(weak.broke).toBe(true)
  expect([weak.joint.enabled, weak.joint.isBroken]).toEqual([false, true])
  weak.joint.enabled = true
  expect(weak.joint.isBroken).toBe(false)
  run(weak.world, 1)
  lab.validateStep(weak.world)
}

export function loadTests(lab: Lab, joint: AnyCase): void {
  const onStatic = (offCenter: boolean) => makePair(lab, joint, WEIGHT, { type: 'static' }, { ...DAMPED, offCenter })
  asked(joint, 'weight', 'carries a weight', [
    ['carries a weight: origins', () => expectWeight(lab, joint, onStatic(false))],
    ['carries a weight: shifted centres of mass', () => expectWeight(lab, joint, onStatic(true))],
    ['hangs a weight on the world itself', () => expectWeight(lab, joint, pairWithWorld(lab, joint, WEIGHT, DAMPED))],
    ...RATIOS.map(([massA, massB]) => [`carries ${massB} on ${massA}`, () => {
      const { world, joint: handle } = hungPair(lab, joint, massA, massB)
      settle(world)
      note(joint, 'gap under weight at 1:1000', gapOf(lab, handle))
      note(joint, 'weight at 1:1000 off by', weightError(handle, massB))
      expect(everythingIsFinite(world)).toBe(true)
      expect(gapOf(lab, handle)).toBeLessThan(1e-3)
      expect(weightError(handle, massB)).toBeLessThan(1e-2)
    }] as const),
  ])
  const title = 'breaks under a load, and only then'
  if (joint.exempt?.weight === undefined) asked(joint, 'strength', title, [[title, () => expectBreaks(lab, joint)]])
}

export function momentumTests(lab: Lab, joint: AnyCase): void {
  const title = 'keeps momentum and gains no energy'
  asked(joint, 'momentum', title, [[title, () => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = createRandom(seed)
      const { world, a, b, joint: handle } = makePair(lab, joint, {}, { offCenter: true }, { offCenter: true })
      for (const body of [a, b]) lab.toss(body, random, 1, 3)
      const before = lab.momentumOf(world)
      let energy = 0
      let most = 0
      let gap = 0
      run(world, 600, (step) => {
        const now = kineticEnergy(world)
        // The first step takes what the joint does not allow.
        if (step === 0) energy = now
        most = worse(most, now)
        if (step % 10 === 0) gap = worse(gap, gapOf(lab, handle))
      })
      const after = lab.momentumOf(world)
      const linear = distance(after.linear, before.linear) / before.linearScale
      const angular = distance(after.angular, before.angular) / before.angularScale
      note(joint, 'energy gain', most / energy - 1)
      note(joint, 'gap in flight', gap)
      note(joint, 'linear momentum off by', linear)
      note(joint, 'angular momentum off by', angular)
      note(joint, 'energy loss', 1 - kineticEnergy(world) / energy)
      expect(most / energy).toBeLessThan(1 + 1e-3)
      expect(linear).toBeLessThan(1e-12)
      expect(angular).toBeLessThan(1e-6)
    }
  }]])
}

export function exchangeTests(lab: Lab, joint: AnyCase): void {
  const title = 'moves the same with its bodies exchanged'
  asked(joint, 'exchange', title, [[title, () => {
    const one = makePair(lab, joint)
    const world = lab.emptyWorld()
    const a = lab.bodyA(world)
    const b = lab.bodyB(world, joint)
    joint.create(world, b, a)
    // Rows follow the axes of A; where those of B would push differs by the fourth power of the speed, so it is a moderate one.
    for (const bodies of [[one.a, one.b], [a, b]]) {
      const random = createRandom(3)
      for (const body of bodies) lab.toss(body, random, 0.5, 1)
    }
    const poses = new Float64Array(2 * lab.poseSize)
    const others = new Float64Array(2 * lab.poseSize)
    let worst = 0
    for (let step = 0; step < 5; step++) {
      one.world.step(DT)
      world.step(DT)
      one.world.readPoses(poses)
      world.readPoses(others)
      for (let k = 0; k < poses.length; k++) worst = worse(worst, Math.abs(poses[k] - others[k]))
    }
    note(joint, 'exchanged bodies off by', worst)
    expect(worst).toBeLessThan(1e-9)
  }]])
}

/** Steps a joint has for the way back, and steps it must then stay. */
const WAY_BACK = 300
const STAYS = 60

export function recoveryTests(lab: Lab, joint: AnyCase): void {
  asked(joint, 'recovery', 'comes back from 1 m and 170° off', (['static', 'dynamic'] as const).map((type) => [
    `comes back from 1 m and 170° off, A being ${type}`,
    () => {
      for (let seed = 1; seed <= 8; seed++) {
        const { world, b, joint: handle } = makePair(lab, joint, {}, { type, damping: 1 }, { damping: 1 })
        lab.misplace(b, createRandom(seed), seed)
        const { back, top } = wayBack(lab, world, handle)
        note(joint, 'top speed in recovery', top)
        note(joint, 'seconds to recover', back * DT)
        expect(everythingIsFinite(world), `seed ${seed}`).toBe(true)
        expect(gapOf(lab, handle), `seed ${seed}`).toBeLessThan(1e-3)
        expect(top, `seed ${seed}`).toBeLessThan(50)
      }
    },
  ] as const))
}

/** Steps until the joint is satisfied for good, and the largest speed on the way. */
function wayBack(lab: Lab, world: AnyWorld, joint: AnyJoint): { back: number; top: number } {
  const { poseSize, dimensions } = lab
  const poses = new Float64Array(2 * poseSize)
  const old = new Float64Array(2 * poseSize)
  world.readPoses(old)
  let back = Infinity
  let top = 0
  for (let step = 0; step < WAY_BACK && !(step - back >= STAYS); step++) {
    world.step(DT)
    // Velocities do not show how fast an error is taken back; the way does.
    world.readPoses(poses)
    for (const o of [0, poseSize]) {
      let square = 0
      for (let k = o; k < o + dimensions; k++) square += (poses[k] - old[k]) ** 2
      top = worse(top, Math.sqrt(square) / DT)
    }
    top = worse(top, topSpeed(world))
    old.set(poses)
    if (!(gapOf(lab, joint) < 1e-3)) back = Infinity
    else if (back === Infinity) back = step
  }
  return { back, top }
}

export function massRatioTests(lab: Lab, joint: AnyCase): void {
  for (const [massA, massB] of RATIOS) {
    it(`flies with masses of ${massA} and ${massB}`, () => {
      const { world, a, b, joint: handle } = makePair(lab, joint, {}, { mass: massA }, { mass: massB })
      const random = createRandom(9)
      for (const body of [a, b]) lab.toss(body, random, 1, 3)
      let worst = 0
      run(world, 300, () => (worst = worse(worst, gapOf(lab, handle))))
      note(joint, 'gap at 1:1000', worst)
      expect(everythingIsFinite(world)).toBe(true)
      expect(worst).toBeLessThan(1e-3)
    })
  }
}
