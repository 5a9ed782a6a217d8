/**
 * Joints of users' own types: how they are made, and what users hold of them.
 *
 * There are two ways to the same thing. `world.createJoint(type, definition)` makes a joint of a type from `defineJoint`, which may be used any
 * number of times. `world.createCustomJoint(definition)` takes the error function along with the definition, for a joint that is needed once.
 * C, J, K and the rest are those of every joint; J comes from the user's `measure`, or from dual numbers (`error-measure.ts`).
 */

import { PhysicsError, requireFinite, requireInteger, requireObject } from '../../common/errors.ts'
import type { WorldState } from '../world-state.ts'
import { MAX_DATA } from './building-blocks.ts'
import { wakeJoint } from '../../common/joints/joint-lifecycle.ts'
import { requireIdle } from '../handles.ts'
import { derivativeError } from './derivative-error.ts'
import { JointType, type JointTypeOptions } from './define-joint.ts'
import {
  getFriction, getLimit, getMotor, getSpring, setFriction, setLimit, setMotor, setSpring, type FullLimit, type FullSpring, type Limit, type Motor,
  type Spring,
} from '../../common/joints/features.ts'
import { poseNow, setFrames } from './frames.ts'
import { Joint } from './joint.ts'
import { axisAngle, draft, draftFrames, requireBodies, writeJoint, type AxisDefinition } from './joint-definition.ts'
import { POSE_SIZE } from './joint-kind.ts'
import { DATA_SIZE, OWN } from './joint-table.ts'
import { kindOfType, tryType, WorldKind } from './world-kind.ts'

/** A joint of a user's own type. Lists go by coordinate; what is left out, null or 0 is off. */
export interface TypedJointDefinition extends AxisDefinition {
  /** Numbers of the joint's own, at most 18; the rest are 0. */
  data?: readonly number[]
  limits?: readonly (Limit | null)[]
  /** `maxForce` in N or N m. */
  motors?: readonly (Motor | null)[]
  springs?: readonly (Spring | null)[]
  /** Dry friction, N or N m. */
  friction?: readonly number[]
}

/** A joint with its position error. */
export interface CustomJointDefinition extends TypedJointDefinition, Omit<JointTypeOptions, 'name' | 'measure'> {
  /** Default 'custom'. */
  name?: string
}

const pose = new Float64Array(POSE_SIZE)
const NOWHERE = new Float64Array(2)

export function writeTyped(state: WorldState, type: JointType, d: TypedJointDefinition): number {
  if (!(type instanceof JointType)) {
    throw new PhysicsError('wrong-type', 'world.createJoint', type, 'must be a type of joint. Make one with defineJoint.')
  }
  const { name } = type
  const [a, b] = requireBodies(state, d, name)
  draftFrames(state, a, b, d, name, axisAngle(d, name))
  readData(d.data, `${name}.data`, draft, OWN)
  const count = type.coordinates.length
  const limits = readList(d.limits, `${name}.limits`, count)
  const motors = readList(d.motors, `${name}.motors`, count)
  const springs = readList(d.springs, `${name}.springs`, count)
  const friction = readList(d.friction, `${name}.friction`, count)
  const { localCenter } = state.bodies.columns
  poseNow(state, a, 0)
  poseNow(state, b, 3)
  setFrames(pose, draft, 0, a < 0 ? NOWHERE : localCenter, a < 0 ? 0 : a * 2, localCenter, b * 2)
  tryType(type, pose, draft)
  const kinds = state.jointKinds.length
  try {
    return writeJoint(state, kindOfType(state, type), a, b, d, name, (row) => {
      for (let c = 0; c < count; c++) {
        setLimit(state, row, c, limits[c], `${name}.limits[${c}]`)
        setMotor(state, row, c, motors[c], `${name}.motors[${c}]`, 'maxForce')
        setSpring(state, row, c, springs[c], `${name}.springs[${c}]`)
        setFriction(state, row, c, friction[c], `${name}.friction[${c}]`)
      }
    })
  } catch (error) {
    // A type that came with a refused definition takes no number.
    state.jointKinds.length = kinds
    throw error
  }
}

/** The same functions with the same rows are the same type: a joint made a hundred times is one kind. */
export function writeCustom(state: WorldState, d: CustomJointDefinition): number {
  requireObject(d, 'custom')
  const { name = 'custom', rows, coordinates, error, values } = d
  const type = new JointType({
    name,
    ...(rows !== undefined && { rows }),
    ...(coordinates !== undefined && { coordinates }),
    ...(error !== undefined && { error }),
    ...(values !== undefined && { values }),
  })
  for (const kind of state.jointKinds) if (kind instanceof WorldKind && isSame(kind.type, type)) return writeTyped(state, kind.type, d)
  return writeTyped(state, type, d)
}

