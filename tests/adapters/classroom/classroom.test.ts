/** The solvers of the documents behave as their documents say, in both dimensions. */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import {
  Classroom, conjugate, fromAxisAngle, leftMatrix, multiplyQuaternions, rightMatrix, rotateVector, toVector, type ClassroomOptions,
} from 'fulcrum-physics/classroom'
import { describe, expect, it } from 'vitest'

const DT = 1 / 60

/** A chain that hangs from the world, let go level: its worst joint gap after some steps, as a function of the options. */
function plane(links: number): { world: d2.World; gap: () => number } {
  const world = new d2.World()
  const shapes = [d2.box({ halfExtents: { x: 0.5, y: 0.1 } })]
  const bodies = Array.from({ length: links }, (_, i) => world.createBody({ mass: 1, position: { x: i + 0.5, y: 0 }, shapes }))
  const hinges = bodies.map((bodyB, i) => world.createHingeJoint({ bodyA: bodies[i - 1] ?? null, bodyB, anchor: { x: i, y: 0 } }))
  const gap = (): number => Math.max(...hinges.map(({ anchorA: a, anchorB: b }) => Math.hypot(b.x - a.x, b.y - a.y)))
  return { world, gap }
}

function space(links: number): { world: d3.World; gap: () => number } {
  const world = new d3.World()
  const shapes = [d3.box({ halfExtents: { x: 0.5, y: 0.1, z: 0.2 } })]
  const bodies = Array.from({ length: links }, (_, i) => world.createBody({ mass: 1, position: { x: i + 0.5, y: 0, z: 0 }, shapes }))
  const balls = bodies.map((bodyB, i) => world.createBallJoint({ bodyA: bodies[i - 1] ?? null, bodyB, anchor: { x: i, y: 0, z: 0 } }))
  const gap = (): number => Math.max(...balls.map(({ anchorA: a, anchorB: b }) => Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)))
  return { world, gap }
}

describe.each([['plane', plane], ['space', space]] as const)('classroom in the %s', (_, make) => {
  function gapAfter(links: number, options: ClassroomOptions, steps = 120, dt = DT): number {
    const { world, gap } = make(links)
    const room = new Classroom(world, options)
    for (let i = 0; i < steps; i++) room.step(dt)
    return gap()
  }

  it('free fall is that of semi-implicit Euler: g dt² n (n + 1) / 2', () => {
    const { world } = make(1)
    for (const joint of [...world.joints]) joint.destroy()
    const [body] = [...world.bodies]
    const room = new Classroom(world)
    const explicit = make(1)
    for (const joint of [...explicit.world.joints]) joint.destroy()
    const other = new Classroom(explicit.world, { integrator: 'explicit' })
    for (let i = 0; i < 60; i++) {
      room.step(DT)
      other.step(DT)
    }
    expect(body!.position.y).toBeCloseTo((-9.81 * DT * DT * 60 * 61) / 2, 9)
    expect([...explicit.world.bodies][0]!.position.y).toBeCloseTo((-9.81 * DT * DT * 60 * 59) / 2, 9)
  })

  it('joints drift apart without Baumgarte, and less with more of it', () => {
    const [none, some, much] = [0, 0.1, 0.5].map((beta) => gapAfter(1, { beta, iterations: 30 })) as [number, number, number]
    expect(none).toBeGreaterThan(5 * some)
    expect(some).toBeGreaterThan(much)
    // Drift is of second order in a step and adds up: half the step, about half the gap after the same time.
    const half = gapAfter(1, { beta: 0, iterations: 30 }, 240, DT / 2)
    expect(none / half).toBeGreaterThan(1.5)
    expect(none / half).toBeLessThan(3)
  })

  it('slop is left open', () => {
    const gap = gapAfter(1, { beta: 0.5, slop: 0.05, iterations: 30 }, 600)
    expect(gap).toBeGreaterThan(0.03)
    expect(gap).toBeLessThan(0.08)
  })

  it('joint errors shrink with iterations, and with warm starting', () => {
    const gaps = [1, 4, 16, 64].map((iterations) => gapAfter(6, { iterations, warmStarting: false }, 30))
    for (let i = 1; i < gaps.length; i++) expect(gaps[i]).toBeLessThan(gaps[i - 1]!)
    expect(gapAfter(6, { iterations: 4, warmStarting: true }, 30)).toBeLessThan(gaps[1]!)
  })

  it('the LCP converges sweep by sweep, to what sequential impulses converge to', () => {
    const options = { iterations: 4000, warmStarting: false }
    const [a, b] = [make(3), make(3)]
    const sequential = new Classroom(a.world, { ...options, method: 'sequential' }).step(DT)
    const lcp = new Classroom(b.world, { ...options, method: 'lcp' }).step(DT)
    expect(lcp.trace).toHaveLength(4000)
    // Gauss–Seidel on the velocities and on A λ + b is one and the same.
    lcp.trace.slice(0, 20).forEach((value, i) => expect(value).toBeCloseTo(sequential.trace[i]!, 9))
    expect(lcp.trace[99]).toBeLessThan(0.5 * lcp.trace[9]!)
    expect(lcp.trace[3999]).toBeLessThan(1e-9)
    lcp.lambda.forEach((value, i) => expect(value).toBeCloseTo(sequential.lambda[i]!, 8))
  })

  it('soft rows sag by γ m g dt / β (Tamis 2.9)', () => {
    const world = make(1).world
    const [body] = [...world.bodies]
    // Hung by its middle: it does not swing.
    for (const joint of [...world.joints]) joint.destroy()
    body!.teleport({ ...body!.position, x: 0, y: 0 } as never)
    if (world instanceof d2.World) world.createHingeJoint({ bodyB: body as d2.Body, anchor: { x: 0, y: 0 } })
    else world.createBallJoint({ bodyB: body as d3.Body, anchor: { x: 0, y: 0, z: 0 } })
    const [beta, gamma] = [0.2, 0.005]
    const room = new Classroom(world, { beta, gamma, iterations: 50 })
    for (let i = 0; i < 600; i++) room.step(DT)
    expect(body!.position.y).toBeCloseTo((-gamma * 9.81 * DT) / beta, 6)
  })

  it('refuses what it does not know', () => {
    const { world } = make(1)
    expect(() => new Classroom(world, { method: 'magic' } as never)).toThrow(/classroom\.method .*'sequential' or 'lcp'/)
    expect(() => new Classroom(world, { iterations: -1 })).toThrow(/classroom\.iterations/)
    expect(() => new Classroom(world, { betta: 1 } as never)).toThrow(/betta/)
    expect(() => new Classroom({} as never)).toThrow(/classroom\.world .*must be a world/)
    expect(() => new Classroom(world).step(0)).toThrow(/classroom\.step\.dt/)
  })
})

