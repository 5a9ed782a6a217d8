/** Real edges of meshes are real: borders stop and tip, ridges lift, corners hold; backs pass or block as asked. Internal ones are none. */

import { box, capsule, hull, mesh, sphere, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'
import { validateStep } from '../../../src/d3/store/validate-world.ts'
import { gridSurface, randomSheet } from './grids.ts'

const NO_GRAVITY = { gravity: { x: 0, y: 0, z: 0 } }

function run(world: World, steps: number, look?: () => void): void {
  for (let i = 0; i < steps; i++) {
    world.step(1 / 60)
    validateStep(world)
    look?.()
  }
}

describe('a ball shot edge-on at an open border', () => {
  for (const sides of ['front', 'both'] as const) {
    for (const height of [-0.02, 0, 0.02, 0.05]) {
      for (const speed of [3, 30, 200]) {
        it(`is stopped: ${sides}, centre ${1000 * height} mm above the plate, ${speed} m/s`, () => {
          const world = new World(NO_GRAVITY)
          world.createBody({ type: 'static', shapes: [mesh({ ...randomSheet(3, 0, -5, 10, 5, 8), friction: 0, sides })] })
          const ball = world.createBody({
            position: { x: -0.6, y: height, z: 0.3 }, linearVelocity: { x: speed, y: 0, z: 0 }, shapes: [sphere({ radius: 0.2, friction: 0 })],
          })
          let deepest = 0
          run(world, 30, () => {
            const { x, y } = ball.position
            deepest = Math.max(deepest, 0.2 - (x > 0 ? Math.abs(y) : Math.hypot(x, y)))
          })
          expect(deepest).toBeLessThan(1e-3)
          expect(ball.linearVelocity.x).toBeLessThan(0.1 * speed)
        })
      }
    }
  }
})

describe('a box at an open border', () => {
  const place = (inside: number): Body => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh(randomSheet(3, 0, -5, 10, 5, 8))] })
    const body = world.createBody({ position: { x: inside - 0.5, y: 0.5, z: 0.3 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
    run(world, 180)
    return body
  }

  it('tips over it when its centre is outside', () => expect(place(0.45).position.y).toBeLessThan(-5))
  it('stays when its centre is inside', () => expect(place(0.55).position.y).toBeCloseTo(0.5, 3))

  it('is stopped by it edge-on, wherever along its side', () => {
    for (const height of [-0.3, -0.1, 0, 0.1, 0.3]) {
      const world = new World(NO_GRAVITY)
      world.createBody({ type: 'static', shapes: [mesh({ ...randomSheet(3, 0, -5, 10, 5, 8), friction: 0 })] })
      const body = world.createBody({
        position: { x: -1, y: height, z: 0.3 }, linearVelocity: { x: 4, y: 0, z: 0 }, lockedAxes: { angular: { x: true, y: true, z: true } },
        shapes: [box({ halfExtents: { x: 0.5, y: 0.4, z: 0.5 }, friction: 0 })],
      })
      run(world, 60)
      expect(body.position.x).toBeCloseTo(-0.5, 2)
    }
  })
})

describe('a ridge', () => {
  const fly = (make: (points: number[]) => ShapeDefinition, angle: number, speed: number, dt: number): number[][] => {
    const t = Math.tan(angle * Math.PI / 180)
    const points = [-10, -10 * t, -5, -10, -10 * t, 5, 0, 0, -5, 0, 0, 5, 10, -10 * t, -5, 10, -10 * t, 5]
    const world = new World()
    world.createBody({ type: 'static', shapes: [make(points)] })
    const [c, s] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)]
    const start = Math.sqrt(speed * speed + 2 * 9.81 * s)
    const ball = world.createBody({
      position: { x: -c - 0.3 * s, y: -s + 0.3 * c, z: 0.1 }, linearVelocity: { x: start * c, y: start * s, z: 0 },
      shapes: [sphere({ radius: 0.3, friction: 0 })],
    })
    const path: number[][] = []
    for (let i = 0; i * dt < 1; i++) {
      world.step(dt)
      path.push([ball.position.x, ball.position.y, ball.linearVelocity.x])
    }
    return path
  }

  for (const angle of [5, 10]) for (const speed of [1, 3, 8]) for (const dt of [1 / 60, 1 / 120]) {
    it(`of ${angle} degrees carries or lifts a ball of ${speed} m/s as that of a hull does, in steps of ${dt.toFixed(4)} s`, () => {
      const far = fly(points => mesh({ positions: points, indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5], friction: 0 }), angle, speed, dt)
      const same = fly(points => hull({ points, friction: 0 }), angle, speed, dt)
      far.forEach(([x, y, v], i) => {
        expect(x).toBeCloseTo(same[i]![0]!, 4)
        expect(y).toBeCloseTo(same[i]![1]!, 4)
        expect(Math.abs(v! - same[i]![2]!)).toBeLessThan(1e-4 * speed)
      })
    })
  }
})

