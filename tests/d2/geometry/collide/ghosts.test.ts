import { describe, expect, it } from 'vitest'
import { box, contactOf, plainBox, smallest, type TestShape, type Vector } from './truth.ts'

// A speculative distance as large as half a body: what a fast body gets.
const MARGIN = 0.5

const makers: Record<string, (hx: number, hy: number, center?: Vector, angle?: number) => TestShape> = { boxes: box, polygons: plainBox }

for (const kind of Object.keys(makers)) {
  const make = makers[kind]
  describe(`ghosts, ${kind}`, () => {
    it('a box sliding over flush boxes meets no side', () => {
      const places: number[] = []
      const sideways: string[] = []
      for (let x = -1.6; x < 0.5; x += 0.031) places.push(x)
      for (let x = -1.003; x < -0.997; x += 2.3e-4) places.push(x)
      for (const tilt of [0, 1e-9, 1e-7, -1e-5, 2e-4]) for (const gap of [0, 1e-9, -1e-9, -1e-4, -5e-4, -1e-3, 1e-4, 1e-3, 5e-3]) {
        for (const x of places) {
          const c = contactOf(make(0.5, 0.5), make(0.5, 0.5, [x, 1 + gap], tilt), MARGIN)
          if (c.points.length > 0 && c.normal[1] < 0.99) sideways.push(`x ${x} tilt ${tilt} gap ${gap}`)
        }
      }
      expect(sideways).toEqual([])
    })

    it('boxes that meet at a corner only have no contact', () => {
      for (const x of [-1e-9, 0, 1e-9, 1e-4]) for (const y of [-1e-9, 0, 1e-9, 1e-4]) {
        expect(contactOf(make(0.5, 0.5), make(0.5, 0.5, [1 + x, 1 + y]), MARGIN).points.length).toBe(0)
      }
    })

    it('a box that flies past a corner is not stopped', () => {
      for (const gap of [0.001, 0.01, 0.1]) for (const side of [0.001, 0.02, 0.2]) {
        expect(contactOf(make(0.5, 0.5), make(0.5, 0.5, [1 + side, 1 + gap]), MARGIN).points.length).toBe(0)
      }
    })

    it('a box that really is about to hit a wall is told so', () => {
      const c = contactOf(make(0.5, 0.5), make(0.5, 2, [1.2, 0.3]), MARGIN)
      expect(c.normal[0]).toBeCloseTo(1, 12)
      expect(c.points.length).toBe(2)
      expect(smallest(c)).toBeCloseTo(0.2, 12)
      // A step of 2 cm is a wall, too.
      const step = contactOf(make(0.5, 0.5), make(0.5, 0.02, [1.1, -0.5]), MARGIN)
      expect(step.normal[0]).toBeCloseTo(1, 12)
      expect(step.points.length).toBe(2)
    })

    it('a box hanging on a ledge by a hundredth of its size is held', () => {
      const c = contactOf(make(0.5, 0.5), make(0.5, 0.5, [0.99, 0.9999]), 0.02)
      expect(c.normal[1]).toBeCloseTo(1, 12)
      expect(c.points.length).toBe(2)
    })

    it('a plate on its thin edge is held', () => {
      expect(contactOf(make(5, 0.5), make(0.001, 0.5, [0.3, 0.9999]), 0.02).points.length).toBe(2)
      expect(contactOf(make(0.001, 0.5), make(0.001, 0.5, [1e-5, 0.9999]), 0.02).points.length).toBe(2)
    })
  })
}
