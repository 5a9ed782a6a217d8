/**
 * Users' own types of joints: what `defineJoint` is told, checked.
 */

import { PhysicsError, requireRange } from '../errors.ts'
import { requireOptions } from '../options.ts'
import { readCoordinateUnits, readRows, requireAbsent, requireFunction, type RowUnit } from './joint-units.ts'
import type { CoordinateUnit } from './joint-world.ts'

/** What a type of joint is made of: its rows and coordinates, and the functions that measure them. */
export interface TypeOptions<Frames, Output, ErrorFunction> {
  /** What errors, events and `joint.type` call it. */
  name: string
  /** Rows held at 0, at most 6, in 2D 3: how many (all lengths), or what each measures. Default 0. */
  rows?: number | readonly RowUnit[]
  /** What can be limited, driven, sprung and rubbed, at most 6, in 2D 3. A 'turn' is an angle within ±π whose turns are counted. Default none. */
  coordinates?: readonly CoordinateUnit[]
  /**
   * Compliance of its rows where joints that hang together are solved, as a share of each row's own J M⁻¹ Jᵀ: by it redundant rows share a load.
   * On parts that are far lighter than the load they carry the usual share gives way visibly; rows that repeat nothing can do with less.
   * 0 to 1; default 1e-6.
   */
  regularization?: number
  /**
   * Fills rows and coordinates at the frames: C, the same sign throughout (B minus A), and its Jacobian. Must be pure, and should allocate
   * nothing. Either this, or `error` and `values`.
   */
  measure?(frames: Frames, out: Output): void
  /** The position error: `rows` numbers that are 0 where the joint is satisfied. Left out: there are no rows, or `measure` fills them. */
  error?: ErrorFunction
  /** The coordinates: one number each. Left out: there are none, or `measure` fills them. */
  values?: ErrorFunction
}

export const TYPE_FIELDS: Readonly<Record<keyof TypeOptions<never, never, never>, 0>> = {
  name: 0, rows: 0, coordinates: 0, regularization: 0, measure: 0, error: 0, values: 0,
}

/** From error functions to one that fills rows and coordinates. */
export type ByError<Frames, Output, ErrorFunction> = (
  name: string, error: ErrorFunction | undefined, rows: number, values: ErrorFunction | undefined, coordinates: number,
) => (frames: Frames, out: Output) => void

/** A user's own type of joint. */
export abstract class AnyJointType<Frames, Output, ErrorFunction> {
  /** What errors, events and `joint.type` call it. */
  readonly name: string
  /** What each of its rows measures. */
  readonly rows: readonly RowUnit[]
  /** What each of its coordinates measures. */
  readonly coordinates: readonly CoordinateUnit[]
  /** Compliance of its rows as a share of their own J M⁻¹ Jᵀ; undefined: the usual one. */
  readonly regularization: number | undefined
  /** The functions it was made of. */
  readonly source: Pick<TypeOptions<Frames, Output, ErrorFunction>, 'measure' | 'error' | 'values'>
  /**
   * Fills `out` at `frames`. May throw what the user's function throws.
   * @internal
   */
  readonly run: (frames: Frames, out: Output) => void

  /** @internal */
  constructor(
    options: TypeOptions<Frames, Output, ErrorFunction>, mostRows: number, mostCoordinates: number, byError: ByError<Frames, Output, ErrorFunction>,
  ) {
    requireOptions(options, TYPE_FIELDS, 'type')
    const { name, measure, error, values } = options
    if (typeof name !== 'string' || name === '') throw new PhysicsError('wrong-type', 'type.name', name, 'must be a name, such as "screw".')
    this.name = name
    this.rows = Object.freeze([...readRows(options.rows, `${name}.rows`, mostRows)])
    this.coordinates = Object.freeze([...readCoordinateUnits(options.coordinates, `${name}.coordinates`, mostCoordinates)])
    this.regularization = options.regularization === undefined ? undefined : requireRange(options.regularization, 0, 1, `${name}.regularization`)
    if (this.rows.length + this.coordinates.length === 0) {
      throw new PhysicsError('degenerate', `${name}.rows`, 0, 'and no coordinates: it would hold nothing. Give rows, coordinates or both.')
    }
    // The options are the user's, who may change them.
    this.source = Object.freeze({
      ...(measure === undefined ? {} : { measure }), ...(error === undefined ? {} : { error }), ...(values === undefined ? {} : { values }),
    })
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
      this.run = byError(name, error, this.rows.length, values, this.coordinates.length)
    }
    Object.freeze(this)
  }
}

type Source = Pick<AnyJointType<unknown, unknown, unknown>, 'name' | 'rows' | 'coordinates' | 'regularization'> & {
  readonly source: { readonly measure?: unknown; readonly error?: unknown; readonly values?: unknown }
}

/** Would a joint of either type be the same? Types by `measure` are the same only if they are one. */
export function isSameType(a: Source, b: Source): boolean {
  return (
    a.name === b.name && a.source.error === b.source.error && a.source.values === b.source.values && a.source.measure === undefined &&
    a.regularization === b.regularization && a.rows.join() === b.rows.join() && a.coordinates.join() === b.coordinates.join()
  )
}
