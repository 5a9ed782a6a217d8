/** What the bench runs: scenes of this engine, and the groups that the command line knows. */

import { net3d } from '../scenes/net3d.ts'
import { pile3d } from '../scenes/pile3d.ts'
import { pileScaling } from '../scenes/pile-scaling.ts'
import { pyramid3d } from '../scenes/pyramid3d.ts'
import { ragdolls3d } from '../scenes/ragdolls3d.ts'
import type { SceneEntry } from '../scenes/scene.ts'
import { sleepingBoxes } from '../scenes/sleeping-boxes.ts'

/** One pile at four sizes; the second is pile3d itself. */
export const SCALING_SCENES: readonly SceneEntry[] = [pileScaling(1000), pile3d, pileScaling(4000), pileScaling(8000)]

/** Scenes that are timed step by step. */
export const STEPPED_SCENES: readonly SceneEntry[] = [pyramid3d, ...SCALING_SCENES, ragdolls3d, net3d]

/** A world in which nothing happens: timed in blocks of steps, because one step is too short for a clock. */
export const IDLE_SCENE: SceneEntry = sleepingBoxes

export const BENCH_SCENES: readonly SceneEntry[] = [...STEPPED_SCENES, IDLE_SCENE]

export function findBenchScene(name: string): SceneEntry {
  const scene = BENCH_SCENES.find(entry => entry.name === name)
  if (!scene) throw new Error(`There is no bench scene ${name}.`)
  return scene
}
