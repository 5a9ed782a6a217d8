/** Joints that hang together are solved as one system: heavy loads on light chains, loops, figures with limits, momentum. */

import { box, capsule, World, type Body, type Joint } from 'fulcrum-physics/2d'
import { describe, expect, it } from 'vitest'
import { buildHeavyChain, chain } from '../../../scenes/d2/chain.ts'
import { jointGap } from '../../../scenes/d2/measure.ts'
import { distance, DT, GRAVITY, kineticEnergy } from '../../common/joint-suite/pairs.ts'
import { momentumOf } from './lab.ts'

const NEVER_TOUCHES = { category: 1, mask: 0 }
const PITCH = 0.5

function energyOf(world: World): number {
  let sum = 0
  for (const body of world.bodies) if (body.type === 'dynamic') sum += body.kineticEnergy + body.mass * GRAVITY * body.centerOfMass.y
  return sum
}

interface Swing {
  /** Largest sum of all gaps, per length. */
  gaps: number
  /** Most energy above that of the start, per energy of the fall. */
  gain: number
}

/** A chain dropped from the horizontal. */
function swing(links: number, ballMass: number, steps: number): Swing {
  const world = new World({ sleeping: false })
  buildHeavyChain(world, { links, pitch: PITCH, linkMass: 1, ballMass })
  const start = energyOf(world)
  const fall = (ballMass + links / 2) * GRAVITY * links * PITCH
  const joints = [...world.joints]
  const result: Swing = { gaps: 0, gain: 0 }
  for (let step = 0; step < steps; step++) {
    world.step(DT)
    let sum = 0
    for (const joint of joints) sum += jointGap(joint)
    result.gaps = Math.max(result.gaps, sum / (links * PITCH))
    result.gain = Math.max(result.gain, (energyOf(world) - start) / fall)
  }
  return result
}

function widest(joints: readonly Joint[]): number {
  return Math.max(...joints.map(jointGap))
}

function bar(world: World, from: readonly [number, number], to: readonly [number, number]): Body {
  const x = to[0] - from[0]
  const y = to[1] - from[1]
  return world.createBody({
    position: { x: from[0] + x / 2, y: from[1] + y / 2 }, rotation: Math.atan2(y, x),
    shapes: [box({ halfExtents: { x: Math.hypot(x, y) / 2, y: 0.03 }, filter: NEVER_TOUCHES })],
  })
}

function hinge(world: World, bodyA: Body | null, bodyB: Body, [x, y]: readonly [number, number], more: object = {}): Joint {
  return world.createHingeJoint({ bodyA, bodyB, anchor: { x, y }, ...more })
}

describe('chains dropped from the horizontal', () => {
  it('20 links carry a thousand times their mass', () => {
    const { gaps, gain } = swing(20, 1000, 600)
    expect(gaps).toBeLessThan(1e-3)
    expect(gain).toBeLessThan(1e-3)
  })

  it('50 links carry fifty thousand times their mass', () => {
    const { gaps, gain } = swing(50, 50_000, 600)
    expect(gaps).toBeLessThan(1e-4)
    expect(gain).toBeLessThan(1e-3)
  })

  it('the chain of the scenes does not stretch', () => {
    const world = new World(chain.worldOptions)
    const instance = chain.build(world)!
    for (let step = 0; step < 600; step++) {
      instance.update?.(world, step)
      world.step(DT)
    }
    expect(instance.measure!(world).stretchPercent).toBeLessThan(0.1)
  })
})

describe('loops', () => {
  const A = [0, 0] as const
  const B = [0, 0.5] as const
  const C = [1.2, 1] as const
  const D = [1.2, 0] as const

  function fourBar(more: object): { world: World; crank: Body; joints: Joint[] } {
    const world = new World({ sleeping: false })
    const crank = bar(world, A, B)
    const coupler = bar(world, B, C)
    const rocker = bar(world, C, D)
    const joints = [hinge(world, null, crank, A, more), hinge(world, crank, coupler, B), hinge(world, coupler, rocker, C), hinge(world, null, rocker, D)]
    return { world, crank, joints }
  }

  it('four bars turn with their motor', () => {
    const { world, crank, joints } = fourBar({ motor: { speed: 5, maxTorque: 1000 } })
    for (let step = 0; step < 600; step++) {
      world.step(DT)
      expect(widest(joints)).toBeLessThan(1e-6)
      if (step > 10) expect(Math.abs(crank.angularVelocity - 5)).toBeLessThan(1e-8)
    }
  })

  it('four bars swing on by themselves', () => {
    const { world, crank, joints } = fourBar({})
    crank.angularVelocity = 12
    world.step(DT)
    const start = energyOf(world)
    for (let step = 0; step < 1200; step++) {
      world.step(DT)
      expect(widest(joints)).toBeLessThan(1e-6)
      expect(Math.abs(energyOf(world) / start - 1)).toBeLessThan(1e-3)
    }
  })

  it('a crank drives a piston through its dead points', () => {
    const world = new World({ sleeping: false })
    const crank = bar(world, [0, 0], [0.4, 0])
    const rod = bar(world, [0.4, 0], [1.4, 0])
    const piston = world.createBody({ position: { x: 1.4, y: 0 }, shapes: [box({ halfExtents: { x: 0.1, y: 0.1 }, filter: NEVER_TOUCHES })] })
    const joints = [
      hinge(world, null, crank, [0, 0], { motor: { speed: 10, maxTorque: 1e4 } }), hinge(world, crank, rod, [0.4, 0]), hinge(world, rod, piston, [1.4, 0]),
    ]
    world.createSliderJoint({ bodyB: piston, anchor: { x: 1.4, y: 0 }, axis: { x: 1, y: 0 } })
    for (let step = 0; step < 600; step++) {
      world.step(DT)
      expect(widest(joints)).toBeLessThan(1e-6)
      expect(Math.abs(piston.position.y) + Math.abs(piston.rotation)).toBeLessThan(1e-9)
      // Slider-crank: x = r cos φ + √(l² − r² sin² φ).
      const angle = crank.rotation
      expect(piston.position.x).toBeCloseTo(0.4 * Math.cos(angle) + Math.sqrt(1 - (0.4 * Math.sin(angle)) ** 2), 5)
    }
  })
})

