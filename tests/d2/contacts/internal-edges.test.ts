/**
 * Walls of flush boxes hold nobody up at their seams, and corners that really are there stop what runs into them. Floors of flush boxes are
 * in `tests/regressions`.
 *
 */

import { box, circle, polygon, World, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { steps } from '../setup.ts'
import { FALLERS, SMOOTH, TILE } from './fallers.ts'

function layTiles(world: World, tiles: number): void {
  const shapes = [box({ halfExtents: { x: TILE / 2, y: 0.5 }, ...SMOOTH })]
  for (let i = 0; i < tiles; i++) world.createBody({ type: 'static', position: { x: i * TILE, y: -0.5 }, shapes })
}

/** Over a floor of tiles, without gravity. */
function drop(tiles: number, shape: ShapeDefinition, x: number, y: number, vx: number, vy: number): { world: World; body: Body } {
  const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } })
  layTiles(world, tiles)
  const body = world.createBody({ position: { x, y }, linearVelocity: { x: vx, y: vy }, shapes: [shape] })
  return { world, body }
}

describe('walls of flush boxes', () => {
  for (const [name, shape] of Object.entries(FALLERS)) {
    it(`${name}, pressed against one, falls along it freely`, () => {
      for (const push of [1, 4, 10]) {
        for (let k = 0; k < 10; k++) {
          const world = new World({ sleeping: false })
          for (let i = 0; i < 60; i++) {
            world.createBody({ type: 'static', position: { x: 1, y: -i * TILE }, shapes: [box({ halfExtents: { x: 0.5, y: TILE / 2 }, ...SMOOTH })] })
          }
          const body = world.createBody({ position: { x: -0.1, y: -1 - 0.0537 * k }, lockedAxes: { rotation: true }, shapes: [shape] })
          for (let i = 1; i <= 90; i++) {
            body.linearVelocity = { x: push, y: body.linearVelocity.y }
            steps(world, 1)
            expect(body.linearVelocity.y, `${push} ${k} ${i}`).toBeCloseTo((-9.81 * i) / 60, 6)
          }
          expect(body.linearVelocity.x).toBeCloseTo(0, 6)
        }
      }
    })
  }
})

describe('corners that are there', () => {
  it('a step of two centimetres stops a small disc', () => {
    const { world, body } = drop(10, circle({ radius: 0.08, ...SMOOTH }), 1, 0.0801, 3, 0)
    world.createBody({ type: 'static', position: { x: 3, y: -0.48 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.5 }, ...SMOOTH })] })
    steps(world, 60)
    expect(body.linearVelocity.x).toBeLessThan(2.5)
  })

  it('a disc that flies against the corner of a block is turned away by it', () => {
    const { world, body } = drop(1, circle({ radius: 0.3, ...SMOOTH }), -1.25, 0.9, 5, -5)
    steps(world, 30)
    // Off the corner, at right angles to the line from there to its middle.
    expect(Math.abs(body.linearVelocity.x - 5)).toBeGreaterThan(0.5)
    expect(body.position.x - body.position.y).toBeLessThan(0)
  })

  it('the last box of a row does not hold what rolls beyond its end', () => {
    const world = new World({ sleeping: false })
    layTiles(world, 6)
    const body = world.createBody({ position: { x: 1, y: 0.2 }, linearVelocity: { x: 4, y: 0 }, shapes: [circle({ radius: 0.2, ...SMOOTH })] })
    steps(world, 60)
    expect(body.position.x).toBeGreaterThan(4.9)
    expect(body.position.y).toBeLessThan(-0.5)
  })

  it('a ridge of two slopes is gone over without a jump', () => {
    const world = new World({ sleeping: false })
    for (const side of [-1, 1]) {
      const points = [{ x: 0, y: 0 }, { x: side * 3, y: -0.6 }, { x: side * 3, y: -1.6 }, { x: 0, y: -1.6 }]
      world.createBody({ type: 'static', shapes: [polygon({ points, ...SMOOTH })] })
    }
    const body = world.createBody({ position: { x: -1, y: 0.06 }, linearVelocity: { x: 2.18, y: 0.436 }, shapes: [circle({ radius: 0.25, ...SMOOTH })] })
    let highest = -Infinity
    for (let i = 0; i < 120; i++) {
      steps(world, 1)
      highest = Math.max(highest, body.position.y)
    }
    expect(body.position.x).toBeGreaterThan(0.5)
    expect(highest).toBeLessThan(0.26)
    // On the slope, a radius above it.
    expect(body.position.y + 0.2 * body.position.x).toBeCloseTo(0.25 * Math.hypot(1, 0.2), 2)
  })
})
