/**
 * Nets: lattices of so many hinges or welds that they are neither factored anew in every substep nor left to sweeps. What is rigid must stay so to a
 * micrometre, whatever hangs on it and however it moves; and a net whose joints really bend must still be simulated, by sweeps.
 */

import { box, World, type Body, type FixedJoint, type HingeJoint, type WorldOptions } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { addFloor, DT, GRAVITY, isFinitePose, steps, WEIGHTLESS } from '../setup.ts'

const HALF = 0.5
/** Nothing collides with anything. */
const UNSEEN = { category: 0, mask: 0 }

interface Lattice {
  readonly world: World
  readonly bodies: Body[]
  readonly joints: (HingeJoint | FixedJoint)[]
}

interface LatticeOptions {
  readonly kind?: 'hinge' | 'fixed'
  /** Places that are static. */
  readonly holds?: (column: number, row: number) => boolean
  readonly collides?: boolean
  readonly height?: number
  readonly world?: WorldOptions
  readonly breakForce?: number
}

/** Boxes of a metre side by side, each joined to its neighbours in the middle of the side they share. */
function lattice(columns: number, rows: number, options: LatticeOptions): Lattice {
  const world = new World({ sleeping: false, ...options.world })
  const bodies: Body[] = []
  const joints: (HingeJoint | FixedJoint)[] = []
  const place = (column: number, row: number) => ({ x: column, y: row + (options.height ?? 0) })
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isHeld = options.holds?.(column, row) ?? false
      const filter = options.collides ? {} : { filter: UNSEEN }
      const shape = box({ halfExtents: { x: 0.98 * HALF, y: 0.98 * HALF }, ...filter })
      const body = world.createBody({ type: isHeld ? 'static' : 'dynamic', position: place(column, row), shapes: [shape] })
      bodies.push(body)
      const join = (other: Body, anchor: { x: number; y: number }): void => {
        if (isHeld && other.type === 'static') return
        const definition = { bodyA: other, bodyB: body, anchor, ...(options.breakForce ? { breakForce: options.breakForce } : {}) }
        joints.push(options.kind === 'hinge' ? world.createHingeJoint(definition) : world.createFixedJoint(definition))
      }
      if (column > 0) join(bodies[row * columns + column - 1]!, place(column - HALF, row))
      if (row > 0) join(bodies[(row - 1) * columns + column]!, place(column, row - HALF))
    }
  }
  return { world, bodies, joints }
}

/** The farthest that two anchors of a joint are apart. */
function gap({ joints }: Lattice): number {
  let most = 0
  for (const joint of joints) {
    if (joint.isBroken) continue
    const { anchorA, anchorB } = joint
    most = Math.max(most, Math.hypot(anchorA.x - anchorB.x, anchorA.y - anchorB.y))
  }
  return most
}

function worstGap(net: Lattice, count: number): number {
  let most = 0
  for (let i = 0; i < count; i++) {
    net.world.step(DT)
    most = Math.max(most, gap(net))
  }
  return most
}

function energy({ bodies }: Lattice, gravity: number): number {
  let sum = 0
  for (const body of bodies) {
    if (body.type === 'static') continue
    const { x, y } = body.linearVelocity
    sum += 0.5 * body.mass * (x * x + y * y) + 0.5 * body.getInertia() * body.angularVelocity ** 2 + body.mass * gravity * body.position.y
  }
  return sum
}

/** About the origin of the world. */
function spin({ bodies }: Lattice): number {
  let sum = 0
  for (const body of bodies) {
    const { x, y } = body.position
    sum += body.mass * (x * body.linearVelocity.y - y * body.linearVelocity.x) + body.getInertia() * body.angularVelocity
  }
  return sum
}

