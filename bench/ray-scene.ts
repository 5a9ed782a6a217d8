/** The scene `rays3d` in this engine: a pile that has settled, and a batch of rays through it instead of a step. */

import { World } from 'fulcrum-physics/3d'
import { addList } from '../scenes/d3/add-list.ts'
import type { BodyList } from '../scenes/d3/lists/body-list.ts'
import { listPile } from '../scenes/d3/lists/pile-list.ts'
import { listRays, RAY_STRIDE, withPoses, type RayOptions } from '../scenes/d3/lists/ray-list.ts'
import { judgeRays } from './ray-meter.ts'
import type { RunningScene } from './running-scene.ts'

const DT = 1 / 60
/** Numbers per answer of `castRays`; the first is the distance. */
const ANSWER_STRIDE = 8

interface SettledPile {
  readonly world: World
  /** The list with the bodies where they are now. */
  readonly list: BodyList
  /** Position and quaternion of each dynamic body. */
  readonly poses: Float64Array
}

/** Drops the pile and waits until it is at rest. */
export function settlePile({ pile, settle }: RayOptions): SettledPile {
  const world = new World({ sleeping: false })
  const start = listPile(pile)
  const bodies = addList(world, start)
  for (let step = 0; step < settle; step++) world.step(DT)
  const poses = Float64Array.from(bodies.flatMap(({ position: p, rotation: q }) => [p.x, p.y, p.z, q.x, q.y, q.z, q.w]))
  return { world, list: withPoses(start, poses), poses }
}

/** A running scene whose step casts all the rays. */
export function startRays(options: RayOptions): RunningScene {
  const { world, list } = settlePile(options)
  const rays = listRays(options)
  const answers = new Float64Array(ANSWER_STRIDE * options.rays)
  const profile = {}
  return {
    world: {
      profile,
      stats: world.stats,
      awakeBodyCount: world.awakeBodyCount,
      step: () => void world.castRays(rays, answers),
      hash: () => world.hash(),
    },
    update: () => undefined,
    measure: () => judgeRays(list, rays, Float64Array.from({ length: rays.length / RAY_STRIDE }, (_, i) => answers[ANSWER_STRIDE * i]!)),
  }
}
