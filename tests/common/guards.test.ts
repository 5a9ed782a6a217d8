/** `world.stats.guards`: each limiter is counted when it acts, and nothing is counted in a world at rest. */

import { describe, expect, it } from 'vitest'
import * as flat from 'fulcrum-physics/2d'
import * as solid from 'fulcrum-physics/3d'

type Guards = flat.GuardCounts

const DT = 1 / 60

/** Sums the counts of a run. */
function count(world: flat.World | solid.World, steps: number): Record<keyof Guards, number> {
  const sum = { ...world.stats.guards } as Record<keyof Guards, number>
  for (const name of Object.keys(sum) as (keyof Guards)[]) sum[name] = 0
  for (let step = 0; step < steps; step++) {
    world.step(DT)
    for (const [name, value] of Object.entries(world.stats.guards)) sum[name as keyof Guards] += value as number
  }
  return sum
}

const noGravity2d = { gravity: { x: 0, y: 0 } }
const noGravity3d = { gravity: { x: 0, y: 0, z: 0 } }
const cube2d = (half = 0.5): flat.ShapeDefinition => flat.box({ halfExtents: { x: half, y: half } })
const cube3d = (half = 0.5): solid.ShapeDefinition => solid.box({ halfExtents: { x: half, y: half, z: half } })

describe('a stack at rest', () => {
  it('fires no guard in 2D', () => {
    const world = new flat.World()
    world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [flat.box({ halfExtents: { x: 10, y: 0.5 } })] })
    for (let i = 0; i < 5; i++) world.createBody({ position: { x: 0, y: 0.5 + i }, shapes: [cube2d()] })
    expect(Object.values(count(world, 60)).every(value => value === 0)).toBe(true)
  })

  it('fires no guard in 3D', () => {
    const world = new solid.World()
    world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [solid.box({ halfExtents: { x: 10, y: 0.5, z: 10 } })] })
    for (let i = 0; i < 5; i++) world.createBody({ position: { x: 0, y: 0.5 + i, z: 0 }, shapes: [cube3d()] })
    expect(Object.values(count(world, 60)).every(value => value === 0)).toBe(true)
  })
})

describe('quarantine', () => {
  it('is counted in 2D', () => {
    const world = new flat.World()
    world.createBody({ shapes: [cube2d()] }).applyForce({ x: 1e30, y: 0 })
    expect(count(world, 1).quarantined).toBe(1)
    expect(count(world, 1).quarantined).toBe(0)
  })

  it('is counted in 3D', () => {
    const world = new solid.World()
    world.createBody({ shapes: [cube3d()] }).applyForce({ x: 1e30, y: 0, z: 0 })
    expect(count(world, 1).quarantined).toBe(1)
    expect(count(world, 1).quarantined).toBe(0)
  })
})

describe('the push-out speed limit', () => {
  it('is counted for bodies that start deep in each other, in 2D', () => {
    const world = new flat.World(noGravity2d)
    for (const x of [0, 0.05]) world.createBody({ position: { x, y: 0 }, shapes: [cube2d()] })
    expect(count(world, 5).pushOutCapped).toBeGreaterThan(0)
  })

  it('is counted for bodies that start deep in each other, in 3D', () => {
    const world = new solid.World(noGravity3d)
    for (const x of [0, 0.05]) world.createBody({ position: { x, y: 0, z: 0 }, shapes: [cube3d()] })
    expect(count(world, 5).pushOutCapped).toBeGreaterThan(0)
  })
})

describe('error control of the sweeps', () => {
  it('is counted where a heavy body lands on a light one, in 2D', () => {
    const world = new flat.World()
    world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [flat.box({ halfExtents: { x: 10, y: 0.5 } })] })
    for (const [i, mass] of [1, 100].entries()) world.createBody({ position: { x: 0, y: 0.5 + 1.5 * i }, mass, shapes: [cube2d()] })
    expect(count(world, 60).sweepsAdded).toBeGreaterThan(0)
  })

  it('is counted where a heavy body lands on a light one, in 3D', () => {
    const world = new solid.World()
    world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [solid.box({ halfExtents: { x: 10, y: 0.5, z: 10 } })] })
    for (const [i, mass] of [1, 100].entries()) world.createBody({ position: { x: 0, y: 0.5 + 1.5 * i, z: 0 }, mass, shapes: [cube3d()] })
    expect(count(world, 60).sweepsAdded).toBeGreaterThan(0)
  })
})

