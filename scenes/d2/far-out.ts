/** The same small heap near the origin, ten kilometres away and ten thousand kilometres away. */

import { box, circle, type Body, type World } from 'fulcrum-physics/2d'
import { atLeast, forAll } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'

const PLACES = [0, 1e4, 1e7]

/** A tower of eight, and a ball that rolls into it. */
function addHeap(world: World, x: number): Body[] {
  world.createBody({ type: 'static', position: { x, y: -1 }, shapes: [box({ halfExtents: { x: 30, y: 1 } })] })
  const square = box({ halfExtents: { x: 0.5, y: 0.5 } })
  const bodies: Body[] = []
  for (let i = 0; i < 8; i++) bodies.push(world.createBody({ position: { x, y: 0.5 + i }, shapes: [square] }))
  const ball = circle({ radius: 1, density: 3000 })
  bodies.push(world.createBody({ position: { x: x - 12, y: 1 }, linearVelocity: { x: 8, y: 0 }, shapes: [ball] }))
  return bodies
}

export const farOut: SceneEntry = {
  name: 'far-out-2d',
  title: 'Far out',
  description: 'A ball topples a tower ten thousand kilometres from the origin, where numbers are coarse, and everything still works.',
  camera: { center: { x: 1e7 - 2, y: 4 }, height: 13 },
  steps: 300,
  expect: forAll(PLACES.map(place => `lowest${place}`), atLeast(0.49, 'half a box above ground, however coarse the coordinates')),
  build(world) {
    const heaps = PLACES.map(x => addHeap(world, x))
    return {
      measure() {
        const figures: Record<string, number> = {}
        PLACES.forEach((place, i) => (figures[`lowest${place}`] = Math.min(...heaps[i]!.map(({ position }) => position.y))))
        return figures
      },
    }
  },
}
