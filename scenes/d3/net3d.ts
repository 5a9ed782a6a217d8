/** A level net of 900 balls, held at its four corners, falls into a hanging cloth: long chains of joints that all hang on four. */

import { atMost } from '../expectation.ts'
import { addBodiesAndJoints } from './add-list.ts'
import { listNet, NET_3D } from './lists/net-list.ts'
import { GapWatch, mechanicalEnergy, topSpeed } from './measure.ts'
import type { SceneEntry } from './scene.ts'

export const net3d: SceneEntry = {
  name: 'net3d',
  title: 'Net of 900 balls',
  description: 'A square net on ball joints, held at its corners only, drops and swings like a heavy cloth.',
  worldOptions: { sleeping: false },
  camera: { position: { x: 14, y: 4, z: 18 }, target: { x: 0, y: -4, z: 0 } },
  steps: 300,
  expect: {
    // Rows that start straight between fixed ends carry a load across them only by giving way: no rigid solution exists.
    worstGapMm: atMost((1000 * NET_3D.spacing) / 2, 'no joint opens by the length of its arm'),
    energyGainPercent: atMost(0.1, 'nothing drives the net'),
  },
  build(world) {
    const { bodies, joints } = addBodiesAndJoints(world, listNet(NET_3D))
    const gaps = new GapWatch(joints)
    // The net starts level at y = 0, so its energy is 0; the unit is that of a fall by half its side.
    let fall = 0
    for (const { mass, type } of bodies) if (type === 'dynamic') fall += (mass * 9.81 * NET_3D.side * NET_3D.spacing) / 2
    return {
      update: () => gaps.look(),
      measure: current => ({
        ...gaps.figures(),
        energyGainPercent: (100 * mechanicalEnergy(current)) / fall,
        topSpeed: topSpeed(current),
      }),
    }
  },
}
