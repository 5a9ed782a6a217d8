/** Poisoned input: each probe must be refused by a typed error or leave a world that goes on; neighbours never notice. */

import { box, capsule, hull, PhysicsError, sphere, World, type Body } from 'fulcrum-physics/3d'
import { addFloor } from '../../../../scenes/d3/ground.ts'
import { atMost, reported, type AccuracyCase, type Row } from '../../../common/accuracy/case.ts'
import { DT, isFinitePose } from '../setup.ts'

interface Site {
  world: World
  victim: Body
  neighbour: Body
}

const origin = { x: 0, y: 0, z: 0 }
const half = { x: 0.5, y: 0.5, z: 0.5 }

/** Hands over what the type checker would refuse: callers in plain JavaScript do. */
function bad<T>(value: unknown): T {
  return value as T
}

const PROBES: Record<string, (site: Site) => void> = {
  'position NaN': ({ victim }) => (victim.position = { x: NaN, y: 0, z: 0 }),
  'rotation zero': ({ victim }) => (victim.rotation = { x: 0, y: 0, z: 0, w: 0 }),
  'velocity Infinity': ({ victim }) => (victim.linearVelocity = { x: Infinity, y: 0, z: 0 }),
  'spin NaN': ({ victim }) => (victim.angularVelocity = { x: 0, y: NaN, z: 0 }),
  'velocity 1e300': ({ victim }) => (victim.linearVelocity = { x: 1e300, y: 0, z: 0 }),
  'velocity 1e160': ({ victim }) => (victim.linearVelocity = { x: 0, y: -1e160, z: 0 }),
  'spin 1e200': ({ victim }) => (victim.angularVelocity = { x: 1e200, y: 1e200, z: 0 }),
  'position 1e300': ({ victim }) => (victim.position = { x: 1e300, y: 0, z: 0 }),
  'impulse 1e30': ({ victim }) => victim.applyImpulse({ x: 1e30, y: 1e30, z: 0 }),
  'force NaN': ({ victim }) => victim.applyForce({ x: NaN, y: 0, z: 0 }),
  'force 1e30 twice': ({ victim }) => {
    victim.applyForce({ x: 1e30, y: 0, z: 0 })
    victim.applyForce({ x: 1e30, y: 0, z: 0 })
  },
  'half extent 0': ({ world }) => world.createBody({ shapes: [box({ halfExtents: { x: 0, y: 1, z: 1 } })] }),
  'half extent NaN': ({ world }) => world.createBody({ shapes: [box({ halfExtents: { x: NaN, y: 1, z: 1 } })] }),
  'radius −1': ({ world }) => world.createBody({ shapes: [sphere({ radius: -1 })] }),
  'capsule length −1': ({ world }) => world.createBody({ shapes: [capsule({ radius: 1, halfLength: -1 })] }),
  'hull of one point': ({ world }) => world.createBody({ shapes: [hull({ points: [origin] })] }),
  'hull with NaN': ({ world }) => world.createBody({ shapes: [hull({ points: [origin, half, { x: NaN, y: 1, z: 0 }, origin] })] }),
  'flat hull': ({ world }) =>
    world.createBody({ shapes: [hull({ points: [origin, { x: 1, y: 0, z: 0 }, { x: 0, y: 0, z: 1 }, { x: 1, y: 0, z: 1 }] })] }),
  'mass 0': ({ world }) => world.createBody({ mass: 0, shapes: [sphere({ radius: 1 })] }),
  'density 0': ({ world }) => world.createBody({ shapes: [sphere({ radius: 1, density: 0 })] }),
  'friction NaN': ({ world }) => world.createBody({ shapes: [sphere({ radius: 1, friction: NaN })] }),
  'restitution 5': ({ world }) => world.createBody({ shapes: [sphere({ radius: 1, restitution: 5 })] }),
  'inertia not physical': ({ world }) =>
    world.createBody({ mass: 1, inertia: { xx: -1, yy: 1, zz: 1, xy: 0, xz: 0, yz: 0 }, shapes: [sphere({ radius: 1 })] }),
  'step NaN': ({ world }) => world.step(NaN),
  'step −1': ({ world }) => world.step(-1),
  'step Infinity': ({ world }) => world.step(Infinity),
  'gravity NaN': ({ world }) => (world.gravity = { x: 0, y: NaN, z: 0 }),
  'gravity 1e300': ({ world }) => {
    const before = world.gravity
    world.gravity = { x: 0, y: 1e300, z: 0 }
    world.gravity = before
  },
  'substeps 0': ({ world }) => (world.substeps = 0),
  'use after destroy': ({ world }) => {
    const ghost = world.createBody({ position: { x: 50, y: 50, z: 50 }, shapes: [sphere({ radius: 1 })] })
    world.destroyBody(ghost)
    ghost.applyImpulse({ x: 1, y: 0, z: 0 })
  },
  'body of another world': ({ world }) => world.destroyBody(new World().createBody({ shapes: [sphere({ radius: 1 })] })),
  'ray without direction': ({ world }) => void world.castRay({ origin, direction: origin }),
  'ray NaN': ({ world }) => void world.castRay({ origin: { x: NaN, y: 0, z: 0 }, direction: { x: 1, y: 0, z: 0 } }),
  'snapshot of noise': ({ world }) => world.restore(new Uint8Array(1000).fill(123)),
  'snapshot cut short': ({ world }) => world.restore(world.snapshot().slice(0, 200)),
  'null definition': ({ world }) => void world.createBody(bad(null)),
  'shape of nonsense': ({ world }) => void world.createBody({ shapes: [bad({ kind: 'torus' })] }),
}

export const PROBE_NAMES: readonly string[] = Object.keys(PROBES)

export interface ProbeResult {
  /** Whether a PhysicsError was thrown. */
  typed: boolean
  /** What went wrong, empty when nothing did. */
  problem: string
}

/** Runs a probe, then a second of simulation, and looks at the neighbour. */
export function probe(name: string): ProbeResult {
  const world = new World({ sleeping: false })
  addFloor(world, 20)
  const victim = world.createBody({ position: { x: 0, y: 0.5, z: 0 }, shapes: [box({ halfExtents: half })] })
  const neighbour = world.createBody({ position: { x: 6, y: 0.5, z: 0 }, shapes: [box({ halfExtents: half })] })
  for (let i = 0; i < 10; i++) world.step(DT)
  let typed = false
  try {
    PROBES[name]!({ world, victim, neighbour })
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
  if (Math.abs(p.x - 6) > 1e-3 || Math.abs(p.y - 0.5) > 1e-3 || Math.abs(p.z) > 1e-3) return { typed, problem: 'the neighbour moved' }
  return { typed, problem: '' }
}

export const poison: AccuracyCase = {
  name: 'poison',
  run(): Row[] {
    const results = PROBE_NAMES.map(name => ({ name, ...probe(name) }))
    const failed = results.filter(result => result.problem !== '')
    const rows = failed.map(({ name, problem }) => atMost(`poisoned: ${name}`, problem, '', 0, 1))
    return [
      atMost(`poisoned input, ${results.length} probes`, 'probes that do harm', 'Rapier quarantines; cannon spreads NaN', 0, failed.length),
      reported(`poisoned input, ${results.length} probes`, 'refused by a typed error', '', results.filter(result => result.typed).length),
      ...rows,
    ]
  },
}
