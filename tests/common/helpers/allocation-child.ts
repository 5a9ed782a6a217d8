/**
 * Runs in a process of its own with --expose-gc and a young generation so large that it is not collected while counting: steps settled
 * scenes of both dimensions and prints, as JSON, how many bytes a step allocates, dropped ones included. Kept apart from the test because
 * a test runner allocates all the time.
 */

import * as d2 from 'fulcrum-physics/2d'
import * as d3 from 'fulcrum-physics/3d'
import { buildPile as buildPile2 } from '../../../scenes/d2/mixed-pile.ts'
import { buildPile as buildPile3 } from '../../../scenes/d3/pile3d.ts'

const WARM_UP_STEPS = 1200
const COUNTED_STEPS = 150
/** The least of several rounds counts: V8 allocates for itself when it compiles something late. */
const ROUNDS = 12
const DT = 1 / 60

interface Stepped {
  step(dt: number): void
  readonly stats: { readonly contacts: number }
}

export interface AllocationReport {
  readonly scene: string
  readonly contacts: number
  readonly bytesPerStep: number
}

function ragdolls3(): Stepped {
  const world = new d3.World({ sleeping: false })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 30, y: 1, z: 30 } })] })
  for (let i = 0; i < 5; i++) d3.buildRagdoll(world, undefined, { position: { x: 2 * i, y: 1.5, z: 0 } })
  return world
}

function ragdolls2(): Stepped {
  const world = new d2.World({ sleeping: false })
  world.createBody({ type: 'static', position: { x: 0, y: -1 }, shapes: [d2.box({ halfExtents: { x: 30, y: 1 } })] })
  for (let i = 0; i < 5; i++) d2.buildRagdoll(world, undefined, { position: { x: 2 * i, y: 1.5 } })
  return world
}

function pile3(): Stepped {
  const world = new d3.World({ sleeping: false })
  buildPile3(world, { bodies: 200, side: 6, binHalf: 4, seed: 9 })
  return world
}

function pile2(): Stepped {
  const world = new d2.World({ sleeping: false })
  buildPile2(world, { bodies: 200, columns: 12, binHalf: 8, seed: 9 })
  return world
}

/** Three cars that drive in circles, by each way of finding the ground, past boxes that lie there. */
function cars3(): Stepped {
  const world = new d3.World({ sleeping: false })
  world.createBody({ type: 'static', position: { x: 0, y: -1, z: 0 }, shapes: [d3.box({ halfExtents: { x: 500, y: 1, z: 500 } })] })
  for (let i = 0; i < 12; i++) world.createBody({ position: { x: 300 + 2 * i, y: 0.5, z: 0 }, shapes: [d3.box({ halfExtents: { x: 0.5, y: 0.5, z: 0.5 } })] })
  for (const [n, tester] of (['ray', 'sphere', 'cylinder'] as const).entries()) {
    const chassis = world.createBody({
      position: { x: 100 * n - 100, y: 0.65, z: 0 }, mass: 1500, centerOfMass: { x: 0, y: -0.2, z: 0 }, shapes: [d3.box({ halfExtents: { x: 0.9, y: 0.3, z: 2.2 } })],
    })
    const car = world.createVehicle(chassis, {
      wheels: [0, 1, 2, 3].map((w) => ({
        position: { x: w % 2 === 0 ? 0.8 : -0.8, y: -0.1, z: w < 2 ? 1.4 : -1.4 }, radius: 0.35, mass: 20, maxSteer: w < 2 ? 0.5 : 0,
      })),
      tester, engine: {}, differentials: [{ wheels: [2, 3] }],
    })
    car.throttle = 0.2
    car.steering = 0.8
  }
  return world
}

const SCENES: Readonly<Record<string, () => Stepped>> = { pile2, pile3, ragdolls2, ragdolls3, cars3 }

const collect = (globalThis as { gc?: () => void }).gc
if (!collect) throw new Error('Run with --expose-gc.')

const reports: AllocationReport[] = []
for (const [scene, build] of Object.entries(SCENES)) {
  const world = build()
  for (let i = 0; i < WARM_UP_STEPS; i++) world.step(DT)
  let bytesPerStep = Infinity
  for (let round = 0; round < ROUNDS; round++) {
    collect()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < COUNTED_STEPS; i++) world.step(DT)
    bytesPerStep = Math.min(bytesPerStep, (process.memoryUsage().heapUsed - before) / COUNTED_STEPS)
  }
  reports.push({ scene, contacts: world.stats.contacts, bytesPerStep })
}
console.log(JSON.stringify(reports))
