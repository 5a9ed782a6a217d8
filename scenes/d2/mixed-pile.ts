/** Two thousand discs, boxes, capsules and stones fall as a column into a bin. */

import type { World } from 'fulcrum-physics/2d'
import { atMost, exactly, type Expectations } from '../expectation.ts'
import { addList } from './add-list.ts'
import { listPile, MIXED_PILE, type PileOptions } from './lists/pile-list.ts'
import { deepestOverlap, rmsSpeed, topSpeed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

export function buildPile(world: World, options: PileOptions): SceneInstance {
  const all = addList(world, listPile(options))
  return {
    measure(current) {
      const escaped = all.filter(({ centerOfMass: p }) => Math.abs(p.x) > options.binHalf || p.y < 0).length
      return { escaped, maxOverlap: deepestOverlap(current), rmsSpeed: rmsSpeed(current), topSpeed: topSpeed(current) }
    },
  }
}

const COMES_TO_REST: Expectations = {
  escaped: exactly(0, 'the bin has no holes'),
  maxOverlap: atMost(0.08, 'contacts hold the pile apart'),
  rmsSpeed: atMost(0.1, 'friction and restitution 0 take the energy of the fall'),
}

export const mixedPile: SceneEntry = {
  name: 'mixed-pile',
  title: 'Pile of 2000',
  description: 'A tall column of discs, boxes, capsules and stones pours into a bin and comes to rest.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 32 }, height: 78 },
  steps: 600,
  expect: COMES_TO_REST,
  build: world => buildPile(world, MIXED_PILE),
}

export const smallPile: SceneEntry = {
  name: 'small-pile',
  title: 'Small mixed pile',
  description: 'Eighty discs, boxes, capsules and stones in a small bin: the pile of 2000 for a quick look.',
  camera: { center: { x: 0, y: 7 }, height: 18 },
  steps: 480,
  expect: COMES_TO_REST,
  build: world => buildPile(world, { bodies: 80, columns: 8, binHalf: 6, seed: 7 }),
}

/** The same with discs alone, for the bench: every contact is between round shapes, or a round one and a wall. */
export const circles2d: SceneEntry = {
  name: 'circles2d',
  title: 'Pile of 2000 discs',
  description: 'A tall column of discs pours into a bin.',
  worldOptions: { sleeping: false },
  camera: { center: { x: 0, y: 32 }, height: 78 },
  steps: 600,
  expect: COMES_TO_REST,
  build: world => buildPile(world, { ...MIXED_PILE, round: true }),
}
