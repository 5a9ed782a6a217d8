/**
 * Users' own types of joints, on the same footing as the built-in kinds: `defineJoint` makes a type, `world.createJoint` joints of it.
 *
 * A type says what it holds, either with its Jacobian (`measure`, filled from building blocks or by hand) or by its position error alone (`error` and
 * `values`, whose derivatives come from dual numbers). Limits, motors, springs, friction, softness, breaking and warm starting come with it.
 */

import { PhysicsError, requireObject } from '../../common/errors.ts'
import { readCoordinateUnits, readRows, requireAbsent, requireFunction, type RowUnit } from '../../common/joints/joint-units.ts'
import type { JointFrames, JointOutput } from './building-blocks.ts'
import type { DualMath, DualResult } from './dual.ts'
import { measureByError, type DualFrame } from './error-measure.ts'
import { MAX_COORDINATES, MAX_RIGID, type CoordinateUnit } from './joint-kind.ts'

export type { RowUnit } from '../../common/joints/joint-units.ts'

/** Position error or coordinates of a joint's two frames. Must be pure: the same frames and data give the same numbers, nothing else happens. */
export type ErrorFunction = (a: DualFrame, b: DualFrame, m: DualMath, data: Float64Array) => DualResult

export interface JointTypeOptions {
  /** In errors, events and `joint.type`. */
  name: string
  /** Rows held at 0, at most 6: how many (all lengths), or what each measures. Default 0. */
  rows?: number | readonly RowUnit[]
  /** What can be limited, driven, sprung and rubbed, at most 6. A 'turn' is an angle within ±π whose turns are counted. Default none. */
  coordinates?: readonly CoordinateUnit[]
  /**
   * Fills rows and coordinates at the frames: C, the same sign throughout (B minus A), and its Jacobian. Must be pure, and should allocate
   * nothing. Either this, or `error` and `values`.
   */
  measure?(frames: JointFrames, out: JointOutput): void
  /** The position error: `rows` numbers that are 0 where the joint is satisfied. */
  error?: ErrorFunction
  /** The coordinates: one number each. */
  values?: ErrorFunction
}

/** A user's own type of joint; made by `defineJoint`. */
export class JointType {
  readonly name: string
  readonly rows: readonly RowUnit[]
  readonly coordinates: readonly CoordinateUnit[]
  /** The functions it was made of. */
  readonly source: Pick<JointTypeOptions, 'measure' | 'error' | 'values'>
  /** Fills `out` at `frames`. May throw what the user's function throws. */
  readonly run: (frames: JointFrames, out: JointOutput) => void

  constructor(options: JointTypeOptions) {
    requireObject(options, 'type')
    const { name, measure, error, values } = options
    if (typeof name !== 'string' || name === '') throw new PhysicsError('wrong-type', 'type.name', name, 'must be a name, such as "screw".')
    this.name = name
    this.rows = readRows(options.rows, `${name}.rows`, MAX_RIGID)
    this.coordinates = readCoordinateUnits(options.coordinates, `${name}.coordinates`, MAX_COORDINATES)
    if (this.rows.length + this.coordinates.length === 0) {
      throw new PhysicsError('degenerate', `${name}.rows`, 0, 'and no coordinates: it would hold nothing. Give rows, coordinates or both.')
    }
    this.source = options
    if (measure !== undefined) {
      requireFunction(measure, `${name}.measure`)
      if (error !== undefined || values !== undefined) {
        throw new PhysicsError('wrong-type', `${name}.measure`, 'given', 'and error or values are two answers to one question. Give one.')
      }
      this.run = (frames, out) => measure(frames, out)
    } else {
      if (this.rows.length > 0) requireFunction(error, `${name}.error`)
      else requireAbsent(error, `${name}.error`, 'rows')
      if (this.coordinates.length > 0) requireFunction(values, `${name}.values`)
      else requireAbsent(values, `${name}.values`, 'coordinates')
      this.run = measureByError(name, error, this.rows.length, values, this.coordinates.length)
    }
  }
}

/** Makes a type of joint from a hand-written Jacobian, or from a position error. */
export function defineJoint(options: JointTypeOptions): JointType {
  return new JointType(options)
}
