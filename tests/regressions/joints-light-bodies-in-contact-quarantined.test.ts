/**
 * Light bodies on two-point hinges that struck heavy ones gained energy without bound and were quarantined in step 288. Cured by a bound on
 * the curvature that joints aim at; since joints that hang together are solved as one system nothing is gained at all.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

await itHolds('bodies of 1 and 0.7 kg on hinges strike ones of 30 and 44 kg', {
  rough: true, gravity: false, collide: true, hung: false,
  bodies: [
    still('box', 0.25, 30.41),
    still('capsule', 0.25, 44.09),
    still('box', 0.25, 1),
    { ...still('box', 0.1347, 0.6646), velocity: { x: 0.1945, y: -0.6754, z: -0.2471 } },
  ],
  joints: [plain('hinge, quaternion', 0, 1), plain('two-point hinge', 0, 2), plain('two-point hinge', 2, 3)],
})
