/**
 * Three equal boxes that hung from the world at rest were quarantined under gravity, in step 187 (screw and constant velocity) and in step
 * 250 (cylinder and path). The first was cured by a bound on the curvature that joints aim at, the second by solving joints that hang
 * together as one system.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

const HUNG = { rough: true, gravity: true, collide: false, hung: true }

await itHolds('a screw and a constant velocity joint hang at rest', {
  ...HUNG,
  bodies: [still('box', 0.25, 1), still('box', 0.25, 1), still('box', 0.25, 1)],
  joints: [plain('screw', 0, 1), plain('constant velocity', 1, 2)],
})

await itHolds('a generic cylinder and a fixed path hang at rest', {
  ...HUNG,
  bodies: [still('box', 0.25, 1), still('box', 0.25, 1), still('box', 0.2773, 1)],
  joints: [plain('generic, cylinder', 0, 1), plain('path, fixed', 0, 2)],
})
