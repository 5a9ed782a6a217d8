/** A level net of 900 balls, held at its four corners, falls into a hanging cloth: long chains of joints that all hang on four. */

import { addBodiesAndJoints } from './add-list.ts'
import { listNet, NET_3D } from './lists/net-list.ts'
import { GapWatch, topSpeed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

export const net3d: SceneEntry = {
  name: 'net3d',
  title: 'Net of 900 balls',
  description: 'A square net on ball joints, held at its corners only, drops and swings like a heavy cloth.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 14, y: 4, z: 18 }, target: { x: 0, y: -4, z: 0 } },
  steps: 300,
  build(world) {
    const gaps = new GapWatch(addBodiesAndJoints(world, listNet(NET_3D)).joints)
    return {
      update: () => gaps.look(),
      measure: current => ({ ...gaps.figures(), topSpeed: topSpeed(current) }),
    }
  },
}
