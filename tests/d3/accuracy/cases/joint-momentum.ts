/** Assemblies that float free: what joints and motors between them do must not change momentum and angular momentum. */

import { box, type Body, type Vec3, type World } from 'fulcrum-physics/3d'
import { distance, kineticEnergy } from '../../../common/joint-suite/pairs.ts'
import { momentumOf } from '../../joints/lab.ts'
import { atMost, reported, type AccuracyCase, type Row, type RunLength } from '../../../common/accuracy/case.ts'
import { add, createWorld, cross, DT, scale, WEIGHTLESS } from '../setup.ts'

const GHOST = { category: 1, mask: 0 }
const X: Vec3 = { x: 1, y: 0, z: 0 }
const LINK = { x: 0.5, y: 0.1, z: 0.15 }

function addLink(world: World, x: number): Body {
  return world.createBody({ position: { x, y: 0, z: 0 }, shapes: [box({ halfExtents: LINK, density: 500, filter: GHOST })] })
}

/** Turns everything like one piece about the origin and lets it drift. */
function spin(world: World, angular: Vec3): void {
  for (const body of world.bodies) {
    body.angularVelocity = angular
    body.linearVelocity = add({ x: 0.5, y: -0.2, z: 0.3 }, cross(angular, body.position))
  }
}

/** Links on ball joints. */
function chain(world: World): void {
  let before: Body | null = null
  for (let i = 0; i < 5; i++) {
    const link = addLink(world, i - 2)
    if (before) world.createBallJoint({ bodyA: before, bodyB: link, anchor: { x: i - 2.5, y: 0, z: 0 } })
    before = link
  }
}

function pair(world: World): { bodyA: Body; bodyB: Body; anchor: Vec3 } {
  return { bodyA: addLink(world, -0.5), bodyB: addLink(world, 0.7), anchor: { x: 0.1, y: 0.05, z: 0 } }
}

interface Assembly {
  readonly name: string
  /** rad/s of the whole. */
  readonly spin: Vec3
  build(world: World): void
  /** Does nothing in it feed or burn energy? */
  readonly keepsEnergy: boolean
}

const TUMBLE = { x: 0.4, y: 1, z: 2 }

const ASSEMBLIES: readonly Assembly[] = [
  { name: 'chain of 5 on ball joints, 2 rad/s', spin: TUMBLE, keepsEnergy: true, build: chain },
  { name: 'chain of 5 on ball joints, 9 rad/s', spin: scale(TUMBLE, 4), keepsEnergy: true, build: chain },
  {
    name: 'hinge pair with a motor',
    spin: TUMBLE,
    keepsEnergy: false,
    build: world => void world.createHingeJoint({ ...pair(world), axis: { x: 0, y: 1, z: 1 }, motor: { speed: 4, maxTorque: 10 } }),
  },
  {
    name: 'hinge pair',
    spin: TUMBLE,
    keepsEnergy: true,
    build: world => void world.createHingeJoint({ ...pair(world), axis: { x: 0, y: 1, z: 1 } }),
  },
  {
    name: 'slider pair on a spring',
    spin: TUMBLE,
    keepsEnergy: false,
    build: world => void world.createSliderJoint({ ...pair(world), axis: X, spring: { hertz: 2, dampingRatio: 0, target: 0 } }),
  },
  { name: 'universal pair', spin: TUMBLE, keepsEnergy: true, build: world => void world.createUniversalJoint(pair(world)) },
  { name: 'screw pair', spin: TUMBLE, keepsEnergy: true, build: world => void world.createScrewJoint({ ...pair(world), axis: X, pitch: 0.3 }) },
  { name: 'fixed pair', spin: TUMBLE, keepsEnergy: true, build: world => void world.createFixedJoint(pair(world)) },
]

function drift({ name, spin: angular, build, keepsEnergy }: Assembly, count: number): Row[] {
  const world = createWorld({ gravity: WEIGHTLESS })
  build(world)
  spin(world, angular)
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
    turning = Math.max(turning, distance(now.angular, before.angular) / before.angularScale)
  }
  const test = `${name}, free, ${count} steps`
  return [
    atMost(test, 'drift of p, relative', 'ODE 3e-14', 1e-12, linear),
    atMost(test, 'drift of L, relative', 'ODE 3e-14', 1e-12, turning),
    ...(keepsEnergy ? energyRows(test, most / energy, kineticEnergy(world) / energy) : []),
  ]
}

function energyRows(test: string, most: number, end: number): Row[] {
  return [reported(test, 'energy gained, relative', '', most - 1), reported(test, 'energy at the end, relative', '', end - 1)]
}

export const jointMomentum: AccuracyCase = {
  name: 'joint-momentum',
  run: (length: RunLength): Row[] => ASSEMBLIES.flatMap(assembly => drift(assembly, length === 'full' ? 10_000 : 1500)),
}
