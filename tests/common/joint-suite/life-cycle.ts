/** Joints as things users make, read, change, save and remove. */

import { describe, expect, it } from 'vitest'
import { createRandom } from '../random.ts'
import type { AnyCase, AnyWorld, Lab, Pair } from './lab.ts'
import { distance, everythingIsFinite, GRAVITY, makePair, numbersOf, run } from './pairs.ts'

/** Free in space, both bodies moving and turning. */
function spinningPair(lab: Lab, joint: AnyCase): Pair {
  const pair = makePair(lab, joint)
  const random = createRandom(4)
  for (const body of [pair.a, pair.b]) lab.toss(body, random, 1, 2)
  return pair
}

/** A refusal must leave the world as it was, to the bit. */
function refuses(world: AnyWorld, call: () => unknown, says: RegExp): void {
  const before = world.hash()
  const joints = world.jointCount
  expect(call).toThrow(says)
  expect(world.jointCount).toBe(joints)
  expect(world.hash()).toBe(before)
}

export function definitionTests(lab: Lab, joint: AnyCase): void {
  it('reads back as it was made', () => {
    const { world, a, b, joint: handle } = makePair(lab, joint)
    expect(handle.isValid).toBe(true)
    expect(handle.type).toBe(joint.kind.name)
    expect(handle.bodyA).toBe(a)
    expect(handle.bodyB).toBe(b)
    expect(a.joints()).toContain(handle)
    expect(b.joints()).toContain(handle)
    expect([...world.joints]).toContain(handle)
    expect(handle.enabled).toBe(true)
    expect(handle.isBroken).toBe(false)
    expect(handle.breakForce).toBe(Infinity)
    expect(handle.breakTorque).toBe(Infinity)
    expect(handle.collideConnected).toBe(false)
    expect([handle.anchorA, handle.anchorB].flatMap((p) => Object.values(p)).every(Number.isFinite)).toBe(true)
    const other = lab.bodyB(world, joint)
    expect(joint.create(world, null, other).bodyA).toBe(null)
  })

  it('takes changes and gives them back', () => {
    const { joint: handle } = makePair(lab, joint)
    handle.breakForce = 12
    handle.breakTorque = 34
    handle.collideConnected = true
    handle.enabled = false
    expect([handle.breakForce, handle.breakTorque, handle.collideConnected, handle.enabled]).toEqual([12, 34, true, false])
    for (const softness of [{ hertz: 5, dampingRatio: 0.7 }, { stiffness: 1000, damping: 10 }, { beta: 0.2, gamma: 1e-3 }, null]) {
      handle.softness = softness
      expect(handle.softness).toEqual(softness)
    }
    expect(() => (handle.breakForce = -1)).toThrow(/joint\.breakForce \(-1\)/)
    expect(() => (handle.breakTorque = NaN)).toThrow(/joint\.breakTorque/)
    expect(() => (handle.enabled = 1 as unknown as boolean)).toThrow(/joint\.enabled/)
    expect([handle.breakForce, handle.breakTorque, handle.enabled]).toEqual([12, 34, false])
  })

  it('anchors move with their bodies', () => {
    const { a, b, joint: handle } = makePair(lab, joint)
    const local = [a.localPoint(handle.anchorA), b.localPoint(handle.anchorB)] as const
    const poses = lab.posesAnywhere(createRandom(2))
    lab.teleport(a, poses, 0)
    lab.teleport(b, poses, lab.poseSize)
    expect(distance(numbersOf(handle.anchorA), numbersOf(a.worldPoint(local[0])))).toBeLessThan(1e-12)
    expect(distance(numbersOf(handle.anchorB), numbersOf(b.worldPoint(local[1])))).toBeLessThan(1e-12)
  })
}

export function refusalTests(lab: Lab, joint: AnyCase): void {
  describe('refuses', () => {
    it('two static bodies, and a static one on the world', () => {
      const world = lab.emptyWorld()
      const a = lab.bodyA(world, { type: 'static' })
      const b = lab.bodyB(world, joint, { type: 'static' })
      refuses(world, () => joint.create(world, a, b), /no dynamic body/)
      refuses(world, () => joint.create(world, null, b), /no dynamic body/)
    })

    it('a body joined to itself', () => {
      const world = lab.emptyWorld()
      const b = lab.bodyB(world, joint)
      refuses(world, () => joint.create(world, b, b), /is bodyA too/)
    })

    it('bodies of another world and destroyed ones', () => {
      const world = lab.emptyWorld()
      const a = lab.bodyA(world)
      const b = lab.bodyB(world, joint)
      const stranger = lab.bodyB(lab.emptyWorld(), joint)
      refuses(world, () => joint.create(world, a, stranger), /belongs to another world/)
      refuses(world, () => joint.create(world, stranger, b), /belongs to another world/)
      world.destroyBody(b)
      refuses(world, () => joint.create(world, a, b), /was destroyed/)
    })

    it('work in the middle of a step', () => {
      const errors: string[] = []
      let calls: (() => void)[] = []
      // The clock is the one function of the user's that a step calls.
      const world = lab.emptyWorld({
        clock: () => {
          for (const call of calls) {
            try {
              call()
              errors.push('was allowed')
            } catch (error) {
              errors.push((error as Error).message)
            }
          }
          calls = []
          return 0
        },
      })
      const a = lab.bodyA(world)
      const b = lab.bodyB(world, joint)
      const handle = joint.create(world, a, b)
      const work = [() => joint.create(world, a, b), () => handle.destroy(), () => (handle.enabled = false), () => (handle.breakForce = 1), () => (handle.softness = null)]
      calls = work
      run(world, 1)
      expect(errors).toHaveLength(work.length)
      for (const message of errors) expect(message).toMatch(/may not be used while a step runs/)
      expect(handle.enabled).toBe(true)
    })

    for (const [i, { says, call }] of (joint.refused ?? []).entries()) {
      it(`definition ${i + 1}: ${says.source}`, () => {
        const world = lab.emptyWorld()
        const a = lab.bodyA(world)
        const b = lab.bodyB(world, joint)
        refuses(world, () => call(world, a, b), says)
      })
    }
  })
}

