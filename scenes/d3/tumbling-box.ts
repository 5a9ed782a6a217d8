/** The Dzhanibekov effect: a box spun about its middle axis turns over again and again. */

import { box, type Body, type Vec3, type World } from 'fulcrum-physics/3d'
import { exactly, near } from '../expectation.ts'
import type { SceneEntry } from './scene.ts'
import { rotate } from './rotation.ts'

/** Edges 1 : 4 : 9, the middle moment of inertia about y. */
export const TUMBLING_HALF_EXTENTS: Vec3 = { x: 0.05, y: 0.2, z: 0.45 }

/** Spin of 10 rad/s about the middle axis with a hundredth of a turn of disorder. */
export const TUMBLING_SPIN: Vec3 = { x: 0.01, y: 10, z: 0.01 }

export function addTumblingBox(world: World, position: Vec3, spin: Vec3 = TUMBLING_SPIN): Body {
  return world.createBody({ position, angularVelocity: spin, shapes: [box({ halfExtents: TUMBLING_HALF_EXTENTS })] })
}

/** Component of the spin along the box's own y axis: changes sign at every flip. */
export function spinAboutMiddleAxis(body: Body): number {
  const axis = rotate(body.rotation, { x: 0, y: 1, z: 0 })
  const w = body.angularVelocity
  return axis.x * w.x + axis.y * w.y + axis.z * w.z
}

export const tumblingBox: SceneEntry = {
  name: 'tumbling-box',
  title: 'Tumbling box',
  description: 'Weightless boxes spun about each of their three axes. The middle one turns over again and again.',
  source: 'Chappuis 1.1; errata: Chappuis (7)',
  worldOptions: { gravity: { x: 0, y: 0, z: 0 }, sleeping: false },
  camera: { position: { x: 0, y: 0.8, z: 4 }, target: { x: 0, y: 0, z: 0 } },
  steps: 600,
  expect: {
    flips: exactly(4, 'the intermediate axis: Jacobi period of the box, four flips in 10 s'),
    energyGainPercent: near(0, 0.1, 'no torque acts'),
  },
  build(world) {
    addTumblingBox(world, { x: -1.4, y: 0, z: 0 }, { x: 10, y: 0.01, z: 0.01 })
    const middle = addTumblingBox(world, { x: 0, y: 0, z: 0 })
    addTumblingBox(world, { x: 1.4, y: 0, z: 0 }, { x: 0.01, y: 0.01, z: 10 })
    const start = middle.kineticEnergy
    let flips = 0
    let side = 1
    return {
      update() {
        const now = spinAboutMiddleAxis(middle) >= 0 ? 1 : -1
        if (now !== side) flips++
        side = now
      },
      measure: () => ({ flips, energyGainPercent: 100 * (middle.kineticEnergy / start - 1) }),
    }
  },
}
