/** Cylinders and cones on a floor: they stand, roll straight, keep their speed; a cone rolls round its tip. */

import { describe, expect, it } from 'vitest'
import { box, capsule, cone, cylinder, sphere, World, type Body } from '../../../src/d3/index.ts'
import { createRandom } from '../../common/random.ts'

function onFloor(friction = 0.6): World {
  const world = new World({ gravity: { x: 0, y: -9.81, z: 0 } })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 60, y: 1, z: 60 }, friction })] })
  return world
}

/** Sine of half the angle by which the body's y axis leans. */
const lean = (body: Body): number => Math.hypot(body.rotation.x, body.rotation.z)

describe('a standing cylinder', () => {
  it('rests on its end without rocking and falls asleep', () => {
    for (const size of [0.02, 0.5, 20]) {
      const world = onFloor()
      const body = world.createBody({ position: { x: 0.1, y: 0.6 * size, z: 0 }, shapes: [cylinder({ radius: 0.5 * size, halfHeight: 0.6 * size })] })
      let most = 0
      for (let i = 0; i < 240; i++) {
        world.step(1 / 60)
        most = Math.max(most, lean(body))
      }
      expect(most).toBeLessThan(1e-9)
      expect(Math.abs(body.position.y - 0.6 * size)).toBeLessThan(1e-3 * size)
      expect(body.isAwake).toBe(false)
    }
  })

  it('lands on its rim, settles on its end', () => {
    const world = onFloor()
    const body = world.createBody({
      position: { x: 0, y: 0.8, z: 0 }, rotation: { x: Math.sin(0.1), y: 0, z: 0, w: Math.cos(0.1) }, shapes: [cylinder({ radius: 0.5, halfHeight: 0.3 })],
    })
    for (let i = 0; i < 600; i++) world.step(1 / 60)
    expect(lean(body)).toBeLessThan(3e-4)
    expect(Math.abs(body.position.y - 0.3)).toBeLessThan(1e-3)
    expect(body.isAwake).toBe(false)
  })

  it('ten of them make a tower', () => {
    const world = onFloor()
    const bodies = Array.from({ length: 10 }, (_, i) =>
      world.createBody({ position: { x: 0, y: 0.4 + 0.8 * i, z: 0 }, shapes: [cylinder({ radius: 0.5, halfHeight: 0.4, density: 500 })] }))
    for (let i = 0; i < 600; i++) world.step(1 / 60)
    bodies.forEach((body, i) => {
      expect(Math.hypot(body.position.x, body.position.z)).toBeLessThan(2e-3)
      expect(Math.abs(body.position.y - 0.4 - 0.8 * i)).toBeLessThan(1e-2)
    })
  })
})

describe('a lying cylinder', () => {
  it('rolls straight and keeps its speed', () => {
    for (const [radius, speed] of [[0.5, 3], [0.05, 1], [4, 10]] as const) {
      const world = onFloor()
      const body = world.createBody({
        position: { x: -30, y: radius, z: 0 }, rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, linearVelocity: { x: speed, y: 0, z: 0 },
        angularVelocity: { x: 0, y: 0, z: -speed / radius }, shapes: [cylinder({ radius, halfHeight: 1.5 * radius })],
      })
      for (let i = 0; i < 240; i++) world.step(1 / 60)
      expect(Math.abs(body.linearVelocity.x / speed - 1)).toBeLessThan(1e-6)
      expect(Math.abs(body.position.z)).toBeLessThan(1e-6)
      expect(Math.abs(body.position.y - radius)).toBeLessThan(1e-3 * radius)
    }
  })

  it('rolls down a slope at 2/3 g sin α, a ball at 5/7', () => {
    const alpha = 0.2
    const gravity = { x: 9.81 * Math.sin(alpha), y: -9.81 * Math.cos(alpha), z: 0 }
    const world = new World({ gravity })
    world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [box({ halfExtents: { x: 90, y: 1, z: 9 } })] })
    const body = world.createBody({
      position: { x: 0, y: 0.5, z: 0 }, rotation: { x: Math.SQRT1_2, y: 0, z: 0, w: Math.SQRT1_2 }, shapes: [cylinder({ radius: 0.5, halfHeight: 1, friction: 1 })],
    })
    for (let i = 0; i < 120; i++) world.step(1 / 60)
    expect(body.linearVelocity.x / (2 / 3 * gravity.x * 2)).toBeCloseTo(1, 3)
  })
})

