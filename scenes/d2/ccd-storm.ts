/** A closed glass frame with walls two centimetres thick and a storm of fast things inside. */

import { box, type Body, type World } from 'fulcrum-physics/2d'
import { exactly } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { pileShape } from './random-shapes.ts'
import { rotate } from './rotation.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const HALF = 4
const THICKNESS = 0.02

function addGlassFrame(world: World): void {
  const at = HALF + THICKNESS / 2
  const long = HALF + THICKNESS
  const thin = THICKNESS / 2
  for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    const halfExtents = { x: x === 0 ? long : thin, y: y === 0 ? long : thin }
    world.createBody({ type: 'static', position: { x: x * at, y: y * at }, shapes: [box({ halfExtents, restitution: 0.9, friction: 0.1 })] })
  }
}

export function buildCcdStorm(world: World, bodies: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  addGlassFrame(world)
  const all: Body[] = []
  for (let i = 0; i < bodies; i++) {
    const shape = pileShape(i % 4, random, random.between(0.15, 0.5), { restitution: 0.9, friction: 0.1 })
    all.push(
      world.createBody({
        position: { x: random.between(-3, 3), y: random.between(-3, 3) },
        rotation: random.between(-3, 3),
        linearVelocity: rotate(random.between(-3.14, 3.14), { x: random.between(50, 300), y: 0 }),
        angularVelocity: random.between(-30, 30),
        shapes: [shape],
      }),
    )
  }
  const limit = HALF + THICKNESS
  return {
    measure: () => ({ escaped: all.filter(({ position: p }) => Math.max(Math.abs(p.x), Math.abs(p.y)) > limit).length }),
  }
}

export const ccdStorm: SceneEntry = {
  name: 'ccd-storm-2d',
  title: 'Storm in a glass frame',
  description: 'Thirty shapes rattle through a frame of thin glass at up to 300 metres a second. All must stay inside.',
  camera: { center: { x: 0, y: 0 }, height: 10 },
  steps: 600,
  expect: { escaped: exactly(0, 'the frame is closed') },
  build: world => buildCcdStorm(world, 30, 5),
}
