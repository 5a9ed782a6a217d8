/** Hodges, figures 12 to 14: the stack of five with one contact point at a time, with points kept in a manifold, and by the engine. */

import type { World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../../expectation.ts'
import { BOOK_OPTIONS, surface, unitBox } from '../book/book-world.ts'
import { addBookStack, BOOK_STACK_HEIGHT, standingIn } from '../book/box-stack.ts'
import { addFloor } from '../ground.ts'
import type { SceneEntry } from '../scene.ts'
import { Puppets } from './puppets.ts'

/** Of the book's ground, half of friction and elasticity. */
const FLOOR = { friction: 0.5, restitution: 0.5 }
const LESSON = { iterations: 5, beta: 0.25, slop: 0.02 } as const

export const classroomStacks: SceneEntry = {
  name: 'classroom-stacks',
  title: 'Classroom: stacks and contact caching',
  description: 'Left: one contact point at a time, the stack trembles and falls. Middle: points are kept, it stands. Right: the engine.',
  source: 'Hodges 12 and 13, figures 12 to 14; errata: Hodges 12, Hodges 13',
  worldOptions: { ...BOOK_OPTIONS, sleeping: false },
  camera: { position: { x: 0, y: 8, z: 22 }, target: { x: 0, y: 4.5, z: 0 } },
  steps: 600,
  expect: {
    singleStanding: atMost(BOOK_STACK_HEIGHT - 1, 'one point for a step does not hold a box, and nothing of it can be warm-started'),
    cachedStanding: exactly(BOOK_STACK_HEIGHT, 'four points and their impulses do'),
    engineStanding: exactly(BOOK_STACK_HEIGHT, 'the same, without slop and Baumgarte'),
    cachedTopSpeed: atMost(12, 'nothing is thrown'),
  },
  build(world) {
    addFloor(world, 25, FLOOR)
    const stack = addBookStack(world)
    for (const body of stack) body.teleport({ ...body.position, x: body.position.x + 6 }, body.rotation)
    const build = (lesson: World): { bodies: typeof stack; joints: [] } => {
      addFloor(lesson, 25, FLOOR)
      return { bodies: addBookStack(lesson), joints: [] }
    }
    const [single, cached] = ([['single', -6], ['cached', 0]] as const).map(([contacts, x]) => {
      return new Puppets(world, { ...LESSON, contacts, world: BOOK_OPTIONS, shape: unitBox(surface(0.5, 0.5)), shift: { x, y: 0, z: 0 }, build })
    }) as [Puppets, Puppets]
    return {
      update() {
        single.step()
        cached.step()
      },
      measure: () => ({
        singleStanding: standingIn(single.bodies), cachedStanding: standingIn(cached.bodies), engineStanding: standingIn(stack),
        cachedTopSpeed: cached.topSpeed,
      }),
    }
  },
}
