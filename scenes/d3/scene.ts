/**
 * What a scene is: a builder on the public API, shared by tests, bench and sandbox.
 *
 * A scene touches no page, reads no clock and draws random numbers only from a seed, so that it is the same everywhere.
 */

import type { Vec3, World, WorldOptions } from 'fulcrum-physics/3d'
import type { Expectations, Figures } from '../expectation.ts'

/** What building leaves behind: things that move by themselves, and the scene's figures. */
export interface SceneInstance {
  /** Called before every step; `step` counts from 0. */
  update?(world: World, step: number): void
  /** Figures of the moment, each named with its unit where it has one. */
  measure(world: World): Figures
}

export interface SceneEntry {
  /** Short name in kebab-case: the key on the command line and in file names. */
  readonly name: string
  readonly title: string
  /** What is to be seen, in everyday words. */
  readonly description: string
  /** Where its subject comes from, by section: 'Tamis 3.2.4, Hodges 17; errata: Tamis (3.27)'. Without it the scene is the project's own. */
  readonly source?: string
  build(world: World): SceneInstance
  /** Options the world is to be made with; defaults otherwise. */
  readonly worldOptions?: WorldOptions
  readonly camera: { readonly position: Vec3; readonly target: Vec3 }
  /** Steps of 1/60 s after which the scene has shown what it has to show. */
  readonly steps: number
  /** What the figures must be after these steps. */
  readonly expect: Expectations
}
