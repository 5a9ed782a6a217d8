/** A box sliding to rest: stop distance, and independence of direction and of what the floor is made of. */

import { box, chain, segment, type ShapeDefinition, type Vec2 } from 'fulcrum-physics/2d'
import { atMost, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { createWorld, DEGREE, dot, GRAVITY, rotate, steps, subtract } from '../setup.ts'

const SPEED = 8
const FRICTION = 0.5
const STOP = (SPEED * SPEED) / (2 * FRICTION * GRAVITY)
/** A box needs 1.64 s to stop. */
const STEPS = 180
const SQUARE: Vec2 = { x: 0.5, y: 0.5 }
const PLANK: Vec2 = { x: 1.5, y: 0.1 }
const REACH = 40

const FLOORS: Record<string, () => (ShapeDefinition | readonly ShapeDefinition[])[]> = {
  box: () => [box({ halfExtents: { x: REACH, y: 1 }, position: { x: 0, y: -1 }, friction: FRICTION })],
  segment: () => [segment({ a: { x: -REACH, y: 0 }, b: { x: REACH, y: 0 }, friction: FRICTION })],
  chain: () => [chain({ points: Array.from({ length: 81 }, (_, i) => ({ x: i - REACH, y: 0 })), friction: FRICTION })],
}

interface Slide {
  /** Stop distance over v²/2μg. */
  ratio: number
  /** Off the line along the floor, over the way: the third dimension's heading has no other meaning here. */
  off: number
  /** rad */
  turned: number
}

/** The whole world, gravity and all, turned by `tilt` degrees; `sense` is 1 to the right, −1 to the left. */
function slideOnce(tilt: number, sense: number, floor: string, half: Vec2 = SQUARE): Slide {
  const angle = tilt * DEGREE
  const world = createWorld({ gravity: rotate(angle, { x: 0, y: -GRAVITY }) })
  world.createBody({ type: 'static', rotation: angle, shapes: FLOORS[floor]() })
  const along = rotate(angle, { x: sense, y: 0 })
  const up = rotate(angle, { x: 0, y: 1 })
  const start = { x: half.y * up.x, y: half.y * up.y }
  const linearVelocity = { x: SPEED * along.x, y: SPEED * along.y }
  const body = world.createBody({ position: start, rotation: angle, linearVelocity, shapes: [box({ halfExtents: half, friction: FRICTION })] })
  steps(world, STEPS)
  const way = subtract(body.position, start)
  return { ratio: dot(way, along) / STOP, off: Math.abs(dot(way, up)) / STOP, turned: Math.abs(body.rotation - angle) }
}

function spread(slides: readonly Slide[]): number {
  const ratios = slides.map(slide => slide.ratio)
  return Math.max(...ratios) - Math.min(...ratios)
}

export const slide: AccuracyCase = {
  name: 'slide',
  run(length): Row[] {
    const four = [0, 15, 30, 45].flatMap(tilt => [1, -1].map(sense => slideOnce(tilt, sense, 'box')))
    const many: Slide[] = []
    const gap = length === 'full' ? 15 : 60
    for (let tilt = 0; tilt < 360; tilt += gap) for (const floor of Object.keys(FLOORS)) many.push(slideOnce(tilt, 1, floor))
    const planks = Object.keys(FLOORS).map(floor => slideOnce(30, 1, floor, PLANK))
    const worst = Math.max(...four.map(each => Math.abs(each.ratio - 1)))
    return [
      atMost('box sliding to rest, 8 m/s, μ 0.5', 'stop distance, relative', '2.6e-3 (Rapier), 1e-2 (planck)', 1e-3, worst),
      atMost('box sliding to rest, world turned 0/15/30/45°, both ways', 'spread of stop distance', '', 1e-5, spread(four)),
      atMost('friction alike on box, segment and chain, any tilt', 'spread of stop distance', '', 1e-5, spread(many)),
      atMost('box sliding to rest, any tilt and floor', 'off its line, relative', '', 1e-5, Math.max(...many.map(each => each.off))),
      atMost('plank 3 × 0.2 sliding to rest', 'stop distance, relative', '', 1e-3, Math.max(...planks.map(each => Math.abs(each.ratio - 1)))),
      atMost('plank 3 × 0.2 sliding to rest', 'turned °', '', 1e-3, Math.max(...planks.map(each => each.turned)) / DEGREE),
    ]
  },
}
