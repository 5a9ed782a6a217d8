/** Two thousand spheres, boxes, capsules and stones fall as a column into a bin. */

import type { Body, World } from 'fulcrum-physics/3d'
import { atMost, exactly, type Expectations, type Figures } from '../expectation.ts'
import { addList } from './add-list.ts'
import { listPile, PILE_3D, type PileOptions } from './lists/pile-list.ts'
import { deepestOverlap, rmsSpeed, topSpeed } from './measure.ts'
import type { SceneEntry, SceneInstance } from './scene.ts'

/** How many bodies have left the bin, how deep the others overlap and how fast they are. */
export function pileFigures(world: World, bodies: readonly Body[], binHalf: number): Figures {
  let escaped = 0
  for (const body of bodies) {
    const p = body.centerOfMass
    if (Math.abs(p.x) > binHalf || Math.abs(p.z) > binHalf || p.y < 0) escaped++
  }
  return { escaped, maxOverlap: deepestOverlap(world), rmsSpeed: rmsSpeed(world), topSpeed: topSpeed(world) }
}

export function buildPile(world: World, options: PileOptions): SceneInstance {
  const all = addList(world, listPile(options))
  return { measure: current => pileFigures(current, all, options.binHalf) }
}

export const COMES_TO_REST: Expectations = {
  escaped: exactly(0, 'the bin has no holes'),
  maxOverlap: atMost(0.08, 'contacts hold the pile apart'),
  rmsSpeed: atMost(0.1, 'friction and restitution 0 take the energy of the fall'),
}

export const pile3d: SceneEntry = {
  name: 'pile3d',
  title: 'Pile of 2000',
  description: 'A tall column of balls, boxes, capsules and rough stones pours into a bin and comes to rest.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 22, y: 20, z: 30 }, target: { x: 0, y: 6, z: 0 } },
  steps: 600,
  expect: COMES_TO_REST,
  build: world => buildPile(world, PILE_3D),
}

export const pileSmall: SceneEntry = {
  name: 'pile-small',
  title: 'Small mixed pile',
  description: 'Eighty balls, boxes, capsules and stones in a small bin: the pile of 2000 for a quick look.',
  camera: { position: { x: 8, y: 8, z: 11 }, target: { x: 0, y: 2, z: 0 } },
  steps: 480,
  expect: COMES_TO_REST,
  build: world => buildPile(world, { bodies: 80, side: 4, binHalf: 3, seed: 7 }),
}
