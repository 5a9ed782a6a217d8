/**
 * What comes down at a slant on a floor of flush boxes must not be stopped by the corners between them; and corners that really are there must stop
 * what runs into them. No gravity, no friction, no bounce: along the floor nothing may be lost.
 */

import { box, capsule, circle, polygon, segment, World, type Body, type ShapeDefinition } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { steps } from '../setup.ts'

const SMOOTH = { friction: 0 }
const TILE = 0.5

const FLOORS: Readonly<Record<string, (world: World, tiles: number) => void>> = {
  'boxes side by side': (world, tiles) => {
    for (let i = 0; i < tiles; i++) {
      world.createBody({ type: 'static', position: { x: i * TILE, y: -0.5 }, shapes: [box({ halfExtents: { x: TILE / 2, y: 0.5 }, ...SMOOTH })] })
    }
  },
  'boxes of one body': (world, tiles) => {
    const shapes = Array.from({ length: tiles }, (_, i) =>
      box({ halfExtents: { x: TILE / 2, y: 0.5 }, position: { x: i * TILE, y: -0.5 }, ...SMOOTH }))
    world.createBody({ type: 'static', shapes })
  },
  'segments end to end': (world, tiles) => {
    for (let i = 0; i < tiles; i++) {
      const from = { x: (i - 0.5) * TILE, y: 0 }
      world.createBody({ type: 'static', shapes: [segment({ a: from, b: { x: from.x + TILE, y: 0 }, ...SMOOTH })] })
    }
  },
  'boxes that overlap': (world, tiles) => {
    for (let i = 0; i < tiles; i++) {
      world.createBody({ type: 'kinematic', position: { x: i * TILE, y: -0.5 }, shapes: [box({ halfExtents: { x: 0.4, y: 0.5 }, ...SMOOTH })] })
    }
  },
}

/** On an edge. */
const octagon = Array.from({ length: 8 }, (_, i) => ({ x: 0.3 * Math.cos(((i + 0.5) * Math.PI) / 4), y: 0.3 * Math.sin(((i + 0.5) * Math.PI) / 4) }))

const FALLERS: Readonly<Record<string, ShapeDefinition>> = {
  disc: circle({ radius: 0.3, ...SMOOTH }),
  'small disc': circle({ radius: 0.08, ...SMOOTH }),
  'standing capsule': capsule({ radius: 0.2, halfLength: 0.3, ...SMOOTH }),
  'lying capsule': capsule({ radius: 0.2, halfLength: 0.3, rotation: Math.PI / 2, ...SMOOTH }),
  box: box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH }),
  octagon: polygon({ points: octagon, ...SMOOTH }),
  'rounded octagon': polygon({ points: octagon, radius: 0.02, ...SMOOTH }),
}

function drop(floor: string, tiles: number, shape: ShapeDefinition, x: number, y: number, vx: number, vy: number): { world: World; body: Body } {
  const world = new World({ sleeping: false, gravity: { x: 0, y: 0 } })
  FLOORS[floor]!(world, tiles)
  const body = world.createBody({ position: { x, y }, linearVelocity: { x: vx, y: vy }, shapes: [shape] })
  return { world, body }
}

describe('floors of flush boxes', () => {
  for (const floor of Object.keys(FLOORS)) {
    for (const [name, shape] of Object.entries(FALLERS)) {
      it(`${name}, coming down on ${floor}, keeps its way along them`, () => {
        for (const [vx, vy] of [[4, -4], [8, -8], [15, -5], [5, -15]] as const) {
          for (let k = 0; k < 24; k++) {
            const { world, body } = drop(floor, 36, shape, 2 + 0.0537 * k, 0.75 + 0.011 * k, vx, vy)
            steps(world, 40)
            expect(body.linearVelocity.x, `${vx} ${vy} ${k}`).toBeGreaterThan(0.999 * vx)
            expect(Math.abs(body.linearVelocity.y)).toBeLessThan(0.01 * vx)
          }
        }
      })
    }
  }
})

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
    const { world, body } = drop('boxes side by side', 10, circle({ radius: 0.08, ...SMOOTH }), 1, 0.0801, 3, 0)
    world.createBody({ type: 'static', position: { x: 3, y: -0.48 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.5 }, ...SMOOTH })] })
    steps(world, 60)
    expect(body.linearVelocity.x).toBeLessThan(2.5)
  })

  it('a disc that flies against the corner of a block is turned away by it', () => {
    const { world, body } = drop('boxes side by side', 1, circle({ radius: 0.3, ...SMOOTH }), -1.25, 0.9, 5, -5)
    steps(world, 30)
    // Off the corner, at right angles to the line from there to its middle.
    expect(Math.abs(body.linearVelocity.x - 5)).toBeGreaterThan(0.5)
    expect(body.position.x - body.position.y).toBeLessThan(0)
  })

  it('the last box of a row does not hold what rolls beyond its end', () => {
    const world = new World({ sleeping: false })
    FLOORS['boxes side by side']!(world, 6)
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

describe('rows of crates that could move', () => {
  const sliders: Readonly<Record<string, [shape: ShapeDefinition, rest: number, upright: boolean]>> = {
    disc: [circle({ radius: 0.3, ...SMOOTH }), 0.3, false],
    'standing capsule': [capsule({ radius: 0.2, halfLength: 0.3, ...SMOOTH }), 0.5, true],
    box: [box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH }), 0.3, false],
    octagon: [polygon({ points: octagon, ...SMOOTH }), 0.3 * Math.cos(Math.PI / 8), false],
  }
  for (const [name, [shape, rest, upright]] of Object.entries(sliders)) {
    it.each([2, 5, 12])(`${name} slides over them at %d m/s`, (speed) => {
      const world = new World({ sleeping: false })
      world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 60, y: 1 }, position: { x: 0, y: -2 } })] })
      for (let i = 0; i < 30; i++) world.createBody({ position: { x: i, y: -0.5 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5 }, ...SMOOTH })] })
      steps(world, 30)
      const body = world.createBody({ position: { x: 1, y: rest }, linearVelocity: { x: speed, y: 0 }, lockedAxes: { rotation: upright }, shapes: [shape] })
      let lift = 0
      for (let i = 0; i < Math.round((25 / speed) * 60); i++) {
        world.step(1 / 60)
        lift = Math.max(lift, body.position.y - rest)
      }
      expect(body.position.x).toBeGreaterThan(25.5)
      expect(body.linearVelocity.x / speed).toBeGreaterThan(0.995)
      expect(lift).toBeLessThan(5e-4)
    })
  }

  it('a crate that stands out by a centimetre stops what runs into it', () => {
    const world = new World({ sleeping: false })
    world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 60, y: 1 }, position: { x: 0, y: -2 } })] })
    for (let i = 0; i < 6; i++) {
      const half = i === 4 ? 0.505 : 0.5
      world.createBody({ position: { x: i, y: half - 1 }, shapes: [box({ halfExtents: { x: 0.5, y: half }, density: 1000, ...SMOOTH })] })
    }
    const body = world.createBody({ position: { x: 1, y: 0.3 }, linearVelocity: { x: 3, y: 0 }, shapes: [box({ halfExtents: { x: 0.3, y: 0.3 }, ...SMOOTH })] })
    steps(world, 90)
    expect(body.linearVelocity.x).toBeLessThan(1)
  })
})
