/** Three storeys of leaning cards: nothing but friction and balance. */

import { box, type World } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import { degrees, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const HALF_THICKNESS = 0.02
const HALF_HEIGHT = 0.5
const LEAN = degrees(20)

/** Pairs of cards lean on each other, corner to corner; flat cards bridge the tops; the next storey stands over the tops below. */
export function buildCardHouse(world: World, storeys: number): Placed[] {
  const { sine, cosine } = sineCosine(LEAN)
  const leaning = box({ halfExtents: { x: HALF_THICKNESS, y: HALF_HEIGHT }, friction: 0.8 })
  // Half the room one leaning card takes sideways, and the height of its middle over its foot.
  const reach = HALF_HEIGHT * sine + HALF_THICKNESS * cosine
  const rise = HALF_HEIGHT * cosine + HALF_THICKNESS * sine
  const pitch = 4 * reach
  const bridge = box({ halfExtents: { x: pitch / 2 - 0.002, y: HALF_THICKNESS }, friction: 0.8 })
  const placed: Placed[] = []
  let base = 0
  for (let storey = 0; storey < storeys; storey++) {
    const pairs = storeys - storey
    for (let i = 0; i < pairs; i++) {
      const middle = (i - (pairs - 1) / 2) * pitch
      for (const side of [-1, 1]) {
        const position = { x: middle + side * reach, y: base + rise }
        placed.push({ body: world.createBody({ position, rotation: side * LEAN, shapes: [leaning] }), rest: position })
      }
    }
    const top = base + 2 * rise
    for (let i = 0; i + 1 < pairs; i++) {
      const position = { x: (i - (pairs - 2) / 2) * pitch, y: top + HALF_THICKNESS }
      placed.push({ body: world.createBody({ position, shapes: [bridge] }), rest: position })
    }
    base = top + 2 * HALF_THICKNESS
  }
  return placed
}

export const cardHouse: SceneEntry = {
  name: 'card-house-2d',
  title: 'House of cards',
  description: 'Three storeys of leaning cards with bridges between them. Nothing is glued.',
  camera: { center: { x: 0, y: 1.4 }, height: 4 },
  steps: 600,
  expect: {
    fallen: exactly(0, 'friction 0.8 holds a lean of 20 degrees'),
    driftMm: atMost(5, 'the feet of the cards do not creep'),
    sinkMm: atMost(5, 'cards do not sink into each other'),
  },
  build(world) {
    addFloor(world, 20, { friction: 0.8 })
    const placed = buildCardHouse(world, 3)
    return {
      measure() {
        const { drift, sink, fallen } = stackQuality(placed, HALF_HEIGHT)
        return { driftMm: drift * 1000, sinkMm: sink * 1000, fallen }
      },
    }
  },
}
