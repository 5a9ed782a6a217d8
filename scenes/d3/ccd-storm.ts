/** A closed glass box with walls two centimetres thick and a storm of fast things inside. */

import { box, type Body, type World } from 'fulcrum-physics/3d'
import { exactly } from '../expectation.ts'
import { createRandom } from '../random.ts'
import { pileShape } from './random-shapes.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

const HALF = 4
const THICKNESS = 0.02

function addGlassBox(world: World): void {
  const at = HALF + THICKNESS / 2
  const long = HALF + THICKNESS
  const thin = THICKNESS / 2
  const wall = (x: number, y: number, z: number): void => {
    const halfExtents = { x: x === 0 ? long : thin, y: y === 0 ? long : thin, z: z === 0 ? long : thin }
    world.createBody({
      type: 'static',
      position: { x: x * at, y: y * at, z: z * at },
      shapes: [box({ halfExtents, restitution: 0.9, friction: 0.1 })],
    })
  }
  wall(1, 0, 0)
  wall(-1, 0, 0)
  wall(0, 1, 0)
  wall(0, -1, 0)
  wall(0, 0, 1)
  wall(0, 0, -1)
}

export function buildCcdStorm(world: World, bodies: number, seed: number): SceneInstance {
  const random = createRandom(seed)
  addGlassBox(world)
  const all: Body[] = []
  for (let i = 0; i < bodies; i++) {
    const d = random.direction()
    const speed = random.between(50, 300)
    const shape = pileShape(i % 4, random, random.between(0.15, 0.5), { restitution: 0.9, friction: 0.1 })
    all.push(
      world.createBody({
        position: { x: random.between(-3, 3), y: random.between(-3, 3), z: random.between(-3, 3) },
        rotation: random.rotation(),
        linearVelocity: { x: d.x * speed, y: d.y * speed, z: d.z * speed },
        angularVelocity: { x: random.between(-30, 30), y: random.between(-30, 30), z: random.between(-30, 30) },
        shapes: [shape],
      }),
    )
  }
  const limit = HALF + THICKNESS
  return {
    measure: () => ({
      escaped: all.filter(({ position: p }) => Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z)) > limit).length,
    }),
  }
}

export const ccdStorm: SceneEntry = {
  name: 'ccd-storm',
  title: 'Storm in a glass box',
  description: 'Forty shapes rattle through a box of thin glass at up to 300 metres a second. All must stay inside.',
  camera: { position: { x: 5, y: 5, z: 14 }, target: { x: 0, y: 0, z: 0 } },
  steps: 600,
  expect: { escaped: exactly(0, 'the box is closed') },
  build: world => buildCcdStorm(world, 40, 5),
}
