/** A round arch of wedge stones without mortar: each stone leans on the next. */

import { polygon, type Vec2, type World } from 'fulcrum-physics/2d'
import { atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import { rotate } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const INNER = 2
const OUTER = 2.6

/** Stone between two angles of the half circle; corners about its own middle, so that the pose says where it is. */
function stonePoints(from: number, to: number, center: Vec2): Vec2[] {
  return [from, to].flatMap(angle =>
    [INNER, OUTER].map(radius => {
      const { x, y } = rotate(angle, { x: radius, y: 0 })
      return { x: x - center.x, y: y - center.y }
    }),
  )
}

export function buildArch(world: World, stones: number): Placed[] {
  const placed: Placed[] = []
  for (let i = 0; i < stones; i++) {
    const from = (i * Math.PI) / stones
    const to = ((i + 1) * Math.PI) / stones
    const center = rotate((from + to) / 2, { x: (INNER + OUTER) / 2, y: 0 })
    const shape = polygon({ points: stonePoints(from, to, center), density: 2400, friction: 0.8 })
    placed.push({ body: world.createBody({ position: center, shapes: [shape] }), rest: center })
  }
  return placed
}

export const arch: SceneEntry = {
  name: 'arch-2d',
  title: 'Stone arch',
  description: 'Thirteen wedge stones stand in a half circle without mortar, each held by its neighbours.',
  camera: { center: { x: 0, y: 1.2 }, height: 4.5 },
  steps: 600,
  expect: {
    fallen: exactly(0, 'the line of thrust lies within the stones'),
    driftMm: atMost(5, 'stones do not move against each other'),
    sinkMm: atMost(5, 'stones do not sink into each other'),
  },
  build(world) {
    addFloor(world, 20, { friction: 0.8 })
    const placed = buildArch(world, 13)
    return {
      measure() {
        const { drift, sink, fallen } = stackQuality(placed, 0.6)
        return { driftMm: drift * 1000, sinkMm: sink * 1000, fallen }
      },
    }
  },
}
