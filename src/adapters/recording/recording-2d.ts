/**
 * Recordings of the plane: `fulcrum-physics/2d/recording`.
 */

import { Body } from '../../d2/api/body.ts'
import { Character } from '../../d2/api/character.ts'
import type { Contact } from '../../d2/api/contact.ts'
import { isDefinition, type ShapeDefinition } from '../../d2/api/shape-definition.ts'
import { Shape } from '../../d2/api/shape.ts'
import { World } from '../../d2/api/world.ts'
import { PLANE } from '../scene/d2.ts'
import { describeShape } from '../scene/shapes-2d.ts'
import { tableOf } from './definitions.ts'
import { recordWorld } from './record.ts'
import type { AnyWorld, Difference, Recordable, Recorder, Recording, RecordOptions, Replayed, ReplayOptions } from './recordable.ts'
import { bisectRecordings, replayRecording } from './replay.ts'

export type { Difference, RecordedCall, Recorder, Recording, RecordOptions, Replayed, ReplayOptions } from './recordable.ts'

/** How worlds of the plane are recorded. @internal */
export const RECORDABLE: Recordable = {
  scene: PLANE,
  classes: [World, Body, Shape, Character, ...Object.values(PLANE.jointKinds).map(({ handle }) => handle)],
  describeDefinition(value) {
    if (!isDefinition(value)) return null
    const { polygon } = value as ShapeDefinition
    return describeShape(tableOf(value as never, { polygon: [polygon === null ? -1 : 0] }, { polygons: [polygon] }), 0)
  },
  path: null,
  bodyColumns: ['x', 'angle', 'v', 'w'],
}

/** Notes every call that changes the world from now on, and the hash of every step: a recording beside a bug report is enough to see it again. */
export function record(world: World, options?: RecordOptions): Recorder {
  return recordWorld(RECORDABLE, world as unknown as AnyWorld, options)
}

/** Does again what was recorded, and compares the hash of every step. Functions, which no recording holds, are given again. */
export function replay(recording: string | Recording, options?: ReplayOptions<World, Contact, Shape>): Replayed<World> {
  return replayRecording(RECORDABLE, recording, options as never) as unknown as Replayed<World>
}

/** The first step, body and column in which two recordings differ; null if they do not. */
export function bisect(a: string | Recording, b: string | Recording, options?: ReplayOptions<World, Contact, Shape>): Difference | null {
  return bisectRecordings(RECORDABLE, a, b, options as never)
}