describe('stops at the first impact', () => {
  it('are counted for bullets, in 2D', () => {
    const world = new flat.World(noGravity2d)
    world.createBody({ type: 'static', position: { x: 5, y: 0 }, shapes: [flat.box({ halfExtents: { x: 0.01, y: 5 } })] })
    world.createBody({ linearVelocity: { x: 500, y: 0 }, shapes: [flat.circle({ radius: 0.05 })] })
    expect(count(world, 5).stoppedAtImpact).toBe(1)
  })

  it('are counted for bullets, in 3D', () => {
    const world = new solid.World(noGravity3d)
    world.createBody({ type: 'static', position: { x: 5, y: 0, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.01, y: 5, z: 5 } })] })
    world.createBody({ linearVelocity: { x: 500, y: 0, z: 0 }, shapes: [solid.sphere({ radius: 0.05 })] })
    expect(count(world, 5).stoppedAtImpact).toBe(1)
  })
})

describe('bodies that a kinematic one has stopped go with it', () => {
  it('are counted and not left behind, in 2D', () => {
    const world = new flat.World(noGravity2d)
    const wall = world.createBody({ type: 'kinematic', linearVelocity: { x: -60, y: 0 }, shapes: [flat.box({ halfExtents: { x: 0.1, y: 5 } })] })
    const ball = world.createBody({ position: { x: -1.7, y: 0 }, linearVelocity: { x: 60, y: 0 }, shapes: [flat.circle({ radius: 0.05 })] })
    expect(count(world, 1).carriedOn).toBe(1)
    expect(wall.position.x - ball.position.x).toBeCloseTo(0.15, 3)
  })

  it('are counted and not left behind, in 3D', () => {
    const world = new solid.World(noGravity3d)
    const wall = world.createBody({
      type: 'kinematic', linearVelocity: { x: -60, y: 0, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.1, y: 5, z: 5 } })],
    })
    const ball = world.createBody({ position: { x: -1.7, y: 0, z: 0 }, linearVelocity: { x: 60, y: 0, z: 0 }, shapes: [solid.sphere({ radius: 0.05 })] })
    expect(count(world, 1).carriedOn).toBe(1)
    expect(wall.position.x - ball.position.x).toBeCloseTo(0.15, 3)
  })

  it('stop at what stands in the way', () => {
    const world = new solid.World(noGravity3d)
    world.createBody({ type: 'static', position: { x: -1.5, y: 0, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.01, y: 5, z: 5 } })] })
    world.createBody({
      type: 'kinematic', linearVelocity: { x: -60, y: 0, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.1, y: 5, z: 5 } })],
    })
    const ball = world.createBody({ position: { x: -1.3, y: 0, z: 0 }, linearVelocity: { x: 60, y: 0, z: 0 }, shapes: [solid.sphere({ radius: 0.05 })] })
    world.step(1 / 60)
    expect(ball.position.x).toBeGreaterThan(-1.45)
  })
})

describe('geometric stiffness', () => {
  it('adds inertia to light links under a heavy load, in 2D', () => {
    const world = new flat.World()
    let last = world.createBody({ type: 'static', position: { x: 0, y: 10 } })
    for (let i = 0; i < 5; i++) {
      const mass = i === 4 ? 1000 : 1
      const link = world.createBody({ position: { x: i + 0.5, y: 10 }, mass, shapes: [flat.capsule({ radius: 0.1, halfLength: 0.4 })] })
      world.createHingeJoint({ bodyA: last, bodyB: link, anchor: { x: i, y: 10 } })
      last = link
    }
    expect(count(world, 120).inertiaAdded).toBeGreaterThan(0)
  })

  it('adds inertia to light links under a heavy load, in 3D', () => {
    const world = new solid.World()
    let last = world.createBody({ type: 'static', position: { x: 0, y: 10, z: 0 } })
    for (let i = 0; i < 5; i++) {
      const mass = i === 4 ? 1000 : 1
      const link = world.createBody({ position: { x: i + 0.5, y: 10, z: 0 }, mass, shapes: [solid.capsule({ radius: 0.1, halfLength: 0.4 })] })
      world.createBallJoint({ bodyA: last, bodyB: link, anchor: { x: i, y: 10, z: 0 } })
      last = link
    }
    expect(count(world, 120).inertiaAdded).toBeGreaterThan(0)
  })
})