it.each([[5, 1], [20, 1], [60, 1], [20, 1000]])('a free chain of %i links, the last of mass %i, keeps its momentum', (links, last) => {
  const world = new World({ gravity: { x: 0, y: 0 }, sleeping: false })
  let before: Body | null = null
  for (let i = 0; i < links; i++) {
    const body: Body = world.createBody({
      position: { x: i * PITCH, y: 0 }, mass: i === links - 1 ? last : 1, linearVelocity: { x: Math.sin(i), y: 2 * Math.cos(3 * i) },
      angularVelocity: 3 * Math.sin(5 * i), shapes: [box({ halfExtents: { x: 0.22, y: 0.05 }, filter: NEVER_TOUCHES })],
    })
    if (before) hinge(world, before, body, [(i - 0.5) * PITCH, 0])
    before = body
  }
  const start = momentumOf(world)
  world.step(DT)
  const given = kineticEnergy(world)
  for (let step = 0; step < 600; step++) {
    world.step(DT)
    expect(kineticEnergy(world) / given).toBeLessThan(1 + 1e-3)
  }
  const end = momentumOf(world)
  expect(distance(end.linear, start.linear) / start.linearScale).toBeLessThan(1e-12)
  expect(Math.abs(end.angular - start.angular) / start.angularScale).toBeLessThan(1e-12)
})

it('figures with limits fall to the floor, stay whole and come to rest', () => {
  const world = new World()
  world.createBody({ type: 'static', shapes: [box({ halfExtents: { x: 50, y: 0.5 }, position: { x: 0, y: -0.5 } })] })
  const joints: { joint: Joint; lower: number; upper: number }[] = []
  for (let k = 0; k < 5; k++) {
    const x = k * 2
    const y = 2 + k * 0.7
    const part = (dx: number, dy: number, radius: number, halfLength: number): Body =>
      world.createBody({ position: { x: x + dx, y: y + dy }, shapes: [capsule({ radius, halfLength })], linearVelocity: { x: 3, y: 0 } })
    const join = (a: Body, b: Body, dx: number, dy: number, lower: number, upper: number): void => {
      joints.push({ joint: hinge(world, a, b, [x + dx, y + dy], { limit: { lower, upper } }), lower, upper })
    }
    const torso = part(0, 0, 0.15, 0.2)
    join(torso, part(0, 0.5, 0.1, 0.02), 0, 0.37, -0.5, 0.5)
    for (const side of [-1, 1]) {
      const arm = part(side * 0.22, -0.1, 0.05, 0.12)
      join(torso, arm, side * 0.22, 0.05, -1.5, 1.5)
      join(arm, part(side * 0.22, -0.42, 0.04, 0.12), side * 0.22, -0.26, 0, 2)
      const thigh = part(side * 0.1, -0.6, 0.07, 0.18)
      join(torso, thigh, side * 0.1, -0.36, -1, 1)
      join(thigh, part(side * 0.1, -1.05, 0.05, 0.18), side * 0.1, -0.83, -2, 0)
    }
  }
  for (let step = 0; step < 900; step++) {
    world.step(DT)
    for (const { joint, lower, upper } of joints) {
      expect(jointGap(joint)).toBeLessThan(2e-3)
      const { angle } = joint as unknown as { angle: number }
      expect(Math.max(lower - angle, angle - upper)).toBeLessThan(5e-3)
    }
  }
  for (const body of world.bodies) expect(body.type === 'static' || !body.isAwake).toBe(true)
})
