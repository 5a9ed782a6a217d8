/**
 * The four scenes whose hashes are kept as golden values, and how they are run. Free of Node, so that a browser can run them too.
 */

import { World } from 'fulcrum-physics/3d'
import { buildCcdStorm } from '../../../scenes/d3/ccd-storm.ts'
import { buildFallingMix } from '../../../scenes/d3/falling-mix.ts'
import { buildPile } from '../../../scenes/d3/pile3d.ts'
import { buildPyramid } from '../../../scenes/d3/pyramid3d.ts'
import type { SceneInstance } from '../../../scenes/d3/scene.ts'

export const GOLDEN_STEPS = 600
const DT = 1 / 60

export interface GoldenScene {
  readonly name: string
  /** Step after which tests save and restore: things are still on the move then. */
  readonly saveAt: number
  build(world: World): Pick<SceneInstance, 'update'>
}

/** A pile and a pyramid that come to rest and sleep, kinematic bodies among falling ones, and a storm of fast bodies. */
export const GOLDEN_SCENES: readonly GoldenScene[] = [
  { name: 'pile-small-mix', saveAt: 120, build: world => buildPile(world, { bodies: 64, side: 4, binHalf: 3, seed: 21 }) },
  { name: 'pyramid-10', saveAt: 30, build: world => buildPyramid(world, 10) },
  { name: 'falling-mix', saveAt: 300, build: world => buildFallingMix(world, 40, 11) },
  { name: 'ccd-storm', saveAt: 300, build: world => buildCcdStorm(world, 24, 5) },
]

export interface Run {
  readonly world: World
  readonly scene: Pick<SceneInstance, 'update'>
}

export function start({ build }: GoldenScene): Run {
  const world = new World()
  return { world, scene: build(world) }
}

/** Steps from step number `from` up to `to`, and returns the hash after each. */
export function runSteps({ world, scene }: Run, from: number, to: number): string[] {
  const hashes: string[] = []
  for (let step = from; step < to; step++) {
    scene.update?.(world, step)
    world.step(DT)
    hashes.push(world.hash())
  }
  return hashes
}

/** The hash after 600 steps. */
export function goldenHash(golden: GoldenScene): string {
  return runSteps(start(golden), 0, GOLDEN_STEPS).at(-1)!
}
