/** A round arch of wedge stones without mortar: each stone leans on the next. */

import { hull, type Vec3, type World } from 'fulcrum-physics/3d'
import { atMost, exactly } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { stackQuality, type Placed } from './measure.ts'
import { sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const INNER = 2
const OUTER = 2.6
const HALF_DEPTH = 0.4

/** Stone between two angles of the half circle; corners about its own middle, so that the pose says where it is. */
function stonePoints(from: number, to: number, center: Vec3): Vec3[] {
  const points: Vec3[] = []
  for (const angle of [from, to]) {
    const { sine, cosine } = sineCosine(angle)
    for (const radius of [INNER, OUTER]) {
      for (const z of [-HALF_DEPTH, HALF_DEPTH]) points.push({ x: radius * cosine - center.x, y: radius * sine - center.y, z })
    }
  }
  return points
}

export function buildArch(world: World, stones: number): Placed[] {
  const placed: Placed[] = []
  const middleRadius = (INNER + OUTER) / 2
  for (let i = 0; i < stones; i++) {
    const from = (i * Math.PI) / stones
    const to = ((i + 1) * Math.PI) / stones
    const { sine, cosine } = sineCosine((from + to) / 2)
    const center = { x: middleRadius * cosine, y: middleRadius * sine, z: 0 }
    const shape = hull({ points: stonePoints(from, to, center), density: 2400, friction: 0.8 })
    placed.push({ body: world.createBody({ position: center, shapes: [shape] }), rest: center })
  }
  return placed
}

export const arch: SceneEntry = {
  name: 'arch',
  title: 'Stone arch',
  description: 'Thirteen wedge stones stand in a half circle without mortar, each held by its neighbours.',
  camera: { position: { x: 2, y: 2.5, z: 7 }, target: { x: 0, y: 1.2, z: 0 } },
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
