/** The overlap that the comparison with other engines reports, against the widths of the shapes in thousands of directions. */

import { expect, it } from 'vitest'
import { OverlapMeter } from '../../bench/peers/d2/overlap.ts'
import type { ListedShape } from '../../scenes/d2/lists/body-list.ts'
import { createRandom } from '../common/random.ts'

const DIRECTIONS = 20_000

const KINDS: readonly ListedShape[] = [
  { kind: 'circle', radius: 0.4 },
  { kind: 'capsule', radius: 0.2, halfLength: 0.5 },
  { kind: 'box', halfExtents: { x: 0.6, y: 0.3 } },
  { kind: 'polygon', points: [{ x: 0.7, y: -0.2 }, { x: 0.3, y: 0.5 }, { x: -0.5, y: 0.4 }, { x: -0.4, y: -0.5 }] },
]

/** How far the shape, turned and placed, reaches along a direction. */
function reach(shape: ListedShape, x: number, y: number, angle: number, dx: number, dy: number): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const along = (px: number, py: number): number => (x + c * px - s * py) * dx + (y + s * px + c * py) * dy
  switch (shape.kind) {
    case 'circle':
      return along(0, 0) + shape.radius
    case 'capsule':
      return Math.max(along(0, shape.halfLength), along(0, -shape.halfLength)) + shape.radius
    case 'box': {
      const { x: hx, y: hy } = shape.halfExtents
      return Math.max(along(hx, hy), along(-hx, hy), along(hx, -hy), along(-hx, -hy))
    }
    case 'polygon':
      return Math.max(...shape.points.map(p => along(p.x, p.y)))
  }
}

it('is the shortest way out, whatever the shapes', () => {
  const random = createRandom(5)
  const between = (low: number, high: number): number => low + (high - low) * random()
  let met = 0
  for (let i = 0; i < 160; i++) {
    const first = KINDS[i % 4]!
    const second = KINDS[Math.floor(i / 4) % 4]!
    const pose = [between(-0.8, 0.8), between(-0.8, 0.8), between(-3, 3), 0, 0, between(-3, 3)] as const
    let least = Infinity
    for (let k = 0; k < DIRECTIONS; k++) {
      const [dx, dy] = [Math.cos((2 * Math.PI * k) / DIRECTIONS), Math.sin((2 * Math.PI * k) / DIRECTIONS)]
      least = Math.min(least, reach(first, pose[0], pose[1], pose[2], dx, dy) + reach(second, pose[3], pose[4], pose[5], -dx, -dy))
    }
    const meter = new OverlapMeter({
      material: { density: 1, friction: 0, restitution: 0 },
      bodies: [first, second].map(shape => ({ type: 'dynamic' as const, position: { x: 0, y: 0 }, shapes: [shape] })),
    })
    expect(meter.measure(Float64Array.from(pose))).toBeCloseTo(Math.max(0, least), 3)
    if (least > 0) met++
  }
  expect(met).toBeGreaterThan(40)
})

it('leaves out shapes of one body, and bodies that never move', () => {
  const shapes = [KINDS[0]!, KINDS[2]!]
  const meter = new OverlapMeter({
    material: { density: 1, friction: 0, restitution: 0 },
    bodies: [
      { type: 'dynamic', position: { x: 0, y: 0 }, shapes },
      { type: 'static', position: { x: 9, y: 0 }, shapes },
      { type: 'static', position: { x: 9, y: 0 }, shapes },
    ],
  })
  expect(meter.measure(new Float64Array(3))).toBe(0)
  // The box's right edge is at 0.6, that of the static one's left at 8.4.
  expect(meter.measure(Float64Array.of(7.9, 0, 0))).toBeCloseTo(0.1, 9)
})
