/** Assemblies that float free: what joints and motors between them do must not change momentum and angular momentum. */

import { box, type Body, type Vec2, type World } from 'fulcrum-physics/2d'
import { distance, kineticEnergy } from '../../../common/joint-suite/pairs.ts'
import { momentumOf } from '../../joints/lab.ts'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { createWorld, DT, GHOST, WEIGHTLESS } from '../setup.ts'

function addLink(world: World, x: number): Body {
  return world.createBody({ position: { x, y: 0 }, shapes: [box({ halfExtents: { x: 0.5, y: 0.1 }, density: 500, filter: GHOST })] })
}

/** Turns everything like one piece about the origin and lets it drift. */
function spinAll(world: World, spin: number): void {
  for (const body of world.bodies) {
    const { x, y } = body.position
    body.angularVelocity = spin
    body.linearVelocity = { x: 0.5 - spin * y, y: -0.2 + spin * x }
  }
}

/** Links on hinges. */
function chain(world: World): void {
  let before: Body | null = null
  for (let i = 0; i < 5; i++) {
    const link = addLink(world, i - 2)
    if (before) world.createHingeJoint({ bodyA: before, bodyB: link, anchor: { x: i - 2.5, y: 0 } })
    before = link
  }
}

function pair(world: World): { bodyA: Body; bodyB: Body; anchor: Vec2 } {
  return { bodyA: addLink(world, -0.5), bodyB: addLink(world, 0.7), anchor: { x: 0.1, y: 0.05 } }
}

function apart(world: World): { bodyA: Body; bodyB: Body } {
  return { bodyA: addLink(world, -0.8), bodyB: addLink(world, 0.9) }
}

interface Assembly {
  readonly name: string
  /** rad/s of the whole. */
  readonly spin: number
  build(world: World): unknown
  /** Does nothing in it feed or burn energy? */
  readonly keepsEnergy: boolean
}

const X = { x: 1, y: 0 }

const ASSEMBLIES: readonly Assembly[] = [
  { name: 'chain of 5 on hinges, 2 rad/s', spin: 2, keepsEnergy: true, build: chain },
  { name: 'chain of 5 on hinges, 9 rad/s', spin: 9, keepsEnergy: true, build: chain },
  {
    name: 'hinge pair with a motor', spin: 2, keepsEnergy: false,
    build: world => world.createHingeJoint({ ...pair(world), motor: { speed: 4, maxTorque: 10 } }),
  },
  { name: 'hinge pair', spin: 2, keepsEnergy: true, build: world => world.createHingeJoint(pair(world)) },
  {
    name: 'slider pair on a spring', spin: 2, keepsEnergy: false,
    build: world => world.createSliderJoint({ ...pair(world), axis: X, spring: { hertz: 2, dampingRatio: 0, target: 0 } }),
  },
  { name: 'fixed pair', spin: 2, keepsEnergy: true, build: world => world.createFixedJoint(pair(world)) },
  {
    name: 'rod pair', spin: 2, keepsEnergy: true,
    build: world => world.createDistanceJoint({ ...apart(world), anchorA: { x: -0.4, y: 0.1 }, anchorB: { x: 0.5, y: 0 } }),
  },
  { name: 'wheel pair', spin: 2, keepsEnergy: false, build: world => world.createWheelJoint(pair(world)) },
  {
    name: 'damped spring pair', spin: 2, keepsEnergy: false,
    build: world => world.createDampedSpring({ ...apart(world), restLength: 1, stiffness: 2000, damping: 20 }),
  },
]

function drift({ name, spin, build, keepsEnergy }: Assembly, count: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  build(world)
  spinAll(world, spin)
  const before = momentumOf(world)
  const energy = kineticEnergy(world)
  let linear = 0
  let turning = 0
  let most = energy
  for (let i = 0; i < count; i++) {
    world.step(DT)
    if (keepsEnergy) most = Math.max(most, kineticEnergy(world))
    if (i % 50 !== 49 && i !== 0) continue
    const now = momentumOf(world)
    linear = Math.max(linear, distance(now.linear, before.linear) / before.linearScale)
    turning = Math.max(turning, Math.abs(now.angular - before.angular) / before.angularScale)
  }
  const test = `${name}, free, ${count} steps`
  const rows = [atMost(test, 'drift of p, relative', 'ODE 3e-14', 1e-12, linear), atMost(test, 'drift of L, relative', 'ODE 3e-14', 1e-12, turning)]
  if (!keepsEnergy) return rows
  const end = kineticEnergy(world) / energy - 1
  return [...rows, reported(test, 'energy gained, relative', '', most / energy - 1), reported(test, 'energy at the end, relative', '', end)]
}

export const jointMomentum: AccuracyCase = {
  name: 'joint-momentum',
  run: (length: RunLength): Row[] => ASSEMBLIES.flatMap(assembly => drift(assembly, length === 'full' ? 10_000 : 1500)),
}
