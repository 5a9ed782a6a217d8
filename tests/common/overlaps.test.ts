/**
 * Bodies that begin inside each other, in both dimensions and at three scales: a small overlap heals at once, a deep one soon but gently, and
 * neither leaves a velocity behind.
 */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

interface Cube {
  readonly position: { readonly x: number }
  readonly linearVelocity: { readonly x: number }
}

/** Two cubes of this size in free space, overlapping by a share of it. */
const PAIRS: Readonly<Record<string, (size: number, overlap: number) => { world: { step(dt: number): void }; cubes: Cube[] }>> = {
  '2D': (size, overlap) => {
    const world = new plane.World({ gravity: { x: 0, y: 0 }, sleeping: false })
    const shapes = [plane.box({ halfExtents: { x: size / 2, y: size / 2 } })]
    return { world, cubes: [0, (1 - overlap) * size].map((x) => world.createBody({ position: { x, y: 0 }, shapes })) }
  },
  '3D': (size, overlap) => {
    const world = new space.World({ gravity: { x: 0, y: 0, z: 0 }, sleeping: false })
    const shapes = [space.box({ halfExtents: { x: size / 2, y: size / 2, z: size / 2 } })]
    return { world, cubes: [0, (1 - overlap) * size].map((x) => world.createBody({ position: { x, y: 0, z: 0 }, shapes })) }
  },
}

describe.each(Object.entries(PAIRS))('cubes that overlap, in %s', (_dimension, build) => {
  describe.each([0.02, 1, 50])('of %f m', (size) => {
    /** Overlap, per size, after so many steps, and the fastest parting on the way, sizes per second. */
    function part(overlap: number, steps: number): { left: number; fastest: number; speed: number } {
      const { world, cubes } = build(size, overlap)
      const distance = (): number => (cubes[1]!.position.x - cubes[0]!.position.x) / size
      let fastest = 0
      for (let i = 0; i < steps; i++) {
        const before = distance()
        world.step(DT)
        fastest = Math.max(fastest, (distance() - before) / DT)
      }
      return { left: 1 - distance(), fastest, speed: Math.abs(cubes[1]!.linearVelocity.x - cubes[0]!.linearVelocity.x) / size }
    }

    it('by a fiftieth have parted after a sixth of a second', () => {
      const { left, speed } = part(0.02, 10)
      expect(left).toBeLessThan(0.001)
      expect(speed).toBeLessThan(1e-9)
    })

    it('by nearly a half have parted after half a second, at walking pace', () => {
      const { left, fastest, speed } = part(0.45, 30)
      expect(left).toBeLessThan(0.001)
      expect(fastest).toBeLessThan(5)
      expect(speed).toBeLessThan(1e-9)
    })
  })
})
