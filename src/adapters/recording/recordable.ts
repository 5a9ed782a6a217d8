/**
 * What recordings ask of a dimension besides what scene files do, and recordings as types.
 */

import type { AnyThing, AnyWorld, DescribedShape, Dimension } from '../scene/dimension.ts'
import type { Json, JointTypeLike, SceneFile } from '../scene/options.ts'

/** A dimension that can be recorded. */
export interface Recordable {
  readonly scene: Dimension
  /** Classes of worlds and of all handles. */
  readonly classes: readonly object[]
  /** What a definition of a shape says; null if it is none. */
  describeDefinition(value: object): DescribedShape | null
  /** A path for joints, and what it is made of. */
  readonly path: { describe(value: object): object | null; make(source: object): object } | null
  /** Body columns that tell where one is and how it moves, for marks of bodies. */
  readonly bodyColumns: readonly string[]
}

/** One call of a recording. */
export interface RecordedCall {
  /** Whose member it is: 'world', or a kind of handle and its id; of wheels the vehicle's id and the index. */
  readonly on: Json
  /** The member: a method, or a property that was set. */
  readonly do: string
  /** Its arguments. Default: none. */
  readonly with?: readonly Json[]
  /** Calls that the callbacks of an `advance` made, one list per callback. Default: none. */
  readonly inside?: readonly (readonly RecordedCall[])[]
  /** Of a step: the world's hash after it. Default: none. */
  readonly hash?: string
  /** Of a step: eight digits for each body, in the order of the world, with `detail: 'bodies'`. Default: none. */
  readonly bodies?: string
}

/** The beginning of a world, what was done to it, and what became of it: enough to see it again. JSON. */
export interface Recording {
  /** Always 'fulcrum-recording'. */
  readonly format: 'fulcrum-recording'
  /** Version of the format. */
  readonly version: 1
  /** Of the space. */
  readonly dimension: 2 | 3
  /** The world when the recording began, with its snapshot. */
  readonly scene: SceneFile
  /** The world's hash then. */
  readonly hash: string
  /** In order. */
  readonly calls: readonly RecordedCall[]
}

/** What `record` may be told. */
export interface RecordOptions {
  /** Marks of every body beside the world's hash, so that `bisect` can name a body? 'steps': no. Default 'bodies'. */
  detail?: 'steps' | 'bodies'
}

/** A recording under way. */
export interface Recorder {
  /** Count of steps so far. */
  readonly steps: number
  /** The recording so far: plain data, to be written with `JSON.stringify`. */
  read(): Recording
  /** Ends it, and returns it. */
  stop(): Recording
}

/** What `replay` may be told. */
export interface ReplayOptions<World, Contact, Shape> extends PlayOptions<Contact, Shape> {
  /** Count of steps to take. Default: all of them. */
  steps?: number
  /** Called after every step with its number, from 1. Default: none. */
  onStep?: (world: World, step: number) => void
}

/** Where two runs part. */
export interface Difference {
  /** Index of the step after which they are no longer the same, from 1; 0: they begin differently. */
  readonly step: number
  /** Index of the first body that differs, in the order of the world; null if that is not known. */
  readonly body: number | null
  /** Its name, if the scene has one. */
  readonly name: string | null
  /** Table and column of the first number that differs, such as 'bodies.x'; null if that is not known. */
  readonly column: string | null
  /** The two hashes, or what is there instead. */
  readonly hashes: readonly [string, string]
}

/** What a replay came to. */
export interface Replayed<World> {
  /** The world after the last step. */
  readonly world: World
  /** Count of the steps taken. */
  readonly steps: number
  /** The first step whose hash is another one than was recorded, or null. */
  readonly difference: Difference | null
}

/** A recording that is played step by step. */
export interface RecordingPlayer<World> {
  /** The world as it stands. */
  readonly world: World
  /** Count of the steps taken. */
  readonly steps: number
  /** The first step so far whose hash is another one than was recorded, or null. */
  readonly difference: Difference | null
  /** Does all calls up to and with the next step; false if there is none. */
  step(): boolean
}

/** What `play` may be told. */
export interface PlayOptions<Contact, Shape> {
  /** Types of your own joints, by name. Default: none. */
  jointTypes?: readonly JointTypeLike[]
  /** The function that was `world.onContact`, if there was one. Default: none. */
  onContact?: (contact: Contact) => void
  /** The function that was `world.shouldCollide`, if there was one. Default: none. */
  shouldCollide?: (a: Shape, b: Shape) => boolean
  /** For the times of stages in `world.profile`, ms; such as `() => performance.now()`. Default: none. */
  clock?: () => number
}

export type { AnyThing, AnyWorld }
