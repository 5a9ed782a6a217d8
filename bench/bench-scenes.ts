/** What the bench runs: scenes of this engine in both dimensions, and how one is started. */

import { World as World2d, type WorldStats } from 'fulcrum-physics/2d'
import { World } from 'fulcrum-physics/3d'
import { chain } from '../scenes/d2/chain.ts'
import { jointGrid } from '../scenes/d2/joint-grid.ts'
import { largePyramid } from '../scenes/d2/large-pyramid.ts'
import { circles2d, mixedPile } from '../scenes/d2/mixed-pile.ts'
import type { SceneEntry as SceneEntry2d } from '../scenes/d2/scene.ts'
import { sleepingBoxes as sleepingBoxes2d } from '../scenes/d2/sleeping-boxes.ts'
import { tumbler } from '../scenes/d2/tumbler.ts'
import { net3d } from '../scenes/d3/net3d.ts'
import { pile3d } from '../scenes/d3/pile3d.ts'
import { pileScaling, spheres3d } from '../scenes/d3/pile-scaling.ts'
import { pyramid3d } from '../scenes/d3/pyramid3d.ts'
import { ragdolls3d } from '../scenes/d3/ragdolls3d.ts'
import type { SceneEntry } from '../scenes/d3/scene.ts'
import { sleepingBoxes } from '../scenes/d3/sleeping-boxes.ts'
import { terrain3d } from '../scenes/d3/terrain3d.ts'

/** One pile at four sizes; the second is pile3d itself. */
export const SCALING_SCENES: readonly SceneEntry[] = [pileScaling(1000), pile3d, pileScaling(4000), pileScaling(8000)]

/** Scenes that are timed step by step. */
export const STEPPED_SCENES: readonly SceneEntry[] = [pyramid3d, ...SCALING_SCENES, spheres3d, terrain3d, ragdolls3d, net3d]
export const STEPPED_SCENES_2D: readonly SceneEntry2d[] = [largePyramid, jointGrid, tumbler, mixedPile, circles2d, chain]

/** Worlds in which nothing happens: timed in blocks of steps, because one step is too short for a clock. */
export const IDLE_SCENE: SceneEntry = sleepingBoxes
export const IDLE_SCENE_2D: SceneEntry2d = sleepingBoxes2d

export const BENCH_SCENES: readonly SceneEntry[] = [...STEPPED_SCENES, IDLE_SCENE]
export const BENCH_SCENES_2D: readonly SceneEntry2d[] = [...STEPPED_SCENES_2D, IDLE_SCENE_2D]

/** What the bench asks of a world of either dimension. */
export interface BenchWorld {
  readonly profile: Readonly<Record<string, number>>
  readonly stats: WorldStats
  readonly awakeBodyCount: number
  step(dt: number): void
  hash(): string
}

/** A scene that has been built, with the world it is in. */
export interface RunningScene {
  readonly world: BenchWorld
  /** To be called before every step. */
  update(step: number): void
  measure(): Record<string, number>
}

interface AnyEntry<W, Options> {
  readonly worldOptions?: Options
  build(world: W): { update?(world: W, step: number): void; measure?(world: W): Record<string, number> } | void
}

function start<W extends BenchWorld, Options>(entry: AnyEntry<W, Options>, world: W): RunningScene {
  const instance = entry.build(world) ?? {}
  return { world, update: step => instance.update?.(world, step), measure: () => instance.measure?.(world) ?? {} }
}

export function isIdleScene(name: string): boolean {
  return name === IDLE_SCENE.name || name === IDLE_SCENE_2D.name
}

export function stepsOf(name: string): number | undefined {
  return [...BENCH_SCENES, ...BENCH_SCENES_2D].find(entry => entry.name === name)?.steps
}

/** Builds a scene of the bench in a new world. */
export function startBenchScene(name: string, clock?: () => number): RunningScene {
  const options = clock ? { clock } : {}
  const entry = BENCH_SCENES.find(scene => scene.name === name)
  if (entry) return start(entry, new World({ ...entry.worldOptions, ...options }))
  const entry2d = BENCH_SCENES_2D.find(scene => scene.name === name)
  if (entry2d) return start(entry2d, new World2d({ ...entry2d.worldOptions, ...options }))
  throw new Error(`There is no bench scene ${name}.`)
}
