/**
 * Angular momentum was lost through a light body in the middle of a chain, 1.9e-3 of it in ten seconds. Cured by solving joints that hang
 * together as one system, and by push-out that keeps the orbits of what it moves.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

await itHolds('a chain with a middle of 0.14 kg keeps its angular momentum', {
  rough: false, gravity: false, collide: false, hung: false,
  bodies: [
    still('box', 0.25, 1),
    still('box', 0.25, 1),
    still('box', 0.25, 0.1384),
    { ...still('box', 0.25, 34.29), velocity: { x: 0.03326, y: 1.339, z: 1.149 }, spin: { x: 2.541, y: 3.286, z: -2.221 } },
  ],
  joints: [plain('wheel', 0, 1), plain('two-point hinge', 1, 2), plain('slider', 2, 3)],
})
