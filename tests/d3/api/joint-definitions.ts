/** Definitions of every kind of joint with as many of its fields as go together, bodies left out. */

import { defineJoint } from 'fulcrum-physics/3d'
import type { JointDefinitions } from '../../common/helpers/refusals.ts'

export const ANCHOR = { x: 0, y: 0.5, z: 0 }
export const UP = { x: 0, y: 1, z: 0 }
export const ACROSS = { x: 0, y: 0, z: 1 }
export const TURN = { x: 0, y: 0, z: 0, w: 1 }
export const LIMIT = { lower: -0.5, upper: 0.5, restitution: 0.2, hertz: 3, dampingRatio: 0.5 }
export const SPRING = { target: 0.1, targetSpeed: 0.1, stiffness: 3, damping: 0.5, mode: 'force', maxForce: 100 }
const STRENGTH = { collideConnected: true, enabled: true, breakForce: 1e5, breakTorque: 1e5, softness: { hertz: 10, dampingRatio: 1 } }
const FRAMES = { frameA: { position: UP, rotation: TURN }, frameB: { position: UP, rotation: TURN } }
const MOTOR = { speed: 1, maxForce: 10 }
const TORQUE = { speed: 1, maxTorque: 10 }
export const POINTS = [{ x: 0, y: 0, z: 0 }, { x: 2, y: 0, z: 0 }, { x: 2, y: 2, z: 1 }, { x: 0, y: 2, z: 3 }, { x: 1, y: 1, z: 5 }]
export const type = defineJoint({
  name: 'mine', rows: 1, coordinates: ['length'], error: (a, b, m) => m.list(m.sub(m.dot(b.position, b.position), m.dot(a.position, a.position))),
  values: (a, b, m) => m.list(m.dot(m.sub(b.position, a.position), m.vec(0, 1, 0))),
})