describe('a lattice that cannot bend', () => {
  it.each(['hinge', 'fixed'] as const)('of %s joints, sixty metres from the wall, does not sag', (kind) => {
    const net = lattice(60, 6, { kind, holds: (column) => column === 0 })
    const tip = net.bodies.at(-1)!
    expect(worstGap(net, 120)).toBeLessThan(1e-6)
    expect(Math.abs(tip.position.y - 5)).toBeLessThan(1e-4)
    expect(Math.abs(tip.rotation)).toBeLessThan(1e-5)
  })

  it('carries its load: the joints at the wall hold the weight, and its moment', () => {
    const net = lattice(40, 4, { kind: 'fixed', holds: (column) => column === 0 })
    steps(net.world, 60)
    let force = 0
    let moment = 0
    let weight = 0
    let lever = 0
    for (const joint of net.joints) {
      if (joint.bodyA?.type !== 'static') continue
      force += joint.reactionForce.y
      moment += joint.reactionTorque + (joint.anchorB.x - HALF) * joint.reactionForce.y - joint.anchorB.y * joint.reactionForce.x
    }
    for (const body of net.bodies) {
      if (body.type === 'static') continue
      weight += body.mass * GRAVITY
      lever += body.mass * GRAVITY * (body.position.x - HALF)
    }
    expect(force / weight).toBeCloseTo(1, 4)
    expect(moment / lever).toBeCloseTo(1, 4)
  })

  it('turns freely with all its momentum and energy', () => {
    const net = lattice(16, 16, { kind: 'hinge', world: { gravity: WEIGHTLESS } })
    for (const body of net.bodies) {
      body.linearVelocity = { x: -2 * (body.position.y - 7.5), y: 2 * (body.position.x - 7.5) }
      body.angularVelocity = 2
    }
    const momentum = spin(net)
    const start = energy(net, 0)
    expect(worstGap(net, 120)).toBeLessThan(1e-6)
    expect(spin(net) / momentum).toBeCloseTo(1, 6)
    expect(energy(net, 0) / start).toBeCloseTo(1, 4)
  })

  it('swings on a hinge like one body', () => {
    const net = lattice(12, 12, { kind: 'fixed' })
    net.joints.push(net.world.createHingeJoint({ bodyB: net.bodies[0]!, anchor: { x: -HALF, y: 0 } }))
    const range = energy(net, GRAVITY) - net.bodies.reduce((sum, { mass }) => sum - mass * GRAVITY * 8.2, 0)
    const start = energy(net, GRAVITY)
    let most = -Infinity
    let least = Infinity
    let worst = 0
    for (let i = 0; i < 300; i++) {
      net.world.step(DT)
      worst = Math.max(worst, gap(net))
      most = Math.max(most, energy(net, GRAVITY) - start)
      least = Math.min(least, energy(net, GRAVITY) - start)
    }
    expect(worst).toBeLessThan(1e-4)
    expect(most).toBeLessThan(1e-4 * range)
    expect(least).toBeGreaterThan(-1e-4 * range)
  })

  it.each(['hinge', 'fixed'] as const)('of %s joints lands in one piece and lies still', (kind) => {
    const net = lattice(12, 12, { kind, collides: true, height: 2 })
    addFloor(net.world, 60)
    const start = energy(net, GRAVITY)
    let most = -Infinity
    let worst = 0
    for (let i = 0; i < 180; i++) {
      net.world.step(DT)
      worst = Math.max(worst, gap(net))
      most = Math.max(most, energy(net, GRAVITY) - start)
    }
    expect(worst).toBeLessThan(1e-5)
    expect(most).toBeLessThan(1e-6 * start)
    expect(Math.max(...net.bodies.map(({ linearVelocity: { x, y } }) => Math.hypot(x, y)))).toBeLessThan(1e-2)
  })
})

it('with two joints where one would do is no different', () => {
  const net = lattice(12, 8, { kind: 'hinge', holds: (column) => column === 0 })
  for (const { bodyA, bodyB, anchorA } of [...net.joints]) net.joints.push(net.world.createHingeJoint({ bodyA: bodyA!, bodyB: bodyB!, anchor: anchorA }))
  expect(worstGap(net, 60)).toBeLessThan(1e-5)
  expect(Math.abs(net.bodies.at(-1)!.position.y - 7)).toBeLessThan(1e-5)
})

it('two nets far from each other are two, and one may sleep', () => {
  const net = lattice(14, 8, { kind: 'fixed', holds: (column) => column === 0, world: { sleeping: true } })
  const free = lattice(14, 8, { kind: 'fixed', world: { sleeping: true } })
  steps(net.world, 120)
  expect(net.world.awakeBodyCount).toBe(0)
  net.bodies[50]!.applyImpulse({ x: 0, y: 5 })
  expect(worstGap(net, 30)).toBeLessThan(1e-5)
  expect(worstGap(free, 30)).toBeLessThan(1e-6)
})

it('holds together when one corner of it strikes a slope at 17 m/s', () => {
  const net = lattice(14, 14, { kind: 'fixed', collides: true, height: 26 })
  net.world.createBody({ type: 'static', position: { x: 40, y: -12 }, rotation: -0.5, shapes: [box({ halfExtents: { x: 120, y: 1 } })] })
  const start = energy(net, GRAVITY)
  expect(worstGap(net, 150)).toBeLessThan(1e-5)
  expect(energy(net, GRAVITY)).toBeLessThan(start)
})

