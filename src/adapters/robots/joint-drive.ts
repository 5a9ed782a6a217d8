/**
 * What acts on one joint of a robot: its own spring and damper, drives that the user sets, actuators of the file. All that is linear in the
 * coordinate and its speed is one spring of the engine:
 *
 * force = Σ kᵢ (xᵢ − q) + dᵢ (vᵢ − speed) + cᵢ = K (target − q) + D (target speed − speed).
 *
 * A force that depends on neither, where there is no spring and no damper, is a motor of that strength that never reaches its speed.
 *
 * A servo whose force has a range is cut by itself, whatever else acts on the joint: it has a drive of its own, in a generic joint that holds
 * nothing. That gives at most as much to one side as to the other; the middle of the range is a constant force: with m = (a + b)/2, h = (b − a)/2,
 * cut(f, a, b) = m + cut(f − m, −h, h).
 */

import type { GenericJoint, HingeJoint, SliderJoint } from '../../d3/index.ts'
import { OUT_OF_REACH } from './limits.ts'
import type { RobotActuator, RobotJoint, RobotRange } from './robot.ts'

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

/** An actuator at work. */
export interface DrivenActuator {
  readonly actuator: RobotActuator
  control: number
  /** What gives its force if that has a range and depends on the joint's motion. */
  readonly servo: GenericJoint | null
}

/** Does an actuator's force have a range, and depend on the joint's motion? */
export function needsServo({ bias, forceRange }: RobotActuator): boolean {
  return forceRange !== null && (bias[1] !== 0 || bias[2] !== 0)
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
  readonly actuators: DrivenActuator[] = []

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
    for (const { actuator, control, servo } of this.actuators) {
      const { gain, bias, controlRange, forceRange } = actuator
      const given = gain * cut(control, controlRange) + bias[0]
      if (servo !== null) {
        constant += this.serve(servo, actuator, given)
        continue
      }
      K -= bias[1]
      D -= bias[2]
      constant += needsServo(actuator) ? given : cut(given, forceRange)
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

  /** Hands a servo's law to its own drive, but for the middle of its range, which is returned. */
  private serve(servo: GenericJoint, { bias, forceRange }: RobotActuator, given: number): number {
    const { lower, upper } = forceRange!
    const middle = 0.5 * (lower + upper)
    const [stiffness, damping] = [-bias[1], -bias[2]]
    const rest = given - middle
    servo.setDrives([{
      type: 'angle' in this.handle ? 'angular' : 'linear', axis: 0, stiffness, damping, maxForce: 0.5 * (upper - lower),
      positionTarget: stiffness > 0 ? rest / stiffness - this.offset : 0, velocityTarget: stiffness > 0 ? 0 : rest / damping,
    }])
    return middle
  }

  /** The motor's row: a speed that the user wants, or a bare force. */
  private applyMotor(force: number): void {
    const { speed, handle } = this
    const motor = speed ?? (force === 0 ? null : { speed: force > 0 ? OUT_OF_REACH : -OUT_OF_REACH, maxForce: Math.abs(force) })
    if ('angle' in handle) handle.motor = motor && { speed: motor.speed, maxTorque: motor.maxForce }
    else handle.motor = motor
  }
}

function cut(value: number, range: RobotRange | null): number {
  return range === null ? value : Math.min(Math.max(value, range.lower), range.upper)
}
