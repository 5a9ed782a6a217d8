/**
 * Joints of the engine as limits and drives of the format, where it has words for them.
 */

import {
  BallJoint, CylindricalJoint, DistanceJoint, FixedJoint, GenericJoint, HingeJoint, OrientationLockJoint, SliderJoint, SwingTwistJoint,
  TwoPointHingeJoint, type FullLimit, type FullSpring, type GenericDrive, type GenericLimit, type Joint, type JointAxis, type Motor, type SwingLimit,
} from '../../d3/index.ts'
import { isWholeTurn } from './joints.ts'

/** 1/s: how fast the drive that stands for a motor takes back an error of speed. */
const MOTOR_RATE = 1e8

const ALL: JointAxis[] = [0, 1, 2]
const POINT: GenericLimit = { linearAxes: ALL, min: 0, max: 0 }
const UNTURNED: GenericLimit = { angularAxes: ALL, min: 0, max: 0 }

export interface JointWords {
  readonly limits: GenericLimit[]
  readonly drives: GenericDrive[]
  /** What could not be said. */
  readonly lost: string[]
}

/** null: the format has no such joint. */
export function wordsOf(joint: Joint): JointWords | null {
  const words: JointWords = { limits: [], drives: [], lost: [] }
  if (joint.softness !== null) words.lost.push('softness')
  if (joint.breakForce !== Infinity || joint.breakTorque !== Infinity) words.lost.push('strength')
  if (joint instanceof GenericJoint) {
    for (const limit of joint.limits) words.limits.push({ ...limit })
    for (const drive of joint.drives) words.drives.push({ ...drive })
  } else if (joint instanceof FixedJoint) words.limits.push(POINT, UNTURNED)
  else if (joint instanceof OrientationLockJoint) words.limits.push(UNTURNED)
  else if (joint instanceof HingeJoint || joint instanceof TwoPointHingeJoint) {
    words.limits.push(POINT, { angularAxes: [1, 2], min: 0, max: 0 })
    const motor = joint.motor === null ? null : { speed: joint.motor.speed, maxForce: joint.motor.maxTorque }
    addFeatures(words, 'angular', joint.limit, motor, joint.spring)
  } else if (joint instanceof SliderJoint) {
    words.limits.push(UNTURNED, { linearAxes: [1, 2], min: 0, max: 0 })
    addFeatures(words, 'linear', joint.limit, joint.motor, joint.spring)
  } else if (joint instanceof CylindricalJoint) {
    words.limits.push({ linearAxes: [1, 2], min: 0, max: 0 }, { angularAxes: [1, 2], min: 0, max: 0 })
    const motor = joint.angularMotor === null ? null : { speed: joint.angularMotor.speed, maxForce: joint.angularMotor.maxTorque }
    addFeatures(words, 'linear', joint.linearLimit, joint.linearMotor, joint.linearSpring)
    addFeatures(words, 'angular', joint.angularLimit, motor, joint.angularSpring)
  } else if (joint instanceof BallJoint) {
    words.limits.push(POINT)
    if (joint.swingLimit !== null) addSwing(words, joint.swingLimit)
    if (joint.twistLimit !== null) addFeatures(words, 'angular', joint.twistLimit, null, null)
    if (joint.motor !== null || joint.spring !== null) words.lost.push('motor and spring')
  } else if (joint instanceof SwingTwistJoint) {
    words.limits.push(POINT)
    const { swingY, swingZ, twistLower, twistUpper } = joint
    addSwing(words, swingY === swingZ ? { cone: swingY } : { ellipse: { y: swingY, z: swingZ } })
    words.limits.push({ angularAxes: [0], min: twistLower, max: twistUpper })
    if (joint.drive !== null) words.lost.push('drive')
  } else if (joint instanceof DistanceJoint) {
    words.limits.push({ linearAxes: ALL, min: joint.minLength, max: joint.maxLength })
    if (joint.spring !== null || joint.motor !== null) words.lost.push('spring and motor')
  } else return null
  const told = words.limits.filter(limit => !isWholeTurn(limit))
  if (told.length < words.limits.length) words.lost.push('a limit of a whole turn or more')
  return { ...words, limits: told }
}

/** A cone, or two stops; an oval becomes two stops. */
function addSwing(words: JointWords, swing: SwingLimit): void {
  if ('cone' in swing) {
    words.limits.push({ angularAxes: [1, 2], min: 0, max: swing.cone })
    return
  }
  const { y, z } = 'ellipse' in swing ? swing.ellipse : swing.pyramid
  words.limits.push({ angularAxes: [1], min: -y, max: y }, { angularAxes: [2], min: -z, max: z })
  if ('ellipse' in swing) words.lost.push('an oval of swing, for which two stops stand')
}

/** Features of the coordinate of the main axis, which is x. */
function addFeatures(words: JointWords, type: 'linear' | 'angular', limit: FullLimit | null, motor: Motor | null, spring: FullSpring | null): void {
  const axes = type === 'linear' ? { linearAxes: [0 as JointAxis] } : { angularAxes: [0 as JointAxis] }
  if (limit !== null) {
    const { lower, upper, stiffness, damping, hertz } = limit
    const soft = stiffness === undefined ? {} : { stiffness, damping: damping ?? 0 }
    if (hertz !== undefined) words.lost.push('softness of a limit in hertz')
    words.limits.push({ ...axes, min: lower, max: upper, ...soft })
  }
  if (motor !== null) {
    const { speed, maxForce } = motor
    words.drives.push({ type, axis: 0, mode: 'acceleration', velocityTarget: speed, damping: MOTOR_RATE, maxForce })
  }
  if (spring !== null) {
    const { target, targetSpeed, ...rest } = spring
    words.drives.push({ type, axis: 0, positionTarget: target, velocityTarget: targetSpeed, ...rest })
  }
}

/** A limit as JSON: no infinities, nothing that is a default. */
export function limitJson(limit: GenericLimit): object {
  const { linearAxes, angularAxes, min, max, stiffness, damping } = limit
  return {
    ...(linearAxes === undefined ? { angularAxes } : { linearAxes }),
    ...(min === undefined || min === -Infinity ? {} : { min }),
    ...(max === undefined || max === Infinity ? {} : { max }),
    ...(stiffness === undefined || stiffness === Infinity ? {} : { stiffness, damping: damping ?? 0 }),
  }
}

/** A drive as JSON. Hertz become stiffness and damping per unit of mass. */
export function driveJson(drive: GenericDrive): object {
  const { type, axis, mode = 'force', positionTarget = 0, velocityTarget = 0, stiffness = 0, damping = 0, hertz, dampingRatio = 1, maxForce } = drive
  const rate = 2 * Math.PI * (hertz ?? 0)
  return {
    type, axis, mode: hertz === undefined ? mode : 'acceleration', positionTarget, velocityTarget,
    stiffness: hertz === undefined ? stiffness : rate * rate, damping: hertz === undefined ? damping : 2 * dampingRatio * rate,
    ...(maxForce === undefined || maxForce === Infinity ? {} : { maxForce }),
  }
}
