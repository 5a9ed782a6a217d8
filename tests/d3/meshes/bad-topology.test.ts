/** Meshes that are badly made: edges of three triangles, triangles wound the other way, written twice, without area, all at once. */

import { box, capsule, mesh, sphere, TriangleMesh, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { createRandom } from '../../common/random.ts'
import { gridSurface, type Surface } from './grids.ts'

const ICE = { friction: 0 }
const SLIDERS: Readonly<Record<string, ShapeDefinition>> = {
  ball: sphere({ radius: 0.3, ...ICE }),
  box: box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 }, ...ICE }),
  capsule: capsule({ radius: 0.3, halfLength: 0.3, rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, ...ICE }),
}

/** Level ground of 20 × 20 m with a sheet at x = 0 that hangs down from it, or stands up. */
function floorWithFin(height: number): Surface {
  const { positions, indices } = gridSurface(20, 1)
  const all = [...positions]
  const triangles = [...indices]
  for (let k = -10; k < 10; k++) {
    const v = all.length / 3
    all.push(0, 0, k, 0, 0, k + 1, 0, height, k, 0, height, k + 1)
    triangles.push(v, v + 1, v + 2, v + 2, v + 1, v + 3)
  }
  return { positions: all, indices: triangles }
}

/** Every third triangle wound the other way. */
function flipped({ positions, indices }: Surface): Surface {
  const turned: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!]
    turned.push(...((t / 3) % 3 === 0 ? [a, c, b] : [a, b, c]))
  }
  return { positions, indices: turned }
}

/** Every triangle twice, some the other way round, with triangles without area between them. */
function messy({ positions, indices }: Surface): Surface {
  const more: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!]
    more.push(a, b, c, ...(t % 2 === 0 ? [b, c, a] : [a, c, b]), a, a, b)
  }
  return { positions, indices: more }
}

function slide(shapes: ShapeDefinition[], slider: ShapeDefinition, z: number): { body: Body; slowest: number; lift: number } {
  const world = new World({ sleeping: false })
  world.createBody({ type: 'static', shapes })
  const body = world.createBody({
    position: { x: -5, y: 0.3, z }, linearVelocity: { x: 3, y: 0, z: 0 }, lockedAxes: { angular: { x: true, y: true, z: true } }, shapes: [slider],
  })
  let [slowest, lift] = [3, 0]
  for (let i = 0; i < 200; i++) {
    world.step(1 / 60)
    validateStep(world)
    slowest = Math.min(slowest, body.linearVelocity.x)
    lift = Math.max(lift, Math.abs(body.position.y - 0.3))
  }
  return { body, slowest, lift }
}

describe.each(Object.keys(SLIDERS))('a %s', name => {
  it('slides over an edge of three triangles of which one hangs down', () => {
    const built = TriangleMesh.build(floorWithFin(-2))
    expect(built.report.nonManifoldEdges).toBeGreaterThan(0)
    for (let k = 0; k < 8; k++) {
      const { body, slowest, lift } = slide([mesh({ mesh: built, sides: k % 2 === 0 ? 'front' : 'both', ...ICE })], SLIDERS[name]!, 0.13 * k - 0.5)
      expect(slowest).toBeGreaterThan(2.9999)
      expect(lift).toBeLessThan(1e-4)
      expect(body.position.x).toBeGreaterThan(4)
    }
  })

  it('is stopped where the third one stands up', () => {
    for (const speedZ of [0, 0.2]) {
      const { body } = slide([mesh({ ...floorWithFin(1), sides: 'both', ...ICE })], SLIDERS[name]!, speedZ)
      expect(body.position.x).toBeLessThan(-0.29)
      expect(body.position.y).toBeGreaterThan(0.29)
    }
  })

  it('slides over triangles of either winding, written twice or without area, if both sides collide', () => {
    for (const made of [flipped(gridSurface(20, 1)), messy(gridSurface(20, 1)), messy(flipped(gridSurface(20, 1)))]) {
      for (let k = 0; k < 5; k++) {
        const { slowest, lift } = slide([mesh({ ...made, sides: 'both', ...ICE })], SLIDERS[name]!, 0.21 * k - 0.5)
        expect(slowest).toBeGreaterThan(2.9999)
        expect(lift).toBeLessThan(1e-4)
      }
    }
  })

  it('falls on any of them and stays above, fast or slow', () => {
    const random = createRandom(3)
    for (const made of [flipped(gridSurface(20, 1)), messy(gridSurface(20, 1)), floorWithFin(-2)]) {
      for (const speed of [0, 5, 80]) {
        const world = new World()
        world.createBody({ type: 'static', shapes: [mesh({ ...made, sides: 'both' })] })
        const body = world.createBody({
          position: { x: 6 * (random() - 0.5), y: 2, z: 6 * (random() - 0.5) }, linearVelocity: { x: 0, y: -speed, z: 0 }, shapes: [SLIDERS[name]!],
        })
        for (let i = 0; i < 120; i++) world.step(1 / 60)
        expect(body.position.y).toBeGreaterThan(0.29)
        expect(body.position.y).toBeLessThan(0.7)
      }
    }
  })
})

it('what is wound the other way lets bodies from the front through, and the report tells what is wrong', () => {
  const turned = { ...gridSurface(20, 1), indices: gridSurface(20, 1).indices.map((_, i, all) => all[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!) }
  const world = new World()
  world.createBody({ type: 'static', shapes: [mesh(turned)] })
  const body = world.createBody({ position: { x: 0.3, y: 2, z: 0.2 }, shapes: [sphere({ radius: 0.3 })] })
  for (let i = 0; i < 120; i++) world.step(1 / 60)
  expect(body.position.y).toBeLessThan(-1)
  const { report } = TriangleMesh.build(messy(gridSurface(4, 1)))
  expect(report.degenerate).toBe(32)
  expect(report.duplicates).toBeGreaterThan(0)
})
