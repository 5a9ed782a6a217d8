/**
 * Scene files of space: `fulcrum-physics/3d/scene`.
 */

import type { Body } from '../../d3/api/body.ts'
import type { Character } from '../../d3/api/character.ts'
import type { Shape } from '../../d3/api/shape.ts'
import type { World } from '../../d3/api/world.ts'
import type { Joint } from '../../d3/joints/joint.ts'
import type { WheeledVehicle } from '../../d3/vehicles/vehicle.ts'
import { SPACE } from './d3.ts'
import type { AnyWorld } from './dimension.ts'
import { loadInto } from './load.ts'
import type { LoadedScene, LoadOptions, SaveOptions, SceneFile } from './options.ts'
import { saveFrom } from './save.ts'

export type {
  Json, JointTypeLike, LoadedScene, LoadOptions, SaveOptions, SceneBody, SceneFile, SceneJoint, ScenePosition, SceneRotation, SceneShape,
  SceneSnapshot, SceneThing,
} from './options.ts'

/** A scene of space once it is loaded. */
export type Scene = LoadedScene<World, Body, Shape, Joint, Character, WheeledVehicle>

/** A world as a scene file: plain data, to be written with `JSON.stringify`. Definitions are complete to the bit; see `SaveOptions.snapshot`. */
export function saveScene(world: World, options?: SaveOptions): SceneFile {
  return saveFrom(SPACE, world as unknown as AnyWorld, options)
}

/** A world from a scene file: its text, or what `JSON.parse` made of it. A file that is refused leaves nothing behind. */
export function loadScene(file: string | SceneFile, options?: LoadOptions<World>): Scene {
  return loadInto(SPACE, file, options as unknown as LoadOptions<AnyWorld>) as unknown as Scene
}
