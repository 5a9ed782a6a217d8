/**
 * Four joined bodies in free flight gained 4 % of the energy that they were given, within twenty steps of their start. Cured by solving
 * joints that hang together as one system.
 *
 */

import { itHolds, plain, still } from './assemblies.ts'

await itHolds('a cone, a constant velocity joint and a weld in free flight gain no energy', {
  rough: false, gravity: false, collide: false, hung: false,
  bodies: [
    still('box', 0.25, 1),
    still('box', 0.25, 22.1),
    still('box', 0.25, 10.22),
    { ...still('box', 0.25, 21.99), spin: { x: 2.68, y: 0.7812, z: 1.609 } },
  ],
  joints: [plain('generic, cone', 0, 1), plain('constant velocity', 0, 2), plain('fixed', 0, 3)],
})
