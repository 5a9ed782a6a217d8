/** A half-space on a kinematic body: it carries and pushes, turns, is not tunnelled through, is sensed. */

import { describe, expect, it } from 'vitest'
import { box, capsule, cylinder, ellipsoid, hull, PhysicsError, plane, sphere, World, type Body, type ShapeDefinition } from 'fulcrum-physics/3d'

const CORNERS = [-0.3, 0.3].flatMap(x => [-0.2, 0.2].flatMap(y => [-0.3, 0.3].map(z => ({ x, y, z }))))
const LOADS: Record<string, () => ShapeDefinition> = {
  sphere: () => sphere({ radius: 0.3 }),
  box: () => box({ halfExtents: { x: 0.3, y: 0.2, z: 0.3 } }),
  capsule: () => capsule({ radius: 0.2, halfLength: 0.3 }),
  cylinder: () => cylinder({ radius: 0.3, halfHeight: 0.2 }),
  ellipsoid: () => ellipsoid({ radii: { x: 0.3, y: 0.2, z: 0.3 } }),
  hull: () => hull({ points: CORNERS }),
}

/** Height of a body's lowest point over the plane. */
function height(world: World, body: Body): number {
  const ground = [...world.bodies].find(({ type }) => type === 'kinematic')!
  const { distance, depth } = world.distance(body, ground)
  return distance - depth
}

describe.each(Object.keys(LOADS))('%s on a kinematic plane', (name) => {
  it('is lifted and carried at the speed of the plane', () => {
    const world = new World()
    const lift = world.createBody({ type: 'kinematic', shapes: [plane({ friction: 1 })] })
    const load = world.createBody({ position: { x: 1, y: 0.55, z: 0 }, shapes: [LOADS[name]!()] })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    lift.linearVelocity = { x: 0, y: 2, z: 0 }
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(load.linearVelocity.y).toBeCloseTo(2, 2)
    expect(lift.position.y).toBeCloseTo(2, 9)
    expect(Math.abs(height(world, load))).toBeLessThan(2e-3)
    // Thrown off when it stops, caught when it comes up again.
    lift.linearVelocity = { x: 0, y: 0, z: 0 }
    for (let i = 0; i < 90; i++) world.step(1 / 60)
    expect(Math.abs(height(world, load))).toBeLessThan(5e-3)
  })

  it('is pushed by a wall without end', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const half = Math.SQRT1_2
    // Its normal is +x.
    const wall = world.createBody({ type: 'kinematic', rotation: { x: 0, y: 0, z: -half, w: half }, linearVelocity: { x: 3, y: 0, z: 0 }, shapes: [plane()] })
    const load = world.createBody({ position: { x: 1, y: 50, z: -70 }, shapes: [LOADS[name]!()] })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(wall.position.x).toBeCloseTo(3, 9)
    expect(load.linearVelocity.x).toBeGreaterThan(2.9)
    expect(height(world, load)).toBeGreaterThan(-5e-3)
  })

  it('does not go through a plane that turns, near and far from its axis', () => {
    for (const [x, spin, speed] of [[2, 1, 5], [30, 0.5, 20], [-20, 2, 300], [3, -6, 50]] as const) {
      const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
      world.createBody({ type: 'kinematic', angularVelocity: { x: 0, y: 0, z: spin }, shapes: [plane({ friction: 0 })] })
      const load = world.createBody({ position: { x, y: 4, z: 1 }, linearVelocity: { x: 0, y: -speed, z: 0 }, shapes: [LOADS[name]!()] })
      let least = Infinity
      for (let i = 0; i < 30; i++) {
        world.step(1 / 60)
        least = Math.min(least, height(world, load))
      }
      expect(least, `${x} ${spin} ${speed}`).toBeGreaterThan(-0.05)
    }
  })
})

describe('a kinematic plane', () => {
  it('tips a box off when it turns beyond the angle of friction', () => {
    const world = new World()
    const table = world.createBody({ type: 'kinematic', shapes: [plane({ friction: 0.5 })] })
    const crate = world.createBody({ position: { x: 0, y: 0.25, z: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.25, z: 0.5 }, friction: 0.5 })] })
    table.angularVelocity = { x: 0, y: 0, z: -0.1 }
    let slid = 0
    for (let i = 1; i <= 400 && slid === 0; i++) {
      world.step(1 / 60)
      const angle = 0.1 * i / 60
      const along = Math.cos(angle) * crate.position.x - Math.sin(angle) * crate.position.y
      if (Math.abs(along) > 0.02) slid = angle
    }
    expect(slid).toBeGreaterThan(Math.atan(0.5))
    expect(slid).toBeLessThan(Math.atan(0.5) + 0.1)
  })

  it('does not slow what flies past it', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    world.createBody({ type: 'kinematic', angularVelocity: { x: 0, y: 0, z: -0.02 }, shapes: [plane()] })
    const ball = world.createBody({ position: { x: 0, y: 0.5, z: 0 }, linearVelocity: { x: 200, y: 1, z: 0 }, shapes: [sphere({ radius: 0.1 })] })
    for (let i = 0; i < 60; i++) world.step(1 / 60)
    expect(ball.position.x).toBeCloseTo(200, 6)
  })

  it('is a sensor of what comes into its half-space', () => {
    const world = new World({ gravity: { x: 0, y: 0, z: 0 } })
    const water = world.createBody({ type: 'kinematic', position: { x: 0, y: -1, z: 0 }, linearVelocity: { x: 0, y: 1, z: 0 }, shapes: [plane({ sensor: true })] })
    world.createBody({ shapes: [sphere({ radius: 0.2 })] })
    let at = 0
    for (let i = 1; i <= 120; i++) {
      world.step(1 / 60)
      if (world.events.sensorBegin.some(({ sensorBody }) => sensorBody === water)) at = i
    }
    expect(at / 60).toBeCloseTo(0.8, 1)
  })

  it('is refused on a dynamic body, and a body with one cannot become dynamic', () => {
    const world = new World()
    const ground = world.createBody({ type: 'static', shapes: [plane()] })
    ground.type = 'kinematic'
    expect(() => { ground.type = 'dynamic' }).toThrow(PhysicsError)
    expect(() => world.createBody({ shapes: [plane()] })).toThrow(PhysicsError)
    const bytes = world.snapshot()
    world.restore(bytes)
    world.step(1 / 60)
    expect(ground.type).toBe('kinematic')
  })
})
