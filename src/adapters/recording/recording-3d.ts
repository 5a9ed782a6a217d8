/**
 * Recordings of space: `fulcrum-physics/3d/recording`.
 */

import { Body } from '../../d3/api/body.ts'
import { Character } from '../../d3/api/character.ts'
import type { Contact } from '../../d3/api/contact.ts'
import { isDefinition, type ShapeDefinition } from '../../d3/api/shape-definition.ts'
import { Shape } from '../../d3/api/shape.ts'
import { World } from '../../d3/api/world.ts'
import { Path } from '../../d3/joints/kinds/path.ts'
import { VehicleWheel } from '../../d3/vehicles/vehicle-wheel.ts'
import { WheeledVehicle } from '../../d3/vehicles/vehicle.ts'
import { SPACE } from '../scene/d3.ts'
import { describeShape } from '../scene/shapes-3d.ts'
import { tableOf } from './definitions.ts'
import { recordWorld } from './record.ts'
import type { AnyWorld, Difference, Recordable, Recorder, Recording, RecordOptions, Replayed, ReplayOptions } from './recordable.ts'
import { bisectRecordings, replayRecording } from './replay.ts'

export type { Difference, RecordedCall, Recorder, Recording, RecordOptions, Replayed, ReplayOptions } from './recordable.ts'

/** How worlds of space are recorded. @internal */
export const RECORDABLE: Recordable = {
  scene: SPACE,
  classes: [World, Body, Shape, Character, WheeledVehicle, VehicleWheel, ...Object.values(SPACE.jointKinds).map(({ handle }) => handle)],
  describeDefinition(value) {
    if (!isDefinition(value)) return null
    const { geometry, materials } = value as ShapeDefinition
    const columns = { geometry: [geometry === null ? -1 : 0], materials: [materials === null ? 0 : 2] }
    return describeShape(tableOf(value as never, columns, { hullRegistry: { list: [geometry, materials] } }), 0)
  },
  path: {
    describe: (value) => (value instanceof Path ? { source: value.source } : null),
    make: ({ source }: { source?: ArrayLike<number> }) => Path.of(Float64Array.from(source ?? [])),
  },
  bodyColumns: ['x', 'q', 'v', 'w'],
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
