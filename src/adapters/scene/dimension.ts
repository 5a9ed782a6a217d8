/**
 * What scene files ask of a dimension, and how they see a world and its things: as far as both dimensions have them. `d2.ts` and `d3.ts` are the two.
 */

import type { JointTypeLike, LoadOptions } from './options.ts'
import type { JointMoves, Placement } from './placement.ts'
import type { Fields } from './table.ts'

/** A vector, a quaternion or an angle. */
export type Numbers = Readonly<Record<string, number>> | number

/** A handle on a thing, read by the names of its properties. */
export type AnyThing = { readonly id: number; userData: unknown } & Record<string, unknown>

export type AnyBody = AnyThing & { readonly shapes: AnyThing[]; sleep(): void; readonly isAwake: boolean; enabled: boolean; readonly type: string }

export interface AnyTable {
  readonly columns: Record<string, Float64Array>
  readonly schema: Record<string, { readonly width: number; readonly tag: string }>
  readonly count: number
}

/** The tables of a world, by name. */
export interface AnyState {
  readonly memory: { reserveAll(tables: readonly AnyTable[], rows: readonly number[]): void }
  readonly bodies: AnyTable
  readonly shapes: AnyTable
  readonly joints: AnyTable
  readonly jointKinds: readonly unknown[]
}

/** A world of either dimension. */
export interface AnyWorld {
  readonly state: AnyState
  readonly bodies: Iterable<AnyBody>
  readonly joints: Iterable<AnyThing>
  readonly characters: Iterable<AnyThing>
  readonly vehicles?: Iterable<AnyThing>
  readonly stepCount: number
  readonly fixedStep: number
  createBody(definition: object): AnyBody
  createCharacter(definition: object): AnyThing
  createVehicle?(chassis: AnyBody, definition: object): AnyThing
  createJoint(type: unknown, definition: object): AnyThing
  destroyBody(body: AnyBody): void
  snapshot(): Uint8Array
  restore(bytes: Uint8Array, options?: object): void
  hash(): string
  step(dt: number): void
}

/** A shape as a file has it: its kind and fields, and what it shares with other shapes. */
export interface DescribedShape {
  readonly kind: string
  readonly values: Record<string, unknown>
  /** What others may share, its kind and what it is built from; null if there is none. */
  readonly geometry: object | null
}

export interface JointKindSpec {
  /** The call of the world that makes one. */
  readonly create: string
  /** Handles of its class. */
  readonly handle: object
  /** Fields that the handle has no property for, or that must be told otherwise. */
  place(joint: AnyThing, state: AnyState, row: number): Record<string, unknown>
  /** Do its own numbers follow from its definition, so that no file may set them? */
  readonly derived?: boolean
  /** How it follows a scene that is put elsewhere, where its frames do not say it all. */
  readonly moves?: JointMoves
}

export interface Dimension {
  readonly dimension: 2 | 3
  readonly world: Fields
  readonly body: Fields
  readonly shapes: Readonly<Record<string, Fields>>
  readonly geometries: Readonly<Record<string, Fields>>
  readonly joints: Readonly<Record<string, Fields>>
  readonly character: Fields
  readonly vehicle: Fields | null
  readonly jointKinds: Readonly<Record<string, JointKindSpec>>
  /** Where the kind's own numbers begin in a joint's data. */
  readonly ownNumbers: number
  /** Where bodies are and how they move if a file does not say it. */
  readonly atRest: { readonly vector: unknown; readonly rotation: unknown; readonly spin: unknown }
  /** Where the options put a scene; null: where it is. */
  readPlacement(options: LoadOptions<unknown>): Placement | null
  makeWorld(options: Record<string, unknown>): AnyWorld
  /** Is it a world of this dimension? */
  isWorld(value: unknown): boolean
  /** World options of a world, in the engine's words. */
  describeWorld(world: AnyWorld): Record<string, unknown>
  /** A geometry from a file's fields. */
  makeGeometry(kind: string, values: Record<string, unknown>): object
  /** What a geometry is built from, in a file's words. */
  describeGeometry(geometry: object): { kind: string; values: Record<string, unknown> }
  /** Is it large whatever it holds, so that it stands by itself? */
  isLarge(geometry: object): boolean
  /** Definitions of shapes from a file's fields; `geometry` is what they share, if they name it. */
  makeShapes(kind: string, values: Record<string, unknown>, geometry: object | null): object | object[]
  describeShape(state: AnyState, row: number): DescribedShape
  /** Place and velocity of a body, and what is given of its mass. */
  describeBody(body: AnyBody, state: AnyState, row: number): Record<string, unknown>
  /** Are the frames in a joint's data rotations? */
  areFrames(data: Float64Array, at: number): boolean
  /** Measures a joint's coordinates where its bodies stand. */
  measureJoint(state: AnyState, row: number): void
  makeVehicle(world: AnyWorld, chassis: AnyBody, values: Record<string, unknown>): AnyThing
  describeVehicle(vehicle: AnyThing, nameOf: (body: unknown) => string | number): Record<string, unknown>
  /** Types of joints that adapters of the package make: files may hold them, and nobody need give them. */
  readonly ownTypes: readonly JointTypeLike[]
  /** The user's own type of a joint, and its name. */
  typeOf(kind: unknown): JointTypeLike | null
}

/**
 * The number from which `forward` gives exactly `target`, looked for about `guess`: what was lost when the engine took something away. `guess` itself
 * if there is none near it.
 */
export function undo(target: number, guess: number, forward: (x: number) => number): number {
  if (Object.is(forward(guess), target)) return guess
  let up = guess
  let down = guess
  for (let k = 0; k < 4; k++) {
    up = neighbor(up, 1)
    down = neighbor(down, -1)
    if (Object.is(forward(up), target)) return up
    if (Object.is(forward(down), target)) return down
  }
  return guess
}

const double = new Float64Array(1)
const words = new BigInt64Array(double.buffer)

/** The next double in a direction. */
function neighbor(x: number, direction: 1 | -1): number {
  if (x === 0) return direction * Number.MIN_VALUE
  double[0] = x
  words[0]! += BigInt(x > 0 ? direction : -direction)
  return double[0]
}

/** `values` without those that are undefined. */
export function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
