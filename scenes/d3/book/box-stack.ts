/** Hodges, chapters 12 and 13: five boxes, every other one set aside, let fall a little. Penetration rows alone do not hold them; caching does. */

import type { Body, World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../../expectation.ts'
import { deepestOverlap, topSpeed } from '../measure.ts'
import type { SceneEntry } from '../scene.ts'
import { addBody, addSandbox, at, BOOK_OPTIONS, surface, unitBox } from './book-world.ts'

export const BOOK_STACK_HEIGHT = 5

/** Cubes of 2 m with gaps of 4 cm; odd ones 0.15 × 2.04 m to the side, in both directions. */
export function addBookStack(world: World): Body[] {
  const stack: Body[] = []
  for (let i = 0; i < BOOK_STACK_HEIGHT; i++) {
    const offset = i % 2 === 0 ? 0 : 0.15 * 2.04
    stack.push(addBody(world, 1, unitBox(surface(0.5, 0.5)), { position: at(offset, offset, 1.04 + i * 2.04) }))
  }
  return stack
}

/** Boxes of the stack still at their height. */
export function standingIn(stack: readonly Body[]): number {
  return stack.filter((body, i) => Math.abs(body.position.y - (1 + 2 * i)) < 0.2).length
}

export const bookBoxStack: SceneEntry = {
  name: 'book-box-stack',
  title: 'Book: box stack',
  description: 'Five boxes fall 4 cm each onto one another, every other one a little aside. They settle and stand.',
  worldOptions: BOOK_OPTIONS,
  camera: { position: { x: 6, y: 8, z: 16 }, target: { x: 0, y: 4, z: 0 } },
  steps: 600,
  expect: {
    standing: exactly(BOOK_STACK_HEIGHT, 'each centre of mass lies over the box below'),
    topSpeed: atMost(1e-3, 'comes to rest'),
    overlapMm: atMost(2, 'slop of a box of 2 m'),
  },
  build(world) {
    const stack = addBookStack(world)
    addSandbox(world)
    return {
      measure: current => ({ standing: standingIn(stack), topSpeed: topSpeed(current), overlapMm: 1000 * deepestOverlap(current) }),
    }
  },
}
