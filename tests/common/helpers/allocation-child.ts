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

const SCENES: Readonly<Record<string, () => Stepped>> = { pile2, pile3, ragdolls2, ragdolls3 }

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