export const JOINTS: JointDefinitions = {
  createHingeJoint: [
    { ...STRENGTH, anchor: ANCHOR, axis: UP, limit: LIMIT, motor: TORQUE, spring: SPRING, friction: 1, formulation: 'axis' },
    { ...FRAMES, softness: { beta: 0.2, gamma: 1e-3 } },
  ],
  createSliderJoint: [{ ...STRENGTH, anchor: ANCHOR, axis: UP, limit: LIMIT, motor: MOTOR, spring: SPRING, friction: 1 }],
  createBallJoint: [
    {
      ...STRENGTH, anchor: ANCHOR, axis: UP, planeAxis: ACROSS, swingLimit: { cone: 1, restitution: 0.1, hertz: 2, dampingRatio: 1 }, twistLimit: LIMIT,
      motor: { velocity: UP, maxTorque: 10 }, friction: 1,
      spring: { target: TURN, targetVelocity: UP, stiffness: 10, damping: 1, mode: 'force', maxTorque: 10 },
    },
    { swingLimit: { ellipse: { y: 1, z: 0.5 }, stiffness: 10, damping: 1 } },
    { swingLimit: { pyramid: { y: 1, z: 0.5 } }, spring: { hertz: 1, dampingRatio: 1 } },
  ],
  createFixedJoint: [{ ...STRENGTH, anchor: ANCHOR }, { softness: { stiffness: 100, damping: 1 } }],
  createDistanceJoint: [
    { anchorA: ANCHOR, anchorB: UP, length: 1 },
    {
      length: 1, minLength: 0.5, maxLength: 3, restitution: 0.1, motor: MOTOR, friction: 1,
      spring: { targetSpeed: 0, hertz: 2, dampingRatio: 1, maxForce: 10 },
    },
  ],
  createWheelJoint: [
    {
      anchor: ANCHOR, suspensionAxis: UP, axleAxis: ACROSS, motor: TORQUE, brake: 1,
      suspension: { hertz: 2, dampingRatio: 0.7, target: 0.1, lower: -0.2, upper: 0.2 },
      steering: { angle: 0.1, limit: 0.5, maxTorque: 100, hertz: 5, dampingRatio: 1 },
    },
    { suspension: { stiffness: 100, damping: 10 }, steering: {} },
  ],
  createGearJoint: [{ axisA: UP, axisB: ACROSS, ratio: 2, limit: LIMIT, motor: TORQUE, friction: 1 }],
  createRackAndPinionJoint: [{
    axis: UP, direction: ACROSS, anchor: ANCHOR, radius: 0.5, angleLimit: LIMIT, angleMotor: TORQUE, angleFriction: 1, travelLimit: LIMIT, travelMotor: MOTOR,
    travelFriction: 1,
  }],
  createScrewJoint: [{
    axis: UP, anchor: ANCHOR, pitch: 0.5, angleLimit: LIMIT, angleMotor: TORQUE, angleFriction: 1, travelLimit: LIMIT, travelMotor: MOTOR, travelFriction: 1,
  }],
  createPulleyJoint: [
    {
      groundA: { x: -1, y: 5, z: 0 }, groundB: { x: 1, y: 5, z: 0 }, anchorA: { x: -1, y: 1, z: 0 }, anchorB: { x: 1, y: 1, z: 0 }, ratio: 1.5,
      totalLength: 12, rigid: false, limitA: { lower: 0.5, upper: 6 }, limitB: { lower: 0.5, upper: 6 }, stretch: { hertz: 5, dampingRatio: 1 },
    },
    { groundA: { x: -1, y: 5, z: 0 }, groundB: { x: 1, y: 5, z: 0 }, stretch: { stiffness: 100, damping: 1 } },
  ],
  createGenericJoint: [
    {
      anchor: ANCHOR, axis: UP,
      limits: [{ linearAxes: [0], min: -1, max: 1, restitution: 0.1, stiffness: 10, damping: 1 }, { angularAxes: [1], min: -1, max: 1, hertz: 1, dampingRatio: 1 }],
      drives: [{ type: 'linear', axis: 1, positionTarget: 0.1, velocityTarget: 0.1, hertz: 2, dampingRatio: 1, maxForce: 10 }],
      friction: { linear: { x: 1, y: 1, z: 0 }, angular: { x: 1, y: 0, z: 0 } },
    },
  ],
  createMotorJoint: [
    { anchor: ANCHOR, axis: UP, linear: { velocity: UP, maxForce: 10 }, angular: { velocity: UP, maxTorque: 10 } },
    {
      target: {
        position: UP, rotation: TURN, linearVelocity: UP, angularVelocity: UP, stiffness: 10, damping: 1, angularStiffness: 10, angularDamping: 1,
        mode: 'acceleration', maxForce: 100, maxTorque: 100,
      },
    },
    { target: { position: UP, hertz: 2, dampingRatio: 1 } },
  ],
  createMouseJoint: [{ anchor: ANCHOR, target: UP, hertz: 5, dampingRatio: 1, maxForce: 100 }],
  createUniversalJoint: [{
    anchor: ANCHOR, axisA: UP, axisB: ACROSS, limitA: LIMIT, motorA: TORQUE, springA: SPRING, frictionA: 1, limitB: LIMIT, motorB: TORQUE, springB: SPRING,
    frictionB: 1,
  }],
  createCylindricalJoint: [{
    anchor: ANCHOR, axis: UP, linearLimit: LIMIT, angularLimit: LIMIT, linearMotor: MOTOR, angularMotor: TORQUE, linearSpring: SPRING, angularSpring: SPRING,
    linearFriction: 1, angularFriction: 1,
  }],
  createConstantVelocityJoint: [
    {
      anchor: ANCHOR, axis: UP, planeAxis: ACROSS, limit: { cone: 1, restitution: 0.1, hertz: 2, dampingRatio: 1 }, friction: 1, formulation: 'bisector',
      spring: { target: { y: 0.1, z: 0.1 }, stiffness: 10, damping: 1, mode: 'force', maxTorque: 10 }, motor: { velocity: { y: 0.1, z: 0.1 }, maxTorque: 10 },
    },
    { limit: { pyramid: { y: 1, z: 0.5 }, stiffness: 10, damping: 1 } },
  ],
  createSwingTwistJoint: [{
    anchor: ANCHOR, axis: UP, planeAxis: ACROSS, swingY: 1, swingZ: 0.5, twistLower: -0.5, twistUpper: 0.5, friction: 1,
    limitSoftness: { restitution: 0.1, hertz: 2, dampingRatio: 1 }, drive: { target: TURN, hertz: 1, dampingRatio: 1, maxTorque: 10 },
  }],
  createConeLimitJoint: [{ axisA: UP, axisB: UP, angle: 1, restitution: 0.1, hertz: 2, dampingRatio: 1, breakTorque: 1e5 }, { axis: UP, angle: 1 }],
  createAngularLimitJoint: [{ axis: UP, limit: LIMIT, motor: TORQUE, spring: SPRING, friction: 1 }],
  createWedgeLimitJoint: [{ axis: UP, direction: { x: 1, y: 0, z: 0 }, limit: LIMIT }],
  createOrientationLockJoint: [{ rotation: TURN, breakTorque: 1e5, softness: { hertz: 10, dampingRatio: 1 } }],
  createTwoPointHingeJoint: [{ first: ANCHOR, second: { x: 0, y: 2, z: 0 }, limit: LIMIT, motor: TORQUE, spring: SPRING, friction: 1 }],
  createPathJoint: [{ path: { points: POINTS, closed: false, up: UP }, anchor: ANCHOR, orientation: 'tangent', limit: LIMIT, motor: MOTOR, spring: SPRING, friction: 1 }],
  createCustomJoint: [{
    name: 'own', rows: ['length'], coordinates: ['length'], error: type.source.error, values: type.source.values, data: [1, 2],
    limits: [{ lower: -1, upper: 1 }], motors: [MOTOR], springs: [SPRING], friction: [1],
  }],
}
