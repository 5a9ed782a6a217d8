/** Cases on triangles that other engines are known to fail: fast slides, tilted slabs, thin discs, small boxes. */

import { box, cylinder, mesh, TriangleMesh, World, type Body } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { randomOf } from '../../families/family.ts'
import { gridSurface } from './grids.ts'

const DT = 1 / 60

/** A level surface at y = 0 from −half to half, cells to a side. */
function addGrid(world: World, half: number, cells: number, mirrored = false, friction = 0.6): void {
  const built = TriangleMesh.build(gridSurface(cells, (2 * half) / cells))
  world.createBody({ type: 'static', shapes: [mesh({ mesh: built, scale: { x: mirrored ? -1 : 1, y: 1, z: 1 }, friction })] })
}

function run(world: World, seconds: number): void {
  for (let i = 0; i < seconds / DT; i++) {
    world.step(DT)
    validateStep(world)
  }
}

describe('a box of 0.2 m that slides over a grid of triangles', () => {
  for (const mirrored of [false, true]) {
    for (const speed of [3, 360]) {
      it(`keeps ${speed} m/s${mirrored ? ', mirrored' : ''}`, () => {
        const world = new World({ sleeping: false })
        addGrid(world, speed === 3 ? 4 : 200, speed === 3 ? 40 : 200, mirrored, 0)
        const slider = world.createBody({
          position: { x: speed === 3 ? -3 : -180, y: 0.1, z: 0.013 }, linearVelocity: { x: speed, y: 0, z: 0 },
          shapes: [box({ halfExtents: { x: 0.1, y: 0.1, z: 0.1 }, friction: 0 })],
        })
        run(world, speed === 3 ? 2 : 1)
        const { x, y, z } = slider.linearVelocity
        expect(Math.abs(x - speed)).toBeLessThan(1e-6 * speed)
        expect(Math.hypot(y, z)).toBeLessThan(1e-6 * speed)
        expect(Math.abs(slider.position.y - 0.1)).toBeLessThan(1e-3)
      })
    }
  }
})

it('slabs of 6 cm dropped from 5 m at any tilt stay above a grid', () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = randomOf(seed)
    const world = new World()
    addGrid(world, 8, 24)
    const angle = random.between(0, Math.PI)
    const slab = world.createBody({
      position: { x: random.between(-1, 1), y: 5, z: random.between(-1, 1) },
      rotation: { x: Math.sin(angle / 2), y: 0, z: 0, w: Math.cos(angle / 2) },
      shapes: [box({ halfExtents: { x: random.between(0.3, 1), y: 0.03, z: random.between(0.3, 1) } })],
    })
    run(world, 4)
    expect(slab.position.y, `seed ${seed}`).toBeGreaterThan(0.029)
    expect(slab.position.y, `seed ${seed}`).toBeLessThan(0.032)
  }
})

it('a heap of thin discs stays above a grid', () => {
  const random = randomOf(1)
  const world = new World()
  addGrid(world, 6, 18)
  const discs: Body[] = []
  for (let i = 0; i < 24; i++) {
    const angle = random.between(0, Math.PI)
    discs.push(world.createBody({
      position: { x: random.between(-0.4, 0.4), y: 1 + 0.3 * i, z: random.between(-0.4, 0.4) },
      rotation: { x: 0, y: 0, z: Math.sin(angle / 2), w: Math.cos(angle / 2) },
      shapes: [cylinder({ radius: 0.25, halfHeight: 0.01 })],
    }))
  }
  run(world, 8)
  for (const disc of discs) {
    expect(disc.position.y).toBeGreaterThan(0.008)
    // One may still roll on its rim.
    expect(Math.abs(disc.linearVelocity.y)).toBeLessThan(0.2)
  }
})

it('a pyramid of boxes of 5 cm stands on a grid', () => {
  const world = new World({ sleeping: false })
  addGrid(world, 2, 16)
  const bricks: { body: Body; x: number }[] = []
  for (let row = 0; row < 5; row++) {
    for (let i = 0; i < 5 - row; i++) {
      const x = 0.052 * (i - (4 - row) / 2)
      const body = world.createBody({ position: { x, y: 0.025 + 0.05 * row, z: 0.007 }, shapes: [box({ halfExtents: { x: 0.025, y: 0.025, z: 0.025 } })] })
      bricks.push({ body, x })
    }
  }
  run(world, 6)
  for (const { body, x } of bricks) expect(Math.abs(body.position.x - x)).toBeLessThan(0.01 * 0.05)
})
