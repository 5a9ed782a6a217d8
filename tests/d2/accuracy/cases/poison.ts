/** Poisoned input: each probe must be refused by a typed error or leave a world that goes on; neighbours never notice. */

import { box, capsule, chain, circle, PhysicsError, polygon, segment, World, type Body } from 'fulcrum-physics/2d'
import { addFloor } from '../../../../scenes/d2/ground.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { DT, isFinitePose } from '../setup.ts'

interface Site {
  world: World
  victim: Body
  neighbour: Body
}

const origin = { x: 0, y: 0 }
const half = { x: 0.5, y: 0.5 }

/** Hands over what the type checker would refuse: callers in plain JavaScript do. */
function bad<T>(value: unknown): T {
  return value as T
}

const PROBES: Record<string, (site: Site) => void> = {
  'position NaN': ({ victim }) => (victim.position = { x: NaN, y: 0 }),
  'rotation NaN': ({ victim }) => (victim.rotation = NaN),
  'rotation 1e300': ({ victim }) => (victim.rotation = 1e300),
  'velocity Infinity': ({ victim }) => (victim.linearVelocity = { x: Infinity, y: 0 }),
  'spin NaN': ({ victim }) => (victim.angularVelocity = NaN),
  'velocity 1e300': ({ victim }) => (victim.linearVelocity = { x: 1e300, y: 0 }),
  'velocity 1e160': ({ victim }) => (victim.linearVelocity = { x: 0, y: -1e160 }),
  'spin 1e200': ({ victim }) => (victim.angularVelocity = 1e200),
  'position 1e300': ({ victim }) => (victim.position = { x: 1e300, y: 0 }),
  'impulse 1e30': ({ victim }) => victim.applyImpulse({ x: 1e30, y: 1e30 }),
  'force NaN': ({ victim }) => victim.applyForce({ x: NaN, y: 0 }),
  'force 1e30 twice': ({ victim }) => {
    victim.applyForce({ x: 1e30, y: 0 })
    victim.applyForce({ x: 1e30, y: 0 })
  },
  'torque 1e30 twice': ({ victim }) => {
    victim.applyTorque(1e30)
    victim.applyTorque(1e30)
  },
  'half extent 0': ({ world }) => world.createBody({ shapes: [box({ halfExtents: { x: 0, y: 1 } })] }),
  'half extent NaN': ({ world }) => world.createBody({ shapes: [box({ halfExtents: { x: NaN, y: 1 } })] }),
  'radius −1': ({ world }) => world.createBody({ shapes: [circle({ radius: -1 })] }),
  'capsule length −1': ({ world }) => world.createBody({ shapes: [capsule({ radius: 1, halfLength: -1 })] }),
  'polygon of one point': ({ world }) => world.createBody({ shapes: [polygon({ points: [origin] })] }),
  'polygon with NaN': ({ world }) => world.createBody({ shapes: [polygon({ points: [origin, half, { x: NaN, y: 1 }, origin] })] }),
  'flat polygon': ({ world }) => world.createBody({ shapes: [polygon({ points: [origin, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: 3, y: 0 }] })] }),
  // From a bug report: a triangle 10 cm across, 80 m from the body's origin.
  'sliver far from its origin': ({ world }) => {
    const points = [{ x: -71.27, y: 36 }, { x: -71.35, y: 36.07 }, { x: -71.37, y: 36 }]
    const body = world.createBody({ position: { x: 80, y: 50 }, shapes: [polygon({ points, density: 1 })] })
    if (!(body.mass > 0 && body.getInertia() > 0)) throw new Error('a triangle without mass')
  },
  'segment of no length': ({ world }) => world.createBody({ type: 'static', shapes: [segment({ a: half, b: half })] }),
  'chain of one point': ({ world }) => world.createBody({ type: 'static', shapes: chain({ points: [origin] }) }),
  'chain with a point twice': ({ world }) =>
    world.createBody({ type: 'static', position: { x: 0, y: 60 }, shapes: chain({ points: [origin, half, half, { x: 9, y: 0 }] }) }),
  'loop of two points': ({ world }) => world.createBody({ type: 'static', shapes: chain({ points: [origin, half], loop: true }) }),
  'mass 0': ({ world }) => world.createBody({ mass: 0, shapes: [circle({ radius: 1 })] }),
  'density 0': ({ world }) => world.createBody({ shapes: [circle({ radius: 1, density: 0 })] }),
  'dynamic segment without mass': ({ world }) => world.createBody({ position: { x: 0, y: 60 }, shapes: [segment({ a: origin, b: half })] }),
  'friction NaN': ({ world }) => world.createBody({ shapes: [circle({ radius: 1, friction: NaN })] }),
  'restitution 5': ({ world }) => world.createBody({ shapes: [circle({ radius: 1, restitution: 5 })] }),
  'inertia −1': ({ world }) => world.createBody({ mass: 1, inertia: -1, shapes: [circle({ radius: 1 })] }),
  'step NaN': ({ world }) => world.step(NaN),
  'step −1': ({ world }) => world.step(-1),
  'step Infinity': ({ world }) => world.step(Infinity),
  'gravity NaN': ({ world }) => (world.gravity = { x: 0, y: NaN }),
  'gravity 1e300': ({ world }) => {
    const before = world.gravity
    world.gravity = { x: 0, y: 1e300 }
    world.gravity = before
  },
  'substeps 0': ({ world }) => (world.substeps = 0),
  'use after destroy': ({ world }) => {
    const ghost = world.createBody({ position: { x: 50, y: 50 }, shapes: [circle({ radius: 1 })] })
    world.destroyBody(ghost)
    ghost.applyImpulse({ x: 1, y: 0 })
  },
  'body of another world': ({ world }) => world.destroyBody(new World().createBody({ shapes: [circle({ radius: 1 })] })),
  'joint to itself': ({ world, victim }) => void world.createHingeJoint({ bodyA: victim, bodyB: victim }),
  'joint to a body of another world': ({ world, victim }) =>
    void world.createHingeJoint({ bodyA: new World().createBody({ shapes: [circle({ radius: 1 })] }), bodyB: victim }),
  'motor of NaN': ({ world, victim }) => void world.createHingeJoint({ bodyB: victim, motor: { speed: NaN, maxTorque: 1 } }),
  'ray without direction': ({ world }) => void world.castRay({ origin, direction: origin }),
  'ray NaN': ({ world }) => void world.castRay({ origin: { x: NaN, y: 0 }, direction: { x: 1, y: 0 } }),
  'snapshot of noise': ({ world }) => world.restore(new Uint8Array(1000).fill(123)),
  'snapshot cut short': ({ world }) => world.restore(world.snapshot().slice(0, 200)),
  'null definition': ({ world }) => void world.createBody(bad(null)),
  'shape of nonsense': ({ world }) => void world.createBody({ shapes: [bad({ kind: 'star' })] }),
}

