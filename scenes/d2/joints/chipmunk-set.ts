/** The ten joints that are named as in Chipmunk, in a row: each holds a pair of boxes. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { atMost, near } from '../../expectation.ts'
import { GapWatch } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'

const collideBodies = false
const SLIDE = { min: 0.2, max: 0.8 }
const ROTARY = { min: -0.5, max: 0.5 }
/** rad after 10 s: I / 2 = 7.583 kg m² of two boxes, k = 20 N m/rad, c = 1 N m s/rad, from 0 towards π / 2. */
const ROTARY_SPRING_END = 2.29274

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

/** How far a value is outside of a range. */
function beyond(value: number, { min, max }: { min: number; max: number }): number {
  return Math.max(0, min - value, value - max)
}

export const chipmunkSet: SceneEntry = {
  name: 'chipmunk-set-2d',
  title: 'Chipmunk’s joints',
  description: 'Pin, slide, pivot, groove, spring; rotary spring, rotary limit, ratchet, gear, motor: each between two boxes.',
  source: 'Chipmunk IM2–IM12; errata: Chipmunk IM2, IM3, IM6, IM8, IM9, IM10',
  camera: { center: { x: 0, y: 1 }, height: 10 },
  steps: 600,
  expect: {
    worstGapMm: atMost(1e-3, 'the pivot holds its point'),
    worstPinOffMm: atMost(1, 'a pin keeps its length'),
    slideOverMm: atMost(1, 'a slide keeps to its range'),
    grooveOverMm: atMost(1, 'a groove ends at its ends'),
    rotarySpringAngle: near(ROTARY_SPRING_END, 1e-3, 'a damped oscillation about the rest angle'),
    rotaryOverMrad: atMost(1, 'a rotary limit keeps to its range'),
    teeth: near(50, 1e-9, '4 rad/s for 10 s are 50 whole teeth of 45 degrees'),
    gearsOffRad: atMost(1e-9, 'gears keep their ratio'),
    motorRate: near(3, 1e-6, 'nothing loads the motor'),
  },
  build(world) {
    const pairs = Array.from({ length: 10 }, (_, i) => pair(world, i))
    const bodies = (i: number): { bodyA: Body; bodyB: Body; collideBodies: boolean } => ({ bodyA: pairs[i][0], bodyB: pairs[i][1], collideBodies })
    const ends = { anchorA: { x: 0.35, y: 0 }, anchorB: { x: -0.35, y: 0 } }
    const pin = world.createPinJoint({ ...bodies(0), ...ends })
    const slide = world.createSlideJoint({ ...bodies(1), ...ends, ...SLIDE })
    const pivot = world.createPivotJoint({ ...bodies(2), anchorA: { x: 0.5, y: 0 }, anchorB: { x: -0.5, y: 0 } })
    const groove = world.createGrooveJoint({
      ...bodies(3), grooveA: { x: 0.5, y: 0.5 }, grooveB: { x: 0.5, y: -0.5 }, anchorB: { x: -0.5, y: 0 },
    })
    world.createDampedSpring({ ...bodies(4), ...ends, restLength: 0.5, stiffness: 200, damping: 5 })
    // The second row acts on angles alone: B hangs by its middle too.
    for (const [, b] of pairs.slice(5)) world.createPivotJoint({ bodyB: b })
    const rotarySpring = world.createDampedRotarySpring({ ...bodies(5), restAngle: Math.PI / 2, stiffness: 20, damping: 1 })
    const rotary = world.createRotaryLimitJoint({ ...bodies(6), ...ROTARY })
    const ratchet = world.createRatchetJoint({ ...bodies(7), ratchet: Math.PI / 4 })
    const gear = world.createGearJoint({ ...bodies(8), ratio: -2 })
    const motor = world.createSimpleMotor({ ...bodies(9), rate: 3, maxForce: 50 })
    for (const i of [6, 7, 8]) pairs[i][1].angularVelocity = 4
    const gaps = new GapWatch([pivot])
    let pinOff = 0
    let slideOver = 0
    let grooveOver = 0
    let rotaryOver = 0
    return {
      update() {
        gaps.look()
        pinOff = Math.max(pinOff, Math.abs(pin.currentLength - pin.dist))
        slideOver = Math.max(slideOver, beyond(slide.currentLength, SLIDE))
        grooveOver = Math.max(grooveOver, beyond(groove.position, { min: 0, max: 1 }))
        rotaryOver = Math.max(rotaryOver, beyond(rotary.angle, ROTARY))
      },
      measure: () => ({
        ...gaps.figures(),
        worstPinOffMm: 1000 * pinOff,
        slideOverMm: 1000 * slideOver,
        grooveOverMm: 1000 * grooveOver,
        rotarySpringAngle: rotarySpring.angle,
        rotaryOverMrad: 1000 * rotaryOver,
        gearsOffRad: Math.abs(gear.ratio * gear.bodyB.rotation - gear.bodyA!.rotation - gear.phase),
        teeth: ratchet.angle / ratchet.ratchet,
        motorRate: motor.bodyA!.angularVelocity - motor.bodyB.angularVelocity,
      }),
    }
  },
}
