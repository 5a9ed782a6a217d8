/** The pile of 2000 at other sizes, to see how cost grows with their number, and of balls alone. For the bench: too large for the sandbox. */

import { PILE_3D, scaledPile } from './lists/pile-list.ts'
import { buildPile, COMES_TO_REST } from './pile3d.ts'
import type { SceneEntry } from './scene.ts'

/** The pile of 2000 with `bodies` bodies in a bin as many times wider that the pile comes out as high. */
export function pileScaling(bodies: number): SceneEntry {
  return {
    name: `pile-${bodies}`,
    title: `Pile of ${bodies}`,
    description: 'The pile of 2000 at another size, in a bin that is as full.',
    worldOptions: { sleeping: false },
    camera: { position: { x: 22, y: 20, z: 30 }, target: { x: 0, y: 6, z: 0 } },
    steps: 600,
    expect: COMES_TO_REST,
    build: world => buildPile(world, scaledPile(bodies)),
  }
}

/** The pile of 2000 with balls alone: every contact is between round shapes, or a round one and a wall. */
export const spheres3d: SceneEntry = {
  name: 'spheres3d',
  title: 'Pile of 2000 balls',
  description: 'A tall column of balls pours into a bin.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 22, y: 20, z: 30 }, target: { x: 0, y: 6, z: 0 } },
  steps: 600,
  expect: COMES_TO_REST,
  build: world => buildPile(world, { ...PILE_3D, round: true }),
}
