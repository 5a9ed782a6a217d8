/** Tops that stay up because they spin, and one that does not. */

import { hull, sphere, type Body, type ShapeDefinition, type Vec3 } from 'fulcrum-physics/3d'
import { atLeast, atMost } from '../expectation.ts'
import { addFloor } from './ground.ts'
import { aboutAxis, degrees, rotate, sineCosine } from './rotation.ts'
import type { SceneEntry } from './scene.ts'

const TIP_RADIUS = 0.04
const DISC_HEIGHT = 0.35

/** A disc of sixteen corners over a small round tip; the tip's centre is the body's origin. */
function topShapes(): ShapeDefinition[] {
  const disc: Vec3[] = []
  for (let i = 0; i < 16; i++) {
    const { sine, cosine } = sineCosine((i * Math.PI) / 8)
    for (const y of [DISC_HEIGHT - 0.06, DISC_HEIGHT + 0.06]) disc.push({ x: 0.45 * cosine, y, z: 0.45 * sine })
  }
  return [sphere({ radius: TIP_RADIUS, density: 100, friction: 0.3 }), hull({ points: disc, density: 2000, friction: 0.3 })]
}

export const spinningTops: SceneEntry = {
  name: 'spinning-tops',
  title: 'Spinning tops',
  description: 'Four tilted tops. Three spin and swing slowly round instead of falling; the last does not spin.',
  source: 'Chappuis 1.1; errata: Chappuis (7)',
  worldOptions: { sleeping: false },
  camera: { position: { x: 0, y: 3, z: 7 }, target: { x: 0, y: 0.3, z: 0 } },
  steps: 600,
  expect: {
    upright120: atLeast(0.95, 'a fast top precesses and stays up'),
    upright0: atMost(0.85, 'a top without spin lies on its rim'),
  },
  build(world) {
    addFloor(world, 20, { friction: 0.3 })
    const tilt = aboutAxis(0, 0, 1, degrees(12))
    const axis = rotate(tilt, { x: 0, y: 1, z: 0 })
    const spins = [40, 80, 120, 0]
    const tops: Body[] = spins.map((spin, i) =>
      world.createBody({
        position: { x: (i - 1.5) * 2, y: TIP_RADIUS, z: 0 },
        rotation: tilt,
        angularVelocity: { x: axis.x * spin, y: axis.y * spin, z: axis.z * spin },
        shapes: topShapes(),
      }),
    )
    return {
      measure() {
        const figures: Record<string, number> = {}
        tops.forEach((body, i) => (figures[`upright${spins[i]}`] = rotate(body.rotation, { x: 0, y: 1, z: 0 }).y))
        return figures
      },
    }
  },
}
