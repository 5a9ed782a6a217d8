/**
 * The scenes in two dimensions whose hashes are kept as golden values, and how they are run. Free of Node, so that a browser can run them too.
 */

import { box, circle, World, type Body } from 'fulcrum-physics/2d'
import { buildCcdStorm } from '../../../scenes/d2/ccd-storm.ts'
import { buildHeavyChain } from '../../../scenes/d2/chain.ts'
import { buildFallingHinges } from '../../../scenes/d2/falling-hinges.ts'
import { buildFallingMix } from '../../../scenes/d2/falling-mix.ts'
import { addFloor } from '../../../scenes/d2/ground.ts'
import { lattices } from '../../../scenes/d2/joints/lattices.ts'
import { buildPile } from '../../../scenes/d2/mixed-pile.ts'
import type { SceneInstance } from '../../../scenes/d2/scene.ts'
import { buildTumbler } from '../../../scenes/d2/tumbler.ts'

export const GOLDEN_STEPS = 600
const DT = 1 / 60

export interface GoldenScene {
  readonly name: string
  /** Step after which tests save and restore: things are still on the move then. */
  readonly saveAt: number
  build(world: World): Pick<SceneInstance, 'update'>
}

/** A chain with a heavy ball swings over a bridge of planks on hinges, and things fall on the bridge. */
function buildChains(world: World): SceneInstance {
  addFloor(world, 30)
  const pitch = 0.5
  const planks = 16
  const y = 3
  let before: Body | null = null
  for (let i = 0; i < planks; i++) {
    const x = (i - planks / 2) * pitch
    const bodyB: Body = world.createBody({ position: { x: x + pitch / 2, y }, shapes: [box({ halfExtents: { x: 0.22, y: 0.06 } })] })
    world.createHingeJoint({ bodyA: before, bodyB, anchor: { x, y } })
    before = bodyB
  }
  world.createHingeJoint({ bodyB: before!, anchor: { x: (planks / 2) * pitch, y } })
  for (let i = 0; i < 12; i++) {
    const shape = i % 2 === 0 ? circle({ radius: 0.2, rollingResistance: 0.01 }) : box({ halfExtents: { x: 0.2, y: 0.15 } })
    world.createBody({ position: { x: 0.55 * (i - 6), y: 4 + 0.4 * i }, rotation: 0.2 * i, shapes: [shape] })
  }
  return buildHeavyChain(world, { links: 20, pitch: 0.5, linkMass: 1, ballMass: 1000 })
}

/** Joints that fall and sleep, a pile, chains, a drum on a motor, kinematic bodies among falling ones, lattices of welds, and a storm of fast bodies. */
export const GOLDEN_SCENES: readonly GoldenScene[] = [
  { name: 'falling-hinges', saveAt: 60, build: world => buildFallingHinges(world, 4, 20) },
  { name: 'pile', saveAt: 120, build: world => buildPile(world, { bodies: 80, columns: 8, binHalf: 6, seed: 7 }) },
  { name: 'chains', saveAt: 120, build: buildChains },
  { name: 'tumbler', saveAt: 300, build: world => buildTumbler(world, { bodies: 120, columns: 12, half: 2.5 }) },
  { name: 'falling-mix', saveAt: 300, build: world => buildFallingMix(world, 40, 11) },
  { name: 'lattices', saveAt: 60, build: world => lattices.build(world)! },
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
