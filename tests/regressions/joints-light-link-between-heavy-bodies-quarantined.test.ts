/**
 * A chain of 1, 61, 0.2 and 51 kg in free flight gained energy without bound and was quarantined in step 27. Cured by a bound on the
 * curvature that joints aim at.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

await itHolds('a link of 0.2 kg between bodies of 61 and 51 kg flies free', {
  rough: true, gravity: false, collide: false, hung: false,
  bodies: [
    still('box', 0.25, 1),
    still('box', 0.25, 60.7),
    still('box', 0.1674, 0.1822),
    { ...still('box', 0.25, 51.42), spin: { x: -2.195, y: 1.109, z: -1.159 } },
  ],
  joints: [plain('generic, ball', 0, 1), plain('hinge by hand', 1, 2), plain('generic, hinge about y', 2, 3)],
})
