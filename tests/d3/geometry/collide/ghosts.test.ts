import { describe, expect, it } from 'vitest'
import { box, boxCorners, contactOf, hull, IDENTITY, product, smallest, turn, type TestShape, type Vector } from './truth.ts'

const UP: Vector = [0, 1, 0]
const CUBE: Vector = [0.5, 0.5, 0.5]

type Maker = (half: Vector, center: Vector, rotation?: readonly number[]) => TestShape
const built = new Map<string, TestShape>()

/** Built once per size: building takes far longer than colliding. */
function hullBox(half: Vector, center: Vector, rotation: readonly number[] = IDENTITY): TestShape {
  const key = half.join()
  if (!built.has(key)) built.set(key, hull(boxCorners(half)))
  return { ...built.get(key)!, center, rotation: [...rotation] }
}

const makers: Record<string, Maker> = {
  boxes: (half, center, rotation) => box(half, center, rotation),
  hulls: hullBox,
}

// A speculative distance as large as half a body: what a fast body gets.
const MARGIN = 0.5

for (const kind of Object.keys(makers)) {
  const make = makers[kind]
  describe(`ghosts, ${kind}`, () => {
    it('a box sliding over flush boxes meets no side', () => {
      const places: number[] = []
      const sideways: string[] = []
      for (let x = -1.6; x < 0.5; x += 0.031) places.push(x)
      for (let x = -1.003; x < -0.997; x += 2.3e-4) places.push(x)
      for (const yaw of [0, 1e-9, 0.01, 0.3, Math.PI / 4]) for (const tilt of [0, 1e-7, -1e-5, 2e-4]) {
        const rotation = product(turn(UP, yaw), turn([0, 0, 1], tilt))
        for (const gap of [0, 1e-9, -1e-9, -1e-4, -5e-4, -1e-3, 1e-4, 1e-3, 5e-3]) {
          for (const x of places) {
            const c = contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [x, 1 + gap, 0.1], rotation), MARGIN)
            if (c.points.length > 0 && c.normal[1] < 0.99) sideways.push(`x ${x} yaw ${yaw} tilt ${tilt} gap ${gap}`)
          }
        }
      }
      expect(sideways).toEqual([])
    })

    it('cubes that meet along an edge only have no contact', () => {
      for (const x of [-1e-9, 0, 1e-9, 1e-4]) for (const z of [-1e-9, 0, 1e-9, 1e-4]) {
        expect(contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [1 + x, 0, 1 + z]), MARGIN).points.length).toBe(0)
        expect(contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [1 + x, 1, 1 + z]), MARGIN).points.length).toBe(0)
      }
    })

    it('a box that flies past a corner is not stopped', () => {
      for (const gap of [0.001, 0.01, 0.1]) for (const side of [0.001, 0.02, 0.2]) {
        expect(contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [1 + side, 1 + gap, 0]), MARGIN).points.length).toBe(0)
        expect(contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [1 + side, 1 + gap, 1 + gap]), MARGIN).points.length).toBe(0)
      }
    })

    it('a box that really is about to hit a wall is told so', () => {
      const c = contactOf(make(CUBE, [0, 0, 0]), make([0.5, 2, 2], [1.2, 0.3, 0]), MARGIN)
      expect(c.normal[0]).toBeCloseTo(1, 12)
      expect(c.points.length).toBe(4)
      expect(smallest(c)).toBeCloseTo(0.2, 12)
      // A step of 2 cm is a wall, too.
      const step = contactOf(make(CUBE, [0, 0, 0]), make([0.5, 0.02, 2], [1.1, -0.5, 0]), MARGIN)
      expect(step.normal[0]).toBeCloseTo(1, 12)
      expect(step.points.length).toBe(4)
    })

    it('a box hanging on a ledge by a hundredth of its size is held', () => {
      const c = contactOf(make(CUBE, [0, 0, 0]), make(CUBE, [0.99, 0.9999, 0]), 0.02)
      expect(c.normal[1]).toBeCloseTo(1, 12)
      expect(c.points.length).toBe(4)
    })

    it('a plate on its thin edge is held', () => {
      const plate: Vector = [0.5, 0.5, 0.001]
      const c = contactOf(make([5, 0.5, 5], [0, 0, 0]), make(plate, [0.3, 0.9999, 0.2]), 0.02)
      expect(c.normal[1]).toBeCloseTo(1, 12)
      expect(c.points.length).toBe(4)
      // Plate on plate, crossed and in line.
      expect(contactOf(make(plate, [0, 0, 0]), make(plate, [0.1, 0.9999, 0], turn(UP, 1)), 0.02).points.length).toBeGreaterThanOrEqual(3)
      expect(contactOf(make(plate, [0, 0, 0]), make(plate, [0.1, 0.9999, 0]), 0.02).points.length).toBe(4)
    })
  })
}
