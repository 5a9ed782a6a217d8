/** Jointed bodies that lie still are solved with half the substeps; they lie as still, as closed and as heavy as ever, in both dimensions. */

import * as plane from 'fulcrum-physics/2d'
import * as space from 'fulcrum-physics/3d'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60
const PARTS = 8

interface Lab {
  readonly world: plane.World | space.World
  readonly weight: number
  /** Largest speed of a part. */
  speed(): number
  /** What the ground carries. */
  load(): number
  push(): void
}

/** Two crossed chains of four boxes each, the upper one across the lower. */
const LABS: Readonly<Record<string, () => Lab>> = {
  '2D': () => {
    const world = new plane.World({ sleeping: false })
    const ground = world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [plane.box({ halfExtents: { x: 20, y: 1 } })] })
    const parts: plane.Body[] = []
    for (let i = 0; i < PARTS; i++) {
      const y = i < 4 ? 0.1 : 0.3
      parts.push(world.createBody({ position: { x: i % 4, y }, shapes: [plane.box({ halfExtents: { x: 0.4, y: 0.1 } })] }))
      if (i % 4 > 0) world.createHingeJoint({ bodyA: parts[i - 1]!, bodyB: parts[i]!, anchor: { x: (i % 4) - 0.5, y } })
    }
    return {
      world,
      weight: parts.reduce((sum, { mass }) => sum + mass, 0) * 9.81,
      speed: () => Math.max(...parts.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y))),
      load: () => ground.contacts().reduce((sum, { impulse }) => sum + impulse, 0) / DT,
      push: () => (parts[7]!.linearVelocity = { x: 0, y: 1 }),
    }
  },
  '3D': () => {
    const world = new space.World({ sleeping: false })
    const ground = world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [space.box({ halfExtents: { x: 20, y: 1, z: 20 } })] })
    const parts: space.Body[] = []
    for (let i = 0; i < PARTS; i++) {
      const y = i < 4 ? 0.1 : 0.3
      parts.push(world.createBody({ position: { x: i % 4, y, z: 0 }, shapes: [space.box({ halfExtents: { x: 0.4, y: 0.1, z: 0.2 } })] }))
      if (i % 4 > 0) world.createBallJoint({ bodyA: parts[i - 1]!, bodyB: parts[i]!, anchor: { x: (i % 4) - 0.5, y, z: 0 } })
    }
    return {
      world,
      weight: parts.reduce((sum, { mass }) => sum + mass, 0) * 9.81,
      speed: () => Math.max(...parts.map(({ linearVelocity: v }) => Math.hypot(v.x, v.y, v.z))),
      load: () => ground.contacts().reduce((sum, { impulse }) => sum + impulse, 0) / DT,
      push: () => (parts[7]!.linearVelocity = { x: 0, y: 1, z: 0 }),
    }
  },
}

describe.each(Object.entries(LABS))('chains that lie on each other, %s', (_dimension, build) => {
  it('take half the substeps once they rest, and lie still', () => {
    const lab = build()
    for (let i = 0; i < 120; i++) lab.world.step(DT)
    const atRest = lab.world.stats.sweeps
    expect(lab.speed()).toBeLessThan(1e-3)
    expect(lab.load() / lab.weight).toBeCloseTo(1, 2)
    lab.push()
    lab.world.step(DT)
    lab.world.step(DT)
    // 2 substeps and the projection at rest, 4 and the projection otherwise, of as many sweeps or more.
    expect(lab.world.stats.sweeps / atRest).toBeGreaterThanOrEqual(5 / 3)
    for (let i = 0; i < 240; i++) lab.world.step(DT)
    expect(lab.world.stats.sweeps).toBe(atRest)
    expect(lab.speed()).toBeLessThan(1e-3)
    expect(lab.load() / lab.weight).toBeCloseTo(1, 2)
  })
})