export function lifeTests(lab: Lab, joint: AnyCase): void {
  it('is gone when destroyed, and says so', () => {
    const { world, a, b, joint: handle } = spinningPair(lab, joint)
    run(world, 20)
    const joints = world.jointCount
    handle.destroy()
    expect(world.jointCount).toBe(joints - 1)
    expect(handle.isValid).toBe(false)
    expect(a.joints()).not.toContain(handle)
    expect(() => handle.enabled).toThrow(/was destroyed/)
    expect(() => (handle.breakForce = 3)).toThrow(/was destroyed/)
    expect(() => handle.bodyB).toThrow(/was destroyed/)
    handle.destroy()
    expect(world.jointCount).toBe(joints - 1)
    run(world, 20, () => lab.validateStep(world))
    expect(everythingIsFinite(world)).toBe(true)
    expect(b.isValid).toBe(true)
    expect(() => lab.emptyWorld().destroyJoint(handle)).toThrow(/another world/)
  })

  for (const side of ['a', 'b'] as const) {
    it(`goes with body ${side.toUpperCase()}`, () => {
      const pair = spinningPair(lab, joint)
      const { world, joint: handle } = pair
      run(world, 20)
      world.destroyBody(pair[side])
      expect(handle.isValid).toBe(false)
      run(world, 1)
      expect(world.events.jointRemoved).toContain(handle)
      lab.validateStep(world)
      run(world, 20, () => lab.validateStep(world))
      expect(world.events.jointRemoved).toEqual([])
      expect(everythingIsFinite(world)).toBe(true)
    })
  }

  it('holds nothing when it is off', () => {
    const { world, b, joint: handle } = makePair(lab, joint, { gravity: GRAVITY }, { type: 'static' })
    handle.enabled = false
    const from = b.position
    run(world, 30)
    const fallen = from.y - b.position.y
    expect(fallen).toBeCloseTo(GRAVITY / 8, 10)
    expect(b.position.x).toBe(from.x)
    expect(Math.hypot(...numbersOf(b.angularVelocity))).toBe(0)
    expect(Math.hypot(...numbersOf(handle.reactionForce))).toBe(0)
  })

  it('lets its bodies collide only when told to', () => {
    const touching = (collide: boolean, on: boolean): number => {
      const pair = makePair(lab, joint)
      const { world, joint: handle } = pair
      handle.collideConnected = collide
      handle.enabled = on
      pair.b.teleport({ ...pair.a.position, x: pair.a.position.x + 0.1 })
      world.step(1e-6)
      return world.stats.contacts
    }
    expect(touching(false, true)).toBe(0)
    expect(touching(true, true)).toBeGreaterThan(0)
    expect(touching(false, false)).toBeGreaterThan(0)
  })

  it('goes on the same from a snapshot in mid-run', () => {
    const { world, joint: handle } = spinningPair(lab, joint)
    run(world, 40)
    const bytes = world.snapshot()
    const there = world.hash()
    const hashes: string[] = []
    run(world, 60, () => hashes.push(world.hash()))
    world.restore(bytes)
    expect(world.hash()).toBe(there)
    run(world, 60, (step) => expect(world.hash()).toBe(hashes[step]))
    // A joint that was removed after the snapshot comes back with it.
    handle.destroy()
    run(world, 5)
    world.restore(bytes)
    expect(handle.isValid).toBe(true)
    run(world, 60, (step) => expect(world.hash()).toBe(hashes[step]))
  })

  it('keeps sleeping bodies asleep, and wakes them when it changes', () => {
    const world = lab.emptyWorld({ sleeping: true })
    const a = lab.bodyA(world)
    const b = lab.bodyB(world, joint)
    const handle = joint.create(world, a, b)
    run(world, 120)
    expect([a.isAwake, b.isAwake]).toEqual([false, false])
    handle.enabled = false
    expect([a.isAwake, b.isAwake]).toEqual([true, true])
    handle.enabled = true
    run(world, 120)
    expect([a.isAwake, b.isAwake]).toEqual([false, false])
    handle.destroy()
    expect([a.isAwake, b.isAwake]).toEqual([true, true])
  })
}
