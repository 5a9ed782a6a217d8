/**
 * What acts on one joint of a robot: its own spring and damper, drives that the user sets, actuators of the file. All that is linear in the
 * coordinate and its speed is one spring of the engine:
 *
 * force = Σ kᵢ (xᵢ − q) + dᵢ (vᵢ − speed) + cᵢ = K (target − q) + D (target speed − speed).
 *
 * A force that depends on neither, where there is no spring and no damper, is a motor of that strength that never reaches its speed.
 */

import type { HingeJoint, SliderJoint } from '../../d3/index.ts'
import { OUT_OF_REACH } from './limits.ts'
import type { RobotActuator, RobotJoint } from './robot.ts'

/** A drive towards a position. */
export interface TargetDrive {
  stiffness: number
  damping: number
  hertz: number
  dampingRatio: number
  target: number
  targetSpeed: number
  maxForce: number
}

/** A hinge or slider of a robot, and what drives it. */
export class JointDrive {
  readonly joint: RobotJoint
  readonly handle: HingeJoint | SliderJoint
  /** What the joint reads in the file, less what it reads in the engine. */
  readonly offset: number
  target: TargetDrive | null = null
  speed: { speed: number; maxForce: number } | null = null
  force: number = 0
  readonly actuators: { actuator: RobotActuator; control: number }[] = []

  constructor(joint: RobotJoint, handle: HingeJoint | SliderJoint, offset: number) {
    this.joint = joint
    this.handle = handle
    this.offset = offset
  }

  get position(): number {
    return this.offset + ('angle' in this.handle ? this.handle.angle : this.handle.position)
  }

  /** Hands all that acts to the engine. */
  apply(): void {
    const { stiffness: k, damping: d, springReference } = this.joint
    let K = k
    let D = d
    let pull = k * springReference
    let drag = 0
    let constant = this.force
    let most = Infinity
    for (const { actuator, control } of this.actuators) {
      const { gain, bias, controlRange, forceRange } = actuator
      const cut = controlRange === null ? control : Math.min(Math.max(control, controlRange.lower), controlRange.upper)
      let given = gain * cut + bias[0]
      if (bias[1] === 0 && bias[2] === 0) {
        if (forceRange !== null) given = Math.min(Math.max(given, forceRange.lower), forceRange.upper)
      } else if (forceRange !== null) most = Math.min(most, Math.max(Math.abs(forceRange.lower), Math.abs(forceRange.upper)))
      K -= bias[1]
      D -= bias[2]
      constant += given
    }
    const { target } = this
    if (target !== null && target.hertz === 0) {
      K += target.stiffness
      D += target.damping
      pull += target.stiffness * target.target
      drag += target.damping * target.targetSpeed
      most = Math.min(most, target.maxForce)
    }
    const { handle, offset } = this
    if (target !== null && target.hertz > 0) {
      // By frequency: the same for every mass; the joint's own spring and damper are weak beside it, and stand back.
      handle.spring = {
        target: target.target - offset, targetSpeed: target.targetSpeed, hertz: target.hertz, dampingRatio: target.dampingRatio,
        maxForce: target.maxForce,
      }
      this.applyMotor(constant)
      return
    }
    if (K > 0) {
      const at = (pull + constant) / K
      handle.spring = { target: at - offset, targetSpeed: D > 0 ? drag / D : 0, stiffness: K, damping: D, maxForce: most }
      this.applyMotor(0)
    } else if (D > 0) {
      handle.spring = { targetSpeed: (drag + constant) / D, stiffness: 0, damping: D, maxForce: most }
      this.applyMotor(0)
    } else {
      handle.spring = null
      this.applyMotor(constant)
    }
  }

  /** The motor's row: a speed that the user wants, or a bare force. */
  private applyMotor(force: number): void {
    const { speed, handle } = this
    const motor = speed ?? (force === 0 ? null : { speed: force > 0 ? OUT_OF_REACH : -OUT_OF_REACH, maxForce: Math.abs(force) })
    if ('angle' in handle) handle.motor = motor && { speed: motor.speed, maxTorque: motor.maxForce }
    else handle.motor = motor
  }
}
