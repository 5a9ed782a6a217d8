// Outlines as shapes of a body, through the public entries.
import { World, type PhysicsError } from 'fulcrum-physics/2d'
import { decompose, polygonShapes, triangulate } from 'fulcrum-physics/2d/polygons'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../common/random.ts'
import { areaOfOutline, isInside, OUTLINES, rectangle, star } from './outlines.ts'

describe('polygonShapes', () => {
  it.each(Object.entries(OUTLINES))('%s: as many shapes as pieces, and a body of its mass', (_, outline) => {
    const shapes = polygonShapes({ ...outline, density: 3 })
    expect(shapes.length).toBe(decompose(outline).length)
    const body = new World().createBody({ shapes })
    expect(body.mass / (3 * areaOfOutline(outline))).toBeCloseTo(1, 5)
  })

  it('rays meet a gear where it is and pass through its hole', () => {
    const world = new World()
    const { outer, holes } = OUTLINES.gear
    world.createBody({ type: 'static', shapes: polygonShapes(OUTLINES.gear) })
    const random = createRandom(3)
    let hits = 0
    for (let i = 0; i < 500; i++) {
      const p = { x: 8 * random() - 4, y: 8 * random() - 4 }
      const inside = isInside(outer, p) && !holes!.some((hole) => isInside(hole, p))
      const found = world.castRayAny({ origin: p, direction: { x: 1, y: 0 }, maxDistance: 1e-9 })
      expect(found).toBe(inside)
      if (found) hits++
    }
    expect(hits).toBeGreaterThan(100)
  })

  it('passes on what is said about all pieces', () => {
    const shapes = polygonShapes({ ...OUTLINES.comb, friction: 0.1, radius: 0.05, filter: { category: 4 }, position: { x: 3, y: 0 } })
    for (const shape of shapes) {
      expect([shape.kind, shape.friction, shape.size[0], shape.category, shape.position.x]).toEqual(['polygon', 0.1, 0.05, 4, 3])
    }
    expect(() => polygonShapes({ ...OUTLINES.comb, friction: -1 })).toThrow(/friction/)
  })

  it('a ring holds a ball that rolls inside', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: polygonShapes({ outer: star(48, () => 3), holes: [star(48, () => 2.6)] }) })
    const ball = world.createBody({ position: { x: 1, y: 0 }, shapes: polygonShapes({ outer: star(12, () => 0.3) }) })
    for (let i = 0; i < 600; i++) world.step(1 / 60)
    expect(Math.hypot(ball.position.x, ball.position.y)).toBeLessThan(2.6 - 0.25)
    expect(ball.position.y).toBeLessThan(-1.5)
  })
})

it('errors name the field, its value and the cure', () => {
  const [a, b, c, d] = rectangle(0, 0, 1, 1)
  try {
    triangulate({ outer: [a, c, b, d] })
    expect.unreachable()
  } catch (error) {
    expect((error as PhysicsError).name).toBe('PhysicsError')
    expect((error as Error).message).toBe(
      'outline.outer[2] ({ x: 1, y: 0 }) begins an edge that crosses or touches the one that begins at outline.outer[0]. Keep edges apart.',
    )
  }
})
