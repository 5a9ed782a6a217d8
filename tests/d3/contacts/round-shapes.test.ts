/** Ellipsoids, capsules with unequal ends and rounded boxes on a plane: they come to rest where their energy is least, and roll. */

import { expect, it } from 'vitest'
import { box, capsule, cylinder, ellipsoid, plane, World, type Body, type ShapeDefinition } from '../../../src/d3/index.ts'

function onPlane(shape: ShapeDefinition, options: object): { world: World; body: Body } {
  const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
  world.createBody({ type: 'static', shapes: [plane({ friction: 0.8 })] })
  return { world, body: world.createBody({ shapes: [shape], ...options }) }
}

function run(world: World, seconds: number): void {
  for (let i = 0; i < 60 * seconds; i++) world.step(1 / 60)
}

const tilted = { x: 0.3, y: 0.1, z: 0.2, w: Math.sqrt(1 - 0.14) }

it('an ellipsoid rests on its flat side', () => {
  const { world, body } = onPlane(ellipsoid({ radii: { x: 0.6, y: 0.25, z: 0.4 } }), { position: { x: 0, y: 1, z: 0 }, rotation: tilted, angularDamping: 2 })
  // It rocks for long: nothing but the damping takes its energy.
  run(world, 25)
  expect(body.position.y).toBeCloseTo(0.25, 3)
  expect(Math.hypot(body.rotation.x, body.rotation.z)).toBeLessThan(5e-3)
  expect(body.isAwake).toBe(false)
})

it('a capsule with unequal ends lies on its side, both ends on the ground', () => {
  const { world, body } = onPlane(capsule({ radiusTop: 0.2, radiusBottom: 0.4, halfLength: 0.5 }), { position: { x: 0, y: 1, z: 0 }, rotation: tilted, angularDamping: 2 })
  run(world, 15)
  const { rotation: q } = body
  const along = 1 - 2 * (q.x * q.x + q.z * q.z)
  // The axis sinks towards the thinner end by the difference of the radii over its length.
  expect(along).toBeCloseTo(-0.2, 2)
  expect(body.contacts()[0]!.points).toHaveLength(2)
})

it('a rounded box rests on its face, a rounded cylinder rolls as a sharp one does', () => {
  const flat = onPlane(box({ halfExtents: { x: 0.4, y: 0.2, z: 0.3 }, rounding: 0.1 }), { position: { x: 0, y: 0.5, z: 0 } })
  run(flat.world, 4)
  expect(flat.body.position.y).toBeCloseTo(0.2, 3)
  expect(flat.body.isAwake).toBe(false)
  const { world, body } = onPlane(cylinder({ radius: 0.3, halfHeight: 0.5, rounding: 0.1 }), {
    position: { x: 0, y: 0.3, z: 0 }, rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, linearVelocity: { x: 2, y: 0, z: 0 },
    angularVelocity: { x: 0, y: 0, z: -2 / 0.3 },
  })
  run(world, 4)
  expect(body.linearVelocity.x).toBeCloseTo(2, 6)
  expect(Math.abs(body.position.z)).toBeLessThan(1e-6)
})

it('a spheroid rolls over its equator at 5/7 g sin α as a ball does', () => {
  const alpha = 0.1
  const world = new World({ gravity: { x: 9.81 * Math.sin(alpha), y: -9.81 * Math.cos(alpha), z: 0 } })
  world.createBody({ type: 'static', shapes: [plane({ friction: 1 })] })
  const body = world.createBody({ position: { x: 0, y: 0.4, z: 0 }, shapes: [ellipsoid({ radii: { x: 0.4, y: 0.4, z: 0.6 }, friction: 1 })] })
  run(world, 2)
  expect(body.linearVelocity.x / (5 / 7 * 9.81 * Math.sin(alpha) * 2)).toBeCloseTo(1, 2)
})