function isSame(a: JointType, b: JointType): boolean {
  return (
    a.name === b.name && a.source.error === b.source.error && a.source.values === b.source.values && a.source.measure === undefined &&
    a.rows.join() === b.rows.join() && a.coordinates.join() === b.coordinates.join()
  )
}

function readList<T>(value: readonly T[] | undefined, field: string, most: number): readonly T[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be a list, one entry for each coordinate.')
  if (value.length > most) throw new PhysicsError('wrong-size', field, value.length, `entries, but the type has ${most} coordinate(s).`)
  return value
}

function readData(value: unknown, field: string, out: Float64Array, o: number): void {
  if (value === undefined) return
  if (!Array.isArray(value)) throw new PhysicsError('wrong-type', field, value, 'must be a list of numbers.')
  if (value.length > MAX_DATA) throw new PhysicsError('wrong-size', field, value.length, `numbers; a joint can keep ${MAX_DATA}.`)
  value.forEach((number, i) => (out[o + i] = requireFinite(number, `${field}[${i}]`)))
}

export class CustomJoint extends Joint {
  /** Why it failed: what its function threw, or that its numbers were not finite. null if it did not. */
  get failure(): string | null {
    const row = this.row()
    const kind = this.kindOf(row)
    return this.isBroken ? (kind.failures.get(this.id) ?? null) : null
  }

  get coordinateCount(): number {
    return this.kindOf(this.row()).coordinates.length
  }

  /** Coordinate i at creation or at the end of the last step, m or rad, turns counted. */
  override coordinate(i: number): number {
    this.check(i)
    return super.coordinate(i)
  }

  /** How fast coordinate i changes now, m/s or rad/s. */
  override coordinateSpeed(i: number): number {
    this.check(i)
    return super.coordinateSpeed(i)
  }

  /** What the motor of coordinate i gave at the end of the last step, N or N m. */
  motorForce(i: number): number {
    this.check(i)
    return super.motorForceOf(i)
  }

  getLimit(i: number): FullLimit | null {
    return getLimit(this.state, this.check(i), i)
  }

  setLimit(i: number, value: Limit | null): void {
    this.edit('setLimit')
    setLimit(this.state, this.check(i), i, value, `${this.type}.limits[${i}]`)
  }

  getMotor(i: number): Motor | null {
    return getMotor(this.state, this.check(i), i)
  }

  setMotor(i: number, value: Motor | null): void {
    this.edit('setMotor')
    setMotor(this.state, this.check(i), i, value, `${this.type}.motors[${i}]`, 'maxForce')
  }

  getSpring(i: number): FullSpring | null {
    return getSpring(this.state, this.check(i), i)
  }

  setSpring(i: number, value: Spring | null): void {
    this.edit('setSpring')
    setSpring(this.state, this.check(i), i, value, `${this.type}.springs[${i}]`)
  }

  /** Dry friction of coordinate i, N or N m. */
  getFriction(i: number): number {
    return getFriction(this.state, this.check(i), i)
  }

  setFriction(i: number, value: number): void {
    this.edit('setFriction')
    setFriction(this.state, this.check(i), i, value, `${this.type}.friction[${i}]`)
  }

  /** Number i (0 … 17) of its own. */
  getData(i: number): number {
    return this.own(OWN + requireInteger(i, 0, MAX_DATA - 1, `${this.type}.data index`))
  }

  setData(i: number, value: number): void {
    const row = this.edit('setData')
    requireInteger(i, 0, MAX_DATA - 1, `${this.type}.data index`)
    requireFinite(value, `${this.type}.data[${i}]`)
    this.state.joints.columns.data[row * DATA_SIZE + OWN + i] = value
    wakeJoint(this.state, row)
  }

  /**
   * How far its Jacobian is from the slope of what it measures, where its bodies stand: largest difference, relative to the larger of 1 and the row's
   * largest entry. Below 1e-6 for a Jacobian that is right. For tests of hand-written ones; slow.
   */
  derivativeError(): number {
    requireIdle(this.state, 'joint.derivativeError')
    return derivativeError(this.state, this.row())
  }

  private kindOf(row: number): WorldKind {
    return this.state.jointKinds[this.state.joints.columns.kind[row]] as WorldKind
  }

  /** The row, if there is a coordinate i. */
  private check(i: number): number {
    const row = this.row()
    const count = this.kindOf(row).coordinates.length
    if (!Number.isInteger(i) || i < 0 || i >= count) {
      throw new PhysicsError('out-of-range', `${this.type}.coordinate`, i, `is no coordinate of it. It has ${count}, counted from 0.`)
    }
    return row
  }
}