it('a body whose centre is not its origin turns about its centre', () => {
  const plane = new d2.World({ gravity: { x: 0, y: 0 } })
  const disc = plane.createBody({ mass: 1, shapes: [d2.circle({ radius: 1 })], centerOfMass: { x: 0.3, y: -0.2 }, angularVelocity: 5 })
  const space = new d3.World({ gravity: { x: 0, y: 0, z: 0 } })
  const ball = space.createBody({
    mass: 1, shapes: [d3.sphere({ radius: 1 })], centerOfMass: { x: 0.3, y: -0.2, z: 0.1 }, angularVelocity: { x: 1, y: 5, z: -2 },
  })
  for (const world of [plane, space]) for (let i = 0; i < 60; i++) new Classroom(world).step(DT)
  expect(Math.hypot(disc.centerOfMass.x - 0.3, disc.centerOfMass.y + 0.2)).toBeLessThan(1e-12)
  expect(Math.hypot(ball.centerOfMass.x - 0.3, ball.centerOfMass.y + 0.2, ball.centerOfMass.z - 0.1)).toBeLessThan(1e-12)
})

it('motors and limits act within their bounds', () => {
  const world = new d2.World({ gravity: { x: 0, y: 0 } })
  const body = world.createBody({ mass: 2, shapes: [d2.box({ halfExtents: { x: 0.5, y: 0.5 } })] })
  const hinge = world.createHingeJoint({ bodyB: body, anchor: { x: 0, y: 0 }, motor: { speed: 2, maxTorque: 0.1 }, limit: { lower: -1, upper: 0.5 } })
  const room = new Classroom(world, { iterations: 50 })
  room.step(DT)
  const inertia = (2 * (1 + 1)) / 12
  expect(body.angularVelocity).toBeCloseTo((0.1 * DT) / inertia, 9)
  hinge.motor = { speed: 2, maxTorque: 1000 }
  for (let i = 0; i < 120; i++) room.step(DT)
  expect(body.rotation as number).toBeCloseTo(0.5, 3)
})

it('L(q) p and R(q) p are the products q p and p q', () => {
  const p = fromAxisAngle({ x: 1, y: 2, z: -1 }, 0.7)
  const q = fromAxisAngle({ x: -2, y: 0.5, z: 3 }, -1.9)
  const product = [...toVector(multiplyQuaternions(q, p)).data]
  ;[...leftMatrix(q).multiplyVector(toVector(p)).data].forEach((value, k) => expect(value).toBeCloseTo(product[k]!, 14))
  ;[...rightMatrix(p).multiplyVector(toVector(q)).data].forEach((value, k) => expect(value).toBeCloseTo(product[k]!, 14))
  const { w, x, y, z } = multiplyQuaternions(q, conjugate(q))
  expect(w).toBeCloseTo(1, 14)
  expect(Math.hypot(x, y, z)).toBeLessThan(1e-15)
  const turned = rotateVector(fromAxisAngle({ x: 0, y: 0, z: 3 }, Math.PI / 2), { x: 1, y: 0, z: 0 })
  expect(turned.y).toBeCloseTo(1, 14)
  expect(() => fromAxisAngle({ x: 0, y: 0, z: 0 }, 1)).toThrow(/has no length/)
})
