/**
 * A limit beside joints that remove the same freedoms twice (a weld next to a weld, a rack next to a constant velocity joint) gained energy
 * without bound and was quarantined in step 227. Cured by leaving redundant rows out.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

await itHolds('a travel limit beside two welds and a constant velocity joint', {
  rough: true, gravity: false, collide: false, hung: false,
  bodies: [
    still('box', 0.25, 1),
    still('box', 0.1157, 1),
    { ...still('box', 0.1955, 54.28), velocity: { x: -1.211, y: -0.8403, z: -0.03248 }, spin: { x: -3.053, y: 1.232, z: 2.511 } },
  ],
  joints: [
    plain('fixed', 0, 1),
    { ...plain('rack-and-pinion', 1, 2), limits: [{ key: 'travelLimit', lower: -0.03665, upper: 0.7288, restitution: 0 }] },
    plain('generic, weld', 0, 1),
    plain('constant velocity', 1, 2),
  ],
})