it('is dragged about by the mouse, on its hinge, in one piece', () => {
  const net = lattice(12, 12, { kind: 'fixed' })
  net.joints.push(net.world.createHingeJoint({ bodyB: net.bodies[0]!, anchor: { x: -HALF, y: 0 } }))
  const held = net.bodies.at(-1)!
  const mouse = net.world.createMouseJoint({ bodyB: held, anchor: held.position, target: held.position, hertz: 3, maxForce: 1e5 })
  let worst = 0
  for (let i = 0; i < 180; i++) {
    mouse.target = { x: 14 * Math.cos(i / 30), y: 14 * Math.sin(i / 30) }
    net.world.step(DT)
    worst = Math.max(worst, gap(net))
  }
  expect(worst).toBeLessThan(1e-3)
  expect(net.bodies.every(isFinitePose)).toBe(true)
})

it('is carried by what moves by itself', () => {
  const net = lattice(16, 10, { kind: 'fixed' })
  const carrier = net.world.createBody({ type: 'kinematic', position: { x: -1, y: 0 } })
  for (let k = 0; k < 3; k++) net.joints.push(net.world.createFixedJoint({ bodyA: carrier, bodyB: net.bodies[k]! }))
  let worst = 0
  for (let i = 0; i < 180; i++) {
    carrier.linearVelocity = { x: 3 * Math.cos(i / 20), y: 0 }
    carrier.angularVelocity = Math.sin(i / 40)
    net.world.step(DT)
    worst = Math.max(worst, gap(net))
  }
  expect(worst).toBeLessThan(1e-4)
})

describe('a net that changes', () => {
  it('goes on from a snapshot as it would have, in its own world and in another', () => {
    const start = (): Lattice => lattice(14, 14, { kind: 'hinge', holds: (column, row) => row === 13 && column < 3 })
    const net = start()
    steps(net.world, 30)
    const saved = net.world.snapshot()
    steps(net.world, 30)
    const end = net.world.hash()
    net.world.restore(saved)
    steps(net.world, 30)
    expect(net.world.hash()).toBe(end)
    const other = start().world
    other.restore(saved)
    steps(other, 30)
    expect(other.hash()).toBe(end)
  })

  it('holds when joints are taken out, masses change and bodies go', () => {
    const net = lattice(20, 10, { kind: 'fixed', holds: (column) => column === 0 })
    steps(net.world, 10)
    for (let k = 100; k < 110; k++) net.joints[k]!.destroy()
    net.joints.splice(100, 10)
    expect(worstGap(net, 10)).toBeLessThan(1e-6)
    net.bodies[150]!.mass = 200
    expect(worstGap(net, 10)).toBeLessThan(1e-5)
    const last = net.bodies.pop()!
    const kept = net.joints.filter(({ bodyA, bodyB }) => bodyA !== last && bodyB !== last)
    net.world.destroyBody(last)
    expect(worstGap({ ...net, joints: kept }, 30)).toBeLessThan(1e-5)
  })

  it.each([1, 2, 8, 16])('stands as well with %i substeps', (substeps) => {
    const net = lattice(30, 5, { kind: 'fixed', holds: (column) => column === 0, world: { substeps } })
    expect(worstGap(net, 60)).toBeLessThan(1e-5)
    expect(Math.abs(net.bodies.at(-1)!.position.y - 4)).toBeLessThan(1e-4)
  })

  it('takes note of a joint of another kind in the place of one', () => {
    const net = lattice(20, 8, { kind: 'hinge', holds: (column) => column === 0 })
    steps(net.world, 5)
    const { bodyA, bodyB, anchorA } = net.joints.pop()!
    net.world.destroyJoint([...net.world.joints].at(-1)!)
    net.joints.push(net.world.createFixedJoint({ bodyA: bodyA!, bodyB: bodyB!, anchor: anchorA }))
    const saved = net.world.snapshot()
    expect(worstGap(net, 30)).toBeLessThan(1e-5)
    const end = net.world.hash()
    const other = lattice(20, 8, { kind: 'fixed', holds: (column) => column === 0 }).world
    other.restore(saved)
    steps(other, 30)
    expect(other.hash()).toBe(end)
  })

  it('breaks where the load is too much, and the rest falls', () => {
    const net = lattice(30, 3, { kind: 'fixed', holds: (column) => column === 0, breakForce: 3000 })
    steps(net.world, 90)
    expect(net.joints.some(({ isBroken }) => isBroken)).toBe(true)
    expect(net.bodies.every(isFinitePose)).toBe(true)
    expect(net.bodies.at(-1)!.position.y).toBeLessThan(0)
  })

  it('that can bend does: hinged squares on one that is fixed fold up', () => {
    const net = lattice(14, 14, { kind: 'hinge', holds: (column, row) => column === 0 && row === 13 })
    steps(net.world, 120)
    expect(net.bodies.every(isFinitePose)).toBe(true)
    expect(net.bodies[13]!.position.y).toBeLessThan(-1)
    expect(energy(net, GRAVITY)).toBeLessThan(GRAVITY * net.bodies.reduce((sum, { mass, type }) => sum + (type === 'static' ? 0 : mass), 0) * 7)
  })
})