interface ProbeResult {
  /** Whether a PhysicsError was thrown. */
  typed: boolean
  /** What went wrong, empty when nothing did. */
  problem: string
}

/** Runs a probe, then a second of simulation, and looks at the neighbour. */
function probe(name: string): ProbeResult {
  const world = new World({ sleeping: false })
  addFloor(world, 20)
  const victim = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box({ halfExtents: half })] })
  const neighbour = world.createBody({ position: { x: 6, y: 0.5 }, shapes: [box({ halfExtents: half })] })
  for (let i = 0; i < 10; i++) world.step(DT)
  let typed = false
  try {
    PROBES[name]({ world, victim, neighbour })
  } catch (error) {
    if (!(error instanceof PhysicsError)) return { typed, problem: `untyped error: ${String(error)}` }
    typed = true
  }
  try {
    for (let i = 0; i < 60; i++) world.step(DT)
  } catch (error) {
    return { typed, problem: `step threw: ${String(error)}` }
  }
  for (const body of world.bodies) if (!isFinitePose(body)) return { typed, problem: 'a pose is not finite' }
  const p = neighbour.position
  if (Math.abs(p.x - 6) > 1e-3 || Math.abs(p.y - 0.5) > 1e-3) return { typed, problem: 'the neighbour moved' }
  return { typed, problem: '' }
}

export const poison: AccuracyCase = {
  name: 'poison',
  run(): Row[] {
    const results = Object.keys(PROBES).map(name => ({ name, ...probe(name) }))
    const failed = results.filter(result => result.problem !== '')
    return [
      atMost(`poisoned input, ${results.length} probes`, 'probes that do harm', 'Rapier quarantines; cannon spreads NaN', 0, failed.length),
      reported(`poisoned input, ${results.length} probes`, 'refused by a typed error', '', results.filter(result => result.typed).length),
      ...failed.map(({ name, problem }) => atMost(`poisoned: ${name}`, problem, '', 0, 1)),
    ]
  },
}
