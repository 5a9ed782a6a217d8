/**
 * Recordings of the plane: `fulcrum-physics/2d/recording`.
 */

import type { Contact } from '../../d2/api/contact.ts'
import type { Shape } from '../../d2/api/shape.ts'
import type { World } from '../../d2/api/world.ts'
import { recordWorld } from './record.ts'
import type { AnyWorld, Difference, PlayOptions, Recorder, Recording, RecordingPlayer, RecordOptions, Replayed, ReplayOptions } from './recordable.ts'
import { RECORDABLE } from './recordable-2d.ts'
import { bisectRecordings, playRecording, replayRecording } from './replay.ts'

export type {
  Difference, PlayOptions, RecordedCall, Recorder, Recording, RecordingPlayer, RecordOptions, Replayed, ReplayOptions,
} from './recordable.ts'

/** Notes every call that changes the world from now on, and the hash of every step: a recording beside a bug report is enough to see it again. */
export function record(world: World, options?: RecordOptions): Recorder {
  return recordWorld(RECORDABLE, world as unknown as AnyWorld, options)
}

/** Does again what was recorded, and compares the hash of every step. Functions, which no recording holds, are given again. */
export function replay(recording: string | Recording, options?: ReplayOptions<World, Contact, Shape>): Replayed<World> {
  return replayRecording(RECORDABLE, recording, options as never) as unknown as Replayed<World>
}

/** Plays a recording step by step, as `replay` does in one go: to look at it. */
export function play(recording: string | Recording, options?: PlayOptions<Contact, Shape>): RecordingPlayer<World> {
  return playRecording(RECORDABLE, recording, options as never) as unknown as RecordingPlayer<World>
}

/** The first step, body and column in which two recordings differ; null if they do not. */
export function bisect(a: string | Recording, b: string | Recording, options?: ReplayOptions<World, Contact, Shape>): Difference | null {
  return bisectRecordings(RECORDABLE, a, b, options as never)
}
