// A world of its own that steps beside the page: builds the same scene, takes the page's state where the page has changed it, and gives its own back.
// Never draws, and knows nothing of tools.
import { World as World2d } from 'fulcrum-physics/2d'
import { World as World3d } from 'fulcrum-physics/3d'
import { scenes as scenes2d } from '../../scenes/d2/index.ts'
import { scenes as scenes3d } from '../../scenes/d3/index.ts'
import type { Answer, Order } from './remote.ts'
import type { AnyEntry, AnyWorld } from './simulation.ts'

const clock = (): number => performance.now()

interface Scene {
  readonly run: number
  readonly world: AnyWorld
  readonly instance: { update?(world: AnyWorld, step: number): void; measure(world: AnyWorld): Readonly<Record<string, number>> }
}

let scene: Scene | null = null

function build({ run, dimension, name }: Order): Scene {
  const entry = (dimension === 2 ? scenes2d : scenes3d).find((each) => each.name === name)
  if (!entry) throw new Error(`There is no scene ${name} in ${dimension}D.`)
  const options = { ...entry.worldOptions, clock } as never
  const world = (dimension === 2 ? new World2d(options) : new World3d(options)) as unknown as AnyWorld
  return { run, world, instance: (entry as unknown as AnyEntry<AnyWorld>).build(world) }
}

addEventListener('message', ({ data: order }: MessageEvent<Order>) => {
  if (scene?.run !== order.run) scene = build(order)
  const { world, instance } = scene
  if (order.state) world.restore(order.state)
  const start = clock()
  for (let i = 0; i < order.steps; i++) {
    instance.update?.(world, world.stepCount)
    world.step(world.fixedStep)
  }
  const milliseconds = (clock() - start) / order.steps
  const { guards } = world.stats
  const state = world.snapshot()
  const answer: Answer = {
    run: order.run, state, milliseconds, profile: { ...world.profile }, guards: { ...guards }, figures: { ...instance.measure(world) },
  }
  ;(postMessage as (message: unknown, transfer: Transferable[]) => void)(answer, [state.buffer])
})
