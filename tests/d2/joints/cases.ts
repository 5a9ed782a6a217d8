/** The built-in kinds of joints, and some made by users, for the shared suite. */

import { defineJoint, type Body, type GenericLimit, type World } from 'fulcrum-physics/2d'
import { dampedRotarySpringKind } from '../../../src/d2/joints/kinds/damped-rotary-spring.ts'
import { dampedSpringKind } from '../../../src/d2/joints/kinds/damped-spring.ts'
import { distanceKind } from '../../../src/d2/joints/kinds/distance-joint.ts'
import { fixedKind } from '../../../src/d2/joints/kinds/fixed-joint.ts'
import { gearKind } from '../../../src/d2/joints/kinds/gear-joint.ts'
import { GENERIC_KINDS } from '../../../src/d2/joints/kinds/generic-joint.ts'
import { grooveKind } from '../../../src/d2/joints/kinds/groove-joint.ts'
import { hingeKind } from '../../../src/d2/joints/kinds/hinge-joint.ts'
import { ANGLE_A, ANGLE_B, D, type JointKind } from '../../../src/d2/joints/joint-kind.ts'
import { motorKind } from '../../../src/d2/joints/kinds/motor-joint.ts'
import { mouseKind } from '../../../src/d2/joints/kinds/mouse-joint.ts'
import { pinKind } from '../../../src/d2/joints/kinds/pin-joint.ts'
import { pivotKind } from '../../../src/d2/joints/kinds/pivot-joint.ts'
import { pulleyKind } from '../../../src/d2/joints/kinds/pulley-joint.ts'
import { ratchetKind } from '../../../src/d2/joints/kinds/ratchet-joint.ts'
import { rotaryLimitKind } from '../../../src/d2/joints/kinds/rotary-limit-joint.ts'
import { simpleMotorKind } from '../../../src/d2/joints/kinds/simple-motor.ts'
import { slideKind } from '../../../src/d2/joints/kinds/slide-joint.ts'
import { sliderKind } from '../../../src/d2/joints/kinds/slider-joint.ts'
import { wheelKind } from '../../../src/d2/joints/kinds/wheel-joint.ts'
import type { JointCase } from './joint-case.ts'

const anchor = { x: 0.5, y: 0 }
/** As the other joints; joints named as in Chipmunk let their bodies collide. */
const collideBodies = false

/** Almost half a turn off, where a locked angle jumps to its opposite. */
function isHalfTurn(pose: Float64Array): boolean {
  return Math.abs(Math.cos(pose[ANGLE_B] - pose[ANGLE_A]) + 1) < 1e-6
}

/** Anchors that almost meet have no direction. */
function isShort(pose: Float64Array): boolean {
  return Math.hypot(pose[D], pose[D + 1]) < 0.02
}

function generic(name: string, limits: GenericLimit[], kind: JointKind, more: Partial<JointCase> = {}): JointCase {
  return {
    name: `generic, ${name}`,
    kind,
    create: (world, bodyA, bodyB) => world.createGenericJoint({ bodyA, bodyB, anchor, axis: { x: 0, y: 1 }, limits }),
    isDegenerate: isHalfTurn,
    swaps: false,
    ...more,
  }
}

const weld = defineJoint({
  name: 'weld by error',
  rows: ['length', 'length', 'angle'],
  error: (a, b, m) => m.list(m.sub(b.position, a.position), m.angle(m.relative(a.rotation, b.rotation))),
})

const crank = defineJoint({
  name: 'hinge by hand',
  rows: 2,
  coordinates: ['turn'],
  measure(frames, out) {
    const { armA, armB, offset } = frames
    out.rows.set(0, offset[0], [-1, 0, armA[1], 1, 0, -armB[1]])
    out.rows.set(1, offset[1], [0, -1, -armA[0], 0, 1, armB[0]])
    out.coordinates.set(0, frames.angles[1] - frames.angles[0], [0, 0, -1, 0, 0, 1])
  },
})

