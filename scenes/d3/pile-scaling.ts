/** The pile of 2000 at other sizes, to see how cost grows with the number of bodies. For the bench; too large for the sandbox's list. */

import { scaledPile } from './lists/pile-list.ts'
import { buildPile } from './pile3d.ts'
import type { SceneEntry } from './scene.ts'

/** The pile of 2000 with `bodies` bodies in a bin as many times wider that the pile comes out as high. */
export function pileScaling(bodies: number): SceneEntry {
  return {
    name: `pile-${bodies}`,
    title: `Pile of ${bodies}`,
    description: 'The pile of 2000 at another size, in a bin that is as full.',
    worldOptions: { sleeping: false },
    steps: 600,
    build: world => buildPile(world, scaledPile(bodies)),
  }
}