describe('a concave edge', () => {
  const shapes: Record<string, ShapeDefinition> = {
    box: box({ halfExtents: { x: 0.3, y: 0.2, z: 0.3 } }),
    hull: hull({ points: [-0.3, 0.3].flatMap(x => [{ x, y: -0.3, z: 0 }, { x, y: 0.3, z: 0.3 }, { x, y: 0.3, z: -0.3 }]) }),
    capsule: capsule({ radius: 0.15, halfLength: 0.3 }),
    ball: sphere({ radius: 0.25 }),
  }
  for (const [name, shape] of Object.entries(shapes)) {
    it(`lets no ${name} through, fast or slow, however it comes`, () => {
      for (const bend of [0.05, 0.3, 1, 3]) {
        for (const speed of [2, 20, 150]) {
          const world = new World()
          world.createBody({ type: 'static', shapes: [mesh(gridSurface(40, 0.5, x => bend * Math.abs(x)))] })
          const turn = bend + speed
          const body = world.createBody({
            position: { x: 0.03, y: 2, z: 0.1 }, rotation: { x: 0, y: 0, z: Math.sin(turn), w: Math.cos(turn) },
            linearVelocity: { x: 0, y: -speed, z: 0.3 }, shapes: [shape],
          })
          // Not long enough to slide off the mesh.
          run(world, 15)
          const { x, y } = body.centerOfMass
          if (Math.abs(x) > 9) continue
          expect(y, `bend ${bend}, ${speed} m/s`).toBeGreaterThan(bend * Math.abs(x))
        }
      }
    })
  }
})

describe('the back of a mesh', () => {
  const shoot = (sides: 'front' | 'both', speed: number, shape: ShapeDefinition): number => {
    const world = new World(NO_GRAVITY)
    world.createBody({ type: 'static', shapes: [mesh({ ...randomSheet(3, -5, -5, 5, 5, 8), sides })] })
    const body = world.createBody({ position: { x: 0.2, y: -1, z: 0.3 }, linearVelocity: { x: 0, y: speed, z: 0 }, shapes: [shape] })
    run(world, 60)
    return body.position.y
  }
  for (const shape of [sphere({ radius: 0.3 }), box({ halfExtents: { x: 0.3, y: 0.3, z: 0.3 } })]) {
    for (const speed of [2, 50]) {
      it(`lets a ${shape.kind} of ${speed} m/s pass, or blocks it if both sides collide`, () => {
        expect(shoot('front', speed, shape)).toBeCloseTo(-1 + speed, 6)
        expect(shoot('both', speed, shape)).toBeCloseTo(-0.3, 2)
      })
    }
  }
})

describe('a kinematic mesh', () => {
  it('lifts what lies on it and carries it along', () => {
    const world = new World()
    const lift = world.createBody({ type: 'kinematic', linearVelocity: { x: 0.5, y: 1, z: 0 }, shapes: [mesh(gridSurface(6, 0.5))] })
    const crate = world.createBody({ position: { x: 0.1, y: 0.25, z: 0.2 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })] })
    run(world, 90)
    expect(lift.position.y).toBeCloseTo(1.5, 9)
    expect(crate.position.y).toBeCloseTo(1.75, 2)
    expect(crate.linearVelocity.x).toBeCloseTo(0.5, 3)
  })

  it('wakes a sleeper that it comes to', () => {
    const world = new World()
    world.createBody({ type: 'static', shapes: [mesh(gridSurface(20, 0.5))] })
    const crate = world.createBody({ position: { x: 0, y: 0.25, z: 0 }, shapes: [box({ halfExtents: { x: 0.25, y: 0.25, z: 0.25 } })] })
    run(world, 120)
    expect(crate.isAwake).toBe(false)
    // A wall of two triangles that faces +x.
    const wall = mesh({ positions: [0, 0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 1], indices: [0, 2, 1, 1, 2, 3] })
    world.createBody({ type: 'kinematic', position: { x: -1, y: 0, z: 0 }, linearVelocity: { x: 1, y: 0, z: 0 }, shapes: [wall] })
    run(world, 90)
    expect(crate.position.x).toBeGreaterThan(0.6)
  })
})