/** Users' types become kinds of the world in which they are used. */
function typed(type: ReturnType<typeof defineJoint>, more: Partial<JointCase>): JointCase {
  const kind = { name: type.name, coordinates: type.coordinates, measure: () => undefined } as unknown as JointKind
  return { name: type.name, kind, create: (world, bodyA, bodyB) => world.createJoint(type, { bodyA, bodyB, anchor }), ...more }
}

type Refused = NonNullable<JointCase['refused']>[number]

function refuse<D>(says: RegExp, method: keyof World, definition: Omit<D, 'bodyA' | 'bodyB'> | object): Refused {
  return { says, call: (world: World, bodyA: Body, bodyB: Body) => (world[method] as (d: object) => unknown)({ bodyA, bodyB, ...definition }) }
}

export const CASES: readonly JointCase[] = [
  {
    name: 'hinge', kind: hingeKind, carries: true,
    create: (world, bodyA, bodyB) => world.createHingeJoint({ bodyA, bodyB, anchor }),
    refused: [
      refuse(/hinge\.limit\.lower \(2\) is above upper \(1\)\. Swap them\./, 'createHingeJoint', { limit: { lower: 2, upper: 1 } }),
      refuse(/hinge\.frameB \(undefined\) is missing/, 'createHingeJoint', { frameA: {} }),
      refuse(/hinge\.anchor \(object\) and frames are two answers/, 'createHingeJoint', { frameA: {}, frameB: {}, anchor }),
      refuse(/hinge\.motor\.maxTorque \(undefined\)/, 'createHingeJoint', { motor: { speed: 1 } }),
      refuse(/hinge\.spring \(object\) has no strength/, 'createHingeJoint', { spring: { target: 1 } }),
      refuse(/hinge\.softness \(object\) is given in two ways/, 'createHingeJoint', { softness: { hertz: 1, stiffness: 2 } }),
      refuse(/hinge\.breakForce \(0\) would break at once/, 'createHingeJoint', { breakForce: 0 }),
    ],
  },
  {
    name: 'slider', kind: sliderKind, carries: true, isDegenerate: isHalfTurn, swaps: false,
    create: (world, bodyA, bodyB) => world.createSliderJoint({ bodyA, bodyB, anchor }),
    refused: [refuse(/slider\.axis \(0\) has no length/, 'createSliderJoint', { axis: { x: 0, y: 0 } })],
  },
  {
    name: 'fixed', kind: fixedKind, carries: true, isDegenerate: isHalfTurn,
    create: (world, bodyA, bodyB) => world.createFixedJoint({ bodyA, bodyB, anchor }),
    refused: [refuse(/fixed\.anchor\.x \(NaN\) is not finite/, 'createFixedJoint', { anchor: { x: NaN, y: 0 } })],
  },
  {
    name: 'distance', kind: distanceKind, carries: true, place: { x: 0, y: -1 }, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB }),
    refused: [
      refuse(/distance\.length \(0\) is no rod/, 'createDistanceJoint', { length: 0 }),
      refuse(/distance\.minLength \(3\) is above maxLength \(1\)/, 'createDistanceJoint', { minLength: 3, maxLength: 1 }),
      refuse(/distance\.length \(1\) is for rods and springs/, 'createDistanceJoint', { length: 1, maxLength: 2 }),
      refuse(/distance\.spring\.target \(1\) is the joint's length/, 'createDistanceJoint', { spring: { target: 1, hertz: 1 } }),
    ],
  },
  {
    name: 'distance, rope', kind: distanceKind, carries: true, place: { x: 0, y: -1 }, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createDistanceJoint({ bodyA, bodyB, maxLength: 1 }),
  },
  {
    name: 'wheel', kind: wheelKind, swaps: false,
    create: (world, bodyA, bodyB) => world.createWheelJoint({ bodyA, bodyB, suspension: null }),
    refused: [
      refuse(/wheel\.suspensionAxis \(0\) has no length/, 'createWheelJoint', { suspensionAxis: { x: 0, y: 0 } }),
      refuse(/wheel\.suspension\.hertz \(-1\)/, 'createWheelJoint', { suspension: { hertz: -1 } }),
    ],
  },
  {
    name: 'pulley', kind: pulleyKind, conserves: false, swaps: false, recovers: false,
    create: (world, bodyA, bodyB) =>
      world.createPulleyJoint({ bodyA, bodyB, groundA: { x: 0, y: 2 }, groundB: { x: 1, y: 2 }, ...(bodyA === null && { anchorA: { x: 0, y: 0 } }) }),
    isDegenerate: () => false,
    refused: [
      refuse(/pulley\.groundA/, 'createPulleyJoint', {}),
      refuse(/pulley\.ratio \(0\) must be above 0/, 'createPulleyJoint', { groundA: { x: 0, y: 2 }, groundB: { x: 1, y: 2 }, ratio: 0 }),
    ],
  },
  {
    name: 'mouse', kind: mouseKind, swaps: false, recovers: false,
    create: (world, bodyA, bodyB) => world.createMouseJoint({ bodyA, bodyB }),
    refused: [refuse(/mouse\.hertz \(0\) must be above 0/, 'createMouseJoint', { hertz: 0 })],
  },
  {
    name: 'motor', kind: motorKind, swaps: false, recovers: false,
    create: (world, bodyA, bodyB) => world.createMotorJoint({ bodyA, bodyB, anchor }),
    refused: [
      refuse(/motor\.target \(object\) names no pose/, 'createMotorJoint', { target: { hertz: 1 } }),
      refuse(/motor\.linear .*both say where B goes/, 'createMotorJoint', {
        target: { hertz: 1, position: anchor }, linear: { velocity: anchor, maxForce: 1 },
      }),
    ],
  },
  generic('free', [], GENERIC_KINDS[0], { recovers: false }),
  generic('across', [{ linearAxes: [1], min: 0, max: 0 }], GENERIC_KINDS[2]),
  generic('hinge', [{ linearAxes: [0, 1], min: 0, max: 0 }], GENERIC_KINDS[3], { carries: true }),
  generic('slider', [{ linearAxes: [1], min: 0, max: 0 }, { angular: true, min: 0, max: 0 }], GENERIC_KINDS[6]),
  generic('weld', [{ linearAxes: [0, 1], min: 0, max: 0 }, { angular: true, min: 0, max: 0 }], GENERIC_KINDS[7], {
    carries: true,
    refused: [
      refuse(/generic\.limits\[0\] \(object\) must have either/, 'createGenericJoint', { limits: [{ min: 0 }] }),
      refuse(/generic\.limits\[0\]\.min \(2\) is above max \(1\)/, 'createGenericJoint', { limits: [{ angular: true, min: 2, max: 1 }] }),
      refuse(/generic\.limits\[1\] \("x"\) is limited twice/, 'createGenericJoint', {
        limits: [{ linearAxes: [0], max: 1 }, { linearAxes: [0, 1], max: 1 }],
      }),
      refuse(/generic\.drives\[0\] \("angle"\) is locked/, 'createGenericJoint', {
        limits: [{ angular: true, min: 0, max: 0 }], drives: [{ type: 'angular', hertz: 1 }],
      }),
      refuse(/generic\.drives\[0\] \("x"\) cannot act beside/, 'createGenericJoint', {
        limits: [{ linearAxes: [0, 1], max: 1 }], drives: [{ type: 'linear', axis: 0, hertz: 1 }],
      }),
    ],
  }),
  generic('disc', [{ linearAxes: [0, 1], max: 0.4 }], GENERIC_KINDS[0], { isDegenerate: isShort }),
  {
    name: 'gear', kind: gearKind, conserves: false, swaps: false, recovers: false, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, collideBodies, ratio: 2.5 }),
    refused: [refuse(/gear\.ratio \(0\) ties nothing/, 'createGearJoint', { ratio: 0 })],
  },
  {
    name: 'gear on axles', kind: gearKind, swaps: false, recovers: false, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createGearJoint({ bodyA, bodyB, collideBodies, ratio: 2.5, frame: 'axles', anchorB: { x: 0.3, y: 0.1 } }),
    refused: [
      refuse(/gear\.frame \("sun"\) must be 'world' or 'axles'/, 'createGearJoint', { ratio: 1, frame: 'sun' }),
      refuse(/gear\.frame \(null\) must be/, 'createGearJoint', { ratio: 1, frame: null }),
    ],
  },
  {
    name: 'pin', kind: pinKind, carries: true, place: { x: 0, y: -1 }, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createPinJoint({ bodyA, bodyB, collideBodies }),
    refused: [
      refuse(/pin\.dist \(0\) is no bar/, 'createPinJoint', { dist: 0 }),
      refuse(/pin\.errorBias \(2\) must lie between 0 and 1/, 'createPinJoint', { errorBias: 2 }),
      refuse(/pin\.maxForce \(-1\) must not be negative/, 'createPinJoint', { maxForce: -1 }),
    ],
  },
  {
    name: 'slide', kind: slideKind, carries: true, place: { x: 0, y: -1 }, isDegenerate: isShort,
    create: (world, bodyA, bodyB) => world.createSlideJoint({ bodyA, bodyB, collideBodies, min: 0.5, max: 1 }),
    refused: [
      refuse(/slide\.min \(2\) is above max \(1\)/, 'createSlideJoint', { min: 2, max: 1 }),
      refuse(/slide\.max \(0\) must be above 0/, 'createSlideJoint', { max: 0 }),
    ],
  },
  {
    name: 'pivot', kind: pivotKind, carries: true,
    create: (world, bodyA, bodyB) => world.createPivotJoint({ bodyA, bodyB, collideBodies, pivot: anchor }),
    refused: [refuse(/pivot\.pivot \(object\) and anchors are two answers/, 'createPivotJoint', { pivot: anchor, anchorA: anchor })],
  },
  {
    name: 'groove', kind: grooveKind, swaps: false,
    create: (world, bodyA, bodyB) => world.createGrooveJoint({ bodyA, bodyB, collideBodies, grooveA: { x: 1, y: -1 }, grooveB: { x: 1, y: 1 } }),
    refused: [
      refuse(/groove\.grooveB \(0\) leaves the groove no length/, 'createGrooveJoint', { grooveA: anchor, grooveB: anchor }),
      refuse(/groove\.grooveA \(undefined\)/, 'createGrooveJoint', { grooveB: anchor }),
    ],
  },
  {
    name: 'damped spring', kind: dampedSpringKind, isDegenerate: isShort, recovers: false,
    create: (world, bodyA, bodyB) => world.createDampedSpring({ bodyA, bodyB, collideBodies, stiffness: 0, damping: 0 }),
    refused: [refuse(/dampedSpring\.stiffness \(-1\)/, 'createDampedSpring', { stiffness: -1, damping: 0 })],
  },
  {
    name: 'damped rotary spring', kind: dampedRotarySpringKind, recovers: false,
    create: (world, bodyA, bodyB) => world.createDampedRotarySpring({ bodyA, bodyB, collideBodies, stiffness: 0, damping: 0 }),
    refused: [refuse(/dampedRotarySpring\.restAngle \(NaN\)/, 'createDampedRotarySpring', { restAngle: NaN, stiffness: 1, damping: 1 })],
  },
  {
    name: 'rotary limit', kind: rotaryLimitKind,
    create: (world, bodyA, bodyB) => world.createRotaryLimitJoint({ bodyA, bodyB, collideBodies, min: -1, max: 1 }),
    refused: [refuse(/rotaryLimit\.lower \(2\) is above upper \(1\)/, 'createRotaryLimitJoint', { min: 2, max: 1 })],
  },
  {
    name: 'ratchet', kind: ratchetKind, swaps: false, recovers: false,
    create: (world, bodyA, bodyB) => world.createRatchetJoint({ bodyA, bodyB, collideBodies, ratchet: 0.5, phase: 0.1 }),
    refused: [refuse(/ratchet\.ratchet \(0\) has no teeth/, 'createRatchetJoint', { ratchet: 0 })],
  },
  {
    name: 'simple motor', kind: simpleMotorKind, recovers: false,
    create: (world, bodyA, bodyB) => world.createSimpleMotor({ bodyA, bodyB, collideBodies, rate: 0 }),
    refused: [refuse(/simpleMotor\.rate \(undefined\)/, 'createSimpleMotor', {})],
  },
  typed(weld, { carries: true }),
  typed(crank, { carries: true }),
]