it('a cone on its side rolls round its tip', () => {
  const [r, h] = [0.5, 0.6]
  const alpha = Math.atan2(r, 2 * h)
  const world = onFloor(0.8)
  // Axis from the base to the tip: down towards the origin, where the tip is.
  const turn = Math.atan2(Math.cos(alpha), -Math.sin(alpha))
  const body = world.createBody({
    position: { x: h * Math.cos(alpha), y: h * Math.sin(alpha), z: 0 }, rotation: { x: 0, y: 0, z: Math.sin(turn / 2), w: Math.cos(turn / 2) },
    angularVelocity: { x: 2, y: 0, z: 0 }, shapes: [cone({ radius: r, halfHeight: h, friction: 0.8 })],
  })
  body.linearVelocity = { x: 0, y: 0, z: 2 * body.centerOfMass.y }
  let [turns, before] = [0, 0]
  for (let i = 0; i < 600; i++) {
    world.step(1 / 60)
    const { rotation: q, position: p } = body
    const tip = [p.x + h * 2 * (q.x * q.y - q.w * q.z), p.y + h * (1 - 2 * (q.x * q.x + q.z * q.z)), p.z + h * 2 * (q.y * q.z + q.w * q.x)]
    expect(Math.hypot(tip[0]!, tip[2]!)).toBeLessThan(0.03)
    expect(Math.abs(tip[1]!)).toBeLessThan(5e-3)
    const angle = Math.atan2(p.z, p.x)
    turns += Math.abs(angle - before) > Math.PI ? 0 : Math.abs(angle - before)
    before = angle
  }
  // The line of contact sweeps the floor at ω tan α.
  expect(turns).toBeGreaterThan(0.9 * 2 * Math.tan(alpha) * 10)
})

it('a pile of them and of the old kinds settles without sinking and sleeps', () => {
  const world = onFloor()
  const random = createRandom(3)
  const bodies: Body[] = []
  for (let i = 0; i < 24; i++) {
    const s = 0.3 + 0.2 * random()
    const surface = { rollingResistance: 0.05 }
    const shape = [
      cylinder({ radius: s, halfHeight: 1.2 * s, ...surface }), cone({ radius: s, halfHeight: s, ...surface }), sphere({ radius: s, ...surface }),
      box({ halfExtents: { x: s, y: 0.7 * s, z: s }, ...surface }), capsule({ radius: 0.6 * s, halfLength: s, ...surface }),
      cylinder({ radiusTop: 0.5 * s, radiusBottom: s, halfHeight: s, rounding: 0.1 * s, ...surface }),
    ][i % 6]!
    const [x, y, z] = [(i % 3) * 1.1 - 1 + 0.1 * random(), 1 + 1.2 * Math.floor(i / 9), (Math.floor(i / 3) % 3) * 1.1 - 1]
    const q = [0.2 * random(), 0.3 * random(), 0.1]
    const length = Math.hypot(...q, 1)
    bodies.push(world.createBody({ position: { x, y, z }, rotation: { x: q[0]! / length, y: q[1]! / length, z: q[2]! / length, w: 1 / length }, shapes: [shape], angularDamping: 0.5 }))
  }
  let steps = 0
  while (steps < 1200 && bodies.some((body) => body.isAwake)) {
    world.step(1 / 60)
    steps++
  }
  expect(steps).toBeLessThan(1200)
  for (const body of bodies) expect(body.position.y).toBeGreaterThan(0.1)
})
