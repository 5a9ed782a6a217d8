/** The ten joints that are named as in Chipmunk, in a row: each holds a pair of boxes. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const collideBodies = false

function pair(world: World, i: number): [Body, Body] {
  const x = 3 * (i % 5) - 6
  const y = i < 5 ? 3 : 0
  const shapes = [box({ halfExtents: { x: 0.35, y: 0.2 } })]
  const a = world.createBody({ position: { x: x - 0.5, y }, shapes })
  const b = world.createBody({ position: { x: x + 0.5, y }, shapes })
  // Each hangs by its middle, so that what the joint between them does is seen.
  world.createPivotJoint({ bodyB: a, pivot: { x: x - 0.5, y } })
  return [a, b]
}

export const chipmunkSet: SceneEntry = {
  name: 'chipmunk-set-2d',
  title: 'Chipmunk’s joints',
  description: 'Pin, slide, pivot, groove, spring; rotary spring, rotary limit, ratchet, gear, motor: each between two boxes.',
  camera: { center: { x: 0, y: 1 }, height: 10 },
  steps: 600,
  build(world) {
    const pairs = Array.from({ length: 10 }, (_, i) => pair(world, i))
    const bodies = (i: number): { bodyA: Body; bodyB: Body; collideBodies: boolean } => ({ bodyA: pairs[i][0], bodyB: pairs[i][1], collideBodies })
    const ends = { anchorA: { x: 0.35, y: 0 }, anchorB: { x: -0.35, y: 0 } }
    world.createPinJoint({ ...bodies(0), ...ends })
    world.createSlideJoint({ ...bodies(1), ...ends, min: 0.2, max: 0.8 })
    const pivot = world.createPivotJoint({ ...bodies(2), anchorA: { x: 0.5, y: 0 }, anchorB: { x: -0.5, y: 0 } })
    world.createGrooveJoint({ ...bodies(3), grooveA: { x: 0.5, y: 0.5 }, grooveB: { x: 0.5, y: -0.5 }, anchorB: { x: -0.5, y: 0 } })
    world.createDampedSpring({ ...bodies(4), ...ends, restLength: 0.5, stiffness: 200, damping: 5 })
    // The second row acts on angles alone: B hangs by its middle too.
    for (const [, b] of pairs.slice(5)) world.createPivotJoint({ bodyB: b })
    world.createDampedRotarySpring({ ...bodies(5), restAngle: Math.PI / 2, stiffness: 20, damping: 1 })
    world.createRotaryLimitJoint({ ...bodies(6), min: -0.5, max: 0.5 })
    const ratchet = world.createRatchetJoint({ ...bodies(7), ratchet: Math.PI / 4 })
    const gear = world.createGearJoint({ ...bodies(8), ratio: -2 })
    const motor = world.createSimpleMotor({ ...bodies(9), rate: 3, maxForce: 50 })
    for (const i of [6, 7, 8]) pairs[i][1].angularVelocity = 4
    const gaps = new GapWatch([pivot])
    return {
      update: () => gaps.look(),
      measure: () => ({
        ...gaps.figures(),
        gearsOffRad: Math.abs(gear.ratio * gear.bodyB.rotation - gear.bodyA!.rotation - gear.phase),
        teeth: ratchet.angle / ratchet.ratchet,
        motorRate: motor.bodyA!.angularVelocity - motor.bodyB.angularVelocity,
      }),
    }
  },
}
