/**
 * Where damped things fall asleep: chains of pendulums that were torn open by a teleport and creep back through a viscous medium, and doors and
 * drawers that an overdamped spring closes. They rest where they would if they never slept, within the way that the sleeping speed leads in the
 * time to sleep.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { type Random, testFamily } from '../family.ts'

type Body = d2.Body | d3.Body

class Lab {
  readonly world: d2.World | d3.World
  readonly ground: Body

  constructor(dimension: 2 | 3, g: number) {
    this.world = dimension === 2 ? new d2.World({ gravity: { x: 0, y: -g } }) : new d3.World({ gravity: { x: 0, y: -g, z: 0 } })
    this.ground = this.world.createBody({ type: 'static' })
  }

  rod(x: number, y: number, halfX: number, halfY: number, damping: number): Body {
    const { world } = this
    const common = { linearDamping: damping, angularDamping: damping }
    if (world instanceof d2.World) {
      return world.createBody({ ...common, position: { x, y }, shapes: [d2.box({ halfExtents: { x: halfX, y: halfY }, filter: { mask: 0 } })] })
    }
    const halfExtents = { x: halfX, y: halfY, z: Math.min(halfX, halfY) }
    return world.createBody({ ...common, position: { x, y, z: 0 }, shapes: [d3.box({ halfExtents, filter: { mask: 0 } })] })
  }

  hinge(a: Body, b: Body, x: number, y: number, spring?: d2.Spring): void {
    const { world } = this
    const more = spring === undefined ? {} : { spring }
    if (world instanceof d2.World) world.createHingeJoint({ bodyA: a as d2.Body, bodyB: b as d2.Body, anchor: { x, y }, ...more })
    else world.createHingeJoint({ bodyA: a as d3.Body, bodyB: b as d3.Body, anchor: { x, y, z: 0 }, axis: { x: 0, y: 0, z: 1 }, ...more })
  }

  slider(a: Body, b: Body, spring: d2.Spring): void {
    const { world } = this
    const axis = { x: 1, y: 0, z: 0 }
    if (world instanceof d2.World) world.createSliderJoint({ bodyA: a as d2.Body, bodyB: b as d2.Body, anchor: b.position as d2.Vec2, axis, spring })
    else world.createSliderJoint({ bodyA: a as d3.Body, bodyB: b as d3.Body, anchor: b.position as d3.Vec3, axis, spring })
  }

  /** Seconds until all sleep. */
  settle(bodies: readonly Body[], dt: number, most: number): number {
    let time = 0
    for (; time < most && bodies.some(({ isAwake }) => isAwake); time += dt) this.world.step(dt)
    return time
  }
}

function place(body: Body, x: number, y: number, angle: number): void {
  if (body instanceof d2.Body) body.teleport({ x, y }, angle)
  else body.teleport({ x, y, z: 0 }, { x: 0, y: 0, z: Math.sin(0.5 * angle), w: Math.cos(0.5 * angle) })
}

function chain(dimension: 2 | 3, random: Random): { off: number } {
  const lab = new Lab(dimension, 9.81)
  const length = random.scale(0.1, 3)
  const damping = random.scale(2, 40)
  const bodies: Body[] = []
  for (let i = 0; i < random.integer(1, 4); i++) {
    bodies.push(lab.rod(0, -length * (i + 0.5), 0.05 * length, 0.5 * length, damping))
    lab.hinge(i === 0 ? lab.ground : bodies[i - 1]!, bodies[i]!, 0, -length * i)
  }
  place(random.pick(bodies), random.between(-3, 3) * length, random.between(-3, 1) * length, random.between(-2, 2))
  lab.settle(bodies, 1 / random.pick([30, 60, 120]), 300)
  const off = Math.max(...bodies.map(({ position }, i) => Math.hypot(position.x, position.y + length * (i + 0.5))))
  // Angles that a pull of the sleeping speed over the time to sleep stands for, summed over the links.
  return { off: off / (Math.sqrt(length) * bodies.length * length) }
}

function closer(dimension: 2 | 3, random: Random): { off: number; asleep: number } {
  const lab = new Lab(dimension, 0)
  const length = random.scale(0.2, 2)
  const dampingRatio = random.scale(1, 20)
  const spring = { hertz: random.scale(0.05, 1) * Math.sqrt(dampingRatio), dampingRatio }
  const angular = random() < 0.5
  const body = angular ? lab.rod(0.5 * length, 0, 0.5 * length, 0.05 * length, 0) : lab.rod(0, 0, 0.5 * length, 0.5 * length, 0)
  if (angular) lab.hinge(lab.ground, body, 0, 0, spring)
  else lab.slider(lab.ground, body, spring)
  const angle = angular ? random.between(-1.5, 1.5) : 0
  place(body, angular ? 0.5 * length * Math.cos(angle) : random.between(-2, 2) * length, 0.5 * length * Math.sin(angle), angle)
  lab.settle([body], 1 / random.pick([30, 60, 120]), 600)
  const { x, y } = body.position
  return { off: Math.hypot(x - (angular ? 0.5 * length : 0), y) / Math.sqrt(length), asleep: body.isAwake ? 1 : 0 }
}

for (const dimension of [2, 3] as const) {
  testFamily({
    name: `torn pendulums in a viscous medium, ${dimension}D`, short: 3, long: 150,
    figures: { off: { p50: 1e-3, worst: 0.003 } },
    run: random => chain(dimension, random),
  })
  testFamily({
    name: `doors and drawers with closers, ${dimension}D`, short: 40, long: 150,
    figures: { off: { p50: 0.006, worst: 0.016 }, asleep: { worst: 0 } },
    run: random => closer(dimension, random),
  })
}