describe('internal edges', () => {
  it('that a disc lands on are counted, in 2D', () => {
    const world = new flat.World()
    for (let i = 0; i < 20; i++) world.createBody({ type: 'static', position: { x: i, y: -0.5 }, shapes: [cube2d()] })
    world.createBody({ position: { x: 0, y: 1 }, linearVelocity: { x: 10, y: -3 }, shapes: [flat.circle({ radius: 0.3 })] })
    const guards = count(world, 60)
    expect(guards.internalEdgesSkipped + guards.speculationSkipped).toBeGreaterThan(0)
  })
})

describe('normals of round shapes', () => {
  it('are kept in a heap at rest, and those of the floor are frozen, in 2D', () => {
    const world = new flat.World({ sleeping: false })
    world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [flat.box({ halfExtents: { x: 10, y: 0.5 } })] })
    for (const x of [-2, 2]) world.createBody({ type: 'static', position: { x, y: 1 }, shapes: [flat.box({ halfExtents: { x: 0.5, y: 1 } })] })
    for (let i = 0; i < 9; i++) world.createBody({ position: { x: (i % 3) - 1 + 0.1 * (i > 2 ? 1 : 0), y: 0.5 + Math.floor(i / 3) }, shapes: [flat.circle({ radius: 0.5 })] })
    const guards = count(world, 120)
    expect(guards.normalsKept).toBeGreaterThan(0)
    expect(guards.normalsFrozen).toBeGreaterThan(0)
    expect(guards.touchesUnsettled).toBe(0)
  })

  it('are kept in a heap at rest, and those of the floor are frozen, in 3D', () => {
    const world = new solid.World({ sleeping: false })
    world.createBody({ type: 'static', position: { x: 0, y: -0.5, z: 0 }, shapes: [solid.box({ halfExtents: { x: 10, y: 0.5, z: 10 } })] })
    for (const x of [-2, 2]) world.createBody({ type: 'static', position: { x, y: 1, z: 0 }, shapes: [solid.box({ halfExtents: { x: 0.5, y: 1, z: 9 } })] })
    for (const z of [-1, 1]) world.createBody({ type: 'static', position: { x: 0, y: 1, z }, shapes: [solid.box({ halfExtents: { x: 2, y: 1, z: 0.5 } })] })
    for (let i = 0; i < 9; i++) world.createBody({ position: { x: (i % 3) - 1 + 0.1 * (i > 2 ? 1 : 0), y: 0.5 + Math.floor(i / 3), z: 0 }, shapes: [solid.sphere({ radius: 0.5 })] })
    const guards = count(world, 120)
    expect(guards.normalsKept).toBeGreaterThan(0)
    expect(guards.normalsFrozen).toBeGreaterThan(0)
    expect(guards.touchesUnsettled).toBe(0)
  })
})

describe('joints whose forces are not equal and opposite', () => {
  it('keep their island from being free, in 2D: a gear, but no distance', () => {
    const run = (geared: boolean): number => {
      const world = new flat.World(noGravity2d)
      const [a, b, c] = [0, 1.2, 2.1].map(x => world.createBody({ position: { x, y: 0 }, linearVelocity: { x: -x, y: 0 }, shapes: [cube2d()] })) as [flat.Body, flat.Body, flat.Body]
      if (geared) world.createGearJoint({ bodyA: a, bodyB: b, ratio: 2 })
      else world.createDistanceJoint({ bodyA: a, bodyB: b, length: 1.2 })
      c.linearVelocity = { x: -3, y: 0.5 }
      return count(world, 30).jointsUnbalanced
    }
    expect(run(true)).toBeGreaterThan(0)
    expect(run(false)).toBe(0)
  })
})

describe('reading the counts', () => {
  it('gives numbers of their own, which the next step does not change', () => {
    const world = new flat.World(noGravity2d)
    for (const x of [0, 0.05]) world.createBody({ position: { x, y: 0 }, shapes: [cube2d()] })
    world.step(DT)
    const { guards } = world.stats
    const before = guards.pushOutCapped
    expect(before).toBeGreaterThan(0)
    for (let step = 0; step < 300; step++) world.step(DT)
    expect(guards.pushOutCapped).toBe(before)
    expect(world.stats.guards.pushOutCapped).toBe(0)
  })
})
