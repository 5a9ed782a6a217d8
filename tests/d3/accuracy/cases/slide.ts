/** A box sliding to rest: stop distance, independence of direction, and keeping its heading. */

import { box, type Body, type Vec3 } from 'fulcrum-physics/3d'
import { addFloor } from '../../../../scenes/d3/ground.ts'
import { aboutAxis, degrees } from '../../../../scenes/d3/rotation.ts'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, GRAVITY, steps, subtract } from '../setup.ts'

const SPEED = 8
const FRICTION = 0.5
const STOP = (SPEED * SPEED) / (2 * FRICTION * GRAVITY)
/** A box needs 1.64 s to stop. */
const STEPS = 180
const CUBE: Vec3 = { x: 0.5, y: 0.5, z: 0.5 }
const PLANK: Vec3 = { x: 1.5, y: 0.1, z: 0.3 }

interface Slide {
  /** Stop distance over v²/2μg. */
  ratio: number
  /** Angle between the way gone and the first velocity, degrees. */
  heading: number
}

/** Slides along `heading` (degrees from +x), the box turned by `boxYaw`, the floor by `floorYaw`. */
function slideOnce(heading: number, boxYaw: number, floorYaw: number, half: Vec3 = CUBE): Slide {
  const world = createWorld()
  const floor = addFloor(world, 40, { friction: FRICTION })
  if (floorYaw !== 0) floor.teleport(floor.position, aboutAxis(0, 1, 0, degrees(floorYaw)))
  const angle = degrees(heading)
  const direction = { x: Math.cos(angle), y: 0, z: Math.sin(angle) }
  const start = { x: 0, y: half.y, z: 0 }
  const body: Body = world.createBody({
    position: start,
    rotation: aboutAxis(0, 1, 0, degrees(boxYaw)),
    linearVelocity: { x: SPEED * direction.x, y: 0, z: SPEED * direction.z },
    shapes: [box({ halfExtents: half, friction: FRICTION })],
  })
  steps(world, STEPS)
  const way = subtract(body.position, start)
  const along = way.x * direction.x + way.z * direction.z
  const across = way.x * direction.z - way.z * direction.x
  return { ratio: Math.hypot(along, across) / STOP, heading: Math.abs((Math.atan2(across, along) * 180) / Math.PI) }
}

function spread(slides: readonly Slide[]): number {
  const ratios = slides.map(slide => slide.ratio)
  return Math.max(...ratios) - Math.min(...ratios)
}

export const slide: AccuracyCase = {
  name: 'slide',
  run(length): Row[] {
    const four = [0, 15, 30, 45].map(heading => slideOnce(heading, 0, 0))
    const many: Slide[] = []
    const gap = length === 'full' ? 15 : 60
    for (let heading = 0; heading < 360; heading += gap) {
      many.push(slideOnce(heading, 0, 0), slideOnce(heading, 20, 0), slideOnce(heading, 45, 33))
    }
    const planks = [0, 30, 60].map(heading => slideOnce(heading, 0, 0, PLANK))
    const worst = Math.max(...four.map(each => Math.abs(each.ratio - 1)))
    return [
      atMost('box sliding to rest, 8 m/s, μ 0.5', 'stop distance, relative', '2.6e-3 (Rapier)', 1e-3, worst),
      atMost('box sliding to rest, 0/15/30/45°', 'spread of stop distance', '', 1e-5, spread(four)),
      atMost('box sliding to rest, 0/15/30/45°', 'heading off °', '7e-5 (Rapier)', 1e-3, Math.max(...four.map(each => each.heading))),
      atMost('friction isotropy, box and floor turned', 'spread of stop distance', '', 1e-5, spread(many)),
      atMost('plank 3 × 0.2 × 0.6, 0/30/60°', 'heading off °', '', 1e-3, Math.max(...planks.map(each => each.heading))),
    ]
  },
}
