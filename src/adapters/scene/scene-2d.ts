/**
 * Scene files of the plane: `fulcrum-physics/2d/scene`.
 */

import type { Body } from '../../d2/api/body.ts'
import type { Character } from '../../d2/api/character.ts'
import type { Shape } from '../../d2/api/shape.ts'
import type { World } from '../../d2/api/world.ts'
import type { Joint } from '../../d2/joints/joint.ts'
import { PLANE } from './d2.ts'
import type { AnyWorld } from './dimension.ts'
import { loadInto } from './load.ts'
import type { LoadedScene, LoadOptions, SaveOptions, SceneFile } from './options.ts'
import { saveFrom } from './save.ts'

export type {
  Json, JointTypeLike, LoadedScene, LoadOptions, SaveOptions, SceneBody, SceneFile, SceneJoint, ScenePosition, SceneRotation, SceneShape,
  SceneSnapshot, SceneThing,
} from './options.ts'

/** A scene of the plane once it is loaded. */
export type Scene = LoadedScene<World, Body, Shape, Joint, Character, never>

/** A world as a scene file: plain data, to be written with `JSON.stringify`. Definitions are complete to the bit; see `SaveOptions.snapshot`. */
export function saveScene(world: World, options?: SaveOptions): SceneFile {
  return saveFrom(PLANE, world as unknown as AnyWorld, options)
}

/** A world from a scene file: its text, or what `JSON.parse` made of it. A file that is refused leaves nothing behind. */
export function loadScene(file: string | SceneFile, options?: LoadOptions<World>): Scene {
  return loadInto(PLANE, file, options as unknown as LoadOptions<AnyWorld>) as unknown as Scene
}
