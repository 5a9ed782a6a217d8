/** Circles that just touch or just miss: at ± 1e-9 of the size from side and corner of boxes and polygons, in random frames and at any scale. */

import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../common/random.ts'
import { add, box, circle, contactOf, plainBox, polygon, scaled, subtract, length, turned, type TestShape, type Vector } from './truth.ts'

const SQUARE: Vector[] = [[-1.5, -1.5], [1.5, -1.5], [1.5, 1.5], [-1.5, 1.5]]
const TARGETS: Record<string, (scale: number, angle: number) => TestShape> = {
  box: (scale, angle) => box(1.5 * scale, 1.5 * scale, [0, 0], angle),
  'box by its corners': (scale, angle) => plainBox(1.5 * scale, 1.5 * scale, [0, 0], angle),
  polygon: (scale, angle) => polygon(SQUARE.map((p) => scaled(p, scale)), [0, 0], angle),
}

describe.each(Object.keys(TARGETS))('a circle and a %s', (name) => {
  it.each([1e-6, 1, 1e6])('touch at side and corner to 1e-9 of the size, at the scale %f', (scale) => {
    const random = createRandom(5)
    for (let frame = 0; frame < 10; frame++) {
      const angle = 7 * random()
      const places: [Vector, Vector][] = [[[1.5, 0.4], [1, 0]], [[1.5, 1.5], [Math.SQRT1_2, Math.SQRT1_2]], [[-0.2, -1.5], [0, -1]]]
      for (const [place, outward] of places) for (const gap of [1e-9, -1e-9, 0.01, -0.01]) {
        const center = turned(scaled(add(place, scaled(outward, 2 + gap)), scale), angle)
        const ball = circle(2 * scale, center, angle)
        const target = TARGETS[name]!(scale, angle)
        const contact = contactOf(ball, target, 0.02 * scale)
        expect(contact.points.length).toBe(1)
        expect(Math.abs(contact.points[0]!.separation - gap * scale)).toBeLessThan(4e-15 * scale)
        expect(length(subtract(contact.normal, turned(scaled(outward, -1), angle)))).toBeLessThan(1e-13)
        // Just inside the margin it is there, just outside not.
        if (gap > 0) expect(contactOf(ball, target, (gap - 1e-12) * scale).points.length).toBe(0)
      }
    }
  })
})
