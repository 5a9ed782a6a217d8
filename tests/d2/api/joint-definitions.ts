/** Definitions of every kind of joint with as many of its fields as go together, bodies left out. */

import { defineJoint } from 'fulcrum-physics/2d'
import type { JointDefinitions } from '../../common/helpers/refusals.ts'

export const ANCHOR = { x: 0, y: 0.5 }
export const UP = { x: 0, y: 1 }
export const LIMIT = { lower: -0.5, upper: 0.5, restitution: 0.2, hertz: 3, dampingRatio: 0.5 }
export const SPRING = { target: 0.1, targetSpeed: 0.1, stiffness: 3, damping: 0.5, mode: 'force', maxForce: 100 }
const STRENGTH = { collideConnected: true, enabled: true, breakForce: 1e5, breakTorque: 1e5, softness: { hertz: 10, dampingRatio: 1 } }
const CHIPMUNK = { maxForce: 1e4, errorBias: 0.1, maxBias: 10, collideBodies: false, enabled: true, breakForce: 1e5, breakTorque: 1e5 }
const FRAMES = { frameA: { position: UP, rotation: 0.1 }, frameB: { position: UP, rotation: 0.1 } }
export const type = defineJoint({
  name: 'mine', rows: 1, coordinates: ['length'], error: (a, b, m) => m.list(m.sub(m.dot(b.position, b.position), m.dot(a.position, a.position))),
  values: (a, b, m) => m.list(m.dot(m.sub(b.position, a.position), m.vec(0, 1))),
})

/** Definitions by the call that takes them, bodies left out. */
export const JOINTS: JointDefinitions = {
  createHingeJoint: [
    { ...STRENGTH, anchor: ANCHOR, limit: LIMIT, motor: { speed: 1, maxTorque: 10 }, spring: SPRING, friction: 1 },
    { ...FRAMES, softness: { beta: 0.2, gamma: 1e-3 } },
  ],
  createSliderJoint: [{ ...STRENGTH, anchor: ANCHOR, axis: UP, limit: LIMIT, motor: { speed: 1, maxForce: 10 }, spring: SPRING, friction: 1 }],
  createFixedJoint: [{ ...STRENGTH, anchor: ANCHOR }, { softness: { stiffness: 100, damping: 1 } }],
  createDistanceJoint: [
    { anchorA: ANCHOR, anchorB: UP, length: 1 },
    {
      length: 1, minLength: 0.5, maxLength: 3, restitution: 0.1, motor: { speed: 1, maxForce: 10 }, friction: 1,
      spring: { targetSpeed: 0, hertz: 2, dampingRatio: 1, maxForce: 10 },
    },
  ],
  createWheelJoint: [
    {
      anchor: ANCHOR, suspensionAxis: UP, motor: { speed: 1, maxTorque: 10 }, brake: 1,
      suspension: { hertz: 2, dampingRatio: 0.7, target: 0.1, lower: -0.2, upper: 0.2 },
    },
    { suspension: { stiffness: 100, damping: 10 } },
  ],
  createGearJoint: [{ ...CHIPMUNK, anchorA: ANCHOR, anchorB: UP, ratio: 2, phase: 0.1, frame: 'axles' }],
  createPulleyJoint: [
    {
      groundA: { x: -1, y: 5 }, groundB: { x: 1, y: 5 }, anchorA: { x: -1, y: 1 }, anchorB: { x: 1, y: 1 }, ratio: 1.5, totalLength: 12, rigid: false,
      limitA: { lower: 0.5, upper: 6 }, limitB: { lower: 0.5, upper: 6 }, stretch: { hertz: 5, dampingRatio: 1 },
    },
    { groundA: { x: -1, y: 5 }, groundB: { x: 1, y: 5 }, stretch: { stiffness: 100, damping: 1 } },
  ],
  createGenericJoint: [
    {
      anchor: ANCHOR, axis: UP,
      limits: [{ linearAxes: [0], min: -1, max: 1, restitution: 0.1, stiffness: 10, damping: 1 }, { angular: true, min: -1, max: 1 }],
      drives: [{ type: 'linear', axis: 1, positionTarget: 0.1, velocityTarget: 0.1, hertz: 2, dampingRatio: 1, maxForce: 10 }],
      friction: { linear: { x: 1, y: 1 }, angular: 1 },
    },
  ],
  createMotorJoint: [
    { anchor: ANCHOR, axis: UP, linear: { velocity: UP, maxForce: 10 }, angular: { velocity: 1, maxTorque: 10 } },
    {
      target: {
        position: UP, rotation: 0.1, linearVelocity: UP, angularVelocity: 0.1, stiffness: 10, damping: 1, angularStiffness: 10, angularDamping: 1,
        mode: 'acceleration', maxForce: 100, maxTorque: 100,
      },
    },
    { target: { position: UP, hertz: 2, dampingRatio: 1 } },
  ],
  createMouseJoint: [{ anchor: ANCHOR, target: UP, hertz: 5, dampingRatio: 1, maxForce: 100 }],
  createPinJoint: [{ ...CHIPMUNK, anchorA: ANCHOR, anchorB: UP, dist: 1 }],
  createSlideJoint: [{ ...CHIPMUNK, anchorA: ANCHOR, anchorB: UP, min: 0.1, max: 4 }],
  createPivotJoint: [{ ...CHIPMUNK, pivot: ANCHOR }, { anchorA: UP, anchorB: UP }],
  createGrooveJoint: [{ ...CHIPMUNK, grooveA: { x: -1, y: 0 }, grooveB: { x: 1, y: 0 }, anchorB: UP }],
  createDampedSpring: [{ ...CHIPMUNK, anchorA: ANCHOR, anchorB: UP, restLength: 1, stiffness: 10, damping: 1 }],
  createDampedRotarySpring: [{ ...CHIPMUNK, restAngle: 0.1, stiffness: 10, damping: 1 }],
  createRotaryLimitJoint: [{ ...CHIPMUNK, min: -1, max: 1 }],
  createRatchetJoint: [{ ...CHIPMUNK, phase: 0.1, ratchet: 0.5 }],
  createSimpleMotor: [{ ...CHIPMUNK, rate: 1 }],
  createCustomJoint: [{
    name: 'own', rows: ['length'], coordinates: ['length'], error: type.source.error, values: type.source.values, data: [1, 2],
    limits: [{ lower: -1, upper: 1 }], motors: [{ speed: 1, maxForce: 1 }], springs: [SPRING], friction: [1],
  }],
}
